import CoreGraphics

/// The key of the coverage of one rounded corner, or of the ring of a border there: a corner of 16 pixels takes a
/// microsecond here, and twenty in the fragment shader on llvmpipe. Lengths are in 256ths of a pixel; the corner points
/// to the minimum of both axes, and coordinates count from the patch's own minimum.
struct CornerPatch: Hashable {
  /// The positions of the outer edges.
  let edgeX: Int32
  let edgeY: Int32
  let radius: Int32
  /// The radius of the circle that a border ends at inside; 0 for none.
  let innerRadius: Int32
  /// In pixels.
  let width: UInt8
  let height: UInt8
  /// Whether the corner points to the other side: the patch is mirrored then.
  let isMirroredX: Bool
  let isMirroredY: Bool

  /// The longest side, in pixels.
  static let longest = 96.0
  /// The number of parts of a pixel in which lengths are counted: half of one is 0.5/255 of coverage.
  private static let steps = 256

  /// The patch of a corner in a box of whole pixels around it; nil if it is too large.
  init?(_ circle: CornerCircle, in box: Box) {
    guard box.width <= Self.longest, box.height <= Self.longest, circle.radius <= 4 * Self.longest else { return nil }
    let x = circle.pointsToMaxX ? box.maxX - circle.centerX : circle.centerX - box.minX
    let y = circle.pointsToMaxY ? box.maxY - circle.centerY : circle.centerY - box.minY
    func parts(_ length: Double) -> Int32 { Int32(clamping: Int(bounded: (length * Double(Self.steps)).rounded())) }
    (edgeX, edgeY) = (parts(x - circle.radius), parts(y - circle.radius))
    (radius, innerRadius) = (parts(circle.radius), parts(circle.innerRadius))
    (width, height) = (UInt8(box.width), UInt8(box.height))
    (isMirroredX, isMirroredY) = (circle.pointsToMaxX, circle.pointsToMaxY)
  }

  /// Writes the coverage, a byte a pixel, as `cornerCoverage` of Shaders/common/shape.glsl does, so that a corner is
  /// the same by either way.
  ///
  /// - Parameters:
  ///   - start: the patch's first pixel.
  ///   - stride: bytes from a row to the next one.
  func draw(into start: UnsafeMutablePointer<UInt8>, stride: Int) {
    let (width, height) = (Int(width), Int(height))
    func pixels(_ parts: Int32) -> Float { Float(parts) / Float(Self.steps) }
    let (centerX, centerY) = (pixels(edgeX + radius), pixels(edgeY + radius))
    let (outer, inner) = (pixels(radius) + 0.5, pixels(innerRadius) + 0.5)
    for y in 0..<height {
      let target = start + (isMirroredY ? height - 1 - y : y) * stride
      let up = max(centerY - (Float(y) + 0.5), 0)
      for x in 0..<width {
        let left = max(centerX - (Float(x) + 0.5), 0)
        let distance = (left * left + up * up).squareRoot()
        var covered = max(0, min(1, outer - distance))
        if innerRadius > 0 { covered -= max(0, min(1, inner - distance)) }
        target[isMirroredX ? width - 1 - x : x] = UInt8(covered * 255 + 0.5)
      }
    }
  }
}
