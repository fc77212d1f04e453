// Key paths through cells: `emitterCells.NAME.property` from a layer or from a cell, to any depth.

import Foundation

extension CAEmitterCell {
  /// The value at a key path: a key, a field of its value (`contentsRect.size.width`), or `emitterCells.NAME.property`
  /// of a cell of its own. Nil where the path leads nowhere.
  public final func value(forKeyPath keyPath: String) -> Any? {
    if let path = EmitterCellPath(keyPath) { return path.cell(in: emitterCells)?.value(forKeyPath: path.rest) }
    guard let (key, component) = Self.split(keyPath) else { return value(forKey: keyPath) }
    return AnimatableValue(value(forKey: key))?[component]?.boxed
  }

  /// Sets the value at a key path; see ``value(forKeyPath:)``. A path that leads nowhere changes nothing.
  public final func setValue(_ value: Any?, forKeyPath keyPath: String) {
    if let path = EmitterCellPath(keyPath) {
      path.cell(in: emitterCells)?.setValue(value, forKeyPath: path.rest)
      return
    }
    guard let (key, component) = Self.split(keyPath) else {
      setValue(value, forKey: keyPath)
      return
    }
    guard var whole = AnimatableValue(self.value(forKey: key)), let field = AnimatableValue(value) else { return }
    whole[component] = field
    setValue(whole.boxed, forKey: key)
  }

  /// The key and the field of `a.b`; nil when what follows the first dot is no field's name, and the whole is a key.
  private static func split(_ keyPath: String) -> (key: String, component: ValueComponent)? {
    let parts = keyPath.split(separator: ".", maxSplits: 1)
    guard parts.count == 2, let component = ValueComponent(rawValue: String(parts[1])) else { return nil }
    return (String(parts[0]), component)
  }
}

/// A key path that goes through a cell, `emitterCells.NAME.property`.
struct EmitterCellPath {
  /// The cell's name.
  let name: String
  /// The key path from the cell on.
  let rest: String

  /// Nil for any other key path.
  init?(_ keyPath: String) {
    let parts = keyPath.split(separator: ".", maxSplits: 2)
    guard parts.count == 3, parts[0] == "emitterCells" else { return nil }
    name = String(parts[1])
    rest = String(parts[2])
  }

  /// The first cell of the name.
  func cell(in cells: [CAEmitterCell]?) -> CAEmitterCell? { cells?.first { $0.name == name } }
}
