// Reads the sequence parameter set of a unit and adds what it leaves unsaid: that no picture is reordered (a decoder may
// hold a quarter of a second of pictures otherwise) and which colours the planes mean.
#ifndef NOCTURNE_SPS_H
#define NOCTURNE_SPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SPS_BYTES_MAX 1024

struct sps {
  int profile;
  int constraints;
  int level;
  int width; // cropped
  int height;
  uint32_t reference_frames;
  bool has_vui;
  bool has_signal;
  uint32_t video_format;
  bool full_range;
  bool has_colour;
  uint32_t primaries;
  uint32_t transfer;
  uint32_t matrix;
  int reorder; // -1: not said
  // Where the parts begin, in bits of the unescaped NAL unit.
  size_t vui_at;
  size_t signal_at;
  size_t chroma_at;
  size_t restriction_at;
  size_t end_at;
};

// `nal` is one NAL unit without its start code. False for what is no SPS or ends too early.
bool sps_read(const uint8_t *nal, size_t length, struct sps *sps);

// Writes the NAL unit with what it lacked into `out`; its length, or 0 where it cannot be read or does not fit.
size_t sps_patch(const uint8_t *nal, size_t length, uint8_t *out, size_t room);

// The access unit with its SPS patched. `out` needs SPS_BYTES_MAX more than `length`; 0 where the SPS needs no change
// (or there is none), so that the unit can be passed on as it is.
size_t unit_patch(const uint8_t *unit, size_t length, uint8_t *out, size_t room);

#endif
