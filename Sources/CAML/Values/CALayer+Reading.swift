// Values of files as layers take them.

import Foundation
import QuartzCore

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
