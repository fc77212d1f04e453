// The fields of structured values, by the names that key paths use.

import Foundation

extension AnimatableValue {
  /// Whether the value has a field of that name.
  package func hasComponent(_ component: ValueComponent) -> Bool { self[component] != nil }

  /// Reads or writes a field. Nil when the value has no such field; writing then, or writing a value of the wrong kind,
  /// changes nothing.
  ///
  /// A transform's fields are those of its decomposition: reading takes the matrix apart, writing puts it together
  /// again with the other parts as they were. The angles are Euler angles, applied in the order x, y, z; `rotation` is
  /// the one about z, `scale` the mean of the three, and writing it sets all three; `scale.xy`, which Apple's documents
  /// do not name and libraries use, is the same of two; `translation` is along x and y, as a size.
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
