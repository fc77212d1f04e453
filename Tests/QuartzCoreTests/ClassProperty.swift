// The properties of a layer class as its tests list them: one row each, checked by key-value coding.

import QuartzCore
import Testing

/// A property by its key, with its default and another value; `.none` is nil.
struct ClassProperty: Sendable, CustomTestStringConvertible {
  let key: String
  let initial: AnimatableValue
  let other: AnimatableValue

  init(_ key: String, _ initial: AnimatableValue, _ other: AnimatableValue) {
    self.key = key
    self.initial = initial
    self.other = other
  }

  var testDescription: String { key }

  /// Reads the default, sets the other value and reads it back, then sets nil, which brings the default back but of a
  /// colour means none.
  func check(on layer: CALayer) {
    #expect(AnimatableValue(layer.value(forKey: key)) == initial)
    layer.setValue(other.boxed, forKey: key)
    #expect(AnimatableValue(layer.value(forKey: key)) == other)
    layer.setValue(nil, forKey: key)
    #expect(AnimatableValue(layer.value(forKey: key)) == (initial.kind == .color ? .none : initial))
  }
}

/// The animation that a change of a property begins in a tree that was committed.
func implicitAnimation(of layer: CALayer, forKey key: String, _ change: () -> Void) -> CAAnimation? {
  let (host, _) = LayerHost.recording(layer)
  defer { withExtendedLifetime(host) {} }
  change()
  return layer.animation(forKey: key)
}

extension CGColor {
  static let testBlack = CGColor(red: 0, green: 0, blue: 0, alpha: 1)
  static let testWhite = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
  static let testRed = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
  static let testBlue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
}
