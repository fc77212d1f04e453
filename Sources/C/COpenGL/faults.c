// Faults of drivers that no test can wait for: a lost context, a call without memory, a slow GPU.
#include <pthread.h>
#include <string.h>

#include "COpenGL.h"
#include "libraries.h"

_Thread_local enum copengl_fault copengl_fault;
static _Thread_local long calls_left;
static _Thread_local int has_failed;

void copengl_fail(enum copengl_fault fault, long calls) {
  copengl_fault = fault;
  calls_left = calls;
  has_failed = 0;
}

int copengl_has_failed(void) { return has_failed; }

static pthread_mutex_t fences = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t release = PTHREAD_COND_INITIALIZER;
static int are_held = 1, waits;

void copengl_release_fences(void) {
  pthread_mutex_lock(&fences);
  are_held = 0;
  pthread_cond_broadcast(&release);
  pthread_mutex_unlock(&fences);
}

int copengl_hold_fences(void) {
  pthread_mutex_lock(&fences);
  int waited = waits;
  are_held = 1;
  waits = 0;
  pthread_mutex_unlock(&fences);
  return waited;
}

static void wait_for_fence(void) {
  pthread_mutex_lock(&fences);
  waits++;
  while (are_held) pthread_cond_wait(&release, &fences);
  pthread_mutex_unlock(&fences);
}

int copengl_fails(const char *name) {
  if (copengl_fault == COPENGL_HELD_FENCES) {
    if (!strcmp(name, "glClientWaitSync")) wait_for_fence();
    return 0;
  }
  if (calls_left > 0) {
    has_failed = --calls_left == 0;
    return has_failed;
  }
  return copengl_fault == COPENGL_CONTEXT_LOSS || !strcmp(name, "glGetError");
}

uintptr_t copengl_answer(const char *name) {
  if (!strcmp(name, "glClientWaitSync")) return GL_WAIT_FAILED;
  if (strcmp(name, "glGetError")) return 0;
  if (copengl_fault == COPENGL_CONTEXT_LOSS) return GL_CONTEXT_LOST;
  // Reported once.
  copengl_fault = COPENGL_NO_FAULT;
  return GL_OUT_OF_MEMORY;
}

GLenum copengl_reset_status(PFNGLGETGRAPHICSRESETSTATUSKHRPROC function) {
  return copengl_fault == COPENGL_CONTEXT_LOSS && has_failed ? GL_GUILTY_CONTEXT_RESET : function();
}
