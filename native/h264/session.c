// The protocol's loop. It holds the last picture, so that a still screen can be coded again: as a key frame for a viewer
// who joins, or at the size that is wanted now.
#include "session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "mapping.h"
#include "sps.h"
#include "wire.h"

#define SIDE_MIN 16
#define SIDE_MAX 8192
#define IN_PIXELS_MAX (33 * 1000 * 1000)
// Level 5.2, the highest both encoders know.
#define OUT_PIXELS_MAX (36864 * 256)
#define BITRATE_MIN 100000
#define BITRATE_MAX 100000000

struct size {
  int in_width;
  int in_height;
  int out_width;
  int out_height;
  int format;
  uint32_t bitrate;
};

struct session {
  struct session_options of;
  struct size size; // in_width 0: not told yet
  struct encoder *encoder;
  struct mapping file;
  uint8_t *pixels; // through the pipe
  struct i420 whole; // as large as what comes in
  struct i420 small; // as large as what goes out, where that is smaller
  struct stamp last;
  bool has_picture;
  bool key_wanted;
  uint8_t *patched;
  size_t patched_room;
};

static uint32_t now_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint32_t)((uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000);
}

static size_t picture_bytes(const struct size *size) {
  return (size_t)size->in_width * (size_t)size->in_height * (size_t)pixel_bytes(size->format);
}

static bool passes_on(struct session *self, const struct unit_header *header, const struct coded *coded,
                      struct words *words) {
  const uint8_t *unit = coded->bytes;
  size_t length = coded->length;
  if (coded->key) {
    const size_t room = length + SPS_BYTES_MAX;
    if (room > self->patched_room) {
      free(self->patched);
      self->patched_room = room * 2;
      self->patched = malloc(self->patched_room);
      if (self->patched == NULL) {
        self->patched_room = 0;
        return failed(words, "there is no memory for an access unit");
      }
    }
    const size_t patched = unit_patch(unit, length, self->patched, self->patched_room);
    if (patched > 0) {
      unit = self->patched;
      length = patched;
    }
  }
  return write_unit(self->of.out, header, unit, length) || failed(words, "nobody reads the access units any more");
}

// Codes the picture that `whole` holds.
static bool codes(struct session *self, bool again, uint32_t convert_us, struct words *words) {
  const struct size *size = &self->size;
  const uint32_t began = now_us();
  struct i420 picture = i420_cut(&self->whole, size->out_width, size->out_height);
  if (needs_scaling(size->in_width, size->in_height, size->out_width, size->out_height)) {
    if (!scale_picture(&self->whole, &self->small)) return failed(words, "a picture could not be made smaller");
    picture = self->small;
  }
  const uint32_t scaled = now_us();
  struct coded coded;
  if (!self->of.backend->encode(self->encoder, &picture, self->key_wanted, &coded, words)) return false;
  if (self->key_wanted && !coded.key)
    return failed(words, "%s made no key frame when it was told to", self->of.backend->name);
  self->key_wanted = false;
  const struct unit_header header = {
      .flags = (coded.key ? UNIT_KEY : 0) | (again ? UNIT_AGAIN : 0),
      .stamp = self->last,
      .convert_us = convert_us + (scaled - began),
      .encode_us = now_us() - scaled,
      .width = size->out_width,
      .height = size->out_height,
  };
  return passes_on(self, &header, &coded, words);
}

static bool takes_picture(struct session *self, const uint8_t *pixels, struct stamp stamp, struct words *words) {
  const uint32_t began = now_us();
  if (!convert_pixels(pixels, self->size.format, &self->whole)) return failed(words, "a picture could not be converted");
  self->last = stamp;
  self->has_picture = true;
  return codes(self, false, now_us() - began, words);
}

static bool reads(struct session *self, uint8_t *bytes, size_t length, struct words *words) {
  switch (read_whole(self->of.in, bytes, length)) {
  case READ_WHOLE:
    return true;
  case READ_END:
  case READ_CUT:
    return failed(words, "the input ended in the middle of a command");
  default:
    return failed(words, "the input cannot be read");
  }
}

static bool on_frame(struct session *self, struct words *words) {
  uint8_t head[STAMP_BYTES + 4];
  if (!reads(self, head, sizeof head, words)) return false;
  if (self->pixels == NULL) return failed(words, "a picture came through the pipe, where none was announced");
  const size_t expected = picture_bytes(&self->size);
  const uint32_t length = get_u32(head + STAMP_BYTES);
  if (length != expected)
    return failed(words, "a picture of %u bytes came; %dx%d has %zu", length, self->size.in_width,
                  self->size.in_height, expected);
  if (!reads(self, self->pixels, expected, words)) return false;
  return takes_picture(self, self->pixels, get_stamp(head), words);
}

static bool on_mapped(struct session *self, struct words *words) {
  uint8_t head[STAMP_BYTES];
  if (!reads(self, head, sizeof head, words)) return false;
  if (self->file.fd < 0) return failed(words, "a picture in a file came, where no file was named");
  if (!mapping_is_whole(&self->file, words)) return false;
  return takes_picture(self, self->file.bytes, get_stamp(head), words);
}

static bool is_side(uint32_t pixels) { return pixels >= SIDE_MIN && pixels <= SIDE_MAX; }

static bool parse_size(const uint8_t *bytes, struct size *size, struct words *words) {
  const uint32_t in_width = get_u32(bytes);
  const uint32_t in_height = get_u32(bytes + 4);
  const uint32_t out_width = get_u32(bytes + 8) & ~1u;
  const uint32_t out_height = get_u32(bytes + 12) & ~1u;
  if (!is_side(in_width) || !is_side(in_height) || (uint64_t)in_width * in_height > IN_PIXELS_MAX)
    return failed(words, "pictures of %ux%u cannot be taken", in_width, in_height);
  if (!is_side(out_width) || !is_side(out_height) || (uint64_t)out_width * out_height > OUT_PIXELS_MAX)
    return failed(words, "pictures of %ux%u cannot be encoded", out_width, out_height);
  if (out_width > in_width || out_height > in_height)
    return failed(words, "pictures of %ux%u are not made larger, to %ux%u", in_width, in_height, out_width, out_height);
  if (pixel_bytes(bytes[16]) == 0) return failed(words, "%d is no format of pictures", bytes[16]);
  uint32_t bitrate = get_u32(bytes + 17);
  // 8 Mbit/s at 1080x2400, as measured, and in proportion.
  if (bitrate == 0) bitrate = out_width * out_height * 3 < 1500000 ? 1500000 : out_width * out_height * 3;
  if (bitrate < BITRATE_MIN) bitrate = BITRATE_MIN;
  if (bitrate > BITRATE_MAX) bitrate = BITRATE_MAX;
  *size = (struct size){(int)in_width, (int)in_height, (int)out_width, (int)out_height, bytes[16], bitrate};
  return true;
}

static bool open_input(struct session *self, const char *path, struct words *words) {
  const size_t bytes = picture_bytes(&self->size);
  free(self->pixels);
  self->pixels = NULL;
  mapping_close(&self->file);
  if (path[0] != '\0') return mapping_open(&self->file, path, bytes, words);
  self->pixels = malloc(bytes);
  return self->pixels != NULL || failed(words, "there is no memory for a picture");
}

static bool open_encoder(struct session *self, struct words *words) {
  const struct encoder_settings settings = {
      .width = self->size.out_width,
      .height = self->size.out_height,
      .bitrate = self->size.bitrate,
      .threads = self->of.threads,
  };
  if (self->encoder != NULL) self->of.backend->close(self->encoder);
  self->encoder = self->of.backend->open(&settings, words);
  return self->encoder != NULL;
}

// A new size out of the same pictures keeps the last one: on a still screen no other will come.
static bool takes_size(struct session *self, const struct size *size, const char *path, struct words *words) {
  const bool same_input = size->in_width == self->size.in_width && size->in_height == self->size.in_height;
  self->size = *size;
  if (!same_input) {
    self->has_picture = false;
    i420_close(&self->whole);
    if (!i420_open(&self->whole, size->in_width, size->in_height))
      return failed(words, "there is no memory for a picture");
  }
  i420_close(&self->small);
  if (!i420_open(&self->small, size->out_width, size->out_height))
    return failed(words, "there is no memory for a picture");
  if (!open_input(self, path, words) || !open_encoder(self, words)) return false;
  self->key_wanted = true;
  return !self->has_picture || codes(self, true, 0, words);
}

static bool on_size(struct session *self, struct words *words) {
  uint8_t head[SIZE_COMMAND_BYTES];
  char path[4097];
  struct size size;
  if (!reads(self, head, sizeof head, words)) return false;
  const size_t length = get_u16(head + 21);
  if (length >= sizeof path) return failed(words, "a path of %zu bytes is too long", length);
  if (length > 0 && !reads(self, (uint8_t *)path, length, words)) return false;
  path[length] = '\0';
  if (strlen(path) != length) return failed(words, "a path with a zero in it came");
  return parse_size(head, &size, words) && takes_size(self, &size, path, words);
}

// With nothing more to read the screen is taken as still, and its last picture is coded again at once.
static bool on_key(struct session *self, struct words *words) {
  self->key_wanted = true;
  if (!self->has_picture || is_waiting(self->of.in)) return true;
  return codes(self, true, 0, words);
}

static bool converse(struct session *self, struct words *words) {
  char about[320];
  about_json(self->of.backend, about, sizeof about);
  if (!write_message(self->of.out, 'A', about, strlen(about))) return failed(words, "nobody reads what is written");
  for (;;) {
    uint8_t command;
    bool ok;
    switch (read_whole(self->of.in, &command, 1)) {
    case READ_WHOLE:
      break;
    case READ_END:
    case READ_CUT:
      return true;
    default:
      return failed(words, "the input cannot be read");
    }
    switch (command) {
    case 'F':
      ok = on_frame(self, words);
      break;
    case 'M':
      ok = on_mapped(self, words);
      break;
    case 'K':
      ok = on_key(self, words);
      break;
    case 'S':
      ok = on_size(self, words);
      break;
    case 'Q':
      return true;
    default:
      return failed(words, "0x%02x is no command", command);
    }
    if (!ok) return false;
  }
}

bool session_run(const struct session_options *options, struct words *words) {
  struct session self = {.of = *options, .file = {.fd = -1}};
  const bool ok = converse(&self, words);
  if (self.encoder != NULL) options->backend->close(self.encoder);
  mapping_close(&self.file);
  i420_close(&self.whole);
  i420_close(&self.small);
  free(self.pixels);
  free(self.patched);
  return ok;
}

void about_json(const struct backend *backend, char *text, size_t room) {
  char version[64];
  backend->version(version, sizeof version);
  size_t at = 0;
  const int put = snprintf(text, room, "{\"protocol\":%d,\"backend\":\"%s\",\"version\":\"%s\",\"backends\":[",
                           PROTOCOL_VERSION, backend->name, version);
  at += put > 0 ? (size_t)put : 0;
  for (int i = 0; backends[i] != NULL && at < room; i += 1) {
    const int more = snprintf(text + at, room - at, "%s\"%s\"", i == 0 ? "" : ",", backends[i]->name);
    at += more > 0 ? (size_t)more : 0;
  }
  if (at < room) snprintf(text + at, room - at, "]}");
}
