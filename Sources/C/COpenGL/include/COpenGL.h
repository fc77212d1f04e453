// EGL 1.5, OpenGL ES 3.2 and GBM for Swift. The libraries are not linked: they are opened when a display is first
// looked for, so that a program which draws without OpenGL neither loads nor needs them. Of extensions there are the
// PFN... types for eglGetProcAddress.
//
// libGLESv2 has the functions of 3.1 and 3.2 whatever the context is: look at GLCapabilities before calling them.
#ifndef MULTIPLANE_COPENGL_H
#define MULTIPLANE_COPENGL_H

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl32.h>
// After the core's functions, whose names it knows.
#include <GLES2/gl2ext.h>
#include <gbm.h>

/// Opens the libraries of EGL and OpenGL ES, once: NULL, or why they cannot be. Before it no function of theirs may be
/// called.
const char *copengl_open(void);

/// The same for GBM's library.
const char *copengl_open_gbm(void);

/// What calls of OpenGL fail by, for tests of what follows; or that glClientWaitSync waits for copengl_release_fences,
/// whatever the fence says.
enum copengl_fault { COPENGL_NO_FAULT, COPENGL_CONTEXT_LOSS, COPENGL_OUT_OF_MEMORY, COPENGL_HELD_FENCES };

/// Has calls of OpenGL ES on this thread fail, from the `calls`-th one on, which is at least 1: as after a loss of the
/// context all of them; for want of memory that one, of which glGetError then tells. Without it a call costs a
/// comparison more.
void copengl_fail(enum copengl_fault fault, long calls);

/// Whether what copengl_fail asked for on this thread has come.
int copengl_has_failed(void);

/// Ends the waiting for fences of all threads, and of those that come.
void copengl_release_fences(void);

/// Holds them again, and tells how many have waited since this was called last.
int copengl_hold_fences(void);

/// What glGetGraphicsResetStatus, which is not of OpenGL ES 3.0, tells.
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
