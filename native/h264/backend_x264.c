// x264, as measured: ultrafast, zerolatency, baseline; key frames only when asked for. Apart from the OpenH264 file,
// since the two headers name the same enumerators.
#include "backend.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <x264.h>

#include "rate.h"

struct encoder {
  x264_t *x264;
  int64_t count;
  struct rate rate;
  uint64_t coded_us; // when the last picture was
};

static uint64_t now_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static void version(char *text, size_t room) { snprintf(text, room, "%s", X264_POINTVER); }

static void set(x264_param_t *param, const struct encoder_settings *settings) {
  param->i_log_level = X264_LOG_ERROR;
  param->i_width = settings->width;
  param->i_height = settings->height;
  param->i_csp = X264_CSP_I420;
  param->i_threads = settings->threads;
  param->b_sliced_threads = settings->threads > 1;
  param->i_fps_num = FRAMES_PER_SECOND;
  param->i_fps_den = 1;
  param->b_annexb = 1;
  param->b_repeat_headers = 1;
  param->i_keyint_max = X264_KEYINT_MAX_INFINITE;
  param->i_scenecut_threshold = 0;
  param->i_bframe = 0;
  // Each picture is told its own (rate.h): x264's rate control would go over every picture once more at half its size.
  param->rc.i_rc_method = X264_RC_CQP;
  param->rc.i_qp_constant = QUANTIZER_FINE;
  // What libyuv writes. Left unsaid, a browser takes a picture of this size for BT.709 and shows false colours.
  param->vui.i_colorprim = 1;
  param->vui.i_transfer = 1;
  param->vui.i_colmatrix = 6;
  param->vui.b_fullrange = 0;
}

static struct encoder *open_encoder(const struct encoder_settings *settings, struct words *words) {
  x264_param_t param;
  struct encoder *self = calloc(1, sizeof *self);
  if (self == NULL) {
    failed(words, "there is no memory for the encoder");
    return NULL;
  }
  if (x264_param_default_preset(&param, "ultrafast", "zerolatency") == 0) {
    set(&param, settings);
    if (x264_param_apply_profile(&param, "baseline") == 0) self->x264 = x264_encoder_open(&param);
  }
  if (self->x264 == NULL) {
    failed(words, "x264 cannot encode pictures of %dx%d", settings->width, settings->height);
    free(self);
    return NULL;
  }
  rate_open(&self->rate, settings->bitrate);
  self->coded_us = now_us();
  return self;
}

static bool encode(struct encoder *self, const struct i420 *picture, bool key, struct coded *coded,
                   struct words *words) {
  x264_picture_t in;
  x264_picture_t out;
  x264_nal_t *nals = NULL;
  int count = 0;
  x264_picture_init(&in);
  in.img.i_csp = X264_CSP_I420;
  in.img.i_plane = 3;
  in.img.plane[0] = picture->y;
  in.img.plane[1] = picture->u;
  in.img.plane[2] = picture->v;
  in.img.i_stride[0] = picture->stride_y;
  in.img.i_stride[1] = picture->stride_uv;
  in.img.i_stride[2] = picture->stride_uv;
  in.i_type = key ? X264_TYPE_IDR : X264_TYPE_AUTO;
  in.i_pts = self->count;
  self->count += 1;
  const uint64_t now = now_us();
  const uint64_t since = now - self->coded_us;
  in.i_qpplus1 = rate_quantizer(&self->rate, since < UINT32_MAX ? (uint32_t)since : UINT32_MAX) + 1;
  self->coded_us = now;
  const int length = x264_encoder_encode(self->x264, &nals, &count, &in, &out);
  if (length <= 0 || count == 0) return failed(words, "x264 gave nothing for a picture");
  rate_coded(&self->rate, (size_t)length);
  // x264 lays the NAL units of one picture out one after another.
  *coded = (struct coded){.bytes = nals[0].p_payload, .length = (size_t)length, .key = out.i_type == X264_TYPE_IDR};
  return true;
}

static void close_encoder(struct encoder *self) {
  x264_encoder_close(self->x264);
  free(self);
}

const struct backend backend_x264 = {
    .name = "x264",
    .argument = "x264",
    .version = version,
    .open = open_encoder,
    .encode = encode,
    .close = close_encoder,
};
