// Scenes as the formats of layers write them: objects of Core Animation's classes with the values that differ from the
// classes' defaults.
//
// Tested by ConvertCommandTests.

package import CoreGraphics
package import QuartzCore

/// A layer, an animation, a filter or a kind of particle, as a format writes it.
package struct WrittenObject {
  package indirect enum Value {
    case value(AnimatableValue, PropertyKind)
    /// The values of keyframes.
    case values([AnimatableValue], PropertyKind)
    case timing(CAMediaTimingFunction)
    case timings([CAMediaTimingFunction])
    case object(WrittenObject)
    case objects([WrittenObject])
    case film(SceneClip)
  }

  package let className: String
  /// The members by Core Animation's keys, in the order in which they are written.
  package var members: [(key: String, value: Value)] = []

  package init(_ className: String) { self.className = className }

  package subscript(key: String) -> Value? { members.first { $0.key == key }?.value }

  package mutating func add(_ key: String, _ value: Value) { members.append((key, value)) }

  package mutating func remove(_ keys: Set<String>) { members.removeAll { keys.contains($0.key) } }

  /// The value of a Boolean member; false without it.
  package func isTrue(_ key: String) -> Bool {
    if case .value(.number(let number), _)? = self[key] { return number != 0 }
    return false
  }

  package var sublayers: [WrittenObject] {
    if case .objects(let objects)? = self["sublayers"] { return objects }
    return []
  }
}

/// A scene as a format writes it.
package struct WrittenScene {
  package var root: WrittenObject
  /// Whether y points up inside of the root.
  package var isFlipped: Bool
  package let size: CGSize
  /// The scene's duration in seconds, if its animations do not give it; nil otherwise.
  package let duration: Double?
  /// The states whose values are all of layers with unique names.
  package let states: [DocumentState]
  /// The names of layers of states.
  package let names: [ObjectIdentifier: String]
}

extension PathData {
  /// Returns SVG's path data of a path, which reads back as the same path.
  package static func text(of path: CGPath) -> String {
    var words: [String] = []
    path.applyWithBlock { element in
      let (letter, count) =
        switch element.pointee.type {
        case .moveToPoint: ("M", 1)
        case .addLineToPoint: ("L", 1)
        case .addQuadCurveToPoint: ("Q", 2)
        case .addCurveToPoint: ("C", 3)
        default: ("Z", 0)
        }
      let points = (0..<count).map { element.pointee.points[$0] }
      words.append(letter + points.map { "\(Double($0.x).shortText) \(Double($0.y).shortText)" }.joined(separator: " "))
    }
    return words.joined(separator: " ")
  }
}

extension CAMediaTimingFunction {
  /// The name of the function, if it has one; otherwise its control points.
  package var written: (name: String?, points: [Double]) {
    var points: [Double] = []
    for index in 1...2 {
      var point: [Float] = [0, 0]
      getControlPoint(at: index, values: &point)
      points += point.map { Double("\($0)") ?? Double($0) }
    }
    let name = AnimationSchema.timings.first { self == CAMediaTimingFunction(name: .init(rawValue: $0)) }
    return (name, points)
  }
}

extension AnimatableValue {
  /// The elements of a list, or of several numbers.
  package var elements: [AnimatableValue] {
    switch self {
    case .list(let values): values
    case .numbers(let numbers): numbers.map(AnimatableValue.number)
    default: []
    }
  }
}

extension CGColor {
  /// Red, green, blue and alpha in sRGB, beyond 0 to 1 for colours beyond it.
  package var writtenComponents: [Double] {
    if let parts = components, parts.count == 4, colorSpace?.name == CGColorSpace.sRGB || colorSpace?.name == nil {
      return parts.map { Double($0) }
    }
    return (0..<4).map { Double("\(extendedRGBA[$0])") ?? Double(extendedRGBA[$0]) }
  }
}

extension CATransform3D {
  /// The numbers from m11 to m44.
  package var numbers: [Double] {
    [m11, m12, m13, m14, m21, m22, m23, m24, m31, m32, m33, m34, m41, m42, m43, m44].map { Double($0) }
  }

  /// The numbers from a to ty, if the transform is affine; nil for others.
  package var affineNumbers: [Double]? {
    let affine = CATransform3DMakeAffineTransform(CATransform3DGetAffineTransform(self))
    guard affine.numbers == numbers else { return nil }
    return [m11, m12, m21, m22, m41, m42].map { Double($0) }
  }
}
