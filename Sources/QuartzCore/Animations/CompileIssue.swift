// Why an animation, or a part of one, has no effect. Such an animation is not an error of the frame: the rest of the
// scene goes on, and the commit reports the reason once.

/// The reason why an animation could not be compiled.
package enum CompileIssue: Error, Hashable, Sendable, CustomStringConvertible {
  /// A property animation without a key path.
  case missingKeyPath
  /// The key path names no property that layers animate.
  case unknownKeyPath(String)
  /// A value of an unexpected type; `expected` is the kind that the property, or the value function, takes.
  case valueKind(keyPath: String, value: String, expected: ValueKind)
  /// A value, or a path, with an infinite number or a NaN.
  case notFinite(keyPath: String)
  /// A keyframe animation with neither values nor path.
  case noValues(keyPath: String)
  /// A keyframe animation with one value, or one key time.
  case singleValue(keyPath: String)
  /// A path for a property that is no point.
  case pathNeedsPoint(keyPath: String)
  /// A value function for a property that is no transform.
  case valueFunctionNeedsTransform(keyPath: String)
  /// A spring whose stiffness has no ratio to its mass.
  case invalidSpring(keyPath: String)
  /// A transition by a filter that has none of the forms that can be drawn.
  case transitionFilter(String)
  /// Groups within groups, more than the given number deep.
  case groupsTooDeep(Int)
  /// An animation of a class that is abstract or unknown here.
  case unsupportedClass(String)

  /// The problem, its place, and the expectation.
  package var description: String {
    switch self {
    case .missingKeyPath: "animation without a key path; expected the name of a layer's property"
    case .unknownKeyPath(let path): "animation of \"\(path)\": no such animatable property"
    case .valueKind(let path, let value, let expected):
      "animation of \"\(path)\": \(value) is not of the expected kind, \(expected)"
    case .notFinite(let path): "animation of \"\(path)\": its values must be finite numbers"
    case .noValues(let path): "keyframe animation of \"\(path)\" without values; expected values or a path"
    case .singleValue(let path): "keyframe animation of \"\(path)\" with one keyframe; expected two at least"
    case .pathNeedsPoint(let path): "keyframe animation of \"\(path)\" along a path; only points follow paths"
    case .valueFunctionNeedsTransform(let path):
      "animation of \"\(path)\" with a value function; only transforms take one"
    case .invalidSpring(let path):
      "spring animation of \"\(path)\": its stiffness and mass are too far apart, or too large, to be computed with"
    case .transitionFilter(let name): "transition by \(name), which cannot be drawn; shown as a fade"
    case .groupsTooDeep(let depth): "animation groups are more than \(depth) deep; what lies deeper is left out"
    case .unsupportedClass(let name): "animation of class \(name); expected a concrete class of Core Animation"
    }
  }
}
