// What the machine's OpenGL ES can do at most: one JSON line for each kind of work on a whole frame. Each is done again
// and again, waited for, for a time; the time of one is the median of several samples. Textures and programs are those
// that llvmpipe's linear rasteriser takes (BGRA, highp, plain triangles, no uniforms); nothing else there is faster.
//
// usage: limits WIDTH HEIGHT SECONDS      (SECONDS for each kind of work)
#define _GNU_SOURCE
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl3.h>
#include <GLES2/gl2ext.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

// A frame has several layers: the first one's cost of bringing its pixels to the processor is not each one's. Of opaque
// ones the driver draws only the last.
enum { samples = 5, layers = 8 };

static int width, height;
static size_t bytes;
static uint8_t *memory, *other;
static GLuint solid, image, faded;

static void fail(const char *what) {
  fprintf(stderr, "limits: %s\n", what);
  exit(70);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

static double processor(void) {
  struct rusage u;
  getrusage(RUSAGE_SELF, &u);
  return u.ru_utime.tv_sec + u.ru_stime.tv_sec + (u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e-6;
}

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// `parts`: how many times the work is done in one call.
static void measure(const char *name, void (*work)(void), int parts, double seconds) {
  double wall[samples], cpu[samples];
  work();
  work();
  for (int i = 0; i < samples; i++) {
    double start = now(), used = processor(), end;
    int count = 0;
    do {
      work();
      count += parts;
      end = now();
    } while (end - start < seconds / samples);
    wall[i] = (end - start) / count * 1000;
    cpu[i] = (processor() - used) / count * 1000;
  }
  qsort(wall, samples, sizeof *wall, by_size);
  qsort(cpu, samples, sizeof *cpu, by_size);
  printf("{\"name\": \"%s\", \"milliseconds\": %.4f, \"cpu\": %.4f}\n", name, wall[samples / 2], cpu[samples / 2]);
  fflush(stdout);
}

static GLuint shader(GLenum kind, const char *source) {
  GLuint made = glCreateShader(kind);
  GLint good;
  glShaderSource(made, 1, &source, NULL);
  glCompileShader(made);
  glGetShaderiv(made, GL_COMPILE_STATUS, &good);
  if (!good) fail("a shader does not compile");
  return made;
}

static GLuint program(const char *fragment) {
  const char *vertex =
      "#version 300 es\n"
      "precision highp float;\n"
      "layout(location = 0) in vec2 point;\n"
      "layout(location = 1) in vec2 place;\n"
      "layout(location = 2) in vec4 color;\n"
      "out vec4 tint;\n"
      "out vec2 at;\n"
      "void main() {\n"
      "  tint = color;\n"
      "  at = place;\n"
      "  gl_Position = vec4(point, 0.0, 1.0);\n"
      "}\n";
  GLuint made = glCreateProgram();
  GLint good;
  glAttachShader(made, shader(GL_VERTEX_SHADER, vertex));
  glAttachShader(made, shader(GL_FRAGMENT_SHADER, fragment));
  glLinkProgram(made);
  glGetProgramiv(made, GL_LINK_STATUS, &good);
  if (!good) fail("a program does not link");
  return made;
}

static GLuint new_texture(const void *pixels) {
  GLuint made;
  glGenTextures(1, &made);
  glBindTexture(GL_TEXTURE_2D, made);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  // After the filters, else Mesa makes room for mipmaps.
  glTexImage2D(GL_TEXTURE_2D, 0, GL_BGRA_EXT, width, height, 0, GL_BGRA_EXT, GL_UNSIGNED_BYTE, pixels);
  return made;
}

static void blend(int on) {
  if (on) {
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  } else {
    glDisable(GL_BLEND);
  }
}

// The corners of the frame's two triangles, about the middle, turned; every corner has the colour.
static void quad(float shade, float opacity, float cosine, float sine) {
  static const float corners[6][2] = {{0, 0}, {1, 0}, {0, 1}, {1, 0}, {1, 1}, {0, 1}};
  float vertices[6][8];
  for (int i = 0; i < 6; i++) {
    float x = corners[i][0] * 2 - 1, y = corners[i][1] * 2 - 1, light = shade * opacity;
    float vertex[8] = {x * cosine - y * sine, x * sine + y * cosine, corners[i][0], corners[i][1],
                       light,                 light,                 light,         opacity};
    memcpy(vertices[i], vertex, sizeof vertex);
  }
  glBufferData(GL_ARRAY_BUFFER, sizeof vertices, vertices, GL_STREAM_DRAW);
  glClear(GL_COLOR_BUFFER_BIT);
  for (int i = 0; i < (opacity < 1 ? layers : 1); i++) glDrawArrays(GL_TRIANGLES, 0, 6);
  glFinish();
}

static void fill(float opacity) {
  blend(opacity < 1);
  glUseProgram(solid);
  quad(0.5f, opacity, 1, 0);
}

static void draw_image(float opacity, float cosine, float sine) {
  blend(opacity < 1);
  glUseProgram(opacity < 1 ? faded : image);
  quad(1, opacity, cosine, sine);
}

static void clear_frame(void) {
  static float shade;
  // Another colour each time, so that none is left out.
  shade = shade > 0.5f ? 0 : shade + 0.01f;
  glClearColor(shade, 0.25f, 0.5f, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  glFinish();
}

static void opaque_fill(void) { fill(1); }
static void blended_fill(void) { fill(0.5f); }
static void opaque_image(void) { draw_image(1, 1, 0); }
static void blended_image(void) { draw_image(0.5f, 1, 0); }
// About as much of the frame as the picture has: turned by 4 degrees.
static void turned_image(void) { draw_image(1, 0.9976f, 0.0698f); }
static void readback(void) { glReadPixels(0, 0, width, height, GL_BGRA_EXT, GL_UNSIGNED_BYTE, memory); }

static void upload(void) {
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width, height, GL_BGRA_EXT, GL_UNSIGNED_BYTE, memory);
  glFinish();
}

static void copy(void) {
  memcpy(other, memory, bytes);
  __asm__ volatile("" : : "r"(other) : "memory");
}

static void open_context(void) {
  PFNEGLGETPLATFORMDISPLAYEXTPROC platform_display =
      (PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
  if (!platform_display) fail("EGL has no platform displays");
  EGLDisplay display = platform_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
  if (!eglInitialize(display, NULL, NULL)) fail("no EGL display");
  eglBindAPI(EGL_OPENGL_ES_API);
  EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_NONE};
  EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes);
  if (context == EGL_NO_CONTEXT || !eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
    fail("no OpenGL ES 3 context");
}

static void prepare(void) {
  uint32_t seed = 1;
  bytes = (size_t)width * height * 4;
  memory = malloc(bytes);
  other = malloc(bytes);
  if (!memory || !other) fail("out of memory");
  for (size_t i = 0; i < bytes; i++) {
    seed = seed * 1664525u + 1013904223u;
    memory[i] = i % 4 == 3 ? 255 : seed >> 24;
  }
  memset(other, 1, bytes);
  GLuint target = new_texture(NULL), framebuffer, corners;
  glGenFramebuffers(1, &framebuffer);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, target, 0);
  glViewport(0, 0, width, height);
  glDisable(GL_DITHER);
  new_texture(memory);
  solid = program(
      "#version 300 es\nprecision highp float;\nin vec4 tint;\nout vec4 result;\n"
      "void main() { result = tint; }\n");
  image = program(
      "#version 300 es\nprecision highp float;\nprecision highp sampler2D;\nin vec2 at;\n"
      "uniform sampler2D image;\nout vec4 result;\nvoid main() { result = texture(image, at); }\n");
  faded = program(
      "#version 300 es\nprecision highp float;\nprecision highp sampler2D;\nin vec4 tint;\nin vec2 at;\n"
      "uniform sampler2D image;\nout vec4 result;\nvoid main() { result = texture(image, at) * tint; }\n");
  glGenBuffers(1, &corners);
  glBindBuffer(GL_ARRAY_BUFFER, corners);
  for (GLuint i = 0; i < 3; i++) {
    static const struct { GLint count; size_t start; } parts[3] = {{2, 0}, {2, 8}, {4, 16}};
    glVertexAttribPointer(i, parts[i].count, GL_FLOAT, GL_FALSE, 32, (const void *)parts[i].start);
    glEnableVertexAttribArray(i);
  }
  // The first scene of a context never takes llvmpipe's fast way.
  fill(1);
}

int main(int count, char **arguments) {
  if (count != 4) {
    fprintf(stderr, "usage: limits WIDTH HEIGHT SECONDS\n");
    return 64;
  }
  width = atoi(arguments[1]);
  height = atoi(arguments[2]);
  double seconds = atof(arguments[3]);
  open_context();
  prepare();
  printf("{\"name\": \"device\", \"renderer\": \"%s\", \"version\": \"%s\"}\n", (const char *)glGetString(GL_RENDERER),
         (const char *)glGetString(GL_VERSION));
  measure("clear", clear_frame, 1, seconds);
  measure("opaque fill", opaque_fill, 1, seconds);
  measure("blended fill", blended_fill, layers, seconds);
  measure("opaque image", opaque_image, 1, seconds);
  measure("blended image", blended_image, layers, seconds);
  measure("turned image", turned_image, 1, seconds);
  measure("readback", readback, 1, seconds);
  measure("upload", upload, 1, seconds);
  measure("copy in memory", copy, 1, seconds);
  if (glGetError()) fail("an OpenGL ES error");
  return 0;
}
