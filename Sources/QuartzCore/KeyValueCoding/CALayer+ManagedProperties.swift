// Properties that subclasses add, with all that CALayer's own have: key-value coding, defaults, implicit and explicit
// animation, presentation. What Objective-C's @dynamic (and Swift's @NSManaged) is on Apple's systems; without that
// runtime, the accessors say it themselves:
//
//   class Gauge: CALayer {
//     var level: CGFloat {
//       get { managed() }
//       set { setManaged(newValue) }
//     }
//   }

import Foundation

extension CALayer {
  /// The value of a managed property: what was set, or else in ``CALayer/style``, or ``CALayer/defaultValue(forKey:)``,
  /// or zero of the type (of a rectangle the null rectangle, of a transform the identity).
  ///
  /// - Parameter key: the property's name; leave it to the default inside an accessor.
  public final func managed<Value: LayerPropertyValue>(_ key: String = #function) -> Value {
    if let value = managedValue(forKey: key), let typed = Value(layerPropertyValue: value) { return typed }
    guard let zero = Value(layerPropertyValue: nil) else {
      preconditionFailure(
        "\(Value.self) has no zero: \(Value.self)(layerPropertyValue: nil) is nil; see LayerPropertyValue")
    }
    return zero
  }

  /// Sets a managed property. An implicit animation begins as for CALayer's own properties, and the layer is redrawn
  /// where ``CALayer/needsDisplay(forKey:)`` says so.
  ///
  /// - Parameter key: the property's name; leave it to the default inside an accessor.
  public final func setManaged<Value: LayerPropertyValue>(_ value: Value, _ key: String = #function) {
    if let boxed = value.layerPropertyValue {
      setManagedValue(boxed, forKey: key)
    } else {
      clearManagedValue(forKey: key)
    }
  }

  /// The value of a key that is not a property of CALayer itself; nil where nothing is set and there is no default.
  final func managedValue(forKey key: String) -> Any? {
    if let value = values.managed[ManagedKey(key)] { return value.boxed }
    return extraValues[key] ?? fallbackValue(forKey: key)
  }

  /// Keeps a value under a key that is not a property of CALayer itself. What can be animated is kept with the
  /// rendering properties. Nil brings the default back, but of a colour means none.
  final func setManagedValue(_ value: Any?, forKey key: String) {
    if value == nil && fallbackValue(forKey: key) is CGColor { return clearManagedValue(forKey: key) }
    let managedKey = ManagedKey(key)
    if let value, let animatable = AnimatableValue(value), animatable != .none {
      let old = values.managed[managedKey]
      guard old != animatable || extraValues[key] != nil else { return }
      change(key) {
        extraValues[key] = nil
        values.managed[managedKey] = animatable
      }
    } else if value != nil || values.managed[managedKey] != nil || extraValues[key] != nil {
      change(key) {
        values.managed[managedKey] = nil
        extraValues[key] = value
      }
    }
  }
  /// Sets a key to "no value", which is a value of its own where there is a default.
  private func clearManagedValue(forKey key: String) {
    let managedKey = ManagedKey(key)
    let cleared = fallbackValue(forKey: key).map { _ in AnimatableValue.none }
    guard values.managed[managedKey] != cleared || extraValues[key] != nil else { return }
    change(key) {
      extraValues[key] = nil
      values.managed[managedKey] = cleared
    }
  }
}
