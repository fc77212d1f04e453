// Properties that subclasses add, with key-value coding, defaults, animation and presentation like CALayer's own: the
// counterpart of Objective-C's @dynamic (and Swift's @NSManaged). Without that runtime the accessors are written out:
//
//   class Gauge: CALayer {
//     var level: CGFloat {
//       get { managed() }
//       set { setManaged(newValue) }
//     }
//     override class func needsDisplay(forKey key: String) -> Bool {
//       key == "level" || super.needsDisplay(forKey: key)
//     }
//   }
//
// A change of such a property begins an animation if an action says so: of the delegate, of `actions`, of an override
// of `action(forKey:)` or `defaultAction(forKey:)`.

import Foundation

extension CALayer {
  /// Returns the value of a managed property: the one that was set, or else from ``CALayer/style``, or
  /// ``CALayer/defaultValue(forKey:)``, or zero of the type (the null rectangle, the identity of transforms).
  ///
  /// - Parameter key: the property's name; leave it to the default inside an accessor.
  public final func managed<Value: LayerPropertyValue>(_ key: String = #function) -> Value {
    if let value = managedValue(forKey: key), let typed = Value(layerPropertyValue: value) { return typed }
    guard let zero = Value(layerPropertyValue: nil) else {
      trap("\(Value.self) has no zero: \(Value.self)(layerPropertyValue: nil) is nil; see LayerPropertyValue")
    }
    return zero
  }

  /// Sets a managed property. A change runs the action of ``CALayer/action(forKey:)``, and marks the layer for display
  /// if ``CALayer/needsDisplay(forKey:)`` says so.
  ///
  /// - Parameters:
  ///   - value: the new value.
  ///   - key: the property's name; leave it to the default inside an accessor.
  public final func setManaged<Value: LayerPropertyValue>(_ value: Value, _ key: String = #function) {
    if let boxed = value.layerPropertyValue {
      setManagedValue(boxed, forKey: key, as: Value.self)
    } else {
      clearManagedValue(forKey: key)
    }
  }

  /// Returns the value of a managed property of any other type: the one that was set, or else from ``CALayer/style``,
  /// or ``CALayer/defaultValue(forKey:)``, or nil. Traps for nil if the type is not optional. Such a property changes
  /// at once, without values in between.
  ///
  /// - Parameter key: the property's name; leave it to the default inside an accessor.
  public final func managed<Value>(_ key: String = #function) -> Value {
    let value = managedValue(forKey: key)
    if value != nil, let typed = value as? Value { return typed }
    guard let empty = Any?.none as? Value else {
      trap(
        "\(type(of: self)).\(key) was read as \(Value.self) and is \(value.map { "\(type(of: $0))" } ?? "not set"); "
          + "make it optional, or give it a value in defaultValue(forKey:)")
    }
    return empty
  }

  /// Sets a managed property of any other type; another object is a change.
  ///
  /// - Parameters:
  ///   - value: the new value.
  ///   - key: the property's name; leave it to the default inside an accessor.
  public final func setManaged<Value>(_ value: Value, _ key: String = #function) {
    let unwrapped = (value as? any AnyOptional).map(\.wrapped) ?? value
    if let unwrapped { setManagedValue(unwrapped, forKey: key) } else { clearManagedValue(forKey: key) }
  }

  final func setManagedObject(_ value: Any?, _ key: String = #function) {
    if let value { setManagedValue(value, forKey: key) } else { clearManagedValue(forKey: key) }
  }

  /// Returns the value of a key that is not a property of CALayer itself; nil if it has neither a value nor a default.
  final func managedValue(forKey key: String) -> Any? {
    if let value = values.managed[ManagedKey(key)] { return value.boxed }
    return extraValues[key] ?? fallbackValue(forKey: key)
  }

  /// Keeps a value under a key that is not a property of CALayer itself; animatable values are kept with the rendering
  /// properties. Nil restores the default, but a nil colour means none.
  ///
  /// - Parameter type: the property's type, whose zero it reads as if it has neither a value nor a default; nil: that
  ///   of the value's kind. (A closure instead would be compiled once for each type.)
  final func setManagedValue(_ value: Any?, forKey key: String, as type: (any LayerPropertyValue.Type)? = nil) {
    if value == nil && fallbackValue(forKey: key) is CGColor { return clearManagedValue(forKey: key) }
    let managedKey = ManagedKey(key)
    if let value, let animatable = AnimatableValue(exactly: value) {
      let stored = values.managed[managedKey]
      if stored == animatable && extraValues[key] == nil { return }
      if stored == nil && extraValues[key] == nil && animatable == defaultOf(key) ?? animatable.zero(of: type) {
        // The shown value is set: no change, but the value is the layer's own from now on.
        values.managed[managedKey] = animatable
        return
      }
      change(key) {
        extraValues[key] = nil
        values.managed[managedKey] = animatable
        updateFilters(forKey: key)
        updateText(forKey: key)
      }
    } else if value != nil || values.managed[managedKey] != nil || extraValues[key] != nil {
      if let value, isSame(value, extraValues[key]) { return }
      change(key) {
        values.managed[managedKey] = nil
        extraValues[key] = value
        updateFilters(forKey: key)
        updateText(forKey: key)
      }
    }
  }

  /// Sets a key to "no value", which overrides a default.
  private func clearManagedValue(forKey key: String) {
    let managedKey = ManagedKey(key)
    let cleared = fallbackValue(forKey: key).map { _ in AnimatableValue.none }
    guard values.managed[managedKey] != cleared || extraValues[key] != nil else { return }
    change(key) {
      extraValues[key] = nil
      values.managed[managedKey] = cleared
      updateFilters(forKey: key)
      updateText(forKey: key)
    }
  }
}

private protocol AnyOptional {
  var wrapped: Any? { get }
}

extension Optional: AnyOptional {
  fileprivate var wrapped: Any? { map { $0 } }
}

extension CALayer {
  private func defaultOf(_ key: String) -> AnimatableValue? {
    fallbackValue(forKey: key).map { AnimatableValue($0) ?? .none }
  }

  /// Gives unset animated properties the values that they show, as a start for frames. Returns whether there were any.
  @discardableResult
  final func prepareManagedValues(in values: inout LayerValues) -> Bool {
    var hasPrepared = false
    for attached in animations { attached.animation.forEachLeaf { prepare($0, &values, &hasPrepared) } }
    return hasPrepared
  }

  private func prepare(_ animation: CAAnimation, _ values: inout LayerValues, _ hasPrepared: inout Bool) {
    guard let animation = animation as? CAPropertyAnimation, let keyPath = animation.keyPath,
      let path = LayerKeyPath(managed: keyPath), case .managed(let key) = path.root, values.managed[key] == nil
    else { return }
    // If a field of a value is animated, the kind of the whole is unknown.
    let zero = path.component == nil ? animation.firstValue?.zero(of: nil) : nil
    guard let value = defaultOf(key.name) ?? zero else { return }
    values.managed[key] = value
    hasPrepared = true
  }
}

extension AnimatableValue {
  /// Returns the value of an unset property of a type, or else of this value's kind; nil if an unset one has no value.
  fileprivate func zero(of type: (any LayerPropertyValue.Type)?) -> AnimatableValue? {
    if let type { return AnimatableValue(type.init(layerPropertyValue: nil)?.layerPropertyValue) }
    return switch self {
    case .number: .number(0)
    case .point: .point(.zero)
    case .size: .size(.zero)
    case .rect: .rect(.null)
    case .transform: .transform(CATransform3DIdentity)
    case .color, .image, .path, .numbers, .list, .string, .none: nil
    }
  }

  /// Creates the value; nil if it cannot animate, or is a whole number that a `Double` would round.
  fileprivate init?(exactly value: Any) {
    // Strings and paths are tested first: they need no casts to the other types.
    if type(of: value) == String.self, let string = value as? String {
      self = .string(string)
      return
    }
    if type(of: value) == CGMutablePath.self || type(of: value) == CGPath.self, let path = value as? CGPath {
      self = .path(path is CGMutablePath ? CGPath(storage: path.storage) : path)
      return
    }
    if let number = value as? NSNumber, abs(number.doubleValue) >= 0x1p53 { return nil }
    guard let animatable = AnimatableValue(value), animatable != .none else { return nil }
    self = animatable
  }
}
