import Multiplane
import UIKit

func uiKitConstraints() throws {
  let page = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 200))
  let title = UILabel()
  title.text = "Title"
  let line = UIView()
  line.backgroundColor = .systemBlue
  let stack = UIStackView(arrangedSubviews: [title, line])
  (stack.axis, stack.alignment, stack.spacing) = (.vertical, .leading, 8)
  stack.translatesAutoresizingMaskIntoConstraints = false
  page.addSubview(stack)
  let lineWidth = line.widthAnchor.constraint(equalToConstant: 20)
  NSLayoutConstraint.activate([
    stack.centerYAnchor.constraint(equalTo: page.centerYAnchor),
    stack.leadingAnchor.constraint(equalTo: page.layoutMarginsGuide.leadingAnchor),
    line.heightAnchor.constraint(equalToConstant: 4), lineWidth,
  ])

  let pageRenderer = try OffscreenRenderer(size: page.bounds.size, scale: 2)
  _ = try pageRenderer.image(of: page.layer, at: 0)
  lineWidth.constant = 200
  UIView.animate(withDuration: 1) { page.layoutIfNeeded() }
  let grown = try pageRenderer.image(of: page.layer, at: 0.5)
  // End of the example.
  precondition(grown.width == 640 && line.frame.width == 200 && stack.frame.minX == 8)
  // Half of the way from 20 to 200 points: 110 of the line are drawn, from the stack's left side on.
  precondition(line.layer.presentation().map { abs($0.bounds.width - 110) < 1 } ?? false)
}
