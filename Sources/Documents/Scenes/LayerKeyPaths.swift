// Suggestions for key paths that name no property.
//
// Tested by KeyPathGuessTests.

import ImageFiles
import QuartzCore

/// The key paths of layers.
package enum LayerKeyPaths {
  private static let keys = Set(LayerClass.all.flatMap { $0.properties.all.map(\.key) }).sorted()
  private static let components = ValueComponent.allCases.map(\.rawValue)

  /// The key path that was probably meant; nil where none is near.
  package static func nearest(to keyPath: String) -> String? {
    let parts = keyPath.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let first = parts.first else { return nil }
    guard parts.count == 2 else { return whole(of: first) ?? keys.nearest(to: first) }
    // A field without its property, as CSS has them.
    if components.contains(keyPath) { return whole(of: keyPath) }
    guard let key = keys.contains(first) ? first : keys.nearest(to: first) else { return nil }
    guard let field = components.contains(parts[1]) ? parts[1] : components.nearest(to: parts[1]) else { return key }
    let path = "\(key).\(field)"
    return path == keyPath ? nil : path
  }

  /// `; did you mean 'position.x'?`, or nothing.
  package static func guess(of keyPath: String) -> String {
    nearest(to: keyPath).map { "; did you mean '\($0)'?" } ?? ""
  }

  /// The key path of a field that stands alone: `scale` is one of `transform`.
  private static func whole(of field: String) -> String? {
    switch ValueComponent(rawValue: field) {
    case .x, .y: "position.\(field)"
    case .width, .height: "bounds.size.\(field)"
    case .origin, .size, .originX, .originY, .sizeWidth, .sizeHeight: "bounds.\(field)"
    case nil: nil
    default: "transform.\(field)"
    }
  }
}
