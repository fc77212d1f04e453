// The plane of a layer in space.

import CoreGraphics
import QuartzCore

extension CATransform3D {
  /// Whether the plane z = 0 is tilted: depth differs from place to place in it.
  var tiltsPlane: Bool {
    let slope = max(abs(m13), abs(m23))
    let reach = max(abs(m11), abs(m12), abs(m21), abs(m22))
    // A half turn by a sine that is not quite 0 does not tilt.
    if slope > 1e-9 * reach { return true }
    return m43 != 0 && max(abs(m14), abs(m24)) > 1e-12
  }

  /// The depth of the plane z = 0 if it is not tilted.
  var planeDepth: Double { Self.depth(Double(m43), Double(m44)) }

  /// Returns the depth of the point of the plane z = 0 at an anchor point of a box, in steps of a millionth, against
  /// rounding errors: the point about which a layer turns does not move.
  func depth(at anchorPoint: CGPoint, in box: Box) -> Double {
    let x = box.minX + Double(anchorPoint.x) * box.width
    let y = box.minY + Double(anchorPoint.y) * box.height
    let depth = Self.depth(
      x * Double(m13) + y * Double(m23) + Double(m43), x * Double(m14) + y * Double(m24) + Double(m44))
    return abs(depth) < 1e6 ? (depth * 1e6).rounded() / 1e6 : depth
  }

  private static func depth(_ z: Double, _ w: Double) -> Double {
    let depth = w == 1 || !(w > 0) ? z : z / w
    return depth.isNaN ? 0 : depth
  }

  /// Whether planes parallel to z = 0 are tilted, or change their order.
  var tiltsSpace: Bool {
    tiltsPlane || max(abs(m31), abs(m32)) > 1e-9 * max(abs(m33), 1e-9) || max(abs(m14), abs(m24)) > 1e-12 || m33 < 0
  }
}
