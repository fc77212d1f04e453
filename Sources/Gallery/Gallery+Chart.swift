// Text: a chart.

import CoreGraphics
import Foundation
import QuartzCore

extension Gallery {
  /// Bars that grow, under a title, over names, beside an axis whose numbers stand flush right.
  static let chart = Demo("chart", "a bar chart with labels", size: CGSize(width: 640, height: 400), duration: 3) {
    let root = page(640, 400, .backdrop)
    _ = label(
      "Rainfall, 2025", CGRect(x: 40, y: 20, width: 400, height: 34), 26, .paper, .left, font: "SFProDisplay-Bold",
      in: root)
    _ = label("mm a month", CGRect(x: 420, y: 30, width: 190, height: 20), 14, .line, .right, in: root)
    for step in 0...4 { addRule(step, to: root) }
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let values = [58, 41, 47, 38, 62, 71, 84, 77, 55, 66, 73, 69.0]
    for (index, (month, value)) in zip(months, values).enumerated() {
      addBar(index, month: month, value: value, to: root)
    }
    return root
  }

  private static func label(
    _ text: String, _ frame: CGRect, _ size: CGFloat, _ color: CGColor, _ alignment: CATextLayerAlignmentMode,
    font: String = "SFProText-Regular", in root: CALayer
  ) -> CATextLayer {
    let label = CATextLayer()
    label.name = text
    label.frame = frame
    label.string = text
    label.font = font
    label.fontSize = size
    label.foregroundColor = color
    label.alignmentMode = alignment
    label.contentsScale = 2
    root.addSublayer(label)
    return label
  }

  /// A line across the chart, and its number.
  private static func addRule(_ step: Int, to root: CALayer) {
    let y = 340 - Double(step) * 64
    _ = label("\(step * 25)", CGRect(x: 20, y: y - 10, width: 44, height: 20), 14, .line, .right, in: root)
    let rule = CALayer()
    rule.frame = CGRect(x: 74, y: y, width: 546, height: 1)
    rule.backgroundColor = .panel
    root.addSublayer(rule)
  }

  /// A month's bar, which grows, its name, and its number, which appears afterwards.
  private static func addBar(_ index: Int, month: String, value: Double, to root: CALayer) {
    let x = 84 + Double(index) * 45
    let bar = CALayer()
    bar.anchorPoint = CGPoint(x: 0.5, y: 1)
    bar.bounds = CGRect(x: 0, y: 0, width: 28, height: value * 2.56)
    bar.position = CGPoint(x: x + 14, y: 340)
    bar.backgroundColor = CGColor.brights[index % 5]
    bar.cornerRadius = 5
    bar.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMinYCorner]
    root.addSublayer(bar)
    let grow = CASpringAnimation(keyPath: "bounds.size.height")
    grow.fromValue = 0
    grow.damping = 12
    grow.beginTime = Double(index) * 0.06
    grow.duration = grow.settlingDuration
    grow.fillMode = .backwards
    bar.add(grow, forKey: "grow")
    _ = label(month, CGRect(x: x - 6, y: 350, width: 40, height: 20), 14, .paper, .center, in: root)
    let number = label(
      "\(Int(value))", CGRect(x: x - 6, y: 340 - value * 2.56 - 22, width: 40, height: 20), 14, .paper, .center,
      font: "SFProText-Semibold", in: root)
    let appear = CABasicAnimation(keyPath: "opacity")
    appear.fromValue = 0
    appear.beginTime = 1 + Double(index) * 0.06
    appear.duration = 0.3
    appear.fillMode = .backwards
    number.add(appear, forKey: "appear")
  }
}
