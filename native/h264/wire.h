// The bytes between Nocturne and this helper (src/main/sys/encoder-wire.ts is the other end). Numbers are little-endian.
//
//   in    'S' u32 width, u32 height, u32 out width, u32 out height, u8 format, u32 bitrate, u16 n, n bytes
//             the size of what follows; n bytes name the file the pictures lie in, 0 where they come through the pipe
//         'F' u32 sequence, u64 at µs, u32 generation, u32 n, n bytes      a picture
//         'M' u32 sequence, u64 at µs, u32 generation                      a picture lies in the file
//         'K'                                                              the next unit is a key frame
//         'Q'                                                              end
//   out   u32 n, then n bytes: a kind and its content
//         'A' JSON: who this is, first of all
//         'U' u8 flags (1 key, 2 the last picture again), u32 sequence, u64 at µs, u32 generation,
//             u32 convert µs, u32 encode µs, u16 width, u16 height, access unit
#ifndef NOCTURNE_WIRE_H
#define NOCTURNE_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PROTOCOL_VERSION 1
#define UNIT_HEADER_BYTES 30
#define SIZE_COMMAND_BYTES 23
#define STAMP_BYTES 16

enum unit_flag { UNIT_KEY = 1, UNIT_AGAIN = 2 };

// What came with a picture and goes back with its unit, unread.
struct stamp {
  uint32_t sequence;
  uint64_t at_us;
  uint32_t generation;
};

struct unit_header {
  int flags;
  struct stamp stamp;
  uint32_t convert_us;
  uint32_t encode_us;
  int width;
  int height;
};

uint16_t get_u16(const uint8_t *bytes);
uint32_t get_u32(const uint8_t *bytes);
uint64_t get_u64(const uint8_t *bytes);
void put_u16(uint8_t *bytes, uint16_t value);
void put_u32(uint8_t *bytes, uint32_t value);
void put_u64(uint8_t *bytes, uint64_t value);
struct stamp get_stamp(const uint8_t *bytes);

enum read_outcome { READ_WHOLE, READ_END, READ_CUT, READ_FAILED };

// READ_END: the other end closed before the first byte; READ_CUT: after it.
enum read_outcome read_whole(int fd, uint8_t *bytes, size_t length);

// Whether something more to read is already there.
bool is_waiting(int fd);

bool write_message(int fd, char kind, const void *content, size_t length);
bool write_unit(int fd, const struct unit_header *header, const uint8_t *unit, size_t length);

#endif
