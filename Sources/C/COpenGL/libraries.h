// The libraries, as what defines their functions needs them.
#ifndef LIBRARIES_H
#define LIBRARIES_H

#include <stdint.h>

#include "COpenGL.h"

enum copengl_library { COPENGL_EGL, COPENGL_GLES, COPENGL_GBM, COPENGL_LIBRARIES };

/// The function of a library; ends the process where the library is not open.
void *copengl_function(enum copengl_library library, const char *name);

/// What the calling thread's calls of OpenGL are to end with.
extern _Thread_local enum copengl_fault copengl_fault;

/// Whether a call that may fail is left out.
int copengl_fails(const char *name);

/// What a call that was left out returns.
uintptr_t copengl_answer(const char *name);

#endif
