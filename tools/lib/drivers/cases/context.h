// What the cases share: a context of OpenGL ES 3 without a surface, programs and targets.
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl3.h>
#include <stdio.h>
#include <stdlib.h>

/// What a case ends with where it could not be tried.
enum { CASE_NOT_TRIED = 2 };

static void must(int holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "not tried: %s\n", what);
  exit(CASE_NOT_TRIED);
}

__attribute__((unused)) static void open_context(void) {
  EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
  must(eglInitialize(display, NULL, NULL), "eglInitialize");
  must(eglBindAPI(EGL_OPENGL_ES_API), "eglBindAPI");
  const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_NONE};
  EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, version);
  must(context != EGL_NO_CONTEXT, "eglCreateContext");
  must(eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context), "eglMakeCurrent");
}

static GLuint shader(GLenum kind, const char *source) {
  GLuint shader = glCreateShader(kind);
  glShaderSource(shader, 1, &source, NULL);
  glCompileShader(shader);
  GLint compiled;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
  must(compiled, source);
  return shader;
}

__attribute__((unused)) static void use_program(const char *vertex, const char *fragment) {
  GLuint program = glCreateProgram();
  glAttachShader(program, shader(GL_VERTEX_SHADER, vertex));
  glAttachShader(program, shader(GL_FRAGMENT_SHADER, fragment));
  glLinkProgram(program);
  glUseProgram(program);
}

/// Makes a target of RGBA bytes and binds it.
__attribute__((unused)) static GLuint bind_new_target(int width, int height) {
  GLuint texture, target;
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
  glGenFramebuffers(1, &target);
  glBindFramebuffer(GL_FRAMEBUFFER, target);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
  must(glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE, "a target");
  glViewport(0, 0, width, height);
  return target;
}
