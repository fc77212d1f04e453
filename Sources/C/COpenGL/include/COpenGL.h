// EGL 1.5, OpenGL ES 3.2 and GBM for Swift. The libraries are not linked: they are opened when a display is first
// looked for, so that a program that draws without OpenGL needs none. Extensions have the PFN... types for
// eglGetProcAddress. libGLESv2 has the functions of 3.1 and 3.2 whatever the context is: check GLCapabilities before
// calling them.
#ifndef MULTIPLANE_COPENGL_H
#define MULTIPLANE_COPENGL_H

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl32.h>
// After the core's functions, whose names it knows.
#include <GLES2/gl2ext.h>
#include <gbm.h>

/// Opens the libraries of EGL and OpenGL ES, once, before their functions are called: NULL, or the reason of a failure.
const char *copengl_open(void);

/// Opens GBM's library likewise.
const char *copengl_open_gbm(void);

/// The failures of OpenGL's calls, for tests of their handling; COPENGL_HELD_FENCES makes glClientWaitSync wait for
/// copengl_release_fences in any case.
enum copengl_fault { COPENGL_NO_FAULT, COPENGL_CONTEXT_LOSS, COPENGL_OUT_OF_MEMORY, COPENGL_HELD_FENCES };

/// Has calls of OpenGL ES on this thread fail, from the `calls`-th (at least 1) on: after a loss of the context all of
/// them; for want of memory that one, which glGetError reports. Without it a call costs one more comparison.
void copengl_fail(enum copengl_fault fault, long calls);

/// Whether the failure of copengl_fail on this thread has happened.
int copengl_has_failed(void);

/// Ends the waiting for fences of all threads, now and later.
void copengl_release_fences(void);

/// Holds fences again, and returns the number of waits since the last call.
int copengl_hold_fences(void);

/// Returns the result of glGetGraphicsResetStatus, which is not in OpenGL ES 3.0.
GLenum copengl_reset_status(PFNGLGETGRAPHICSRESETSTATUSKHRPROC function);

// The null handles of EGL are casts inside macros, which Swift does not import; here they are functions, because a
// constant of pointer type is not Sendable and so not a legal global in Swift 6.
static inline EGLDisplay cegl_no_display(void) { return EGL_NO_DISPLAY; }
static inline EGLContext cegl_no_context(void) { return EGL_NO_CONTEXT; }
static inline EGLSurface cegl_no_surface(void) { return EGL_NO_SURFACE; }
static inline EGLConfig cegl_no_config(void) { return EGL_NO_CONFIG_KHR; }

/// EGL_DEFAULT_DISPLAY as the `native_display` argument of eglGetPlatformDisplay, which takes a void pointer.
static inline void *cegl_default_display(void) { return (void *)EGL_DEFAULT_DISPLAY; }

#endif
