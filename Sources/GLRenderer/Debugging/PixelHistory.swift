// What made a pixel: the draws of one target that touch it, in order, with the colour that each gives and the pixel
// after it. The list is drawn as always, but the target asked for draw by draw.
//
// Whether a draw touches a pixel, and with which colour, is found by drawing it without blending over two different
// colours: what it touches is then equal.

import CGLES
package import Compositor
import CoreGraphics

/// A pixel of a target.
package struct TargetPixel: Hashable, Sendable {
  package var target: Int32
  /// From the target's top left corner.
  package var x: Int
  package var y: Int

  package init(target: Int32, x: Int, y: Int) { (self.target, self.x, self.y) = (target, x, y) }
}

/// The draws that touch a pixel.
package struct PixelHistory: Equatable, Sendable {
  /// A draw that touches the pixel.
  package struct Step: Equatable, Sendable {
    /// Its number in the order of passes, batches and their draws.
    package var draw: Int
    /// Its pass, by place in the list.
    package var pass: Int
    package var program: ProgramKey
    package var blend: BlendState
    /// What the program gives for the pixel: premultiplied RGBA.
    package var color: SIMD4<UInt8>
    /// The pixel after the draw: premultiplied RGBA.
    package var after: SIMD4<UInt8>
    /// The pixels of other targets that the colour depends on.
    package var reads: [Read]
  }

  /// Pixels of a target that a draw reads: the smallest rectangle around them, its last column and row included.
  package struct Read: Equatable, Sendable {
    package var target: Int32
    package var minX: Int
    package var minY: Int
    package var maxX: Int
    package var maxY: Int
    /// The pixel in the middle.
    package var middle: TargetPixel { TargetPixel(target: target, x: (minX + maxX) / 2, y: (minY + maxY) / 2) }
  }

  package var pixel: TargetPixel
  /// The pixel before the first draw: premultiplied RGBA.
  package var before: SIMD4<UInt8>
  package var steps: [Step]
  /// The pixel at the end: premultiplied RGBA.
  package var after: SIMD4<UInt8> { steps.last?.after ?? before }
}

extension GLRenderer {
  /// The draws that touch a pixel, each drawn by itself.
  ///
  /// One by one, llvmpipe may draw them another way than together, and round differently by a 255th.
  ///
  /// - Parameters:
  ///   - images: the images that the list names by index.
  ///   - draws: only those of passes before this place in the list; nil for all.
  package func history(
    of pixel: TargetPixel, in list: DrawList, images: ImageTable, before end: Int? = nil
  ) throws(GLError) -> PixelHistory {
    try checkLimits(of: list)
    return try device.run { () throws(GLError) in
      defer {
        glDisable(GLenum(GL_SCISSOR_TEST))
        endFrame()
        state.kept.removeAll()
      }
      let list = list.withoutRetention.splittingBatches(of: pixel.target)
      try begin(list, images)
      var probe = try PixelProbe(self, list, images, pixel, before: end ?? list.passes.count)
      let history = try probe.run()
      try device.checkErrors(at: "following a pixel")
      return history
    }
  }
}

extension DrawList {
  /// The list with every surface drawn anew.
  package var withoutRetention: DrawList {
    var list = self
    for index in list.passes.indices { list.passes[index].retention = nil }
    return list
  }
}
