// Pictures as the encoders want them, by libyuv: written by hand the conversion would cost as much as the encoding.
#include "convert.h"

#include <libyuv.h>
#include <stdlib.h>

int pixel_bytes(int format) {
  switch (format) {
  case FORMAT_RGB888:
    return 3;
  case FORMAT_RGBA8888:
    return 4;
  default:
    return 0;
  }
}

bool i420_open(struct i420 *picture, int width, int height) {
  // Rows begin at multiples of 64 bytes, for the vector code on both sides.
  const int stride_y = (width + 63) & ~63;
  const int stride_uv = ((width + 1) / 2 + 63) & ~63;
  const size_t luma = (size_t)stride_y * (size_t)height;
  const size_t chroma = (size_t)stride_uv * (size_t)((height + 1) / 2);
  void *memory = NULL;
  if (posix_memalign(&memory, 64, luma + 2 * chroma) != 0) return false;
  *picture = (struct i420){
      .width = width,
      .height = height,
      .y = memory,
      .u = (uint8_t *)memory + luma,
      .v = (uint8_t *)memory + luma + chroma,
      .stride_y = stride_y,
      .stride_uv = stride_uv,
      .memory = memory,
  };
  return true;
}

void i420_close(struct i420 *picture) {
  free(picture->memory);
  *picture = (struct i420){0};
}

bool convert_pixels(const uint8_t *pixels, int format, struct i420 *picture) {
  const int stride = picture->width * pixel_bytes(format);
  // libyuv names formats by their order in a little-endian word: its RAW is R, G, B in memory, its ABGR is R, G, B, A.
  switch (format) {
  case FORMAT_RGB888:
    return RAWToI420(pixels, stride, picture->y, picture->stride_y, picture->u, picture->stride_uv, picture->v,
                     picture->stride_uv, picture->width, picture->height) == 0;
  case FORMAT_RGBA8888:
    return ABGRToI420(pixels, stride, picture->y, picture->stride_y, picture->u, picture->stride_uv, picture->v,
                      picture->stride_uv, picture->width, picture->height) == 0;
  default:
    return false;
  }
}

bool needs_scaling(int in_width, int in_height, int out_width, int out_height) {
  return in_width - out_width > 1 || in_height - out_height > 1;
}

struct i420 i420_cut(const struct i420 *picture, int width, int height) {
  struct i420 view = *picture;
  view.width = width;
  view.height = height;
  view.memory = NULL;
  return view;
}

bool scale_picture(const struct i420 *from, struct i420 *to) {
  return I420Scale(from->y, from->stride_y, from->u, from->stride_uv, from->v, from->stride_uv, from->width,
                   from->height, to->y, to->stride_y, to->u, to->stride_uv, to->v, to->stride_uv, to->width, to->height,
                   kFilterBox) == 0;
}
