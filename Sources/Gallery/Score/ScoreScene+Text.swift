// Text: lines in several sizes, fonts and colours that drift by fractions of pixels.

import CoreGraphics
import Foundation
import QuartzCore

extension ScoreScene {
  private static let words = [
    "Layers", "Every frame", "Timing is a curve", "paths & strokes", "0123456789", "Gradient", "Opacity 50 %",
    "Rounded corners", "Masks", "The quick brown fox", "Shadow", "Transform",
  ]

  /// MotionMark's Design: lines of type.
  static let textDesign = ScoreScene("text-design", "lines of text in five sizes that drift", seed: 31) {
    { index, random in
      let layer = CATextLayer()
      let text = words[index % words.count]
      let size = [14.0, 18, 24, 32, 44][Int(random.next(0...4.99))]
      layer.string = text
      layer.font = index.isMultiple(of: 3) ? "Menlo" : "Helvetica"
      layer.fontSize = size
      layer.foregroundColor = ArtworkColor(hue: random.next(0...1), saturation: 0.8, value: 0.5).cgColor
      layer.bounds = CGRect(x: 0, y: 0, width: Double(text.count) * size * 0.65 + 8, height: size * 1.5)
      let movement = ScoreMovement(&random, margin: 60, speed: 60)
      return Element(layer: layer) { time in layer.position = movement.place(at: time) }
    }
  }
}
