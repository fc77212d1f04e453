// A document can set a property that has a row with a kind in the tables of properties of QuartzCore.

import Foundation
package import QuartzCore

/// The properties of layers, by key path.
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

  /// The kind of a field of a structured value.
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

// The kinds of filters' inputs, which no table of properties has.
extension PropertyKind {
  /// The kind of an input by its default.
  package init(inputOfFilter value: AnimatableValue) {
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

  /// A layer of a class; nil for a class that is not known.
  func make(_ name: String) -> CALayer? { classes[name]?.make() }

  /// Whether layers of a class are drawn as it says.
  func isDrawn(_ name: String) -> Bool { !Self.notDrawn.contains(name) }

  /// Whether an element is a layer, by its name.
  func isLayer(_ name: String) -> Bool { classes[name] != nil || name.hasSuffix("Layer") }
}
