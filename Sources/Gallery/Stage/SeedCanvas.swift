// What the seeds' scenes stand on: a canvas of 320 by 240 points, a line at the foot that shows how much of the time
// has passed, a script, and fingers that touch what the script says. A scene fills it and has nothing else to set up.

import CoreGraphics
import Foundation
import QuartzCore

/// The canvas of a scene, and what moves it.
final class SeedCanvas {
  /// The canvas, in points.
  static let size = CGSize(width: 320, height: 240)
  /// The middle of what is above the time line.
  static let center = CGPoint(x: 160, y: 108)
  /// The left and right ends of the time line, and its distance from the top, in points.
  private static let line = (left: 24.0, right: 296.0, y: 226.0)

  let root = CALayer()
  let script = Script()
  /// The duration of the scene, in seconds.
  let duration: CFTimeInterval
  /// Two, for gestures that need so many; above everything else.
  let fingers = [Finger(), Finger()]

  init(_ name: String, duration: CFTimeInterval) {
    self.duration = duration
    root.name = name
    root.frame = CGRect(origin: .zero, size: Self.size)
    root.backgroundColor = .backdrop
    for finger in fingers { root.addSublayer(finger.layer) }
    addTimeLine()
  }

  // MARK: Layers

  /// Adds a layer of one colour.
  @discardableResult func add(
    _ name: String, _ color: CGColor?, _ frame: CGRect, cornerRadius: CGFloat = 10, to superlayer: CALayer? = nil
  ) -> CALayer {
    let layer = CALayer(name, color, frame, cornerRadius: cornerRadius)
    (superlayer ?? root).addSublayer(layer)
    return layer
  }

  /// Adds a layer with a picture.
  @discardableResult func add(
    _ name: String, picture: CGImage, _ frame: CGRect, to superlayer: CALayer? = nil
  ) -> CALayer {
    let layer = add(name, nil, frame, cornerRadius: 0, to: superlayer)
    layer.contents = picture
    return layer
  }

  /// Adds a path as dots that lie along it; under them a shape layer strokes it.
  func add(_ curve: Curve, color: CGColor = .line, dots: Int = 36, to superlayer: CALayer? = nil) {
    let superlayer = superlayer ?? root
    let shape = CAShapeLayer()
    shape.name = "curve"
    shape.path = curve.path
    shape.fillColor = nil
    shape.strokeColor = color
    shape.lineWidth = 1
    superlayer.addSublayer(shape)
    for index in 0..<dots {
      let dot = CALayer("dot", color, CGRect(x: 0, y: 0, width: 3, height: 3), cornerRadius: 1.5)
      dot.position = curve.point(at: Double(index) / Double(dots - 1))
      superlayer.addSublayer(dot)
    }
  }

  /// Adds a button with a play sign's dot, in the middle under the scene, and says where to touch it.
  func addButton() -> CGPoint {
    let place = CGPoint(x: Self.center.x, y: 194)
    let button = add(
      "button", .panel, CGRect(x: place.x - 34, y: place.y - 13, width: 68, height: 26), cornerRadius: 13)
    add("sign", .paper, CGRect(center: CGPoint(x: 34, y: 13), side: 8), cornerRadius: 4, to: button)
    return place
  }

  /// Keeps an object as long as the canvas: a view, whose layer does not keep it.
  func keep(_ object: AnyObject) { root.keep(object) }

  // MARK: The user

  /// Lets a finger touch a point at a time; what it does is marked on the time line.
  func tap(_ point: CGPoint, at time: CFTimeInterval, _ action: @escaping () -> Void) {
    mark(time)
    let finger = fingers[0]
    script.at(time - 0.2) { finger.appear(at: point) }
    script.at(time) {
      finger.press()
      action()
    }
    script.at(time + 0.2) { finger.disappear() }
  }

  /// Lets a finger move through points, easing in and out between two, and calls `move` with where it is.
  func drag(
    through points: [CGPoint], during interval: ClosedRange<CFTimeInterval>, _ move: @escaping (CGPoint) -> Void
  ) {
    mark(interval.lowerBound)
    mark(interval.upperBound)
    let finger = fingers[0]
    script.at(interval.lowerBound - 0.2) { finger.appear(at: points[0]) }
    script.during(interval) { fraction in
      let place = fraction * Double(points.count - 1)
      let index = min(Int(place), points.count - 2)
      let point = points[index].moved(towards: points[index + 1], Easing.smooth(place - Double(index)))
      finger.move(to: point)
      move(point)
    }
    script.at(interval.upperBound + 0.1) { finger.disappear() }
  }

  // MARK: The time line

  private func addTimeLine() {
    let (left, right, y) = Self.line
    add("time line", .panel, CGRect(x: left, y: y - 1.5, width: right - left, height: 3), cornerRadius: 1.5)
    let head = add("time", .paper, CGRect(x: left - 4, y: y - 4, width: 8, height: 8), cornerRadius: 4)
    head.zPosition = 1
    let run = CABasicAnimation(keyPath: "position.x")
    run.fromValue = left
    run.toValue = right
    run.duration = duration
    run.fillMode = .forwards
    run.isRemovedOnCompletion = false
    head.add(run, forKey: "run")
  }

  /// Marks a moment on the time line.
  func mark(_ time: CFTimeInterval) {
    let x = Self.line.left + (Self.line.right - Self.line.left) * time / duration
    add("mark", .line, CGRect(x: x - 2.5, y: Self.line.y - 2.5, width: 5, height: 5), cornerRadius: 2.5)
  }
}

extension CALayer {
  /// A layer of one colour.
  convenience init(_ name: String, _ color: CGColor?, _ frame: CGRect, cornerRadius: CGFloat = 0) {
    self.init()
    self.name = name
    self.frame = frame
    self.cornerRadius = cornerRadius
    backgroundColor = color
  }

  /// Keeps an object as long as the layer lives.
  func keep(_ object: AnyObject) {
    let kept = value(forKey: "kept") as? [AnyObject] ?? []
    setValue(kept + [object], forKey: "kept")
  }
}

extension CGPoint {
  /// The point at a fraction of the way to another.
  func moved(towards other: CGPoint, _ fraction: Double) -> CGPoint {
    CGPoint(x: x + (other.x - x) * fraction, y: y + (other.y - y) * fraction)
  }
}

extension CGRect {
  /// A square around a point.
  init(center: CGPoint, side: CGFloat) {
    self.init(x: center.x - side / 2, y: center.y - side / 2, width: side, height: side)
  }
}

extension CATransform3D {
  /// A viewer at a distance, in points, from the plane z = 0.
  static func perspective(distance: CGFloat) -> CATransform3D {
    var transform = CATransform3DIdentity
    transform.m34 = -1 / distance
    return transform
  }
}
