// How coarsely the next picture is coded, so that a moving screen stays under its bitrate. For an encoder that would look
// ahead to decide it: on a picture a few milliseconds old, that costs a third of the coding.
#ifndef NOCTURNE_RATE_H
#define NOCTURNE_RATE_H

#include <stddef.h>
#include <stdint.h>

// Of H.264's 0 to 51. The finer one leaves small text clean, the coarser one still shows what moves.
#define QUANTIZER_FINE 23
#define QUANTIZER_COARSE 42

// A bucket: what was coded fills it, time drains it. As long as it is nearly empty, pictures are coded finely.
struct rate {
  double bits_a_second;
  double held_bits;
};

void rate_open(struct rate *rate, uint32_t bitrate);

// For the next picture, so long after the last one.
int rate_quantizer(struct rate *rate, uint32_t since_us);

void rate_coded(struct rate *rate, size_t bytes);

#endif
