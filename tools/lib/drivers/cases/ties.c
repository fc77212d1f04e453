// A component between two bytes becomes the nearer one, and in the very middle either (OpenGL ES 3.0, 2.1.6 and 4.1.7
// leave it open). llvmpipe rounds the middle up, NVIDIA's driver 580 on an H200 rounds it down.
#include "context.h"

int main(void) {
  open_context();
  bind_new_target(1, 1);
  glClearColor(0.5f, 0.5f, 0.5f, 0.5f);
  glClear(GL_COLOR_BUFFER_BIT);
  unsigned char pixel[4];
  glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
  printf("0.5 is %d of 255\n", pixel[0]);
  return pixel[0] != 128;
}
