// A view as an app for iOS has it, in that system's Swift: tools/client has tools/port rewrite it before it is
// compiled.

import UIKit

@objc protocol MeterDelegate {
  func meterDidTick(_ meter: Meter)
}

@objcMembers
class MeterLayer: CALayer {
  @NSManaged var level: CGFloat

  override func action(forKey event: String) -> CAAction? {
    guard event == #keyPath(MeterLayer.level), let shown = presentation() else { return super.action(forKey: event) }
    let animation = CABasicAnimation(keyPath: #keyPath(level))
    animation.fromValue = shown.level
    animation.duration = 2
    return animation
  }
}

@IBDesignable
class Meter: UIView {
  @IBInspectable var step: CGFloat = 0.25
  @IBOutlet weak var delegate: MeterDelegate?
  @objc private(set) dynamic var ticks: NSInteger = 0
  private var link: CADisplayLink?

  override class var layerClass: AnyClass { MeterLayer.self }

  var meterLayer: MeterLayer { layer as! MeterLayer }

  @IBAction func start(_ sender: Any?) {
    let link = CADisplayLink(target: self, selector: #selector(tick))
    link.add(to: .main, forMode: .common)
    self.link = link
  }

  @objc private func tick(_ link: CADisplayLink) {
    autoreleasepool {
      ticks += 1
      delegate?.meterDidTick(self)
    }
  }

  func stop() {
    link?.invalidate()
    link = nil
  }

  /// The keys that a nib would set.
  static var keys: [String] {
    var keys = [NSStringFromSelector(#selector(getter: step)), #keyPath(CALayer.isHidden)]
    #if os(iOS) && !targetEnvironment(macCatalyst)
    keys.append("@objc \(#keyPath(Meter.ticks)) // \"#keyPath(Meter.ticks)\"")
    #endif
    return keys
  }
}
