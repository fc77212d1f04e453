// A fault of drivers: if a target is cleared before anything is drawn to it, and the program stays, gl_FragCoord.y
// counts from the end of the target before. Mesa's softpipe has it, and virgl, by which guests of virtual machines draw
// (tools/lib/drivers/cases/fragment-coordinate.c shows it alone). A draw by another program before the clear avoids it.
//
// Tested by RenderInContextTests and RasterizerContractTests, by tools/drivers.

import COpenGL

enum ClearingFault {
  /// Whether the context has the fault, found by the program of rows' numbers and a vertex array without attributes. On
  /// the device's thread.
  static func isFound(_ device: GLDevice, _ program: Program, _ array: VertexArray) throws(GLError) -> Bool {
    glUseProgram(program.name)
    array.bind()
    glDisable(GLenum(GL_BLEND))
    glDisable(GLenum(GL_DITHER))
    var isFound = false
    for height in [8, 12] {
      // Making it binds it.
      let target = try Target(device, layout: .rgba, width: 1, height: height, isDeep: false)
      glViewport(0, 0, 1, GLsizei(height))
      glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
      glDrawArrays(GLenum(GL_TRIANGLES), 0, 3)
      var rows = [SIMD4<UInt8>](repeating: .zero, count: target.height)
      glReadPixels(0, 0, 1, GLsizei(height), GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE), &rows)
      isFound = isFound || rows != (0..<height).map { SIMD4(repeating: UInt8($0)) }
    }
    return isFound
  }
}
