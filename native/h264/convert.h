// Pictures as the encoders want them: RGB and RGBA bytes to I420 (BT.601, limited range), smaller where asked.
#ifndef NOCTURNE_CONVERT_H
#define NOCTURNE_CONVERT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum pixel_format { FORMAT_RGB888 = 1, FORMAT_RGBA8888 = 2 };

// Bytes of a pixel; 0 for what is no format.
int pixel_bytes(int format);

// Three planes. The chroma planes have half the size, rounded up. `memory` is null for a view of another one's planes.
struct i420 {
  int width;
  int height;
  uint8_t *y;
  uint8_t *u;
  uint8_t *v;
  int stride_y;
  int stride_uv;
  uint8_t *memory;
};

bool i420_open(struct i420 *picture, int width, int height);
void i420_close(struct i420 *picture);

// `pixels` are width * height of the picture, without gaps.
bool convert_pixels(const uint8_t *pixels, int format, struct i420 *picture);

// A size that differs by one pixel (an odd size made even) is cut off, not scaled: scaling would blur all of it.
bool needs_scaling(int in_width, int in_height, int out_width, int out_height);

// The same planes, at a size of at most one pixel less.
struct i420 i420_cut(const struct i420 *picture, int width, int height);

bool scale_picture(const struct i420 *from, struct i420 *to);

#endif
