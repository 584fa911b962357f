#include "rate.h"

#include "backend.h"

// So long at the full bitrate fill the bucket. Short enough that a scene settles at once, long enough that a key frame
// of a picture full of detail does not blur what comes after it.
#define ROOM_SECONDS 1.0

void rate_open(struct rate *rate, uint32_t bitrate) {
  *rate = (struct rate){.bits_a_second = bitrate, .held_bits = 0};
}

int rate_quantizer(struct rate *rate, uint32_t since_us) {
  // A screen that changes oftener than that has as much for each of its pictures: what is near costs nothing more.
  const double least = 1.0 / FRAMES_PER_SECOND;
  const double seconds = since_us / 1e6 > least ? since_us / 1e6 : least;
  rate->held_bits -= seconds * rate->bits_a_second;
  if (rate->held_bits < 0) rate->held_bits = 0;
  const double part = rate->held_bits / (rate->bits_a_second * ROOM_SECONDS);
  const int more = (int)(part * (QUANTIZER_COARSE - QUANTIZER_FINE) + 0.5);
  return more > QUANTIZER_COARSE - QUANTIZER_FINE ? QUANTIZER_COARSE : QUANTIZER_FINE + more;
}

void rate_coded(struct rate *rate, size_t bytes) {
  const double most = 2 * rate->bits_a_second * ROOM_SECONDS;
  rate->held_bits += (double)bytes * 8;
  // One huge picture must not blur the screen for as long as it would take to drain.
  if (rate->held_bits > most) rate->held_bits = most;
}
