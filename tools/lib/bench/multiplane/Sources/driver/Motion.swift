// What of one layer follows the scene's time.

import Foundation
import QuartzCore

struct Motion {
  private typealias Axis = (x: CGFloat, y: CGFloat, z: CGFloat)

  private let layer: CALayer
  private let anchor: CGPoint
  private var center: (x: Value, y: Value)?
  private var turn: (angle: Value, axis: Axis)?
  private var opacity: Value?
  private var radii: [Value]?
  private var counted: String?

  /// - Parameter anchor: from the centre of the layer's box to its position.
  init(_ layer: CALayer, _ description: SceneLayer, anchor: CGPoint) {
    self.layer = layer
    self.anchor = anchor
    center = (description.center[0], description.center[1])
    if let angle = description.turn { turn = (angle, (0, 0, 1)) }
    if let angle = description.tiltX { turn = (angle, (1, 0, 0)) }
    if let angle = description.tiltY { turn = (angle, (0, 1, 0)) }
    opacity = description.opacity
    radii = description.outline?.radii
    if let label = description.label, label.counts == true { counted = label.text }
  }

  /// The same less what never changes; nil where nothing does.
  var movingPart: Motion? {
    var part = self
    if let center, !center.x.moves, !center.y.moves { part.center = nil }
    if turn?.angle.moves == false { part.turn = nil }
    if opacity?.moves == false { part.opacity = nil }
    let still =
      part.center == nil && part.turn == nil && part.opacity == nil && part.radii == nil && part.counted == nil
    return still ? nil : part
  }

  func apply(_ time: Double, _ frame: Int) {
    if let center {
      layer.position = CGPoint(x: center.x.at(time) + anchor.x, y: center.y.at(time) + anchor.y)
    }
    if let (angle, axis) = turn {
      layer.transform = CATransform3DMakeRotation(angle.at(time) * .pi / 180, axis.x, axis.y, axis.z)
    }
    if let opacity { layer.opacity = Float(opacity.at(time)) }
    if let radii, let shape = layer as? CAShapeLayer { shape.path = Self.outline(radii.map { $0.at(time) }) }
    if let counted, let text = layer as? CATextLayer {
      let digits = String(frame)
      text.string = counted + " " + String(repeating: "0", count: 4 - digits.count) + digits
    }
  }

  /// A closed Catmull-Rom spline through points at equal angles.
  private static func outline(_ radii: [Double]) -> CGPath {
    let n = radii.count
    let points = (0..<n).map { k in
      let angle = 2 * .pi * Double(k) / Double(n)
      return (x: radii[k] * cos(angle), y: radii[k] * sin(angle))
    }
    let path = CGMutablePath()
    path.move(to: CGPoint(x: points[0].x, y: points[0].y))
    for k in 0..<n {
      let (before, from, to, after) = (points[(k + n - 1) % n], points[k], points[(k + 1) % n], points[(k + 2) % n])
      path.addCurve(
        to: CGPoint(x: to.x, y: to.y),
        control1: CGPoint(x: from.x + (to.x - before.x) / 6, y: from.y + (to.y - before.y) / 6),
        control2: CGPoint(x: to.x - (after.x - from.x) / 6, y: to.y - (after.y - from.y) / 6))
    }
    path.closeSubpath()
    return path
  }
}
