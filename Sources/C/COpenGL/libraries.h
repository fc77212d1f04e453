// The libraries, as what defines their functions needs them.
#ifndef LIBRARIES_H
#define LIBRARIES_H

enum copengl_library { COPENGL_EGL, COPENGL_GLES, COPENGL_GBM, COPENGL_LIBRARIES };

/// The function of a library; ends the process where the library is not open.
void *copengl_function(enum copengl_library library, const char *name);

#endif
