// Opening the libraries by name, once.
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "COpenGL.h"
#include "libraries.h"

static const char *const file_names[COPENGL_LIBRARIES] = {
  [COPENGL_EGL] = "libEGL.so.1",
  [COPENGL_GLES] = "libGLESv2.so.2",
  [COPENGL_GBM] = "libgbm.so.1",
};

static void *handles[COPENGL_LIBRARIES];
static char failures[COPENGL_LIBRARIES][512];
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_once_t once_for_gbm = PTHREAD_ONCE_INIT;

static void open_one(enum copengl_library library) {
  handles[library] = dlopen(file_names[library], RTLD_LAZY | RTLD_LOCAL);
  if (handles[library]) return;
  const char *reason = dlerror();
  snprintf(failures[library], sizeof failures[library], "%s", reason ? reason : file_names[library]);
}

static void open_both(void) {
  open_one(COPENGL_EGL);
  open_one(COPENGL_GLES);
}

static void open_gbm(void) { open_one(COPENGL_GBM); }

const char *copengl_open(void) {
  pthread_once(&once, open_both);
  if (failures[COPENGL_EGL][0]) return failures[COPENGL_EGL];
  return failures[COPENGL_GLES][0] ? failures[COPENGL_GLES] : NULL;
}

const char *copengl_open_gbm(void) {
  pthread_once(&once_for_gbm, open_gbm);
  return failures[COPENGL_GBM][0] ? failures[COPENGL_GBM] : NULL;
}

void *copengl_function(enum copengl_library library, const char *name) {
  void *function = handles[library] ? dlsym(handles[library], name) : NULL;
  if (!function) {
    const char *reason = handles[library] ? "the library has no such function" : "its library is not open";
    fprintf(stderr, "%s: %s: %s\n", file_names[library], name, reason);
    abort();
  }
  return function;
}
