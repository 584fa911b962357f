// The sequence parameter set (ITU-T H.264, 7.3.2.1.1 and annex E), read bit by bit and written again with what it lacked.
#include "sps.h"

#include <string.h>

struct reader {
  const uint8_t *bytes;
  size_t bits;
  size_t at;
  bool over; // read past the end, or a number too long: nothing read since counts
};

static uint32_t read_bit(struct reader *from) {
  if (from->at >= from->bits) {
    from->over = true;
    return 0;
  }
  const uint32_t bit = from->bytes[from->at / 8] >> (7 - from->at % 8) & 1u;
  from->at += 1;
  return bit;
}

static uint32_t read_bits(struct reader *from, int count) {
  uint32_t value = 0;
  for (int i = 0; i < count; i += 1) value = value << 1 | read_bit(from);
  return value;
}

// Exp-Golomb, unsigned.
static uint32_t read_ue(struct reader *from) {
  int zeros = 0;
  while (!from->over && read_bit(from) == 0) zeros += 1;
  if (from->over || zeros > 31) {
    from->over = true;
    return 0;
  }
  return ((uint32_t)1 << zeros) - 1 + read_bits(from, zeros);
}

static int64_t read_se(struct reader *from) {
  const int64_t code = read_ue(from);
  return (code & 1) != 0 ? (code + 1) / 2 : -(code / 2);
}

struct writer {
  uint8_t *bytes;
  size_t room; // bytes
  size_t at; // bits
  bool over;
};

static void write_bit(struct writer *to, uint32_t bit) {
  if (to->at / 8 >= to->room) {
    to->over = true;
    return;
  }
  if (to->at % 8 == 0) to->bytes[to->at / 8] = 0;
  to->bytes[to->at / 8] |= (uint8_t)((bit & 1u) << (7 - to->at % 8));
  to->at += 1;
}

static void write_bits(struct writer *to, uint32_t value, int count) {
  for (int i = count - 1; i >= 0; i -= 1) write_bit(to, value >> i & 1u);
}

static void write_ue(struct writer *to, uint32_t value) {
  int length = 0;
  while (((uint64_t)value + 1) >> (length + 1) != 0) length += 1;
  write_bits(to, 0, length);
  write_bits(to, value + 1, length + 1);
}

static void copy_bits(struct writer *to, const uint8_t *bytes, size_t from, size_t until) {
  struct reader reader = {.bytes = bytes, .bits = until, .at = from};
  while (reader.at < until) write_bit(to, read_bit(&reader));
}

// A 3 after two zeros is no part of the content: it keeps start codes out of it.
static size_t unescape(const uint8_t *nal, size_t length, uint8_t *out) {
  size_t count = 0;
  int zeros = 0;
  for (size_t i = 0; i < length; i += 1) {
    if (zeros >= 2 && nal[i] == 3) {
      zeros = 0;
      continue;
    }
    zeros = nal[i] == 0 ? zeros + 1 : 0;
    out[count] = nal[i];
    count += 1;
  }
  return count;
}

static size_t escape(const uint8_t *bytes, size_t length, uint8_t *out, size_t room) {
  size_t count = 0;
  int zeros = 0;
  for (size_t i = 0; i < length; i += 1) {
    if (count + 2 > room) return 0;
    if (zeros >= 2 && bytes[i] <= 3) {
      out[count] = 3;
      count += 1;
      zeros = 0;
    }
    zeros = bytes[i] == 0 ? zeros + 1 : 0;
    out[count] = bytes[i];
    count += 1;
  }
  return count;
}

static bool has_chroma_format(int profile) {
  static const int profiles[] = {100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135};
  for (size_t i = 0; i < sizeof profiles / sizeof *profiles; i += 1)
    if (profiles[i] == profile) return true;
  return false;
}

static void skip_scaling_lists(struct reader *from, int lists) {
  for (int list = 0; list < lists; list += 1) {
    if (read_bit(from) == 0) continue;
    const int size = list < 6 ? 16 : 64;
    int64_t last = 8;
    int64_t next = 8;
    for (int i = 0; i < size && !from->over; i += 1) {
      if (next != 0) next = (last + read_se(from) + 256) & 255;
      if (next != 0) last = next;
    }
  }
}

static uint32_t read_chroma(struct reader *from) {
  const uint32_t format = read_ue(from);
  if (format > 3) from->over = true;
  if (format == 3) read_bit(from);
  read_ue(from);
  read_ue(from);
  read_bit(from);
  if (read_bit(from) != 0) skip_scaling_lists(from, format == 3 ? 12 : 8);
  return format;
}

static void skip_picture_order(struct reader *from) {
  const uint32_t type = read_ue(from);
  if (type > 2) from->over = true;
  if (type == 0) read_ue(from);
  if (type != 1) return;
  read_bit(from);
  read_se(from);
  read_se(from);
  const uint32_t count = read_ue(from);
  if (count > 255) from->over = true;
  for (uint32_t i = 0; i < count && !from->over; i += 1) read_se(from);
}

static void read_size(struct reader *from, uint32_t chroma, struct sps *sps) {
  const uint64_t columns = (uint64_t)read_ue(from) + 1;
  const uint64_t rows = (uint64_t)read_ue(from) + 1;
  const uint32_t frames_only = read_bit(from);
  if (frames_only == 0) read_bit(from);
  read_bit(from);
  uint64_t crop[4] = {0, 0, 0, 0};
  if (read_bit(from) != 0)
    for (int i = 0; i < 4; i += 1) crop[i] = read_ue(from);
  if (columns > 2048 || rows > 2048) {
    from->over = true;
    return;
  }
  const uint64_t unit_x = chroma == 1 || chroma == 2 ? 2 : 1;
  const uint64_t unit_y = (chroma == 1 ? 2 : 1) * (2 - frames_only);
  const uint64_t width = columns * 16;
  const uint64_t height = rows * 16 * (2 - frames_only);
  const uint64_t off_x = (crop[0] + crop[1]) * unit_x;
  const uint64_t off_y = (crop[2] + crop[3]) * unit_y;
  if (off_x >= width || off_y >= height) {
    from->over = true;
    return;
  }
  sps->width = (int)(width - off_x);
  sps->height = (int)(height - off_y);
}

static void skip_hypothetical_decoder(struct reader *from) {
  const uint32_t count = read_ue(from);
  if (count > 31) from->over = true;
  read_bits(from, 8);
  for (uint32_t i = 0; i <= count && !from->over; i += 1) {
    read_ue(from);
    read_ue(from);
    read_bit(from);
  }
  read_bits(from, 20);
}

static void read_signal(struct reader *from, struct sps *sps) {
  sps->signal_at = from->at;
  sps->has_signal = read_bit(from) != 0;
  if (!sps->has_signal) return;
  sps->video_format = read_bits(from, 3);
  sps->full_range = read_bit(from) != 0;
  sps->has_colour = read_bit(from) != 0;
  if (!sps->has_colour) return;
  sps->primaries = read_bits(from, 8);
  sps->transfer = read_bits(from, 8);
  sps->matrix = read_bits(from, 8);
}

static void read_vui(struct reader *from, struct sps *sps) {
  if (read_bit(from) != 0 && read_bits(from, 8) == 255) read_bits(from, 32);
  if (read_bit(from) != 0) read_bit(from);
  read_signal(from, sps);
  sps->chroma_at = from->at;
  if (read_bit(from) != 0) {
    read_ue(from);
    read_ue(from);
  }
  if (read_bit(from) != 0) {
    read_bits(from, 32);
    read_bits(from, 32);
    read_bit(from);
  }
  const bool nal_decoder = read_bit(from) != 0;
  if (nal_decoder) skip_hypothetical_decoder(from);
  const bool vcl_decoder = read_bit(from) != 0;
  if (vcl_decoder) skip_hypothetical_decoder(from);
  if (nal_decoder || vcl_decoder) read_bit(from);
  read_bit(from);
  sps->restriction_at = from->at;
  if (read_bit(from) == 0) return;
  read_bit(from);
  for (int i = 0; i < 4; i += 1) read_ue(from);
  const uint32_t reorder = read_ue(from);
  if (reorder > 16) from->over = true;
  sps->reorder = (int)(reorder & 31);
  read_ue(from);
}

static bool read_plain(const uint8_t *bytes, size_t length, struct sps *sps) {
  struct reader from = {.bytes = bytes, .bits = length * 8};
  *sps = (struct sps){.reorder = -1, .video_format = 5};
  if ((read_bits(&from, 8) & 31) != 7) return false;
  sps->profile = (int)read_bits(&from, 8);
  sps->constraints = (int)read_bits(&from, 8);
  sps->level = (int)read_bits(&from, 8);
  read_ue(&from);
  const uint32_t chroma = has_chroma_format(sps->profile) ? read_chroma(&from) : 1;
  read_ue(&from);
  skip_picture_order(&from);
  sps->reference_frames = read_ue(&from);
  read_bit(&from);
  read_size(&from, chroma, sps);
  sps->vui_at = from.at;
  sps->has_vui = read_bit(&from) != 0;
  if (sps->has_vui) read_vui(&from, sps);
  sps->end_at = from.at;
  return !from.over;
}

bool sps_read(const uint8_t *nal, size_t length, struct sps *sps) {
  uint8_t plain[SPS_BYTES_MAX];
  if (length > sizeof plain) return false;
  return read_plain(plain, unescape(nal, length, plain), sps);
}

static void write_signal(struct writer *to, const struct sps *sps) {
  write_bit(to, 1);
  write_bits(to, sps->video_format, 3);
  write_bit(to, sps->full_range);
  write_bit(to, 1);
  // BT.709 primaries and transfer with the BT.601 matrix: what libyuv writes.
  write_bits(to, 1, 8);
  write_bits(to, 1, 8);
  write_bits(to, 6, 8);
}

static void write_restriction(struct writer *to, const struct sps *sps) {
  write_bit(to, 1);
  write_bit(to, 1);
  // The values that count where nothing is said, and then the one that matters.
  write_ue(to, 2);
  write_ue(to, 1);
  write_ue(to, 15);
  write_ue(to, 15);
  write_ue(to, 0);
  write_ue(to, sps->reference_frames);
}

size_t sps_patch(const uint8_t *nal, size_t length, uint8_t *out, size_t room) {
  uint8_t plain[SPS_BYTES_MAX];
  uint8_t made[SPS_BYTES_MAX];
  struct sps sps;
  if (length > sizeof plain) return 0;
  const size_t plain_length = unescape(nal, length, plain);
  if (!read_plain(plain, plain_length, &sps)) return 0;
  struct writer to = {.bytes = made, .room = sizeof made};
  copy_bits(&to, plain, 0, sps.vui_at);
  write_bit(&to, 1);
  if (sps.has_vui)
    copy_bits(&to, plain, sps.vui_at + 1, sps.signal_at);
  else
    write_bits(&to, 0, 2);
  if (sps.has_colour)
    copy_bits(&to, plain, sps.signal_at, sps.chroma_at);
  else
    write_signal(&to, &sps);
  if (sps.has_vui)
    copy_bits(&to, plain, sps.chroma_at, sps.restriction_at);
  else
    write_bits(&to, 0, 5);
  if (sps.reorder >= 0)
    copy_bits(&to, plain, sps.restriction_at, sps.end_at);
  else
    write_restriction(&to, &sps);
  write_bit(&to, 1);
  while (to.at % 8 != 0) write_bit(&to, 0);
  if (to.over) return 0;
  return escape(made, to.at / 8, out, room);
}

// Where the next start code's three bytes begin; `length` where there is none.
static size_t next_start(const uint8_t *unit, size_t length, size_t at) {
  for (; at + 3 <= length; at += 1)
    if (unit[at] == 0 && unit[at + 1] == 0 && unit[at + 2] == 1) return at;
  return length;
}

size_t unit_patch(const uint8_t *unit, size_t length, uint8_t *out, size_t room) {
  size_t start = next_start(unit, length, 0);
  while (start + 4 <= length) {
    const size_t nal = start + 3;
    const int type = unit[nal] & 31;
    // Slices follow the parameter sets: the long part of the unit is not searched.
    if (type == 1 || type == 5) return 0;
    const size_t next = next_start(unit, length, nal);
    if (type == 7) {
      size_t end = next;
      while (end > nal && unit[end - 1] == 0) end -= 1;
      struct sps sps;
      if (!sps_read(unit + nal, end - nal, &sps) || (sps.has_colour && sps.reorder >= 0)) return 0;
      if (room < length + SPS_BYTES_MAX) return 0;
      memcpy(out, unit, nal);
      const size_t patched = sps_patch(unit + nal, end - nal, out + nal, SPS_BYTES_MAX);
      if (patched == 0) return 0;
      memcpy(out + nal + patched, unit + end, length - end);
      return nal + patched + (length - end);
    }
    start = next;
  }
  return 0;
}
