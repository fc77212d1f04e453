// What a program gets from OpenGL ES that draws the benchmark's scenes by hand: as many rectangles, sprites and cards
// of the same sizes, batched by whoever wrote this, without layers, animation or clipping. A frame is a clear, the
// draws, and reading the pixels. It is no renderer: places are pseudo-random numbers. tools/bench
// --ceiling runs it beside Multiplane.
//
// Textures and programs are those that llvmpipe's linear rasteriser takes, where the scene allows it: BGRA, highp,
// plain triangles, no uniforms, the colour before texture coordinates (the other way round Mesa 22.3 reads them
// wrongly).
//
// usage: ceiling SCENE      rectangles, rectangles-antialiased, cards or sprites, of 1920x1080 pixels
// prints: the milliseconds of a frame, the median of 7 stretches of 0.3 s
// exit:   0 done; 64 usage; 69 no OpenGL ES; 70 internal
#define _GNU_SOURCE
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl3.h>
#include <GLES2/gl2ext.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { width = 1920, height = 1080, most_vertices = 60000, chunk = 680 * 6, pictures = 16, stretches = 7 };

typedef struct {
  float x, y;
  float r, g, b, a;
  float u, v;
  // From the rectangle's middle, in pixels, and half its size.
  float local_x, local_y, half_width, half_height;
} Vertex;

static Vertex vertices[most_vertices];
static int vertex_count;
static uint8_t *pixels;
static int frame;
static unsigned seed;
static GLuint solid, textured, tinted, antialiased, card, sprite_sheet, card_pictures[pictures];

static void fail(int status, const char *what) {
  fprintf(stderr, "ceiling: %s\n", what);
  exit(status);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

// Numbers that are the same in each frame.
static float any(float low, float high) {
  seed = seed * 1664525u + 1013904223u;
  return low + (high - low) * (float)(seed >> 8 & 0xffff) / 65536.f;
}

static float moving(float base, float amplitude, float phase) {
  return base + amplitude * sinf((float)frame * 0.21f + phase);
}

// Two triangles, from (u0, v0) to (u1, v1) of a texture.
static void quad(float x, float y, float w, float h, float u0, float v0, float u1, float v1, const float color[4]) {
  static const int corners[6][2] = {{0, 0}, {1, 0}, {0, 1}, {1, 0}, {1, 1}, {0, 1}};
  for (int i = 0; i < 6; i++) {
    int right = corners[i][0], down = corners[i][1];
    Vertex *to = &vertices[vertex_count++];
    to->x = (x + (float)right * w) / width * 2 - 1;
    to->y = (y + (float)down * h) / height * 2 - 1;
    memcpy(&to->r, color, 16);
    to->u = right ? u1 : u0;
    to->v = down ? v1 : v0;
    to->local_x = ((float)right - 0.5f) * w;
    to->local_y = ((float)down - 0.5f) * h;
    to->half_width = w / 2;
    to->half_height = h / 2;
  }
}

static void draw(GLuint program, int blends) {
  glUseProgram(program);
  glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(sizeof(Vertex) * (size_t)vertex_count), vertices, GL_STREAM_DRAW);
  if (blends) glEnable(GL_BLEND); else glDisable(GL_BLEND);
  for (int i = 0; i < vertex_count; i += chunk)
    glDrawArrays(GL_TRIANGLES, i, vertex_count - i < chunk ? vertex_count - i : chunk);
  vertex_count = 0;
}

// 1,000 opaque rectangles that move, on whole pixels or not.
static void rectangles_of(int aligned) {
  for (int i = 0; i < 1000; i++) {
    float w = roundf(any(8, 40)), h = roundf(any(8, 40));
    float x = moving(any(0, width), any(20, 120), (float)i), y = moving(any(0, height), any(20, 120), (float)i * 2);
    float color[4] = {any(0, 1), any(0, 1), any(0, 1), 1};
    // Antialiased ones reach a pixel further.
    if (aligned) quad(roundf(x), roundf(y), w, h, 0, 0, 1, 1, color);
    else quad(x - 1, y - 1, w + 2, h + 2, 0, 0, 1, 1, color);
  }
  draw(aligned ? solid : antialiased, !aligned);
}
static void rectangles(void) { rectangles_of(1); }
static void rectangles_antialiased(void) { rectangles_of(0); }

// 1,000 translucent sprites of 64x64 that turn.
static void sprites(void) {
  glBindTexture(GL_TEXTURE_2D, sprite_sheet);
  for (int i = 0; i < 1000; i++) {
    float x = moving(any(0, width), any(20, 80), (float)i), y = moving(any(0, height), any(20, 80), (float)i * 2);
    float angle = any(0, 6.28f) + (float)frame * 0.05f, alpha = moving(0.65f, 0.35f, (float)i);
    float color[4] = {alpha, alpha, alpha, alpha}, c = cosf(angle), s = sinf(angle);
    int first = vertex_count;
    quad(0, 0, 64, 64, (float)(i % 8) / 8, 0, (float)(i % 8 + 1) / 8, 1, color);
    for (Vertex *at = vertices + first; at < vertices + vertex_count; at++) {
      at->x = (x + at->local_x * c - at->local_y * s) / width * 2 - 1;
      at->y = (y + at->local_x * s + at->local_y * c) / height * 2 - 1;
    }
  }
  draw(tinted, 1);
}

// 200 cards of 180x120, rounded by 16, with a border of 2 and a picture, over each other: of each the inside, then the
// corners, then the border's straight parts.
static void cards(void) {
  static const float border[4] = {0.2f, 0.4f, 0.6f, 1}, white[4] = {1, 1, 1, 1};
  const float w = 180, h = 120, r = 16;
  for (int i = 0; i < 200; i++) {
    float x = roundf(moving(((float)(i % 20) + 0.5f) * width / 20 - 90, 40, (float)i));
    float y = roundf(moving((float)(i / 20 + 0.5) * height / 10 - 60, 30, (float)i * 2));
    glBindTexture(GL_TEXTURE_2D, card_pictures[i % pictures]);
    quad(x + r, y + 2, w - 2 * r, h - 4, r / w, 2 / h, 1 - r / w, 1 - 2 / h, white);
    quad(x + 2, y + r, r - 2, h - 2 * r, 2 / w, r / h, r / w, 1 - r / h, white);
    quad(x + w - r, y + r, r - 2, h - 2 * r, 1 - r / w, r / h, 1 - 2 / w, 1 - r / h, white);
    draw(textured, 0);
    for (int corner = 0; corner < 4; corner++) {
      float cx = corner & 1 ? w - r : 0, cy = corner & 2 ? h - r : 0;
      int first = vertex_count;
      quad(x + cx, y + cy, r, r, cx / w, cy / h, (cx + r) / w, (cy + r) / h, border);
      for (Vertex *at = vertices + first; at < vertices + vertex_count; at++) {
        at->local_x += cx + r / 2 - w / 2;
        at->local_y += cy + r / 2 - h / 2;
        at->half_width = w / 2;
        at->half_height = h / 2;
      }
    }
    draw(card, 1);
    quad(x + r, y, w - 2 * r, 2, 0, 0, 1, 1, border);
    quad(x + r, y + h - 2, w - 2 * r, 2, 0, 0, 1, 1, border);
    quad(x, y + r, 2, h - 2 * r, 0, 0, 1, 1, border);
    quad(x + w - 2, y + r, 2, h - 2 * r, 0, 0, 1, 1, border);
    draw(solid, 0);
  }
}

static void render(void (*scene)(void)) {
  seed = 1;
  glClearColor(1, 1, 1, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  scene();
  glReadPixels(0, 0, width, height, GL_BGRA_EXT, GL_UNSIGNED_BYTE, pixels);
  frame++;
}

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double milliseconds(void (*scene)(void)) {
  double times[stretches];
  for (int i = 0; i < 4; i++) render(scene);
  for (int i = 0; i < stretches; i++) {
    double start = now(), end;
    int count = 0;
    do {
      render(scene);
      count++;
      end = now();
    } while (end - start < 0.3);
    times[i] = (end - start) / count * 1e3;
  }
  qsort(times, stretches, sizeof *times, by_size);
  return times[stretches / 2];
}

static GLuint shader(GLenum kind, const char *body) {
  const char *parts[2] = {"#version 300 es\nprecision highp float;\nprecision highp sampler2D;\n", body};
  GLuint made = glCreateShader(kind);
  GLint ok = 0;
  char log[2000];
  glShaderSource(made, 2, parts, NULL);
  glCompileShader(made);
  glGetShaderiv(made, GL_COMPILE_STATUS, &ok);
  glGetShaderInfoLog(made, sizeof log, NULL, log);
  if (!ok) fail(70, log);
  return made;
}

static GLuint program(const char *outputs, const char *fragment) {
  char vertex[2000];
  snprintf(vertex, sizeof vertex,
      "layout(location = 0) in vec2 place; layout(location = 1) in vec4 color; layout(location = 2) in vec2 corner;\n"
      "layout(location = 3) in vec4 local;\n%s gl_Position = vec4(place, 0, 1); }", outputs);
  GLuint made = glCreateProgram();
  GLint ok = 0;
  glAttachShader(made, shader(GL_VERTEX_SHADER, vertex));
  glAttachShader(made, shader(GL_FRAGMENT_SHADER, fragment));
  glLinkProgram(made);
  glGetProgramiv(made, GL_LINK_STATUS, &ok);
  if (!ok) fail(70, "a program cannot be linked");
  return made;
}

static void make_programs(void) {
  solid = program(
      "out vec4 c; void main() { c = color;", "in vec4 c; out vec4 o; void main() { o = c; }");
  textured = program(
      "out vec2 uv; void main() { uv = corner;",
      "in vec2 uv; uniform sampler2D t; out vec4 o; void main() { o = texture(t, uv); }");
  tinted = program(
      "out vec4 c; out vec2 uv; void main() { c = color; uv = corner;",
      "in vec4 c; in vec2 uv; uniform sampler2D t; out vec4 o; void main() { o = texture(t, uv) * c; }");
  antialiased = program(
      "out vec4 c; out vec4 l; void main() { c = color; l = local;",
      "in vec4 c; in vec4 l; out vec4 o;\n"
      "void main() { vec2 q = clamp(l.zw - 0.5 - abs(l.xy), 0.0, 1.0); o = c * (q.x * q.y); }");
  card = program(
      "out vec4 c; out vec2 uv; out vec4 l; void main() { c = color; uv = corner; l = local;",
      "in vec4 c; in vec2 uv; in vec4 l; uniform sampler2D t; out vec4 o;\n"
      "void main() {\n"
      "  vec2 q = abs(l.xy) - l.zw + 16.0;\n"
      "  float d = length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - 16.0;\n"
      "  o = mix(c, texture(t, uv), clamp(-1.5 - d, 0.0, 1.0)) * clamp(0.5 - d, 0.0, 1.0);\n"
      "}");
}

// A picture of noise, opaque or premultiplied by random alpha.
static GLuint picture(int w, int h, int opaque, GLenum filter) {
  uint8_t *data = malloc((size_t)w * (size_t)h * 4);
  unsigned noise = 7;
  GLuint made;
  if (!data) fail(70, "out of memory");
  for (int i = 0; i < w * h; i++) {
    noise = noise * 1664525u + 1013904223u;
    unsigned alpha = opaque ? 255 : noise >> 24;
    for (int k = 0; k < 3; k++) data[i * 4 + k] = (uint8_t)((noise >> (8 + 4 * k) & 255) * alpha / 255);
    data[i * 4 + 3] = (uint8_t)alpha;
  }
  glGenTextures(1, &made);
  glBindTexture(GL_TEXTURE_2D, made);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_BGRA_EXT, w, h, 0, GL_BGRA_EXT, GL_UNSIGNED_BYTE, data);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, (GLint)filter);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, (GLint)filter);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  free(data);
  return made;
}

static void open_device(void) {
  PFNEGLGETPLATFORMDISPLAYPROC display_of = (PFNEGLGETPLATFORMDISPLAYPROC)eglGetProcAddress("eglGetPlatformDisplay");
  EGLDisplay display =
      display_of ? display_of(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL) : EGL_NO_DISPLAY;
  EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_NONE};
  if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_ES_API)) fail(69, "no EGL display");
  EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes);
  if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) fail(69, "no OpenGL ES 3");
}

static void prepare(void) {
  GLuint target = picture(width, height, 1, GL_NEAREST), framebuffer, array, buffer;
  size_t offsets[4] = {0, offsetof(Vertex, r), offsetof(Vertex, u), offsetof(Vertex, local_x)};
  int counts[4] = {2, 4, 2, 4};
  if (posix_memalign((void **)&pixels, 64, (size_t)width * height * 4)) fail(70, "out of memory");
  memset(pixels, 0, (size_t)width * height * 4);
  glGenFramebuffers(1, &framebuffer);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, target, 0);
  glViewport(0, 0, width, height);
  glGenVertexArrays(1, &array);
  glBindVertexArray(array);
  glGenBuffers(1, &buffer);
  glBindBuffer(GL_ARRAY_BUFFER, buffer);
  for (GLuint i = 0; i < 4; i++) {
    glEnableVertexAttribArray(i);
    glVertexAttribPointer(i, counts[i], GL_FLOAT, GL_FALSE, sizeof(Vertex), (void *)offsets[i]);
  }
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  make_programs();
  sprite_sheet = picture(512, 64, 0, GL_LINEAR);
  for (int i = 0; i < pictures; i++) card_pictures[i] = picture(256, 256, 1, GL_LINEAR);
}

int main(int count, char **arguments) {
  static const struct { const char *name; void (*draw)(void); } scenes[] = {
      {"rectangles", rectangles}, {"rectangles-antialiased", rectangles_antialiased}, {"cards", cards},
      {"sprites", sprites}};
  for (size_t i = 0; i < sizeof scenes / sizeof *scenes && count == 2; i++) {
    if (strcmp(arguments[1], scenes[i].name)) continue;
    open_device();
    prepare();
    printf("%.3f\n", milliseconds(scenes[i].draw));
    if (glGetError() != GL_NO_ERROR) fail(70, "OpenGL ES says that something is wrong");
    return 0;
  }
  fail(64, "usage: ceiling rectangles|rectangles-antialiased|cards|sprites");
}
