// Pictures read straight from a file that others write.
#include "mapping.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

bool mapping_open(struct mapping *mapping, const char *path, size_t length, struct words *words) {
  *mapping = (struct mapping){.fd = -1};
  // Never a pipe: opening one would wait for its other end.
  const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat about;
  if (fd < 0) return failed(words, "the file of the pictures cannot be opened: %s", path);
  if (fstat(fd, &about) != 0 || !S_ISREG(about.st_mode)) {
    close(fd);
    return failed(words, "pictures can only be read from a plain file: %s", path);
  }
  if (about.st_size < 0 || (size_t)about.st_size < length) {
    close(fd);
    return failed(words, "the file of the pictures holds %lld bytes; a picture has %zu", (long long)about.st_size,
                  length);
  }
  void *bytes = mmap(NULL, length, PROT_READ, MAP_SHARED, fd, 0);
  if (bytes == MAP_FAILED) {
    close(fd);
    return failed(words, "the file of the pictures cannot be mapped: %s", path);
  }
  *mapping = (struct mapping){.fd = fd, .bytes = bytes, .length = length};
  return true;
}

void mapping_close(struct mapping *mapping) {
  if (mapping->fd >= 0) {
    munmap((void *)mapping->bytes, mapping->length);
    close(mapping->fd);
  }
  *mapping = (struct mapping){.fd = -1};
}

bool mapping_is_whole(const struct mapping *mapping, struct words *words) {
  struct stat about;
  if (fstat(mapping->fd, &about) == 0 && about.st_size >= 0 && (size_t)about.st_size >= mapping->length) return true;
  return failed(words, "the file of the pictures was cut short");
}

static void on_bus_error(int signal_number) {
  (void)signal_number;
  static const char words[] = "h264: the file of the pictures was cut short while it was read\n";
  const ssize_t put = write(STDERR_FILENO, words, sizeof words - 1);
  (void)put;
  _exit(2);
}

void mapping_guard(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = on_bus_error;
  sigemptyset(&action.sa_mask);
  sigaction(SIGBUS, &action, NULL);
}
