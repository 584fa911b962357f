// Why something failed, in words for a person.
#include "words.h"

#include <stdarg.h>
#include <stdio.h>

bool failed(struct words *words, const char *format, ...) {
  va_list values;
  va_start(values, format);
  vsnprintf(words->text, sizeof words->text, format, values);
  va_end(values);
  return false;
}
