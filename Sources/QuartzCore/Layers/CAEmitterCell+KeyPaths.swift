// Key paths through cells: `emitterCells.NAME.property` from a layer or from a cell, to any depth.

import Foundation

extension CAEmitterCell: FieldCoding {
  /// The value at a key path: a key, a field of its value (`contentsRect.size.width`), or `emitterCells.NAME.property`
  /// of a cell of its own. Nil where the path leads nowhere.
  public final func value(forKeyPath keyPath: String) -> Any? {
    guard let path = EmitterCellPath(keyPath) else { return readField(keyPath) }
    return path.cell(in: emitterCells)?.value(forKeyPath: path.rest)
  }

  /// Sets the value at a key path; see ``value(forKeyPath:)``. A path that leads nowhere changes nothing.
  public final func setValue(_ value: Any?, forKeyPath keyPath: String) {
    guard let path = EmitterCellPath(keyPath) else { return writeField(value, keyPath) }
    path.cell(in: emitterCells)?.setValue(value, forKeyPath: path.rest)
  }
}

/// A key path that goes through a cell, `emitterCells.NAME.property`.
package struct EmitterCellPath {
  /// The cell's name.
  package let name: String
  /// The key path from the cell on.
  package let rest: String

  /// Nil for any other key path.
  package init?(_ keyPath: String) {
    guard keyPath.hasPrefix("emitterCells.") else { return nil }
    let parts = keyPath.split(separator: ".", maxSplits: 2)
    guard parts.count == 3 else { return nil }
    name = String(parts[1])
    rest = String(parts[2])
  }

  /// The first cell of the name.
  func cell(in cells: [CAEmitterCell]?) -> CAEmitterCell? { cells?.first { $0.name == name } }
}

extension CALayer {
  /// Returns the value of a cell's property whose key path is the key. Animations and frames treat it as one key.
  final func valueOfCell(forKey key: String) -> Any? {
    guard let path = EmitterCellPath(key) else { return nil }
    return cell(path)?.value(forKeyPath: path.rest)
  }

  /// Whether a key is the key path to a property of a cell that the layer has.
  final func hasCell(forKey key: String) -> Bool { EmitterCellPath(key).flatMap { cell($0) } != nil }

  private func cell(_ path: EmitterCellPath) -> CAEmitterCell? {
    (self as? CAEmitterLayer).flatMap { path.cell(in: $0.emitterCells) }
  }
}
