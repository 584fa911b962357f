// Which encoders this helper has, the preferred one first.
#include "backend.h"

#include <string.h>

extern const struct backend backend_videotoolbox;
extern const struct backend backend_x264;
extern const struct backend backend_openh264;

const struct backend *const backends[] = {
#ifdef HAVE_VIDEOTOOLBOX
    &backend_videotoolbox,
#endif
#ifdef HAVE_X264
    &backend_x264,
#endif
#ifdef HAVE_OPENH264
    &backend_openh264,
#endif
    NULL,
};

const struct backend *find_backend(const char *argument) {
  if (argument == NULL) return backends[0];
  for (int i = 0; backends[i] != NULL; i += 1)
    if (strcmp(backends[i]->argument, argument) == 0) return backends[i];
  return NULL;
}
