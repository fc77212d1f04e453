// Numbers, points, sizes and rectangles as four lanes. `AnimatableValue` is as large as its largest case, a transform,
// and copying it costs more than the interpolation of the small cases that nearly all animations have: these go this
// way.

import CoreGraphics
import Foundation

/// A number, point, size or rectangle, as its components.
struct ValueVector: Equatable, Sendable {
  private enum Shape { case number, point, size, rect }

  private var lanes: SIMD4<Double>
  private var shape: Shape

  /// Nil for values of other kinds.
  init?(_ value: AnimatableValue) {
    switch value {
    case .number(let number): (lanes, shape) = (SIMD4(number, 0, 0, 0), .number)
    case .point(let point): (lanes, shape) = (SIMD4(Double(point.x), Double(point.y), 0, 0), .point)
    case .size(let size): (lanes, shape) = (SIMD4(Double(size.width), Double(size.height), 0, 0), .size)
    case .rect(let rect):
      lanes = SIMD4(
        Double(rect.origin.x), Double(rect.origin.y), Double(rect.size.width), Double(rect.size.height))
      shape = .rect
    default: return nil
    }
  }

  /// The value that these are the components of.
  var value: AnimatableValue {
    switch shape {
    case .number: .number(lanes.x)
    case .point: .point(CGPoint(x: lanes.x, y: lanes.y))
    case .size: .size(CGSize(width: lanes.x, height: lanes.y))
    case .rect: .rect(CGRect(x: lanes.x, y: lanes.y, width: lanes.z, height: lanes.w))
    }
  }

  /// The components at `fraction` of the way to `other`; the ends are exact.
  func interpolated(to other: ValueVector, fraction: Double) -> ValueVector {
    if fraction == 1 { return other }
    var result = self
    result.lanes += fraction * (other.lanes - lanes)
    return result
  }

  /// The sum of the components.
  func adding(_ other: ValueVector) -> ValueVector {
    var result = self
    result.lanes += other.lanes
    return result
  }
}
