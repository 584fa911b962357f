// Reading and writing the protocol's bytes, whole or not at all.
#include "wire.h"

#include <errno.h>
#include <poll.h>
#include <sys/uio.h>
#include <unistd.h>

uint16_t get_u16(const uint8_t *bytes) { return (uint16_t)(bytes[0] | bytes[1] << 8); }

uint32_t get_u32(const uint8_t *bytes) { return get_u16(bytes) | (uint32_t)get_u16(bytes + 2) << 16; }

uint64_t get_u64(const uint8_t *bytes) { return get_u32(bytes) | (uint64_t)get_u32(bytes + 4) << 32; }

void put_u16(uint8_t *bytes, uint16_t value) {
  bytes[0] = (uint8_t)value;
  bytes[1] = (uint8_t)(value >> 8);
}

void put_u32(uint8_t *bytes, uint32_t value) {
  put_u16(bytes, (uint16_t)value);
  put_u16(bytes + 2, (uint16_t)(value >> 16));
}

void put_u64(uint8_t *bytes, uint64_t value) {
  put_u32(bytes, (uint32_t)value);
  put_u32(bytes + 4, (uint32_t)(value >> 32));
}

struct stamp get_stamp(const uint8_t *bytes) {
  return (struct stamp){
      .sequence = get_u32(bytes), .at_us = get_u64(bytes + 4), .generation = get_u32(bytes + 12)};
}

enum read_outcome read_whole(int fd, uint8_t *bytes, size_t length) {
  size_t done = 0;
  while (done < length) {
    const ssize_t got = read(fd, bytes + done, length - done);
    if (got > 0) {
      done += (size_t)got;
    } else if (got == 0) {
      return done == 0 ? READ_END : READ_CUT;
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      // Whoever started us may have left its end of the pipe non-blocking.
      struct pollfd wait = {.fd = fd, .events = POLLIN};
      if (poll(&wait, 1, -1) < 0 && errno != EINTR) return READ_FAILED;
    } else if (errno != EINTR) {
      return READ_FAILED;
    }
  }
  return READ_WHOLE;
}

bool is_waiting(int fd) {
  struct pollfd wait = {.fd = fd, .events = POLLIN};
  return poll(&wait, 1, 0) > 0 && (wait.revents & POLLIN) != 0;
}

static bool write_all(int fd, struct iovec *parts, int count) {
  while (count > 0) {
    if (parts->iov_len == 0) {
      parts += 1;
      count -= 1;
      continue;
    }
    const ssize_t put = writev(fd, parts, count);
    if (put < 0) {
      if (errno == EAGAIN || errno == EWOULDBLOCK) {
        struct pollfd wait = {.fd = fd, .events = POLLOUT};
        if (poll(&wait, 1, -1) < 0 && errno != EINTR) return false;
      } else if (errno != EINTR) {
        return false;
      }
      continue;
    }
    size_t left = (size_t)put;
    while (count > 0 && left >= parts->iov_len) {
      left -= parts->iov_len;
      parts += 1;
      count -= 1;
    }
    if (count > 0) {
      parts->iov_base = (uint8_t *)parts->iov_base + left;
      parts->iov_len -= left;
    }
  }
  return true;
}

bool write_message(int fd, char kind, const void *content, size_t length) {
  uint8_t head[5];
  put_u32(head, (uint32_t)(length + 1));
  head[4] = (uint8_t)kind;
  struct iovec parts[2] = {{.iov_base = head, .iov_len = sizeof head}, {.iov_base = (void *)content, .iov_len = length}};
  return write_all(fd, parts, 2);
}

bool write_unit(int fd, const struct unit_header *header, const uint8_t *unit, size_t length) {
  uint8_t head[4 + 1 + UNIT_HEADER_BYTES - 1];
  put_u32(head, (uint32_t)(UNIT_HEADER_BYTES + length));
  head[4] = 'U';
  head[5] = (uint8_t)header->flags;
  put_u32(head + 6, header->stamp.sequence);
  put_u64(head + 10, header->stamp.at_us);
  put_u32(head + 18, header->stamp.generation);
  put_u32(head + 22, header->convert_us);
  put_u32(head + 26, header->encode_us);
  put_u16(head + 30, (uint16_t)header->width);
  put_u16(head + 32, (uint16_t)header->height);
  struct iovec parts[2] = {{.iov_base = head, .iov_len = sizeof head}, {.iov_base = (void *)unit, .iov_len = length}};
  return write_all(fd, parts, 2);
}
