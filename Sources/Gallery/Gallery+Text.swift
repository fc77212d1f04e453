// Text: the benchmark's labels.

import CoreGraphics
import Foundation
import QuartzCore

extension Gallery {
  /// 200 labels; every second one shows a new number in each sixtieth of a second.
  static let labels = Demo(
    "labels", "200 text labels, half of them new in each frame", size: CGSize(width: 1920, height: 1080), duration: 4
  ) {
    let root = page(1920, 1080, .white)
    for index in 0..<200 {
      let label = CATextLayer()
      label.name = "label \(index)"
      label.frame = CGRect(x: Double(index % 10) * 190 + 16, y: Double(index / 10) * 53 + 14, width: 176, height: 30)
      label.font = index % 3 == 0 ? "Menlo" : "Helvetica"
      label.fontSize = 22
      label.foregroundColor = ArtworkColor(hue: Double(index) / 200, saturation: 0.8, value: 0.5).cgColor
      label.string = "Reading \(index)"
      root.addSublayer(label)
      guard index % 2 == 1 else { continue }
      let count = CAKeyframeAnimation(keyPath: "string")
      count.values = (0..<240).map { String(format: "%03d: %.4f", index, sin(Double($0 * 7 + index))) }
      count.calculationMode = .discrete
      count.duration = 4
      count.repeatCount = .infinity
      label.add(count, forKey: "count")
    }
    return root
  }
}
