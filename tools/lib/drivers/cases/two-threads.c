// Two contexts of a display may be used by two threads at a time (EGL 1.5, 2.2 and 3.7.3). By virgl (Mesa 22.3) both
// talk to virgl_test_server over one socket and take each other's answers: what they make is "out of memory", or the
// socket is closed, which ends the process.
#include "context.h"

#include <pthread.h>

enum { THREADS = 2, BUFFERS = 2000 };
static EGLDisplay display;
static EGLContext contexts[THREADS];

/// Makes buffers, one after the other; how many could not be made.
static void *make_buffers(void *context) {
  static char bytes[1 << 16];
  long failures = 0;
  must(eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, *(EGLContext *)context), "eglMakeCurrent");
  for (int at = 0; at < BUFFERS; ++at) {
    GLuint buffer;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, sizeof bytes, bytes, GL_STATIC_DRAW);
    failures += glGetError() != GL_NO_ERROR;
    glDeleteBuffers(1, &buffer);
  }
  return (void *)failures;
}

int main(void) {
  open_context();
  display = eglGetCurrentDisplay();
  const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_NONE};
  pthread_t threads[THREADS];
  for (int at = 0; at < THREADS; ++at) {
    contexts[at] = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, version);
    must(contexts[at] != EGL_NO_CONTEXT, "eglCreateContext");
  }
  for (int at = 0; at < THREADS; ++at) {
    must(pthread_create(&threads[at], NULL, make_buffers, &contexts[at]) == 0, "pthread_create");
  }
  long failures = 0;
  for (int at = 0; at < THREADS; ++at) {
    void *result;
    pthread_join(threads[at], &result);
    failures += (long)result;
  }
  printf("%ld of %d buffers were not made\n", failures, THREADS * BUFFERS);
  return failures != 0;
}
