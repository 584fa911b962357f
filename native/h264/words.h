// Why something failed, in words for a person. Written once, at the place that knows.
#ifndef NOCTURNE_WORDS_H
#define NOCTURNE_WORDS_H

#include <stdbool.h>

struct words {
  char text[240];
};

// Always false, so that a failing function can `return failed(words, ...)`.
bool failed(struct words *words, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
