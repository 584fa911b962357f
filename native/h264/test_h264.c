// The tests of this folder, run by `make test` and by test/encoder.test.ts. Whole conversations are held with a second
// run of this program, so that a crash is seen as one.
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "mapping.h"
#include "rate.h"
#include "session.h"
#include "sps.h"
#include "wire.h"

static int checks = 0;
static const char *self = NULL;

#define CHECK(condition)                                                                                               \
  do {                                                                                                                 \
    checks += 1;                                                                                                       \
    if (!(condition)) {                                                                                                \
      fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition);                                   \
      exit(1);                                                                                                         \
    }                                                                                                                  \
  } while (0)

#define ANSWER_MS 20000

// ---------------------------------------------------------------------------------------------- conversion

static bool is_near(int value, int expected) { return abs(value - expected) <= 1; }

static void check_colour(int format, int width, int height, const int rgb[3], const int yuv[3]) {
  const int bytes = pixel_bytes(format);
  uint8_t *pixels = malloc((size_t)(width * height * bytes));
  struct i420 picture;
  for (int i = 0; i < width * height; i += 1) {
    for (int part = 0; part < 3; part += 1) pixels[i * bytes + part] = (uint8_t)rgb[part];
    if (bytes == 4) pixels[i * bytes + 3] = 255;
  }
  CHECK(i420_open(&picture, width, height));
  CHECK(convert_pixels(pixels, format, &picture));
  const size_t last_y = (size_t)(height - 1) * (size_t)picture.stride_y + (size_t)(width - 1);
  const size_t last_uv = (size_t)((height + 1) / 2 - 1) * (size_t)picture.stride_uv + (size_t)((width + 1) / 2 - 1);
  CHECK(is_near(picture.y[0], yuv[0]) && is_near(picture.y[last_y], yuv[0]));
  CHECK(is_near(picture.u[0], yuv[1]) && is_near(picture.u[last_uv], yuv[1]));
  CHECK(is_near(picture.v[0], yuv[2]) && is_near(picture.v[last_uv], yuv[2]));
  i420_close(&picture);
  free(pixels);
}

static void converts_known_colours(void) {
  // BT.601, limited range.
  static const int colours[][2][3] = {
      {{255, 0, 0}, {82, 90, 240}}, {{0, 255, 0}, {145, 54, 34}},      {{0, 0, 255}, {41, 240, 110}},
      {{0, 0, 0}, {16, 128, 128}},  {{255, 255, 255}, {235, 128, 128}}, {{128, 128, 128}, {126, 128, 128}},
  };
  static const int sizes[][2] = {{64, 48}, {33, 17}, {1, 1}, {70, 101}};
  for (size_t colour = 0; colour < sizeof colours / sizeof *colours; colour += 1)
    for (size_t size = 0; size < sizeof sizes / sizeof *sizes; size += 1) {
      check_colour(FORMAT_RGB888, sizes[size][0], sizes[size][1], colours[colour][0], colours[colour][1]);
      check_colour(FORMAT_RGBA8888, sizes[size][0], sizes[size][1], colours[colour][0], colours[colour][1]);
    }
  CHECK(pixel_bytes(0) == 0 && pixel_bytes(7) == 0);
}

static void makes_smaller(void) {
  struct i420 from;
  struct i420 to;
  CHECK(i420_open(&from, 101, 75));
  CHECK(i420_open(&to, 50, 36));
  for (int row = 0; row < 75; row += 1)
    for (int column = 0; column < 101; column += 1)
      from.y[row * from.stride_y + column] = column < 51 ? 40 : 200;
  memset(from.u, 90, (size_t)from.stride_uv * 38);
  memset(from.v, 160, (size_t)from.stride_uv * 38);
  CHECK(scale_picture(&from, &to));
  CHECK(to.y[0] == 40 && to.y[35 * to.stride_y + 49] == 200);
  CHECK(to.u[17 * to.stride_uv + 24] == 90 && to.v[17 * to.stride_uv + 24] == 160);
  CHECK(!needs_scaling(101, 75, 100, 74) && needs_scaling(101, 75, 50, 36));
  i420_close(&from);
  i420_close(&to);
}

// ---------------------------------------------------------------------------------------------- bitrate

// A screen whose pictures have so many bytes at the finest, half as many with each 6 steps: bits a second it settles at.
static double settles_at(uint32_t bitrate, double finest_bytes, uint32_t since_us, int *quantizer) {
  struct rate rate;
  double bits = 0;
  rate_open(&rate, bitrate);
  for (int picture = 0; picture < 2000; picture += 1) {
    *quantizer = rate_quantizer(&rate, since_us);
    double bytes = finest_bytes;
    for (int step = QUANTIZER_FINE; step < *quantizer; step += 1) bytes *= 0.8909;
    rate_coded(&rate, (size_t)bytes);
    if (picture >= 1000) bits += bytes * 8;
  }
  return bits / 1000 / (since_us / 1e6);
}

static void keeps_under_its_bitrate(void) {
  int quantizer = 0;
  // Little moves: as fine as it goes. At 30 a second and less the bitrate holds; more pictures have as much each.
  CHECK(settles_at(8000000, 5000, 33334, &quantizer) < 8000000 && quantizer == QUANTIZER_FINE);
  CHECK(settles_at(8000000, 120000, 33334, &quantizer) < 8000000 * 1.05 && quantizer > QUANTIZER_FINE);
  CHECK(settles_at(8000000, 120000, 100000, &quantizer) < 8000000 * 1.05);
  CHECK(settles_at(8000000, 120000, 8333, &quantizer) < 8000000 * 4 * 1.05 && quantizer < QUANTIZER_COARSE);
  // More than can be met: as coarse as it goes, and no further.
  settles_at(100000, 5000000, 33334, &quantizer);
  CHECK(quantizer == QUANTIZER_COARSE);
}

static void is_fine_again_after_a_rest(void) {
  struct rate rate;
  rate_open(&rate, 8000000);
  CHECK(rate_quantizer(&rate, 0) == QUANTIZER_FINE);
  // One huge picture blurs the next ones a little, and two seconds later nothing.
  rate_coded(&rate, 100000000);
  CHECK(rate_quantizer(&rate, 16000) == QUANTIZER_COARSE);
  CHECK(rate_quantizer(&rate, 2000000) == QUANTIZER_FINE);
  rate_coded(&rate, 300000);
  CHECK(rate_quantizer(&rate, 16000) <= QUANTIZER_FINE + 6);
  CHECK(rate_quantizer(&rate, UINT32_MAX) == QUANTIZER_FINE);
}

// ---------------------------------------------------------------------------------------------- parameter sets

struct made {
  uint8_t bytes[256];
  size_t bits;
};

static void put_bits(struct made *to, uint32_t value, int count) {
  for (int i = count - 1; i >= 0; i -= 1) {
    if (to->bits % 8 == 0) to->bytes[to->bits / 8] = 0;
    to->bytes[to->bits / 8] |= (uint8_t)((value >> i & 1u) << (7 - to->bits % 8));
    to->bits += 1;
  }
}

static void put_ue(struct made *to, uint32_t value) {
  int length = 0;
  while ((value + 1) >> (length + 1) != 0) length += 1;
  put_bits(to, 0, length);
  put_bits(to, value + 1, length + 1);
}

// 1080x2400, baseline, level 5.0; without a VUI unless one is asked for, with timing in it.
static struct made made_sps(bool vui) {
  struct made sps = {.bits = 0};
  put_bits(&sps, 0x67, 8);
  put_bits(&sps, 66, 8);
  put_bits(&sps, 0xc0, 8);
  put_bits(&sps, 50, 8);
  put_ue(&sps, 0);
  put_ue(&sps, 0);
  put_ue(&sps, 2); // order of pictures: 2
  put_ue(&sps, 1);
  put_bits(&sps, 0, 1);
  put_ue(&sps, 67);
  put_ue(&sps, 149);
  put_bits(&sps, 1, 1);
  put_bits(&sps, 1, 1);
  put_bits(&sps, 1, 1);
  put_ue(&sps, 0);
  put_ue(&sps, 4);
  put_ue(&sps, 0);
  put_ue(&sps, 0);
  put_bits(&sps, vui, 1);
  if (vui) {
    put_bits(&sps, 0, 4); // no aspect, overscan, signal, chroma place
    put_bits(&sps, 1, 1);
    put_bits(&sps, 1, 32); // zeros in a row: they need escaping
    put_bits(&sps, 60, 32);
    put_bits(&sps, 1, 1);
    put_bits(&sps, 0, 4); // no decoder models, no picture structure, no restriction
  }
  put_bits(&sps, 1, 1);
  while (sps.bits % 8 != 0) put_bits(&sps, 0, 1);
  return sps;
}

static size_t with_escapes(const struct made *sps, uint8_t *out) {
  size_t count = 0;
  int zeros = 0;
  for (size_t i = 0; i < sps->bits / 8; i += 1) {
    if (zeros == 2 && sps->bytes[i] <= 3) {
      out[count++] = 3;
      zeros = 0;
    }
    zeros = sps->bytes[i] == 0 ? zeros + 1 : 0;
    out[count++] = sps->bytes[i];
  }
  return count;
}

static void check_patched(bool vui) {
  const struct made sps = made_sps(vui);
  uint8_t nal[256];
  uint8_t patched[SPS_BYTES_MAX];
  uint8_t again[SPS_BYTES_MAX];
  struct sps before;
  struct sps after;
  const size_t length = with_escapes(&sps, nal);
  CHECK(sps_read(nal, length, &before));
  CHECK(before.width == 1080 && before.height == 2400 && before.profile == 66 && before.level == 50);
  CHECK(before.reorder == -1 && !before.has_colour && before.has_vui == vui);
  const size_t patched_length = sps_patch(nal, length, patched, sizeof patched);
  CHECK(patched_length > length);
  CHECK(sps_read(patched, patched_length, &after));
  CHECK(after.width == 1080 && after.height == 2400 && after.profile == 66 && after.level == 50);
  CHECK(after.reorder == 0 && after.has_colour && !after.full_range && after.reference_frames == 1);
  CHECK(after.primaries == 1 && after.transfer == 1 && after.matrix == 6);
  CHECK(sps_patch(patched, patched_length, again, sizeof again) == patched_length);
  CHECK(memcmp(again, patched, patched_length) == 0);
  for (size_t i = 0; i + 2 < patched_length; i += 1)
    CHECK(patched[i] != 0 || patched[i + 1] != 0 || patched[i + 2] > 2);
}

static void patches_a_unit_and_leaves_the_rest(void) {
  const struct made sps = made_sps(false);
  static const uint8_t start[] = {0, 0, 0, 1};
  static const uint8_t rest[] = {0, 0, 0, 1, 0x68, 0xce, 0x3c, 0x80, 0, 0, 1, 0x65, 0x88, 0x84, 0, 0x10};
  uint8_t unit[512];
  uint8_t out[512 + SPS_BYTES_MAX];
  size_t length = sizeof start;
  memcpy(unit, start, sizeof start);
  length += with_escapes(&sps, unit + length);
  memcpy(unit + length, rest, sizeof rest);
  length += sizeof rest;
  const size_t made = unit_patch(unit, length, out, sizeof out);
  CHECK(made > length);
  CHECK(memcmp(out, unit, 5) == 0);
  CHECK(memcmp(out + made - sizeof rest, rest, sizeof rest) == 0);
  uint8_t twice[1024 + 2 * SPS_BYTES_MAX];
  CHECK(unit_patch(out, made, twice, sizeof twice) == 0);
  CHECK(unit_patch(rest, sizeof rest, out, sizeof out) == 0);
}

static void reads_no_parameter_set_past_its_end(void) {
  const struct made sps = made_sps(true);
  uint8_t nal[256];
  uint8_t out[SPS_BYTES_MAX];
  struct sps read;
  const size_t length = with_escapes(&sps, nal);
  for (size_t cut = 0; cut + 1 < length; cut += 1) CHECK(sps_patch(nal, cut, out, sizeof out) == 0);
  for (int round = 0; round < 50000; round += 1) {
    uint8_t noise[64];
    const size_t noise_length = 1 + (size_t)(rand() % (int)sizeof noise);
    for (size_t i = 0; i < noise_length; i += 1) noise[i] = (uint8_t)(rand() % 3 == 0 ? 0 : rand());
    noise[0] = 0x67;
    const bool readable = sps_read(noise, noise_length, &read);
    const size_t patched = sps_patch(noise, noise_length, out, sizeof out);
    CHECK(readable || patched == 0);
    if (patched > 0) CHECK(sps_read(out, patched, &read) && read.reorder >= 0 && read.has_colour);
    unit_patch(noise, noise_length, out, sizeof out);
  }
  static uint8_t large[SPS_BYTES_MAX * 4];
  large[0] = 0x67;
  CHECK(!sps_read(large, sizeof large, &read));
}

// ---------------------------------------------------------------------------------------------- conversations

struct talk {
  pid_t child;
  int to;
  int from;
};

struct answer {
  uint8_t *bytes; // kind first
  size_t length;
};

static void talk_begin(struct talk *talk, const struct backend *backend) {
  int in[2];
  int out[2];
  CHECK(pipe(in) == 0 && pipe(out) == 0);
  fflush(NULL);
  talk->child = fork();
  CHECK(talk->child >= 0);
  if (talk->child == 0) {
    dup2(in[0], STDIN_FILENO);
    dup2(out[1], STDOUT_FILENO);
    close(in[0]);
    close(in[1]);
    close(out[0]);
    close(out[1]);
    // Begun anew: VideoToolbox does not work in a mere fork.
    execl(self, self, "--session", backend->argument, (char *)NULL);
    _exit(8);
  }
  close(in[0]);
  close(out[1]);
  talk->to = in[1];
  talk->from = out[0];
}

static int talk_end(struct talk *talk) {
  int status = 0;
  if (talk->to >= 0) close(talk->to);
  // What it still says is read, so that it does not wait for a reader.
  uint8_t rest[4096];
  while (read(talk->from, rest, sizeof rest) > 0) {
  }
  close(talk->from);
  CHECK(waitpid(talk->child, &status, 0) == talk->child);
  CHECK(WIFEXITED(status));
  return WEXITSTATUS(status);
}

static struct answer hear(struct talk *talk) {
  uint8_t head[4];
  struct pollfd wait = {.fd = talk->from, .events = POLLIN};
  CHECK(poll(&wait, 1, ANSWER_MS) == 1);
  CHECK(read_whole(talk->from, head, sizeof head) == READ_WHOLE);
  struct answer answer = {.length = get_u32(head)};
  CHECK(answer.length > 0 && answer.length < 16 * 1024 * 1024);
  answer.bytes = malloc(answer.length);
  CHECK(read_whole(talk->from, answer.bytes, answer.length) == READ_WHOLE);
  return answer;
}

static void say(struct talk *talk, const void *bytes, size_t length) {
  size_t done = 0;
  while (done < length) {
    const ssize_t put = write(talk->to, (const uint8_t *)bytes + done, length - done);
    if (put <= 0) return; // it went away: its exit status tells
    done += (size_t)put;
  }
}

static void say_size(struct talk *talk, uint32_t in_width, uint32_t in_height, uint32_t out_width, uint32_t out_height,
                     int format, const char *path) {
  uint8_t command[1 + SIZE_COMMAND_BYTES];
  command[0] = 'S';
  put_u32(command + 1, in_width);
  put_u32(command + 5, in_height);
  put_u32(command + 9, out_width);
  put_u32(command + 13, out_height);
  command[17] = (uint8_t)format;
  put_u32(command + 18, 0);
  put_u16(command + 22, (uint16_t)strlen(path));
  say(talk, command, sizeof command);
  say(talk, path, strlen(path));
}

static void stamp_into(uint8_t *bytes, uint32_t sequence) {
  put_u32(bytes, sequence);
  put_u64(bytes + 4, (uint64_t)sequence * 1000003 + ((uint64_t)1 << 40));
  put_u32(bytes + 12, sequence / 2);
}

static void say_frame(struct talk *talk, uint32_t sequence, const uint8_t *pixels, uint32_t length) {
  uint8_t command[1 + STAMP_BYTES + 4];
  command[0] = 'F';
  stamp_into(command + 1, sequence);
  put_u32(command + 1 + STAMP_BYTES, length);
  say(talk, command, sizeof command);
  say(talk, pixels, length);
}

static void draw(uint8_t *pixels, int width, int height, int bytes, int step) {
  for (int row = 0; row < height; row += 1)
    for (int column = 0; column < width; column += 1)
      for (int part = 0; part < bytes; part += 1)
        pixels[(row * width + column) * bytes + part] = (uint8_t)(row * 3 + column + part * 50 + step * 40);
}

static void check_unit(struct talk *talk, uint32_t sequence, bool key, bool again, int width, int height) {
  struct answer answer = hear(talk);
  const uint8_t *bytes = answer.bytes;
  CHECK(answer.length > UNIT_HEADER_BYTES + 4 && bytes[0] == 'U');
  CHECK(((bytes[1] & UNIT_KEY) != 0) == key);
  CHECK(((bytes[1] & UNIT_AGAIN) != 0) == again);
  const struct stamp stamp = get_stamp(bytes + 2);
  CHECK(stamp.sequence == sequence && stamp.generation == sequence / 2);
  CHECK(stamp.at_us == (uint64_t)sequence * 1000003 + ((uint64_t)1 << 40));
  CHECK(get_u32(bytes + 18) < 10000000 && get_u32(bytes + 22) < 10000000);
  CHECK(get_u16(bytes + 26) == width && get_u16(bytes + 28) == height);
  const uint8_t *unit = bytes + UNIT_HEADER_BYTES;
  CHECK(unit[0] == 0 && unit[1] == 0 && (unit[2] == 1 || (unit[2] == 0 && unit[3] == 1)));
  const uint8_t *nal = unit + (unit[2] == 1 ? 3 : 4);
  CHECK(((nal[0] & 31) == 7) == key);
  if (key) {
    size_t length = 4;
    while (nal[length] != 0 || nal[length + 1] != 0 || nal[length + 2] > 1) length += 1;
    struct sps sps;
    CHECK(sps_read(nal, length, &sps));
    CHECK(sps.width == width && sps.height == height);
    CHECK(sps.reorder == 0 && sps.has_colour && sps.matrix == 6 && sps.primaries == 1 && sps.transfer == 1);
    CHECK(!sps.full_range);
  }
  free(answer.bytes);
}

static void greet(struct talk *talk, const struct backend *backend) {
  talk_begin(talk, backend);
  struct answer answer = hear(talk);
  CHECK(answer.bytes[0] == 'A' && answer.length > 20 && answer.bytes[1] == '{');
  free(answer.bytes);
}

static void codes_one_unit_a_picture(const struct backend *backend) {
  struct talk talk;
  static uint8_t pixels[131 * 97 * 4];
  greet(&talk, backend);
  // Odd in, even out.
  say_size(&talk, 131, 97, 131, 97, FORMAT_RGB888, "");
  for (uint32_t sequence = 1; sequence <= 40; sequence += 1) {
    draw(pixels, 131, 97, 3, (int)sequence);
    say_frame(&talk, sequence, pixels, 131 * 97 * 3);
    check_unit(&talk, sequence, sequence == 1, false, 130, 96);
  }
  // A still screen: the last picture again, as a key frame, as often as it is asked for.
  say(&talk, "K", 1);
  check_unit(&talk, 40, true, true, 130, 96);
  say(&talk, "K", 1);
  check_unit(&talk, 40, true, true, 130, 96);
  say_frame(&talk, 41, pixels, 131 * 97 * 3);
  check_unit(&talk, 41, false, false, 130, 96);
  // Asked for with the next picture already under way: that one, and no other.
  uint8_t both[1 + 1 + STAMP_BYTES + 4] = {'K', 'F'};
  stamp_into(both + 2, 42);
  put_u32(both + 2 + STAMP_BYTES, 131 * 97 * 3);
  say(&talk, both, sizeof both);
  say(&talk, pixels, 131 * 97 * 3);
  check_unit(&talk, 42, true, false, 130, 96);
  // Smaller out of the same pictures, on a still screen; then other pictures, another format.
  say_size(&talk, 131, 97, 64, 48, FORMAT_RGB888, "");
  check_unit(&talk, 42, true, true, 64, 48);
  say_frame(&talk, 43, pixels, 131 * 97 * 3);
  check_unit(&talk, 43, false, false, 64, 48);
  say_size(&talk, 96, 64, 48, 32, FORMAT_RGBA8888, "");
  say(&talk, "K", 1);
  draw(pixels, 96, 64, 4, 3);
  say_frame(&talk, 44, pixels, 96 * 64 * 4);
  check_unit(&talk, 44, true, false, 48, 32);
  say(&talk, "Q", 1);
  CHECK(talk_end(&talk) == 0);
}

static void reads_pictures_from_a_file(const struct backend *backend) {
  struct talk talk;
  static uint8_t pixels[64 * 48 * 3];
  char path[1024];
  const char *folder = getenv("TMPDIR");
  snprintf(path, sizeof path, "%s/nocturne-h264-test-XXXXXX", folder == NULL ? P_tmpdir : folder);
  const int fd = mkstemp(path);
  CHECK(fd >= 0);
  uint8_t command[1 + STAMP_BYTES] = {'M'};
  greet(&talk, backend);
  draw(pixels, 64, 48, 3, 1);
  CHECK(write(fd, pixels, sizeof pixels) == (ssize_t)sizeof pixels);
  say_size(&talk, 64, 48, 64, 48, FORMAT_RGB888, path);
  for (uint32_t sequence = 1; sequence <= 3; sequence += 1) {
    draw(pixels, 64, 48, 3, (int)sequence);
    CHECK(pwrite(fd, pixels, sizeof pixels, 0) == (ssize_t)sizeof pixels);
    stamp_into(command + 1, sequence);
    say(&talk, command, sizeof command);
    check_unit(&talk, sequence, sequence == 1, false, 64, 48);
  }
  // Cut short: words, no crash.
  CHECK(ftruncate(fd, 100) == 0);
  say(&talk, command, sizeof command);
  CHECK(talk_end(&talk) == 2);
  greet(&talk, backend);
  say_size(&talk, 64, 48, 64, 48, FORMAT_RGB888, path);
  CHECK(talk_end(&talk) == 2);
  static const char *const no_files[] = {"/nowhere/at/all", "/", "/dev/zero"};
  for (size_t i = 0; i < sizeof no_files / sizeof *no_files; i += 1) {
    greet(&talk, backend);
    say_size(&talk, 64, 48, 64, 48, FORMAT_RGB888, no_files[i]);
    CHECK(talk_end(&talk) == 2);
  }
  close(fd);
  unlink(path);
}

static int status_after(const struct backend *backend, const void *bytes, size_t length) {
  struct talk talk;
  greet(&talk, backend);
  say(&talk, bytes, length);
  return talk_end(&talk);
}

static void ends_with_words(const struct backend *backend) {
  static const uint32_t sizes[][4] = {
      {0, 0, 0, 0},         {64, 48, 128, 48},        {64, 48, 64, 96},         {8193, 64, 64, 64},
      {8192, 8192, 64, 64}, {15, 64, 15, 64},         {64, 64, 2, 2},           {4294967295u, 4294967295u, 64, 64},
      {6000, 5000, 6000, 5000},
  };
  struct talk talk;
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i += 1) {
    greet(&talk, backend);
    say_size(&talk, sizes[i][0], sizes[i][1], sizes[i][2], sizes[i][3], FORMAT_RGB888, "");
    CHECK(talk_end(&talk) == 2);
  }
  greet(&talk, backend);
  say_size(&talk, 64, 48, 64, 48, 9, "");
  CHECK(talk_end(&talk) == 2);
  greet(&talk, backend);
  static uint8_t pixels[64 * 48 * 3];
  say_frame(&talk, 1, pixels, sizeof pixels);
  CHECK(talk_end(&talk) == 2);
  greet(&talk, backend);
  say_size(&talk, 64, 48, 64, 48, FORMAT_RGB888, "");
  say_frame(&talk, 1, pixels, 100);
  CHECK(talk_end(&talk) == 2);
  CHECK(status_after(backend, "", 0) == 0);
  CHECK(status_after(backend, "K", 1) == 0);
  CHECK(status_after(backend, "KKQ", 3) == 0);
  CHECK(status_after(backend, "F", 1) == 2);
  CHECK(status_after(backend, "GET / HTTP/1.1", 14) == 2);
  CHECK(status_after(backend, "M0123456789abcdef", 17) == 2);
}

static void survives_noise(const struct backend *backend, int rounds) {
  static const char commands[] = "FMKSQ";
  for (int round = 0; round < rounds; round += 1) {
    struct talk talk;
    uint8_t noise[400];
    greet(&talk, backend);
    if (round % 2 == 0) say_size(&talk, 16 + (uint32_t)(rand() % 40), 16 + (uint32_t)(rand() % 40), 16, 16, 1 + rand() % 2, "");
    const size_t length = (size_t)(rand() % (int)sizeof noise);
    for (size_t i = 0; i < length; i += 1)
      noise[i] = rand() % 8 == 0 ? (uint8_t)commands[rand() % 5] : (uint8_t)(rand() % 4 == 0 ? rand() : 0);
    if (length > 0) noise[0] = (uint8_t)commands[rand() % 5];
    say(&talk, noise, length);
    const int status = talk_end(&talk);
    CHECK(status == 0 || status == 2);
  }
}

static void frames_numbers(void) {
  uint8_t bytes[16];
  put_u64(bytes, 0x0123456789abcdefu);
  CHECK(bytes[0] == 0xef && bytes[7] == 0x01 && get_u64(bytes) == 0x0123456789abcdefu);
  put_u32(bytes, 0xfffffffeu);
  CHECK(get_u32(bytes) == 0xfffffffeu && get_u16(bytes + 2) == 0xffffu);
}

static int one_session(const char *argument) {
  signal(SIGPIPE, SIG_IGN);
  mapping_guard();
  struct words words = {""};
  const struct session_options options = {
      .backend = find_backend(argument), .threads = 1, .in = STDIN_FILENO, .out = STDOUT_FILENO};
  if (session_run(&options, &words)) return 0;
  // An end without words is a fault of its own.
  return words.text[0] == '\0' ? 9 : 2;
}

int main(int count, char **arguments) {
  if (count == 3 && strcmp(arguments[1], "--session") == 0) return one_session(arguments[2]);
  self = arguments[0];
  signal(SIGPIPE, SIG_IGN);
  srand(20260101);
  frames_numbers();
  converts_known_colours();
  makes_smaller();
  keeps_under_its_bitrate();
  is_fine_again_after_a_rest();
  check_patched(false);
  check_patched(true);
  patches_a_unit_and_leaves_the_rest();
  reads_no_parameter_set_past_its_end();
  CHECK(find_backend("none such") == NULL && find_backend(NULL) == backends[0]);
  for (int i = 0; backends[i] != NULL; i += 1) {
    codes_one_unit_a_picture(backends[i]);
    reads_pictures_from_a_file(backends[i]);
    ends_with_words(backends[i]);
    survives_noise(backends[i], 100);
    printf("%s: ok\n", backends[i]->name);
  }
  printf("%d checks hold\n", checks);
  return 0;
}
