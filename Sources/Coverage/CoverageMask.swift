/// The part of each pixel that a path covers, in the box of the covered pixels.
package struct CoverageMask: Equatable, Sendable {
  /// The box of the mask's pixels.
  package var box: PixelBox
  /// A byte a pixel, 255 for a pixel that is wholly inside; rows from minimum y, `box.width` bytes each.
  package var bytes: [UInt8]

  package init(box: PixelBox, bytes: [UInt8]) {
    self.box = box
    self.bytes = bytes
  }

  /// The coverage of a pixel; 0 outside of the box.
  package subscript(x: Int, y: Int) -> UInt8 {
    guard x >= box.minX, x < box.maxX, y >= box.minY, y < box.maxY else { return 0 }
    return bytes[(y - box.minY) * box.width + x - box.minX]
  }
}
