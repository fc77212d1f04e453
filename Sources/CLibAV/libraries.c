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
};

static void *handles[CLIBAV_LIBRARIES];
static char failure[512];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void open_all(void) {
  // The last one brings the others along.
  for (int library = CLIBAV_LIBRARIES - 1; library >= 0; library--) {
    handles[library] = dlopen(file_names[library], RTLD_LAZY | RTLD_LOCAL);
    if (handles[library]) continue;
    const char *reason = dlerror();
    snprintf(failure, sizeof failure, "%s", reason ? reason : file_names[library]);
    return;
  }
}

const char *clibav_open(void) {
  pthread_once(&once, open_all);
  return failure[0] ? failure : NULL;
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
