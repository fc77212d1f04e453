// The libraries, for the files that define their functions.
#ifndef LIBRARIES_H
#define LIBRARIES_H

#include <stdint.h>

#include "COpenGL.h"

enum copengl_library { COPENGL_EGL, COPENGL_GLES, COPENGL_GBM, COPENGL_LIBRARIES };

/// Returns the function of a library; ends the process if the library is not open.
void *copengl_function(enum copengl_library library, const char *name);

/// The failure of the calling thread's calls of OpenGL.
extern _Thread_local enum copengl_fault copengl_fault;

/// Whether a call that may fail is left out.
int copengl_fails(const char *name);

/// Returns the result of a call that was left out.
uintptr_t copengl_answer(const char *name);

#endif
