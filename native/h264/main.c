// nocturne-h264: pictures in on stdin (or from a mapped file), H.264 access units out on stdout. Started by
// src/main/sys/encoder.ts. Ends with 0 when told to or when its input ends, with 2 and words on stderr otherwise.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mapping.h"
#include "session.h"

#define THREADS_MAX 8

static int refuse(const char *words) {
  fprintf(stderr, "h264: %s\n", words);
  return 2;
}

int main(int count, char **arguments) {
  const char *backend = NULL;
  int threads = 1;
  bool about = false;
  for (int i = 1; i < count; i += 1) {
    if (strcmp(arguments[i], "--about") == 0) {
      about = true;
    } else if (strcmp(arguments[i], "--backend") == 0 && i + 1 < count) {
      i += 1;
      backend = arguments[i];
    } else if (strcmp(arguments[i], "--threads") == 0 && i + 1 < count) {
      i += 1;
      threads = atoi(arguments[i]);
    } else {
      return refuse("usage: nocturne-h264 [--backend x264|openh264|videotoolbox] [--threads 1..8] [--about]");
    }
  }
  if (threads < 1 || threads > THREADS_MAX) return refuse("--threads takes 1 to 8");
  const struct session_options options = {
      .backend = find_backend(backend), .threads = threads, .in = STDIN_FILENO, .out = STDOUT_FILENO};
  if (options.backend == NULL) return refuse("this encoder was not compiled in; --about names those that were");
  if (about) {
    char text[320];
    about_json(options.backend, text, sizeof text);
    puts(text);
    return 0;
  }
  // A reader that went away is an error of writing, told in words.
  signal(SIGPIPE, SIG_IGN);
  mapping_guard();
  struct words words = {""};
  return session_run(&options, &words) ? 0 : refuse(words.text);
}
