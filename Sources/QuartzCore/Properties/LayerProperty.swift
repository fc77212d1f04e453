// A new property of a class needs an accessor, a row, and a part of the compositor that reads the value by the row:
//
//   in the class    open var level: CGFloat { get { managed() } set { setManaged(newValue) } }
//   in its table    let level = LayerProperty("level", .number, default: 1, .implicit)
//   in the part     values.managed.number(GaugeProperties.all.level)
//
// A property of CALayer that most layers set may also be a field of `LayerValues`, which needs no look-up: its row
// names the field, and sets the property.
//
//   LayerProperty("opacity", .number, \.opacity, { $0.opacity = $1 }, .implicit)
//
// Tested by PropertyTableTests.

import Foundation

/// A property of a layer class, or of emitter cells: a row with all that key-value coding, defaults, actions,
/// animations, commits and readers of files need.
package final class LayerProperty: Sendable {
  /// The key in key-value coding, animations and documents.
  package let key: String
  /// The kind of the values; nil for a property that documents do not set by key.
  package let kind: PropertyKind?
  package let managedKey: ManagedKey
  package let initial: AnimatableValue
  /// The initial value as a number; 0 if it is not a number.
  let initialNumber: Double
  package let animation: PropertyAnimation
  /// The effect of a change on the state that a frame keeps of the layer.
  package let scope: PropertyScope
  /// Whether a change makes the layer's drawing out of date.
  let redraws: Bool
  let archiving: PropertyArchiving
  package let field: LayerField?
  let bit: UInt64
  let storage: Storage
  /// The result of a class's `defaultValue(forKey:)`, of immutable type; nil means zero of the type, or the identity.
  nonisolated(unsafe) let defaultValue: Any?
  /// The value that key-value coding reads instead of a default that is nil.
  let unset: (any Sendable)?

  enum Storage: Sendable {
    /// The values that frames read, by name.
    case named
    case timing
    /// A field of the values that frames read, or the property's own storage. `set` goes through the property, so
    /// that overrides see the change; nil for a read-only one.
    case accessor(get: @Sendable (CALayer) -> Any?, set: (@Sendable (CALayer, Any?) -> Void)?)
  }

  private init(
    _ key: String, _ kind: PropertyKind?, _ storage: Storage, standard: Any?, initial: AnimatableValue,
    unset: (any Sendable)? = nil, _ animation: PropertyAnimation, _ scope: PropertyScope, redraws: Bool = false,
    archived archiving: PropertyArchiving, field: LayerField? = nil
  ) {
    (self.field, bit) = (field, field?.bit ?? 0)
    (self.key, self.kind, self.storage, managedKey) = (key, kind, storage, ManagedKey(key))
    (defaultValue, self.initial, self.unset) = (standard, initial, unset)
    initialNumber = initial.number ?? 0
    (self.animation, self.scope, self.redraws, self.archiving) = (animation, scope, redraws, archiving)
  }

  /// Creates a property that is kept by name. `standard` is the class's default; nil for zero of the type, or none.
  /// Constants are given as raw values.
  package convenience init(
    _ key: String, _ kind: PropertyKind? = nil, default standard: (any Sendable)? = nil,
    unset: (any Sendable)? = nil, _ animation: PropertyAnimation = .none, redraws: Bool = false,
    archived: PropertyArchiving = .never
  ) {
    self.init(
      key, kind, .named, standard: standard.map(Self.boxed), initial: AnimatableValue(standard ?? unset) ?? .none,
      unset: unset.map(Self.boxed), animation, .look, redraws: redraws, archived: archived)
  }

  /// Creates a property that is a field of frames' values, with the field's default. `assign` sets the property.
  @inline(__always)
  convenience init<Value: FieldValue>(
    _ key: String, _ kind: PropertyKind, _ path: any KeyPath<LayerValues, Value> & Sendable,
    _ assign: @escaping @Sendable (CALayer, Value) -> Void, _ animation: PropertyAnimation = .explicit,
    _ scope: PropertyScope = .look, archived: PropertyArchiving = .whenSet
  ) {
    let field = LayerField(key, kind, path)
    self.init(
      field, animation, scope, archived: archived,
      get: { $0.values.current(field).boxed },
      set: { layer, value in
        guard let given = AnimatableValue(value) else { return }
        var new = layer.values.load(field, as: Value.self)
        new.assign(value == nil && kind != .color ? field.initial : given)
        assign(layer, new)
      })
  }

  /// Creates a property that is a field of the values that frames read, with its own access by key-value coding.
  convenience init(
    _ field: LayerField, _ animation: PropertyAnimation, _ scope: PropertyScope = .look,
    archived: PropertyArchiving = .whenSet, get: @escaping @Sendable (CALayer) -> Any?,
    set: @escaping @Sendable (CALayer, Any?) -> Void
  ) {
    self.init(
      field.key, field.kind, .accessor(get: get, set: set), standard: field.initial.isZero ? nil : field.initial.boxed,
      initial: field.initial, animation, scope, archived: archived, field: field)
  }

  convenience init(timing key: String, _ kind: PropertyKind) {
    let value = MediaTiming.layerDefault.value(forKey: key)
    let initial = AnimatableValue(value) ?? .none
    self.init(
      key, kind, .timing, standard: initial.isZero ? nil : value, initial: initial, .none, .none, archived: .whenSet)
  }

  /// Creates a property that accessors compute.
  convenience init(
    _ key: String, _ kind: PropertyKind? = nil, _ animation: PropertyAnimation = .none,
    archived: PropertyArchiving = .never, get: @escaping @Sendable (CALayer) -> Any?,
    set: (@Sendable (CALayer, Any?) -> Void)? = nil
  ) {
    self.init(
      key, kind, .accessor(get: get, set: set), standard: nil, initial: .none, animation, .none, archived: archived)
  }

  /// Returns a value in the form of key-value coding: numbers and Booleans as `NSNumber`, string constants as strings.
  private static func boxed(_ value: any Sendable) -> any Sendable {
    switch value {
    case let value as Bool: NSNumber(value: value)
    case let value as Int: NSNumber(value: value)
    case let value as Double: NSNumber(value: value)
    case let value as any RawRepresentable<String>: value.rawValue
    default: value
    }
  }
}

/// The source of a property's animations.
package enum PropertyAnimation: Sendable {
  /// The property does not animate.
  case none
  /// The program adds animations.
  case explicit
  /// A change, too, begins a basic animation from the shown value.
  case implicit
  /// A change fades the layer from its old look to the new one: there are no values in between.
  case fades
  /// A change, too, begins a basic animation, which dissolves from one image to the other.
  case dissolves

  /// Whether an animation may change the property if it has no value.
  var canBeAdded: Bool { self != .none && self != .fades }
}

/// The effect of a property's change on the state that a frame keeps of the layer.
package enum PropertyScope: Sendable {
  /// The layer shows something else.
  case look
  /// The picture stays, but lies elsewhere, or more or less of it shows.
  case place
  /// Frames keep nothing that changes: the tree, the time space, and properties that frames do not read.
  case none
}

/// The cases in which an archive would include a property's value, as measured.
package enum PropertyArchiving: Sendable {
  case never, whenSet, always
}

extension AnimatableValue {
  /// Whether the value is zero, or the identity of a transform.
  var isZero: Bool {
    switch self {
    case .number(let value): value == 0
    case .point(let value): value == .zero
    case .size(let value): value == .zero
    case .rect(let value): value == .zero
    case .transform(let value): value == CATransform3DIdentity
    case .none: true
    case .color, .image, .path, .numbers, .list, .string: false
    }
  }
}

extension LayerValues {
  /// The value of a property, or its initial value.
  package subscript(property: LayerProperty) -> AnimatableValue {
    get {
      if let field = property.field { return self[field] }
      return managed[property]
    }
    set {
      if let field = property.field { self[field] = newValue } else { managed[property.managedKey] = newValue }
    }
  }
}
