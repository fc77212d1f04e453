// OpenGL ES 3.2 for Swift: the core functions by linking, the extensions as PFN... types for eglGetProcAddress.
//
// libGLESv2 exports the functions of 3.1 and 3.2 whatever the context is: look at GLCapabilities before calling them.

#ifndef MULTIPLANE_CGLES_H
#define MULTIPLANE_CGLES_H

#include <GLES3/gl32.h>
#include <GLES2/gl2ext.h>

#endif
