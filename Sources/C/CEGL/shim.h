// EGL 1.5 for Swift: the core functions by linking, the extensions as PFN... types for eglGetProcAddress.
//
// The null handles of EGL are casts inside macros, which Swift does not import; here they are functions, because a
// constant of pointer type is not Sendable and so not a legal global in Swift 6.

#ifndef MULTIPLANE_CEGL_H
#define MULTIPLANE_CEGL_H

#include <EGL/egl.h>
#include <EGL/eglext.h>

static inline EGLDisplay cegl_no_display(void) { return EGL_NO_DISPLAY; }
static inline EGLContext cegl_no_context(void) { return EGL_NO_CONTEXT; }
static inline EGLSurface cegl_no_surface(void) { return EGL_NO_SURFACE; }
static inline EGLConfig cegl_no_config(void) { return EGL_NO_CONFIG_KHR; }

/// EGL_DEFAULT_DISPLAY as the `native_display` argument of eglGetPlatformDisplay, which takes a void pointer.
static inline void *cegl_default_display(void) { return (void *)EGL_DEFAULT_DISPLAY; }

#endif
