public import Foundation

/// An animation between two values.
///
/// | set | goes |
/// |---|---|
/// | from and to | from ... to |
/// | from and by | from ... from + by |
/// | by and to | to - by ... to |
/// | from | from ... current |
/// | to | current ... to |
/// | by | current ... current + by |
/// | none | previous ... current |
///
/// "Current" is what the property shows without this animation, "previous" what it showed before the change that is
/// being committed. Where all three are set, `byValue` is ignored.
open class CABasicAnimation: CAPropertyAnimation {
  /// The value at the beginning: a number, geometry, colour, image, path, or an array of numbers. Default: nil.
  open var fromValue: Any?
  /// The value at the end. Default: nil.
  open var toValue: Any?
  /// The difference between the end and the beginning. Default: nil.
  open var byValue: Any?
  /// Whether frames dissolve from the layer's old look to the new one, and the property has its new value at once: Core
  /// Animation's own animation of `contents`.
  package final var dissolves = false

  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = super.copy(with: zone)
    if let copy = copy as? CABasicAnimation {
      copy.fromValue = fromValue
      copy.toValue = toValue
      copy.byValue = byValue
      copy.dissolves = dissolves
    }
    return copy
  }

  open override func value(forKey key: String) -> Any? {
    switch key {
    case "fromValue": fromValue
    case "toValue": toValue
    case "byValue": byValue
    default: super.value(forKey: key)
    }
  }

  open override func setValue(_ value: Any?, forKey key: String) {
    switch key {
    case "fromValue": fromValue = value
    case "toValue": toValue = value
    case "byValue": byValue = value
    default: super.setValue(value, forKey: key)
    }
  }
}
