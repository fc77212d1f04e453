// What kind of value a property takes. Animation values come as `Any?`; they are brought into the property's kind once,
// when an animation is compiled, so that a frame interpolates without looking at types again.

/// The kinds of ``AnimatableValue``.
package enum ValueKind: String, Sendable {
  case number, point, size, rect, transform, color, image, path, numbers, list, string, none
}

extension AnimatableValue {
  /// The kind of the value: the name of its case.
  package var kind: ValueKind {
    switch self {
    case .number: .number
    case .point: .point
    case .size: .size
    case .rect: .rect
    case .transform: .transform
    case .color: .color
    case .image: .image
    case .path: .path
    case .numbers: .numbers
    case .list: .list
    case .string: .string
    case .none: .none
    }
  }

  /// The value as one of `kind`: arrays of numbers become points, sizes and rectangles, points and sizes each other;
  /// nil where colours, images and paths are expected stays nil. The result is nil when the value is of another kind.
  package func coerced(to kind: ValueKind) -> AnimatableValue? {
    if self.kind == kind { return self }
    switch kind {
    case .number:
      if case .numbers(let n) = self, n.count == 1 { return .number(n[0]) }
      return nil
    case .point:
      if case .size(let size) = self { return .point(CGPoint(x: size.width, y: size.height)) }
      return point.map(AnimatableValue.point)
    case .size:
      if case .point(let point) = self { return .size(CGSize(width: point.x, height: point.y)) }
      return size.map(AnimatableValue.size)
    case .rect: return rect.map(AnimatableValue.rect)
    case .color, .image, .path: return self == .none ? self : nil
    case .transform, .numbers, .list, .string, .none: return nil
    }
  }
}
