// A ring that empties with the time, drawn by a shape layer.

import UIKit

class CountdownView: UIView {
  private let track = CAShapeLayer()
  let ring = CAShapeLayer()

  override init(frame: CGRect) {
    super.init(frame: frame)
    setUp()
  }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
    setUp()
  }

  private func setUp() {
    for shape in [track, ring] {
      shape.fillColor = nil
      shape.lineWidth = 8
      layer.addSublayer(shape)
    }
    track.strokeColor = UIColor.systemGray5.cgColor
    ring.strokeColor = tintColor.cgColor
  }

  /// A whole turn from the top, to the left.
  override func layoutSubviews() {
    super.layoutSubviews()
    let circle = UIBezierPath(
      arcCenter: CGPoint(x: bounds.midX, y: bounds.midY), radius: min(bounds.width, bounds.height) / 2 - 4,
      startAngle: -.pi / 2, endAngle: .pi * 3 / 2, clockwise: false)
    for shape in [track, ring] {
      shape.frame = bounds
      shape.path = circle.cgPath
    }
  }

  override func tintColorDidChange() {
    super.tintColorDidChange()
    ring.strokeColor = tintColor.cgColor
  }

  func count(down seconds: CFTimeInterval) {
    let emptying = CABasicAnimation(keyPath: #keyPath(CAShapeLayer.strokeEnd))
    emptying.fromValue = 1
    emptying.duration = seconds
    ring.strokeEnd = 0
    ring.add(emptying, forKey: #keyPath(CAShapeLayer.strokeEnd))
  }
}
