import CoreGraphics
import Foundation

extension AnimatableValue {
  package func hasComponent(_ component: ValueComponent) -> Bool { self[component] != nil }

  /// Reads or writes a field by the name that key paths use; nil if the value has no such field. Writing then, or a
  /// value of the wrong kind, changes nothing.
  ///
  /// A transform's fields are those of its decomposition: reading decomposes the matrix, writing composes it again with
  /// the other parts unchanged. The angles are Euler angles, applied in the order x, y, z; `rotation` is the one about
  /// z, `scale` the mean of the three, and writing it sets all three; `scale.xy`, which Apple's documents do not name
  /// but libraries use, is the same for two; `translation` is along x and y, as a size.
  package subscript(component: ValueComponent) -> AnimatableValue? {
    get {
      switch self {
      case .point(let point): point.component(component)
      case .size(let size): size.component(component)
      case .rect(let rect): rect.component(component)
      case .transform(let transform): transform.component(component)
      default: nil
      }
    }
    set {
      guard let newValue else { return }
      switch self {
      case .point(var point):
        guard let number = newValue.number else { return }
        switch component {
        case .x: point.x = number
        case .y: point.y = number
        default: return
        }
        self = .point(point)
      case .size(var size):
        guard let number = newValue.number else { return }
        switch component {
        case .width: size.width = number
        case .height: size.height = number
        default: return
        }
        self = .size(size)
      case .rect(var rect):
        rect.setComponent(component, to: newValue)
        self = .rect(rect)
      case .transform(var transform):
        transform.setComponent(component, to: newValue)
        self = .transform(transform)
      default: return
      }
    }
  }
}

extension CGPoint {
  fileprivate func component(_ component: ValueComponent) -> AnimatableValue? {
    switch component {
    case .x: .number(Double(x))
    case .y: .number(Double(y))
    default: nil
    }
  }
}

extension CGSize {
  fileprivate func component(_ component: ValueComponent) -> AnimatableValue? {
    switch component {
    case .width: .number(Double(width))
    case .height: .number(Double(height))
    default: nil
    }
  }
}

extension CGRect {
  fileprivate func component(_ component: ValueComponent) -> AnimatableValue? {
    switch component {
    case .origin: .point(origin)
    case .size: .size(size)
    case .originX: .number(Double(origin.x))
    case .originY: .number(Double(origin.y))
    case .sizeWidth: .number(Double(size.width))
    case .sizeHeight: .number(Double(size.height))
    default: nil
    }
  }

  fileprivate mutating func setComponent(_ component: ValueComponent, to value: AnimatableValue) {
    switch component {
    case .origin: if let point = value.point { origin = point }
    case .size: if let newSize = value.size { size = newSize }
    case .originX: if let number = value.number { origin.x = number }
    case .originY: if let number = value.number { origin.y = number }
    case .sizeWidth: if let number = value.number { size.width = number }
    case .sizeHeight: if let number = value.number { size.height = number }
    default: break
    }
  }
}

/// A field of a structured property, as the end of a key path: `position.x`, `transform.rotation.z`.
package enum ValueComponent: String, CaseIterable, Sendable {
  case x, y, width, height, origin, size, rotation, scale, translation
  case originX = "origin.x"
  case originY = "origin.y"
  case sizeWidth = "size.width"
  case sizeHeight = "size.height"
  case rotationX = "rotation.x"
  case rotationY = "rotation.y"
  case rotationZ = "rotation.z"
  case scaleX = "scale.x"
  case scaleXY = "scale.xy"
  case scaleY = "scale.y"
  case scaleZ = "scale.z"
  case translationX = "translation.x"
  case translationY = "translation.y"
  case translationZ = "translation.z"
}

/// The components of a number, point, size or rectangle, in four lanes. `AnimatableValue` is as large as its largest
/// case, a transform, and copying it costs more than the interpolation of the small cases of nearly all animations.
struct ValueVector: Equatable, Sendable {
  private enum Shape { case number, point, size, rect }

  private var lanes: SIMD4<Double>
  private var shape: Shape

  /// Returns nil for values of other kinds.
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

  var value: AnimatableValue {
    switch shape {
    case .number: .number(lanes.x)
    case .point: .point(CGPoint(x: lanes.x, y: lanes.y))
    case .size: .size(CGSize(width: lanes.x, height: lanes.y))
    case .rect: .rect(CGRect(x: lanes.x, y: lanes.y, width: lanes.z, height: lanes.w))
    }
  }

  /// Returns the components at `fraction` of the way to `other`; the ends are exact.
  func interpolated(to other: ValueVector, fraction: Double) -> ValueVector {
    if fraction == 1 { return other }
    var result = self
    result.lanes += fraction * (other.lanes - lanes)
    return result
  }

  func adding(_ other: ValueVector) -> ValueVector {
    var result = self
    result.lanes += other.lanes
    return result
  }
}

// The fields of a transform, `rotation.z`, `scale.x`, `translation` and so on, are parts of its decomposition.
extension CATransform3D {
  /// Returns the field; nil if transforms lack it.
  func component(_ component: ValueComponent) -> AnimatableValue? {
    switch component {
    case .translation: .size(CGSize(width: m41, height: m42))
    case .translationX: .number(Double(m41))
    case .translationY: .number(Double(m42))
    case .translationZ: .number(Double(m43))
    case .scale: .number(scale.sum() / 3)
    case .scaleX: .number(scale.x)
    case .scaleXY: .number((scale.x + scale.y) / 2)
    case .scaleY: .number(scale.y)
    case .scaleZ: .number(scale.z)
    case .rotationX: .number(TransformDecomposition(self).rotation.angles.x)
    case .rotationY: .number(TransformDecomposition(self).rotation.angles.y)
    case .rotation, .rotationZ: .number(TransformDecomposition(self).rotation.angles.z)
    case .x, .y, .width, .height, .origin, .originX, .originY, .size, .sizeWidth, .sizeHeight: nil
    }
  }

  private var scale: SIMD3<Double> { TransformDecomposition(self).scale }

  /// Writes a field; a value of the wrong kind changes nothing.
  mutating func setComponent(_ component: ValueComponent, to value: AnimatableValue) {
    if component == .translation {
      guard let offset = value.size ?? value.point.map({ CGSize(width: $0.x, height: $0.y) }) else { return }
      change { $0.translation = SIMD3(Double(offset.width), Double(offset.height), $0.translation.z) }
      return
    }
    guard let number = value.number else { return }
    switch component {
    case .translationX: change { $0.translation.x = number }
    case .translationY: change { $0.translation.y = number }
    case .translationZ: change { $0.translation.z = number }
    case .scale: change { $0.scale = SIMD3(repeating: number) }
    case .scaleX: change { $0.scale.x = number }
    case .scaleXY: change { ($0.scale.x, $0.scale.y) = (number, number) }
    case .scaleY: change { $0.scale.y = number }
    case .scaleZ: change { $0.scale.z = number }
    case .rotationX: changeAngles { $0.x = number }
    case .rotationY: changeAngles { $0.y = number }
    case .rotation, .rotationZ: changeAngles { $0.z = number }
    default: break
    }
  }

  private mutating func change(_ body: (inout TransformDecomposition) -> Void) {
    var parts = TransformDecomposition(self)
    body(&parts)
    self = parts.composed
  }

  private mutating func changeAngles(_ body: (inout SIMD3<Double>) -> Void) {
    change { parts in
      var angles = parts.rotation.angles
      body(&angles)
      parts.rotation = RotationMatrix(angles: angles)
    }
  }
}
