// The functions of the libraries that this package calls. Each has the name and the type of the real one, which it
// calls; a type that is not that of the library's header does not compile. Another function takes a line here.
//
// Hidden, so that the libraries go on calling each other.
#include "COpenGL.h"
#include "libraries.h"

#define FORWARD(library, result, name, parameters, arguments)                     \
  __attribute__((visibility("hidden"))) result name parameters {                  \
    static _Atomic(__typeof__(&name)) known;                                      \
    __typeof__(&name) function = known;                                           \
    if (!function) known = function = copengl_function(COPENGL_##library, #name); \
    COPENGL_FAIL_##library(result, #name)                                         \
    return function arguments;                                                    \
  }

// Only drawing functions fail when a test asks for it.
#define COPENGL_FAIL_EGL(result, name)
#define COPENGL_FAIL_GBM(result, name)
#define COPENGL_FAIL_GLES(result, name) \
  if (__builtin_expect(copengl_fault != COPENGL_NO_FAULT, 0) && copengl_fails(name)) \
    return (result)copengl_answer(name);

// EGL.
FORWARD(EGL, EGLBoolean, eglBindAPI, (EGLenum api), (api))
FORWARD(
  EGL, EGLBoolean, eglChooseConfig,
  (EGLDisplay dpy, const EGLint *attrib_list, EGLConfig *configs, EGLint config_size, EGLint *num_config),
  (dpy, attrib_list, configs, config_size, num_config))
FORWARD(
  EGL, EGLContext, eglCreateContext,
  (EGLDisplay dpy, EGLConfig config, EGLContext share_context, const EGLint *attrib_list),
  (dpy, config, share_context, attrib_list))
FORWARD(
  EGL, EGLSurface, eglCreatePbufferSurface,
  (EGLDisplay dpy, EGLConfig config, const EGLint *attrib_list),
  (dpy, config, attrib_list))
FORWARD(EGL, EGLBoolean, eglDestroyContext, (EGLDisplay dpy, EGLContext ctx), (dpy, ctx))
FORWARD(EGL, EGLBoolean, eglDestroySurface, (EGLDisplay dpy, EGLSurface surface), (dpy, surface))
FORWARD(EGL, EGLContext, eglGetCurrentContext, (void), ())
FORWARD(EGL, EGLint, eglGetError, (void), ())
FORWARD(
  EGL, EGLDisplay, eglGetPlatformDisplay,
  (EGLenum platform, void *native_display, const EGLAttrib *attrib_list),
  (platform, native_display, attrib_list))
FORWARD(EGL, __eglMustCastToProperFunctionPointerType, eglGetProcAddress, (const char *procname), (procname))
FORWARD(EGL, EGLBoolean, eglInitialize, (EGLDisplay dpy, EGLint *major, EGLint *minor), (dpy, major, minor))
FORWARD(
  EGL, EGLBoolean, eglMakeCurrent,
  (EGLDisplay dpy, EGLSurface draw, EGLSurface read, EGLContext ctx),
  (dpy, draw, read, ctx))
FORWARD(EGL, const char *, eglQueryString, (EGLDisplay dpy, EGLint name), (dpy, name))
FORWARD(EGL, EGLBoolean, eglReleaseThread, (void), ())
FORWARD(EGL, EGLBoolean, eglTerminate, (EGLDisplay dpy), (dpy))

// OpenGL ES.
FORWARD(GLES, void, glActiveTexture, (GLenum texture), (texture))
FORWARD(GLES, void, glAttachShader, (GLuint program, GLuint shader), (program, shader))
FORWARD(GLES, void, glBindBuffer, (GLenum target, GLuint buffer), (target, buffer))
FORWARD(
  GLES, void, glBindBufferRange,
  (GLenum target, GLuint index, GLuint buffer, GLintptr offset, GLsizeiptr size),
  (target, index, buffer, offset, size))
FORWARD(GLES, void, glBindFramebuffer, (GLenum target, GLuint framebuffer), (target, framebuffer))
FORWARD(GLES, void, glBindTexture, (GLenum target, GLuint texture), (target, texture))
FORWARD(GLES, void, glBindVertexArray, (GLuint array), (array))
FORWARD(
  GLES, void, glBlendColor,
  (GLfloat red, GLfloat green, GLfloat blue, GLfloat alpha),
  (red, green, blue, alpha))
FORWARD(
  GLES, void, glBlendFuncSeparate,
  (GLenum sfactorRGB, GLenum dfactorRGB, GLenum sfactorAlpha, GLenum dfactorAlpha),
  (sfactorRGB, dfactorRGB, sfactorAlpha, dfactorAlpha))
FORWARD(
  GLES, void, glBufferData,
  (GLenum target, GLsizeiptr size, const void *data, GLenum usage),
  (target, size, data, usage))
FORWARD(
  GLES, void, glBufferSubData,
  (GLenum target, GLintptr offset, GLsizeiptr size, const void *data),
  (target, offset, size, data))
FORWARD(GLES, GLenum, glCheckFramebufferStatus, (GLenum target), (target))
FORWARD(GLES, void, glClear, (GLbitfield mask), (mask))
FORWARD(
  GLES, void, glClearColor,
  (GLfloat red, GLfloat green, GLfloat blue, GLfloat alpha),
  (red, green, blue, alpha))
FORWARD(GLES, GLenum, glClientWaitSync, (GLsync sync, GLbitfield flags, GLuint64 timeout), (sync, flags, timeout))
FORWARD(GLES, void, glCompileShader, (GLuint shader), (shader))
FORWARD(GLES, GLuint, glCreateProgram, (void), ())
FORWARD(GLES, GLuint, glCreateShader, (GLenum type), (type))
FORWARD(
  GLES, void, glDebugMessageInsert,
  (GLenum source, GLenum type, GLuint id, GLenum severity, GLsizei length, const GLchar *buf),
  (source, type, id, severity, length, buf))
FORWARD(GLES, void, glDeleteBuffers, (GLsizei n, const GLuint *buffers), (n, buffers))
FORWARD(GLES, void, glDeleteFramebuffers, (GLsizei n, const GLuint *framebuffers), (n, framebuffers))
FORWARD(GLES, void, glDeleteProgram, (GLuint program), (program))
FORWARD(GLES, void, glDeleteShader, (GLuint shader), (shader))
FORWARD(GLES, void, glDeleteSync, (GLsync sync), (sync))
FORWARD(GLES, void, glDeleteTextures, (GLsizei n, const GLuint *textures), (n, textures))
FORWARD(GLES, void, glDeleteVertexArrays, (GLsizei n, const GLuint *arrays), (n, arrays))
FORWARD(GLES, void, glDisable, (GLenum cap), (cap))
FORWARD(GLES, void, glDrawArrays, (GLenum mode, GLint first, GLsizei count), (mode, first, count))
FORWARD(GLES, void, glEnable, (GLenum cap), (cap))
FORWARD(GLES, void, glEnableVertexAttribArray, (GLuint index), (index))
FORWARD(GLES, GLsync, glFenceSync, (GLenum condition, GLbitfield flags), (condition, flags))
FORWARD(GLES, void, glFinish, (void), ())
FORWARD(GLES, void, glFlush, (void), ())
FORWARD(
  GLES, void, glFramebufferTexture2D,
  (GLenum target, GLenum attachment, GLenum textarget, GLuint texture, GLint level),
  (target, attachment, textarget, texture, level))
FORWARD(GLES, void, glGenBuffers, (GLsizei n, GLuint *buffers), (n, buffers))
FORWARD(GLES, void, glGenFramebuffers, (GLsizei n, GLuint *framebuffers), (n, framebuffers))
FORWARD(GLES, void, glGenTextures, (GLsizei n, GLuint *textures), (n, textures))
FORWARD(GLES, void, glGenVertexArrays, (GLsizei n, GLuint *arrays), (n, arrays))
FORWARD(GLES, void, glGenerateMipmap, (GLenum target), (target))
FORWARD(
  GLES, void, glGetActiveUniformBlockiv,
  (GLuint program, GLuint uniformBlockIndex, GLenum pname, GLint *params),
  (program, uniformBlockIndex, pname, params))
FORWARD(
  GLES, void, glGetActiveUniformsiv,
  (GLuint program, GLsizei uniformCount, const GLuint *uniformIndices, GLenum pname, GLint *params),
  (program, uniformCount, uniformIndices, pname, params))
FORWARD(GLES, GLenum, glGetError, (void), ())
FORWARD(GLES, void, glGetIntegerv, (GLenum pname, GLint *data), (pname, data))
FORWARD(
  GLES, void, glGetProgramBinary,
  (GLuint program, GLsizei bufSize, GLsizei *length, GLenum *binaryFormat, void *binary),
  (program, bufSize, length, binaryFormat, binary))
FORWARD(
  GLES, void, glGetProgramInfoLog,
  (GLuint program, GLsizei bufSize, GLsizei *length, GLchar *infoLog),
  (program, bufSize, length, infoLog))
FORWARD(GLES, void, glGetProgramiv, (GLuint program, GLenum pname, GLint *params), (program, pname, params))
FORWARD(
  GLES, void, glGetShaderInfoLog,
  (GLuint shader, GLsizei bufSize, GLsizei *length, GLchar *infoLog),
  (shader, bufSize, length, infoLog))
FORWARD(GLES, void, glGetShaderiv, (GLuint shader, GLenum pname, GLint *params), (shader, pname, params))
FORWARD(GLES, const GLubyte *, glGetString, (GLenum name), (name))
FORWARD(GLES, const GLubyte *, glGetStringi, (GLenum name, GLuint index), (name, index))
FORWARD(
  GLES, GLuint, glGetUniformBlockIndex,
  (GLuint program, const GLchar *uniformBlockName),
  (program, uniformBlockName))
FORWARD(
  GLES, void, glGetUniformIndices,
  (GLuint program, GLsizei uniformCount, const GLchar *const*uniformNames, GLuint *uniformIndices),
  (program, uniformCount, uniformNames, uniformIndices))
FORWARD(GLES, GLint, glGetUniformLocation, (GLuint program, const GLchar *name), (program, name))
FORWARD(GLES, void, glLinkProgram, (GLuint program), (program))
FORWARD(
  GLES, void *, glMapBufferRange,
  (GLenum target, GLintptr offset, GLsizeiptr length, GLbitfield access),
  (target, offset, length, access))
FORWARD(GLES, void, glPixelStorei, (GLenum pname, GLint param), (pname, param))
FORWARD(
  GLES, void, glProgramBinary,
  (GLuint program, GLenum binaryFormat, const void *binary, GLsizei length),
  (program, binaryFormat, binary, length))
FORWARD(GLES, void, glProgramParameteri, (GLuint program, GLenum pname, GLint value), (program, pname, value))
FORWARD(
  GLES, void, glReadPixels,
  (GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type, void *pixels),
  (x, y, width, height, format, type, pixels))
FORWARD(
  GLES, void, glShaderSource,
  (GLuint shader, GLsizei count, const GLchar *const*string, const GLint *length),
  (shader, count, string, length))
FORWARD(
  GLES, void, glTexImage2D,
  (GLenum target, GLint level, GLint internalformat, GLsizei width, GLsizei height, GLint border, GLenum format,
   GLenum type, const void *pixels),
  (target, level, internalformat, width, height, border, format, type, pixels))
FORWARD(GLES, void, glTexParameteri, (GLenum target, GLenum pname, GLint param), (target, pname, param))
FORWARD(
  GLES, void, glTexSubImage2D,
  (GLenum target, GLint level, GLint xoffset, GLint yoffset, GLsizei width, GLsizei height, GLenum format, GLenum
   type, const void *pixels),
  (target, level, xoffset, yoffset, width, height, format, type, pixels))
FORWARD(GLES, void, glUniform1i, (GLint location, GLint v0), (location, v0))
FORWARD(GLES, void, glUniform2f, (GLint location, GLfloat v0, GLfloat v1), (location, v0, v1))
FORWARD(
  GLES, void, glUniform4iv,
  (GLint location, GLsizei count, const GLint *value),
  (location, count, value))
FORWARD(GLES, GLboolean, glUnmapBuffer, (GLenum target), (target))
FORWARD(GLES, void, glUseProgram, (GLuint program), (program))
FORWARD(
  GLES, void, glVertexAttribPointer,
  (GLuint index, GLint size, GLenum type, GLboolean normalized, GLsizei stride, const void *pointer),
  (index, size, type, normalized, stride, pointer))
FORWARD(GLES, void, glViewport, (GLint x, GLint y, GLsizei width, GLsizei height), (x, y, width, height))

// GBM.
FORWARD(GBM, struct gbm_device *, gbm_create_device, (int fd), (fd))
FORWARD(GBM, void, gbm_device_destroy, (struct gbm_device *gbm), (gbm))
FORWARD(GBM, const char *, gbm_device_get_backend_name, (struct gbm_device *gbm), (gbm))
