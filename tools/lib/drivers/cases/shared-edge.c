// A pixel on the edge that two triangles share belongs to one of them (OpenGL ES 3.0, 3.6.1). softpipe (Mesa 22.3)
// leaves pixel (152, 25) of this square out; it is one of 384,000 turned squares that were tried.
#include "context.h"

int main(void) {
  enum { SIDE = 256, X = 152, Y = 25 };
  // In pixels; two triangles of the corners 0 1 2 and 1 3 2.
  const float corners[4][2] = {
    {154.932785f, 22.6820068f}, {153.531281f, 27.4022903f}, {150.212494f, 21.2805023f}, {148.810989f, 26.0007858f}};
  const int order[6] = {0, 1, 2, 1, 3, 2};
  float vertices[6][2];
  for (int at = 0; at < 6; ++at) {
    for (int axis = 0; axis < 2; ++axis) vertices[at][axis] = corners[order[at]][axis] * 2 / SIDE - 1;
  }
  open_context();
  use_program(
    "#version 300 es\n"
    "layout(location = 0) in vec2 position;\n"
    "void main() { gl_Position = vec4(position, 0.0, 1.0); }\n",
    "#version 300 es\n"
    "precision highp float;\n"
    "out vec4 fColour;\n"
    "void main() { fColour = vec4(1.0); }\n");
  bind_new_target(SIDE, SIDE);
  glClear(GL_COLOR_BUFFER_BIT);
  glEnableVertexAttribArray(0);
  glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, vertices);
  glDrawArrays(GL_TRIANGLES, 0, 6);
  unsigned char pixel[4];
  glReadPixels(X, Y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
  printf("pixel (%d, %d): %s\n", X, Y, pixel[0] ? "drawn" : "not drawn");
  return pixel[0] == 0;
}
