// Icons in the tint of their surroundings.

import UIKit

class TabBar: UIView {
  private(set) var icons: [UIImageView] = []
  var selectedIndex = 0 { didSet { update() } }

  init(count: Int, frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = .white
    icons = (0..<count).map { UIImageView(image: TabBar.icon(corners: $0 + 3)) }
    icons.forEach(addSubview)
    update()
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override func layoutSubviews() {
    super.layoutSubviews()
    let step = bounds.width / CGFloat(icons.count)
    for (index, icon) in icons.enumerated() {
      icon.center = CGPoint(x: step * (CGFloat(index) + 0.5), y: bounds.midY)
    }
  }

  private func update() {
    for (index, icon) in icons.enumerated() { icon.tintColor = index == selectedIndex ? nil : .lightGray }
  }

  /// A polygon; its colour does not matter.
  static func icon(corners: Int) -> UIImage {
    let image = UIGraphicsImageRenderer(size: CGSize(width: 24, height: 24)).image { _ in
      let shape = UIBezierPath()
      for corner in 0..<corners {
        let angle = CGFloat(corner) / CGFloat(corners) * 2 * .pi - .pi / 2
        let point = CGPoint(x: 12 + 12 * cos(angle), y: 12 + 12 * sin(angle))
        corner == 0 ? shape.move(to: point) : shape.addLine(to: point)
      }
      shape.close()
      shape.fill()
    }
    return image.withRenderingMode(.alwaysTemplate)
  }
}
