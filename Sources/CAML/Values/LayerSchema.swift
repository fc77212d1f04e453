import Foundation
package import QuartzCore

/// The properties of layers, by key path. A document can set those of QuartzCore's tables that have a kind.
enum LayerSchema {
  /// The kind of value at a key path such as `position.x` of a layer; nil when its class has no such property.
  static func kind(ofKeyPath keyPath: String, of layer: CALayer) -> PropertyKind? {
    kind(ofKeyPath: keyPath) { type(of: layer).properties[$0]?.kind }
      ?? PropertyKind(filterKeyPath: keyPath, on: layer)
  }

  /// Whether any class has a property at a key path.
  static func isKnown(_ keyPath: String) -> Bool {
    kind(ofKeyPath: keyPath) { key in LayerClass.all.lazy.compactMap { $0.properties[key]?.kind }.first } != nil
  }

  /// The kind of an emitter cell's property; nil when cells have no such property.
  static func kind(ofCellKey key: String) -> PropertyKind? {
    CellProperties.table[key]?.kind ?? UndocumentedCellProperties.kinds[key]
  }

  private static func kind(ofKeyPath keyPath: String, _ kindOfKey: (String) -> PropertyKind?) -> PropertyKind? {
    if let path = EmitterCellPath(keyPath) { return Self.kind(ofKeyPath: path.rest, self.kind(ofCellKey:)) }
    let parts = keyPath.split(separator: ".", maxSplits: 1).map(String.init)
    guard let key = parts.first, let kind = kindOfKey(key) else { return nil }
    return parts.count == 2 ? component(parts[1], of: kind) : kind
  }

  private static func component(_ name: String, of kind: PropertyKind) -> PropertyKind? {
    switch (kind, ValueComponent(rawValue: name)) {
    case (.point, .x), (.point, .y), (.size, .width), (.size, .height): .length
    case (.rect, .origin): .point
    case (.rect, .size): .size
    case (.rect, .originX), (.rect, .originY), (.rect, .sizeWidth), (.rect, .sizeHeight): .length
    case (.transform, .translation): .size
    case (.transform, .rotation), (.transform, .rotationX), (.transform, .rotationY), (.transform, .rotationZ): .number
    case (.transform, .scale), (.transform, .scaleXY): .number
    case (.transform, .scaleX), (.transform, .scaleY), (.transform, .scaleZ): .number
    case (.transform, .translationX), (.transform, .translationY), (.transform, .translationZ): .number
    default: nil
    }
  }
}

extension PropertyKind {
  /// Finds the kind of an input, which no table of properties has, by its default.
  init(inputOfFilter value: AnimatableValue) {
    switch value {
    case .color: self = .color
    case .point: self = .point
    case .numbers: self = .numbers
    default: self = .number
    }
  }

  /// The kind of value at a key path into a layer's filters; nil for any other, and where no filter is there.
  init?(filterKeyPath keyPath: String, on layer: CALayer) {
    guard let path = LayerKeyPath(keyPath), case .filter = path.root else { return nil }
    let value = layer.values[path]
    guard value != .none else { return nil }
    self.init(inputOfFilter: value)
  }
}

extension CALayer {
  /// Sets a value read from a file. `.none` clears a property rather than to restore its default.
  func setValue(_ value: AnimatableValue, atKeyPath keyPath: String) {
    if value == .none, keyPath == "contents" {
      contents = nil
    } else {
      setValue(value.boxed ?? NSNull(), forKeyPath: keyPath)
    }
  }
}

/// The layer classes that a document may name, by element name: those of QuartzCore, and those that the program adds.
struct LayerClasses {
  private let classes: [String: LayerClass]

  init(_ classes: [LayerClass]) {
    self.classes = Dictionary(classes.map { ($0.name, $0) }) { _, last in last }
  }

  /// Classes that are read whole, but drawn like a CALayer so far.
  private static let notDrawn: Set = ["CATiledLayer"]

  func make(_ name: String) -> CALayer? { classes[name]?.make() }

  /// Whether layers of a class are drawn as it says.
  func isDrawn(_ name: String) -> Bool { !Self.notDrawn.contains(name) }

  /// Whether an element is a layer, by its name.
  func isLayer(_ name: String) -> Bool { classes[name] != nil || name.hasSuffix("Layer") }
}

/// The animation classes that a document may name, and their attributes.
enum AnimationSchema {
  /// An animation of a class; nil for a class that QuartzCore does not have.
  static func make(_ name: String) -> CAAnimation? { constructors[name]?() }

  /// Whether Core Animation has an animation class of that name.
  static func isKnown(_ name: String) -> Bool { constructors[name] != nil || name == "CATransition" }

  /// The property of an attribute's name; nil when no animation has it.
  static func property(_ name: String) -> Property? { properties[name] }

  static var names: [String] { constructors.keys.sorted() }

  static var kinds: [String: PropertyKind] { properties.mapValues(\.kind) }

  struct Property: Sendable {
    let kind: PropertyKind
    /// Sets it; false when the animation's class does not have it, or the value is out of its range.
    let set: @Sendable (CAAnimation, AnimatableValue) -> Bool
  }

  private static let constructors: [String: @Sendable () -> CAAnimation] = [
    "CABasicAnimation": { CABasicAnimation() },
    "CAKeyframeAnimation": { CAKeyframeAnimation() },
    "CASpringAnimation": { CASpringAnimation() },
    "CAAnimationGroup": { CAAnimationGroup() },
  ]

  /// The properties of CAMediaTiming, from QuartzCore's table, and the properties that the classes add.
  private static let properties = added.merging(timing) { own, _ in own }

  private static let timing: [String: Property] = TimingProperties.table.all.reduce(into: [:]) { properties, row in
    guard let kind = row.kind else { return }
    let key = row.key
    properties[key] = Property(kind: kind) { animation, value in
      animation.setValue(value.boxed, forKey: key)
      return true
    }
  }

  private static let added: [String: Property] = [
    "removedOnCompletion": number(.boolean) { (animation: CAAnimation, value) in
      animation.isRemovedOnCompletion = value != 0
    },
    "additive": number(.boolean) { (animation: CAPropertyAnimation, value) in animation.isAdditive = value != 0 },
    "cumulative": number(.boolean) { (animation: CAPropertyAnimation, value) in animation.isCumulative = value != 0 },
    "calculationMode": string(.enumeration(["linear", "discrete", "paced", "cubic", "cubicPaced"])) {
      (animation: CAKeyframeAnimation, value) in
      animation.calculationMode = CAAnimationCalculationMode(rawValue: value)
    },
    "rotationMode": string(.enumeration(["auto", "autoReverse"])) { (animation: CAKeyframeAnimation, value) in
      animation.rotationMode = CAAnimationRotationMode(rawValue: value)
    },
    "mass": number(in: 1e-9...) { (animation: CASpringAnimation, value) in animation.mass = value },
    "stiffness": number(in: 1e-9...) { (animation: CASpringAnimation, value) in animation.stiffness = value },
    "damping": number(in: 0...) { (animation: CASpringAnimation, value) in animation.damping = value },
    "velocity": number { (animation: CASpringAnimation, value) in animation.initialVelocity = value },
    "allowsOverdamping": number(.boolean) { (animation: CASpringAnimation, value) in
      animation.allowsOverdamping = value != 0
    },
    "initialVelocity": number { (animation: CASpringAnimation, value) in animation.initialVelocity = value },
  ]

  private static func number<Animation: CAAnimation>(
    _ kind: PropertyKind = .number, in range: PartialRangeFrom<Double> = (-Double.infinity)...,
    _ set: @escaping @Sendable (Animation, Double) -> Void
  ) -> Property {
    Property(kind: kind) { animation, value in
      guard let animation = animation as? Animation, let number = value.number, range.contains(number) else {
        return false
      }
      set(animation, number)
      return true
    }
  }

  private static func string<Animation: CAAnimation>(
    _ kind: PropertyKind, _ set: @escaping @Sendable (Animation, String) -> Void
  ) -> Property {
    Property(kind: kind) { animation, value in
      guard let animation = animation as? Animation, let string = value.string else { return false }
      set(animation, string)
      return true
    }
  }
}

extension CAAnimation {
  /// The end of the animation, or of an endless one's first cycle, in the layer's seconds; 0 without a length.
  var hintedEnd: CFTimeInterval {
    let end = timing.endInParentTime
    if end.isFinite { return max(end, 0) }
    guard speed != 0, timing.cycleDuration.isFinite else { return 0 }
    return max(beginTime, 0) + timing.cycleDuration / Double(abs(speed))
  }
}

/// The names that CAML documents are made of, in a fixed order, for what makes documents, tools/fuzz above all. A row
/// of the reader's tables is in it at once.
package enum CAMLVocabulary {
  package typealias Property = (name: String, kind: PropertyKind)

  package static let layerClasses = LayerClass.all.map(\.name).sorted()

  package static let animationClasses = AnimationSchema.names

  /// The attributes of animations, of all classes.
  package static let animationProperties = sorted(AnimationSchema.kinds.map { (name: $0.key, kind: $0.value) })

  package static let cellProperties = sorted(
    properties(CellProperties.table.all) + UndocumentedCellProperties.kinds.map { (name: $0.key, kind: $0.value) })

  /// The attributes of all layers.
  package static let layerProperties = properties(LayerProperties.table.all)

  /// The attributes that a layer's class adds.
  package static func addedProperties(ofLayer name: String) -> [Property] {
    LayerClass.all.first { $0.name == name && $0.name != "CALayer" }.map { properties($0.properties.added) } ?? []
  }

  /// The kinds of filters, with their inputs.
  package static let filters: [(type: String, inputs: [Property])] = FilterCatalog.names.map { type in
    (type, (FilterCatalog.defaults(of: type) ?? []).map { ($0.key.name, PropertyKind(inputOfFilter: $0.value)) })
  }

  /// The functions of transforms, with the number of their arguments; the first one of a rotation is an angle.
  package static let transformFunctions = [
    ("rotate", 1), ("rotate", 4), ("scale", 1), ("scale", 2), ("scale", 3), ("translate", 2), ("translate", 3),
  ]

  private static func properties(_ rows: [LayerProperty]) -> [Property] {
    sorted(rows.compactMap { row in row.kind.map { (row.key, $0) } })
  }

  private static func sorted(_ properties: [Property]) -> [Property] { properties.sorted { $0.name < $1.name } }
}
