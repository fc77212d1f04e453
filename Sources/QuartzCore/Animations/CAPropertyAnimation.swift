public import Foundation

/// An animation of one property: an abstract class.
open class CAPropertyAnimation: CAAnimation {
  /// The property, relative to the layer: `position`, `bounds.size.width`, `transform.rotation.z`. Default: nil.
  open var keyPath: String?
  /// Whether the animation's value is added to the current one rather than taking its place. Transforms are
  /// concatenated, the added one first. Default: false.
  open var isAdditive = false
  /// Whether each repetition continues from where the last one ended. Default: false.
  open var isCumulative = false
  /// A function that turns the interpolated numbers into a transform. Default: nil.
  open var valueFunction: CAValueFunction?

  /// An animation of the property at `path`.
  public convenience init(keyPath path: String?) {
    self.init()
    keyPath = path
  }

  /// Adds the animation to the layer `anObject` under the key `event`. Without a ``keyPath`` it animates the property
  /// that the event names, so that `CABasicAnimation()` does as an action of any property.
  open override func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
    guard keyPath == nil, let named = copy() as? CAPropertyAnimation else {
      return super.run(forKey: event, object: anObject, arguments: dict)
    }
    named.keyPath = event
    (anObject as? CALayer)?.add(named, forKey: event)
  }

  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = super.copy(with: zone)
    if let copy = copy as? CAPropertyAnimation {
      copy.keyPath = keyPath
      copy.isAdditive = isAdditive
      copy.isCumulative = isCumulative
      copy.valueFunction = valueFunction
    }
    return copy
  }

  open override func value(forKey key: String) -> Any? {
    switch key {
    case "keyPath": keyPath
    case "additive": NSNumber(value: isAdditive)
    case "cumulative": NSNumber(value: isCumulative)
    case "valueFunction": valueFunction
    default: super.value(forKey: key)
    }
  }

  open override func setValue(_ value: Any?, forKey key: String) {
    switch key {
    case "keyPath": keyPath = value as? String
    case "additive": assignNumber(value, to: &isAdditive)
    case "cumulative": assignNumber(value, to: &isCumulative)
    case "valueFunction": valueFunction = value as? CAValueFunction
    default: super.setValue(value, forKey: key)
    }
  }
}
