// Pictures read straight from a file that others write: the emulator's shared memory.
#ifndef NOCTURNE_MAPPING_H
#define NOCTURNE_MAPPING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "words.h"

struct mapping {
  int fd; // -1: nothing mapped
  const uint8_t *bytes;
  size_t length;
};

bool mapping_open(struct mapping *mapping, const char *path, size_t length, struct words *words);
void mapping_close(struct mapping *mapping);

// Whether the file still has all the bytes; one cut short meanwhile must not be read.
bool mapping_is_whole(const struct mapping *mapping, struct words *words);

// A file cut short in the very moment of reading ends the helper with words, not by a signal.
void mapping_guard(void);

#endif
