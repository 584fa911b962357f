// One conversation: commands in, access units out, until Q, the end of the input, or something that is no command.
#ifndef NOCTURNE_SESSION_H
#define NOCTURNE_SESSION_H

#include "backend.h"
#include "words.h"

struct session_options {
  const struct backend *backend;
  int threads;
  int in;
  int out;
};

// True after Q or the end of the input between two commands; false, with words, otherwise.
bool session_run(const struct session_options *options, struct words *words);

// {"protocol":1,"backend":"x264",...}
void about_json(const struct backend *backend, char *text, size_t room);

#endif
