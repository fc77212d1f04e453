// A document can set the properties that have a kind in QuartzCore's tables of properties.

import Foundation
package import QuartzCore

enum LayerSchema {
  /// Returns the kind of value at a key path of a layer, such as `position.x`; nil if its class lacks the property.
  static func kind(ofKeyPath keyPath: String, of layer: CALayer) -> PropertyKind? {
    kind(ofKeyPath: keyPath) { type(of: layer).properties[$0]?.kind }
      ?? PropertyKind(filterKeyPath: keyPath, on: layer)
  }

  static func isKnown(_ keyPath: String) -> Bool {
    kind(ofKeyPath: keyPath) { key in LayerClass.all.lazy.compactMap { $0.properties[key]?.kind }.first } != nil
  }

  /// Returns the kind of an emitter cell's property; nil if cells lack it.
  static func kind(ofCellKey key: String) -> PropertyKind? {
    CellProperties.table[key]?.kind ?? UndocumentedCellProperties.kinds[key]
  }

  private static func kind(ofKeyPath keyPath: String, _ kindOfKey: (String) -> PropertyKind?) -> PropertyKind? {
    if let path = EmitterCellPath(keyPath) { return Self.kind(ofKeyPath: path.rest, self.kind(ofCellKey:)) }
    let parts = keyPath.split(separator: ".", maxSplits: 1).map(String.init)
    guard let key = parts.first, let kind = kindOfKey(key) else { return nil }
    return parts.count == 2 ? component(parts[1], of: kind) : kind
  }

  /// Returns the kind of a field of a structured value.
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

// The kinds of filters' inputs, which are in no table of properties.
extension PropertyKind {
  /// Creates the kind of an input from its default.
  package init(inputOfFilter value: AnimatableValue) {
    switch value {
    case .color: self = .color
    case .point: self = .point
    case .numbers: self = .numbers
    default: self = .number
    }
  }

  /// Creates the kind of value at a key path into a layer's filters; returns nil for other paths and missing filters.
  init?(filterKeyPath keyPath: String, on layer: CALayer) {
    guard let path = LayerKeyPath(keyPath), case .filter = path.root else { return nil }
    let value = layer.values[path]
    guard value != .none else { return nil }
    self.init(inputOfFilter: value)
  }
}

extension CALayer {
  /// Sets a value from a file. `.none` clears a property instead of restoring its default.
  func setValue(_ value: AnimatableValue, atKeyPath keyPath: String) {
    if value == .none, keyPath == "contents" {
      contents = nil
    } else {
      setValue(value.boxed ?? NSNull(), forKeyPath: keyPath)
    }
  }
}

/// The layer classes of documents by element name: QuartzCore's and the program's own.
struct LayerClasses {
  private let classes: [String: LayerClass]

  init(_ classes: [LayerClass]) {
    self.classes = Dictionary(classes.map { ($0.name, $0) }) { _, last in last }
  }

  /// The classes that are read, but drawn like a CALayer so far.
  private static let notDrawn: Set = ["CATiledLayer"]

  /// Creates a layer of a class; returns nil for an unknown class.
  func make(_ name: String) -> CALayer? { classes[name]?.make() }

  /// Returns whether layers of a class are drawn by its rules.
  func isDrawn(_ name: String) -> Bool { !Self.notDrawn.contains(name) }

  func isLayer(_ name: String) -> Bool { classes[name] != nil || name.hasSuffix("Layer") }
}
