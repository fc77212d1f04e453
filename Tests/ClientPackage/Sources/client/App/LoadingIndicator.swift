// Two arcs that turn against each other around a hub, for as long as the view is in a window.

import UIKit

class LoadingIndicator: UIView {
  let outer = CAShapeLayer()
  let inner = CAShapeLayer()
  private var observer: NSObjectProtocol?

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = .clear
    for arc in [outer, inner] {
      arc.fillColor = UIColor.clear.cgColor
      arc.strokeColor = tintColor.cgColor
      arc.lineWidth = 4
      layer.addSublayer(arc)
    }
    observer = NotificationCenter.default.addObserver(
      forName: UIApplication.willEnterForegroundNotification, object: nil, queue: nil
    ) { [weak self] _ in self?.update() }
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  deinit {
    if let observer = observer { NotificationCenter.default.removeObserver(observer) }
  }

  var isSpinning: Bool { outer.animation(forKey: "spin") != nil }

  override func layoutSubviews() {
    super.layoutSubviews()
    let center = CGPoint(x: bounds.midX, y: bounds.midY)
    // The outer arc goes around by way of the bottom, the inner one by way of the top: each has a quarter left.
    outer.path =
      UIBezierPath(arcCenter: center, radius: 40, startAngle: 0, endAngle: .pi * 1.5, clockwise: true).cgPath
    inner.path = UIBezierPath(arcCenter: center, radius: 28, startAngle: 0, endAngle: .pi / 2, clockwise: false).cgPath
    outer.frame = bounds
    inner.frame = bounds
  }

  override func draw(_ rect: CGRect) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    context.setFillColor(tintColor.cgColor)
    context.addArc(
      center: CGPoint(x: bounds.midX, y: bounds.midY), radius: 8, startAngle: 0, endAngle: 2 * CGFloat.pi,
      clockwise: true)
    context.fillPath()
  }

  override func tintColorDidChange() {
    super.tintColorDidChange()
    outer.strokeColor = tintColor.cgColor
    inner.strokeColor = tintColor.cgColor
    setNeedsDisplay()
  }

  override func didMoveToWindow() {
    super.didMoveToWindow()
    update()
  }

  private func update() {
    guard window != nil, !UIAccessibility.isReduceMotionEnabled else {
      outer.removeAnimation(forKey: "spin")
      inner.removeAnimation(forKey: "spin")
      return
    }
    outer.add(spin(by: 2 * .pi), forKey: "spin")
    inner.add(spin(by: -2 * .pi), forKey: "spin")
  }

  private func spin(by angle: CGFloat) -> CAAnimation {
    let spin = CABasicAnimation(keyPath: "transform.rotation.z")
    spin.byValue = angle
    spin.duration = 2
    spin.repeatCount = .greatestFiniteMagnitude
    spin.isRemovedOnCompletion = false
    return spin
  }
}
