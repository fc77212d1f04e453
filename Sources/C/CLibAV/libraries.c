// Opening the libraries by name, once.
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "CLibAV.h"
#include "libraries.h"

#define TEXT(number) #number
#define FILE_NAME(library, major) "lib" library ".so." TEXT(major)

static const char *const file_names[CLIBAV_LIBRARIES] = {
  [CLIBAV_UTIL] = FILE_NAME("avutil", LIBAVUTIL_VERSION_MAJOR),
  [CLIBAV_RESAMPLE] = FILE_NAME("swresample", LIBSWRESAMPLE_VERSION_MAJOR),
  [CLIBAV_CODEC] = FILE_NAME("avcodec", LIBAVCODEC_VERSION_MAJOR),
  [CLIBAV_FORMAT] = FILE_NAME("avformat", LIBAVFORMAT_VERSION_MAJOR),
  [CLIBAV_FILTER] = FILE_NAME("avfilter", LIBAVFILTER_VERSION_MAJOR),
};

static void *handles[CLIBAV_LIBRARIES];
static char failure[512];
static char failure_of_filters[512];
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_once_t once_for_filters = PTHREAD_ONCE_INIT;

static int open_one(int library, char *failure, size_t size) {
  handles[library] = dlopen(file_names[library], RTLD_LAZY | RTLD_LOCAL);
  if (handles[library]) return 1;
  const char *reason = dlerror();
  snprintf(failure, size, "%s", reason ? reason : file_names[library]);
  return 0;
}

static void open_all(void) {
  // The last one brings the others along.
  for (int library = CLIBAV_FORMAT; library >= 0; library--) {
    if (!open_one(library, failure, sizeof failure)) return;
  }
}

static void open_filters(void) { open_one(CLIBAV_FILTER, failure_of_filters, sizeof failure_of_filters); }

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

void *clibav_function(enum clibav_library library, const char *name) {
  const char *reason = clibav_open();
  void *function = reason ? NULL : dlsym(handles[library], name);
  if (!function) {
    fprintf(stderr, "%s: %s\n", name, reason ? reason : "the library has no such function");
    abort();
  }
  return function;
}
