// A bar that draws the level that is shown at the moment, not the one it is going to.

import UIKit

class ThermometerLayer: CALayer {
  @NSManaged var level: CGFloat

  override class func needsDisplay(forKey key: String) -> Bool {
    key == #keyPath(level) || super.needsDisplay(forKey: key)
  }

  override func action(forKey event: String) -> CAAction? {
    guard event == #keyPath(level), let shown = presentation() else { return super.action(forKey: event) }
    let rise = CABasicAnimation(keyPath: event)
    rise.fromValue = shown.level
    rise.duration = 1
    return rise
  }

  override func draw(in ctx: CGContext) {
    let shown = presentation()?.level ?? level
    ctx.setFillColor(UIColor.red.cgColor)
    ctx.fill(CGRect(x: 0, y: 0, width: bounds.width * shown, height: bounds.height))
  }
}

class Thermometer: UIView {
  override class var layerClass: AnyClass { ThermometerLayer.self }

  var level: CGFloat {
    get { (layer as! ThermometerLayer).level }
    set { (layer as! ThermometerLayer).level = newValue }
  }
}
