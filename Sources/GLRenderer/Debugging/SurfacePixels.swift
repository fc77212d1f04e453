// What a frame's surfaces hold once it is drawn.

import CGLES
package import Compositor
import CoreGraphics

extension GLRenderer {
  /// Draws a frame, and reads one of its targets back as premultiplied RGBA bytes, first row first; nil where the list
  /// does not draw to it.
  package func pixels(
    of target: Int32, in list: DrawList, images: ImageTable
  ) throws(GLError) -> (width: Int, height: Int, pixels: [UInt8])? {
    guard list.passes.contains(where: { $0.target == target }) else { return nil }
    try checkLimits(of: list)
    return try device.run { () throws(GLError) in
      defer {
        endFrame()
        state.kept.removeAll()
      }
      try encode(list.withoutRetention, images, keeping: target)
      let drawn = target == RenderPass.frameTarget ? state.frame : state.offscreen[Int(target)]
      guard let drawn else { return nil }
      let (width, height) = (drawn.texture.width, drawn.texture.height)
      var pixels = [UInt8](repeating: 0, count: width * height * 4)
      glBindFramebuffer(GLenum(GL_FRAMEBUFFER), drawn.framebuffer)
      glPixelStorei(GLenum(GL_PACK_ALIGNMENT), 4)
      glReadPixels(0, 0, GLsizei(width), GLsizei(height), layout.format, GLenum(GL_UNSIGNED_BYTE), &pixels)
      try device.checkErrors(at: "reading a surface")
      return (width, height, pixels)
    }
  }
}
