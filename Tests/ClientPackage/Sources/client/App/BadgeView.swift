// A view backed by a layer class of its own, whose property joins in UIView's block animations.

import UIKit

class BadgeView: UIView {
  override class var layerClass: AnyClass { GaugeLayer.self }

  private var gaugeLayer: GaugeLayer { layer as! GaugeLayer }
  let dot = UIView()
  private(set) var layoutCount = 0

  var level: CGFloat {
    get { gaugeLayer.level }
    set { gaugeLayer.level = newValue }
  }

  override init(frame: CGRect) {
    super.init(frame: frame)
    setUp()
  }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
    setUp()
  }

  private func setUp() {
    backgroundColor = .white
    layer.borderColor = UIColor.black.withAlphaComponent(0.5).cgColor
    layer.masksToBounds = true
    // swift-format-ignore: NoPlaygroundLiterals
    dot.backgroundColor = #colorLiteral(red: 1, green: 0, blue: 0, alpha: 1)
    addSubview(dot)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    layoutCount += 1
    layer.cornerRadius = bounds.height / 2
    dot.frame = bounds.inset(by: UIEdgeInsets(top: 2, left: 2, bottom: 2, right: bounds.width - 8))
  }

  /// The level is animated exactly when a view's background colour would be, with the same timing.
  override func action(for layer: CALayer, forKey event: String) -> CAAction? {
    guard event == "level" else { return super.action(for: layer, forKey: event) }
    guard let animation = super.action(for: layer, forKey: "backgroundColor") as? CABasicAnimation else {
      return NSNull()
    }
    animation.keyPath = event
    animation.fromValue = gaugeLayer.presentation()?.level ?? level
    return animation
  }
}
