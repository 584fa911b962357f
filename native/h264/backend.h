// One interface over the encoders. A backend takes I420 pictures of one size and gives one access unit a picture, with
// no delay; it knows nothing of the protocol. Which ones are compiled in is the Makefile's decision.
#ifndef NOCTURNE_BACKEND_H
#define NOCTURNE_BACKEND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "convert.h"
#include "words.h"

// Rate control counts pictures, not time: a device sends as many as its screen changes.
#define FRAMES_PER_SECOND 30

struct encoder_settings {
  int width; // even
  int height; // even
  uint32_t bitrate; // bits a second
  int threads;
};

// Annex B, good until the next call. A key unit begins with its SPS and PPS.
struct coded {
  const uint8_t *bytes;
  size_t length;
  bool key;
};

struct encoder; // each backend's own

struct backend {
  const char *name; // as people read it
  const char *argument; // as --backend takes it
  void (*version)(char *text, size_t room);
  // NULL, with words, where it cannot encode that.
  struct encoder *(*open)(const struct encoder_settings *settings, struct words *words);
  bool (*encode)(struct encoder *encoder, const struct i420 *picture, bool key, struct coded *coded,
                 struct words *words);
  void (*close)(struct encoder *encoder);
};

// Those compiled in, the preferred one first; ends with NULL.
extern const struct backend *const backends[];

// By its argument; the preferred one for NULL; NULL where it is not compiled in.
const struct backend *find_backend(const char *argument);

#endif
