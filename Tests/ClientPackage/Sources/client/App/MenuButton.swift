// A button of three bars, which grows and fades while it is pressed.

import UIKit

@IBDesignable final class MenuButton: UIButton {
  private let bars = [CAShapeLayer(), CAShapeLayer(), CAShapeLayer()]
  @IBInspectable var strokeColor: UIColor = .black {
    didSet { setUpBars() }
  }
  private(set) var presses = 0

  override init(frame: CGRect) {
    super.init(frame: frame)
    setTitle("", for: .normal)
    clipsToBounds = true
    addTarget(self, action: #selector(highlight), for: .touchDown)
    addTarget(self, action: #selector(highlight), for: .touchDragEnter)
    addTarget(self, action: #selector(unhighlight), for: .touchDragExit)
    addTarget(self, action: #selector(MenuButton.unhighlight), for: [.touchUpInside, .touchCancel])
    addTarget(self, action: #selector(pressed(_:)), for: .touchUpInside)
    for bar in bars { layer.addSublayer(bar) }
    setUpBars()
  }

  required init?(coder aDecoder: NSCoder) { super.init(coder: aDecoder) }

  private func setUpBars() {
    for bar in bars {
      bar.lineWidth = 4
      bar.lineCap = .round
      bar.strokeColor = strokeColor.cgColor
    }
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let room = bounds.inset(by: contentEdgeInsets)
    for (index, bar) in bars.enumerated() {
      let path = UIBezierPath()
      let y = room.minY + room.height * CGFloat(index + 1) / 4
      path.move(to: CGPoint(x: room.minX + 6, y: y))
      path.addLine(to: CGPoint(x: room.maxX - 6, y: y))
      bar.path = path.cgPath
    }
  }

  override func setTitle(_ title: String?, for state: UIControl.State) { super.setTitle("", for: state) }

  @objc func highlight() {
    for bar in bars { bar.strokeColor = strokeColor.withAlphaComponent(0.5).cgColor }
    let grow = CASpringAnimation(keyPath: "transform.scale")
    grow.toValue = 1.2
    grow.duration = grow.settlingDuration
    layer.add(grow, forKey: "grow")
  }

  @objc private func unhighlight() {
    for bar in bars { bar.strokeColor = strokeColor.cgColor }
    layer.removeAnimation(forKey: "grow")
  }

  @objc func pressed(_ sender: MenuButton) {
    presses += sender === self ? 1 : 0
    accessibilityValue = "\(presses)"
  }
}

/// A row of the system's buttons, by name.
final class ButtonRow: UIView {
  var chosen: [String] = []

  init(_ names: [String]) {
    super.init(frame: .zero)
    var x: CGFloat = 0
    for (tag, name) in names.enumerated() {
      let button = UIButton(type: .system)
      button.setTitle(name, for: .normal)
      button.setTitleColor(.darkGray, for: .disabled)
      button.titleLabel?.font = UIFont.boldSystemFont(ofSize: 14)
      button.tag = tag
      button.contentEdgeInsets = UIEdgeInsets(top: 4, left: 10, bottom: 4, right: 10)
      button.layer.cornerRadius = 6
      button.layer.borderWidth = 1
      button.layer.borderColor = button.tintColor.cgColor
      button.addTarget(self, action: #selector(tapped(sender:event:)), for: UIControl.Event.touchUpInside)
      button.sizeToFit()
      button.frame.origin.x = x
      x = button.frame.maxX + 8
      addSubview(button)
    }
    frame.size = CGSize(width: x, height: 40)
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  @IBAction func tapped(sender: UIButton, event: UIEvent) {
    chosen.append(sender.currentTitle ?? "")
    sender.isEnabled = false
  }
}
