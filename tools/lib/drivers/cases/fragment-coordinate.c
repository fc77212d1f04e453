// gl_FragCoord.y counts from the first row of the target that is drawn to. softpipe and virgl (Mesa 22.3) count from
// the end of the target that was drawn to before, where the new one is cleared first and the program stays; virgl,
// where that one was read.
#include "context.h"

int main(void) {
  const int heights[] = {8, 12};
  open_context();
  use_program(
    "#version 300 es\n"
    "void main() {\n"
    "  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);\n"
    "  gl_Position = vec4(corner * 4.0 - 1.0, 0.0, 1.0);\n"
    "}\n",
    "#version 300 es\n"
    "precision highp float;\n"
    "out vec4 fColour;\n"
    "void main() { fColour = vec4(floor(gl_FragCoord.y) / 255.0); }\n");
  int wrong = 0;
  for (int at = 0; at < 2; ++at) {
    unsigned char rows[12][4];
    bind_new_target(1, heights[at]);
    glClear(GL_COLOR_BUFFER_BIT);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glReadPixels(0, 0, 1, heights[at], GL_RGBA, GL_UNSIGNED_BYTE, rows);
    printf("%2d rows:", heights[at]);
    for (int y = 0; y < heights[at]; ++y) {
      printf(" %d", rows[y][0]);
      if (rows[y][0] != y) wrong = 1;
    }
    printf("\n");
  }
  return wrong;
}
