// Opening the libraries by name, once: those of the newest installed release.
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CLibAV.h"
#include "libraries.h"

struct release {
  int codec_major;
  const char *files[CLIBAV_LIBRARIES];
};

#define FILE_NAME(library, major) "lib" library ".so." #major
#define RELEASE(util, resample, codec, format, filter)                         \
  {                                                                            \
    codec, {                                                                   \
      [CLIBAV_UTIL] = FILE_NAME("avutil", util),                               \
      [CLIBAV_RESAMPLE] = FILE_NAME("swresample", resample),                   \
      [CLIBAV_CODEC] = FILE_NAME("avcodec", codec),                            \
      [CLIBAV_FORMAT] = FILE_NAME("avformat", format),                         \
      [CLIBAV_FILTER] = FILE_NAME("avfilter", filter),                         \
    }                                                                          \
  }
// The numbers of the headers are macros themselves.
#define RELEASE_OF(util, resample, codec, format, filter) RELEASE(util, resample, codec, format, filter)

static const struct release releases[] = {
#if LIBAVCODEC_VERSION_MAJOR > 63
  // A release that is newer than the table of fields: the offsets of its headers.
  RELEASE_OF(
    LIBAVUTIL_VERSION_MAJOR, LIBSWRESAMPLE_VERSION_MAJOR, LIBAVCODEC_VERSION_MAJOR, LIBAVFORMAT_VERSION_MAJOR,
    LIBAVFILTER_VERSION_MAJOR),
#endif
  RELEASE(61, 7, 63, 63, 12), // FFmpeg 9
  RELEASE(60, 6, 62, 62, 11), // 8
  RELEASE(59, 5, 61, 61, 10), // 7
  RELEASE(58, 4, 60, 60, 9),  // 6
  RELEASE(57, 4, 59, 59, 8),  // 5
};
#define RELEASES (sizeof releases / sizeof *releases)

static const struct release *opened;
static void *handles[CLIBAV_LIBRARIES];
static char failure[512];
static char failure_of_filters[512];
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_once_t once_for_filters = PTHREAD_ONCE_INIT;

static void *open_one(const char *file, char *failure, size_t size) {
  void *handle = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
  if (handle) return handle;
  const char *reason = dlerror();
  snprintf(failure, size, "%s", reason ? reason : file);
  return NULL;
}

static int open_release(const struct release *release, char *failure, size_t size) {
  // The last one loads the others.
  for (int library = CLIBAV_FORMAT; library >= 0; library--) {
    handles[library] = open_one(release->files[library], failure, size);
    if (!handles[library]) return 0;
  }
  return 1;
}

/// Whether a file itself is missing, rather than a library that it needs, or is not a library.
static int is_missing(const char *reason, const char *file) {
  return strncmp(reason, file, strlen(file)) == 0 && strstr(reason, "No such file or directory") != NULL;
}

static void open_all(void) {
  const struct release *release = releases;
  for (; release < releases + RELEASES; release++) {
    char reason[sizeof failure];
    if (open_release(release, reason, sizeof reason)) break;
    if (!failure[0] && !is_missing(reason, release->files[CLIBAV_FORMAT])) memcpy(failure, reason, sizeof failure);
  }
  if (release == releases + RELEASES) {
    if (failure[0]) return;
    snprintf(
      failure, sizeof failure, "%s to %s: no such file (FFmpeg 5.1 to 9)", releases[RELEASES - 1].files[CLIBAV_FORMAT],
      releases[0].files[CLIBAV_FORMAT]);
    return;
  }
  failure[0] = 0;
  opened = release;
  clibav_use_fields(release->codec_major);
  unsigned (*version)(void) = (unsigned (*)(void))dlsym(handles[CLIBAV_CODEC], "avcodec_version");
  if (!version || version() < AV_VERSION_INT(59, 37, 100)) {
    snprintf(failure, sizeof failure, "%s is of FFmpeg 5.0; expected 5.1 to 9", release->files[CLIBAV_CODEC]);
  }
}

static void open_filters(void) {
  handles[CLIBAV_FILTER] = open_one(opened->files[CLIBAV_FILTER], failure_of_filters, sizeof failure_of_filters);
}

const char *clibav_open(void) {
  pthread_once(&once, open_all);
  return failure[0] ? failure : NULL;
}

const char *clibav_open_filters(void) {
  const char *reason = clibav_open();
  if (reason) return reason;
  pthread_once(&once_for_filters, open_filters);
  return failure_of_filters[0] ? failure_of_filters : NULL;
}

int clibav_codec_major(void) { return opened->codec_major; }

void *clibav_function_if_any(enum clibav_library library, const char *name) { return dlsym(handles[library], name); }

void *clibav_function(enum clibav_library library, const char *name) {
  const char *reason = clibav_open();
  void *function = reason ? NULL : clibav_function_if_any(library, name);
  if (!function) {
    fprintf(stderr, "%s: %s\n", name, reason ? reason : "the library has no such function");
    abort();
  }
  return function;
}
