// The layer of a view is made of a class that its subclass names.

import CVirtualInit
import QuartzCore

extension UIView {
  static func makeLayer() -> CALayer {
    guard let layerClass = layerClass as? CALayer.Type else {
      preconditionFailure("\(self).layerClass is \(layerClass); expected CALayer or a subclass")
    }
    let object = cvirtualinit_default(unsafeBitCast(layerClass, to: UnsafeRawPointer.self))
    return Unmanaged<CALayer>.fromOpaque(object).takeRetainedValue()
  }
}
