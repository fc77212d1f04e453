// A spinner over frosted glass, for the whole window; a tap sends it away.

import UIKit

public class Overlay: UIView, UIGestureRecognizerDelegate {
  public static let shared = Overlay(frame: CGRect.zero)
  private var blurView: UIVisualEffectView!
  private let ring = CAShapeLayer()
  let titleLabel = UILabel()

  public override init(frame: CGRect) {
    super.init(frame: frame)
    blurView = UIVisualEffectView(effect: UIBlurEffect(style: .dark))
    addSubview(blurView)
    ring.path = UIBezierPath(ovalIn: CGRect(x: 0, y: 0, width: 60, height: 60)).cgPath
    ring.lineWidth = 6
    ring.fillColor = UIColor.clear.cgColor
    ring.strokeColor = UIColor.white.cgColor
    ring.strokeEnd = 0.45
    ring.bounds = CGRect(x: 0, y: 0, width: 60, height: 60)
    blurView.contentView.layer.addSublayer(ring)
    titleLabel.textAlignment = .center
    titleLabel.textColor = .white
    blurView.contentView.addSubview(titleLabel)
    let tap = UITapGestureRecognizer(target: self, action: #selector(hide))
    tap.delegate = self
    tap.numberOfTapsRequired = 1
    addGestureRecognizer(tap)
  }

  public required init?(coder: NSCoder) { fatalError("not from a nib") }

  private static func container() -> UIView? {
    if #available(iOS 13, *) {
      return UIApplication.shared.windows.first { $0.isKeyWindow }
    } else {
      return UIApplication.shared.keyWindow
    }
  }

  @discardableResult
  public class func show(_ title: String) -> Overlay {
    guard let container = container() else { fatalError("no key window") }
    shared.titleLabel.text = title
    shared.frame = container.bounds
    container.addSubview(shared)
    #if os(iOS)
    NotificationCenter.default.addObserver(
      shared, selector: #selector(Overlay.orientationChanged), name: UIDevice.orientationDidChangeNotification,
      object: nil)
    #endif
    return shared
  }

  @objc public func hide() {
    NotificationCenter.default.removeObserver(self)
    removeFromSuperview()
  }

  @objc func orientationChanged() { frame = superview?.bounds ?? frame }

  public override var frame: CGRect {
    didSet {
      guard frame != CGRect.zero else { return }
      blurView.frame = bounds
      ring.position = CGPoint(x: bounds.midX, y: bounds.midY)
      titleLabel.frame = CGRect(x: 0, y: bounds.midY + 40, width: bounds.width, height: 24)
    }
  }

  public func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool {
    return touch.view?.isDescendant(of: self) ?? false
  }
}
