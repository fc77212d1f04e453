// Stars that a finger sets: a control of the app's own, heard by a screen reader.

import UIKit

@objc protocol RatingDelegate: class {
  @objc optional func rating(_ rating: Rating, willChangeTo stars: Int) -> Bool
  @objc optional func ratingDidChange(_ rating: Rating)
}

@IBDesignable open class Rating: UIControl {
  @IBInspectable var stars: Int = 0 {
    didSet { if oldValue != stars { update() } }
  }
  weak var delegate: RatingDelegate?
  private var dots: [CAShapeLayer] = []

  public override init(frame: CGRect) {
    super.init(frame: frame)
    for index in 0..<5 {
      let dot = CAShapeLayer()
      dot.path = UIBezierPath(ovalIn: CGRect(x: index * 20 + 2, y: 2, width: 16, height: 16)).cgPath
      layer.addSublayer(dot)
      dots.append(dot)
    }
    translatesAutoresizingMaskIntoConstraints = false
    isAccessibilityElement = true
    accessibilityTraits.insert(UIAccessibilityTraits.adjustable)
    update()
  }

  required public init?(coder aDecoder: NSCoder) { super.init(coder: aDecoder) }

  private func update() {
    for (index, dot) in dots.enumerated() {
      dot.fillColor = (index < stars ? UIColor.orange : UIColor(white: 0.8, alpha: 1)).cgColor
    }
    accessibilityLabel = "Rating"
  }

  open override var intrinsicContentSize: CGSize { return CGSize(width: 100, height: 20) }

  open override var accessibilityValue: String? {
    get { return "\(stars) of 5" }
    set {}
  }

  open override func accessibilityIncrement() {
    super.accessibilityIncrement()
    set(stars + 1)
  }

  open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    _ = super.beginTracking(touch, with: event)
    set(by: touch)
    return true
  }

  open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    set(by: touch)
    return super.continueTracking(touch, with: event)
  }

  private func set(by touch: UITouch) {
    set(Int(abs(touch.location(in: self).x).nearest(20)) / 20 + 1)
  }

  private func set(_ new: Int) {
    let limited = min(max(new, 0), 5)
    guard limited != stars, delegate?.rating?(self, willChangeTo: limited) ?? true else { return }
    stars = limited
    sendActions(for: .valueChanged)
    delegate?.ratingDidChange?(self)
  }
}

extension CGFloat {
  /// The multiple of a step below, of a number's size.
  fileprivate func nearest(_ step: CGFloat) -> CGFloat { return (abs(self) / step).rounded(.down) * step }
}
