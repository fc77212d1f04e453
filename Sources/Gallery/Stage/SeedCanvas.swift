import CoreGraphics
import Foundation
import QuartzCore

/// The canvas of the seeds' scenes: 320 by 240 points with a line at the foot for the time that has passed, a script,
/// and fingers that touch at the script's times.
final class SeedCanvas {
  /// The size, in points.
  static let size = CGSize(width: 320, height: 240)
  /// The middle of the area above the time line.
  static let center = CGPoint(x: 160, y: 108)
  /// The left and right ends of the time line, and its distance from the top, in points.
  private static let line = (left: 24.0, right: 296.0, y: 226.0)

  let root = CALayer()
  let script = Script()
  /// The duration of the scene, in seconds.
  let duration: CFTimeInterval
  /// Two fingers above everything else, for gestures that need so many.
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

  @discardableResult func add(
    _ name: String, _ color: CGColor?, _ frame: CGRect, cornerRadius: CGFloat = 10, to superlayer: CALayer? = nil
  ) -> CALayer {
    let layer = CALayer(name, color, frame, cornerRadius: cornerRadius)
    (superlayer ?? root).addSublayer(layer)
    return layer
  }

  @discardableResult func add(
    _ name: String, picture: CGImage, _ frame: CGRect, to superlayer: CALayer? = nil
  ) -> CALayer {
    let layer = add(name, nil, frame, cornerRadius: 0, to: superlayer)
    layer.contents = picture
    return layer
  }

  /// Adds a path as dots along it, over a shape layer that strokes it.
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

  /// Adds a button with a play sign's dot, in the middle under the scene, and returns the point to touch.
  func addButton() -> CGPoint {
    let place = CGPoint(x: Self.center.x, y: 194)
    let button = add(
      "button", .panel, CGRect(x: place.x - 34, y: place.y - 13, width: 68, height: 26), cornerRadius: 13)
    add("sign", .paper, CGRect(center: CGPoint(x: 34, y: 13), side: 8), cornerRadius: 4, to: button)
    return place
  }

  /// Keeps an object as long as the canvas, such as a view, which its layer does not keep.
  func keep(_ object: AnyObject) { root.keep(object) }

  // MARK: The user

  /// Makes a finger touch a point at a time; the touch is marked on the time line.
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

  /// Moves a finger through points, easing in and out between two, and calls `move` with its position.
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

  func mark(_ time: CFTimeInterval) {
    let x = Self.line.left + (Self.line.right - Self.line.left) * time / duration
    add("mark", .line, CGRect(x: x - 2.5, y: Self.line.y - 2.5, width: 5, height: 5), cornerRadius: 2.5)
  }
}

extension CALayer {
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
  func moved(towards other: CGPoint, _ fraction: Double) -> CGPoint {
    CGPoint(x: x + (other.x - x) * fraction, y: y + (other.y - y) * fraction)
  }
}

extension CGRect {
  init(center: CGPoint, side: CGFloat) {
    self.init(x: center.x - side / 2, y: center.y - side / 2, width: side, height: side)
  }
}

extension CATransform3D {
  /// Returns the perspective of a viewer at a distance, in points, from the plane z = 0.
  static func perspective(distance: CGFloat) -> CATransform3D {
    var transform = CATransform3DIdentity
    transform.m34 = -1 / distance
    return transform
  }
}

/// A pale disc where the script touches. Its changes animate implicitly, except for the movement: the finger's.
final class Finger {
  let layer = CALayer(
    "finger", CGColor(gray: 1, alpha: 0.35), CGRect(x: 0, y: 0, width: 28, height: 28), cornerRadius: 14)

  init() {
    layer.borderWidth = 2
    layer.borderColor = CGColor(gray: 1, alpha: 0.8)
    layer.opacity = 0
    layer.zPosition = 1000
  }

  func appear(at point: CGPoint) {
    move(to: point)
    CATransaction.begin()
    CATransaction.setAnimationDuration(0.15)
    layer.opacity = 1
    CATransaction.commit()
  }

  func move(to point: CGPoint) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    layer.position = point
    CATransaction.commit()
  }

  func press() {
    let press = CABasicAnimation(keyPath: "transform.scale")
    press.toValue = 0.7
    press.duration = 0.1
    press.autoreverses = true
    layer.add(press, forKey: "press")
  }

  func disappear() { layer.opacity = 0 }
}

/// A cubic Bézier curve, along which things fly.
struct Curve {
  var start: CGPoint
  var control1: CGPoint
  var control2: CGPoint
  var end: CGPoint

  init(_ start: CGPoint, _ control1: CGPoint, _ control2: CGPoint, _ end: CGPoint) {
    (self.start, self.control1, self.control2, self.end) = (start, control1, control2, end)
  }

  /// Returns the wave of chapters 8 and 9: up, through the middle, down, up again, `width` points long.
  static func wave(from start: CGPoint, width: CGFloat, height: CGFloat) -> Curve {
    Curve(
      start, CGPoint(x: start.x + width / 4, y: start.y - height),
      CGPoint(x: start.x + width * 3 / 4, y: start.y + height),
      CGPoint(x: start.x + width, y: start.y))
  }

  /// Returns the point at a parameter from 0 to 1, by de Casteljau's construction.
  func point(at t: Double) -> CGPoint {
    var points = [start, control1, control2, end]
    while points.count > 1 { points = zip(points, points.dropFirst()).map { $0.moved(towards: $1, t) } }
    return points[0]
  }

  var path: CGPath {
    let path = CGMutablePath()
    path.move(to: start)
    path.addCurve(to: end, control1: control1, control2: control2)
    return path
  }
}

/// Functions from the fraction of the time to the fraction of the way.
enum Easing {
  /// Begins and ends at rest: 3t² - 2t³.
  static func smooth(_ t: Double) -> Double { t * t * (3 - 2 * t) }

  /// Falls, and bounces three times before it rests. Each arc is the parabola 1 - h + a(t - m)² between two touches of
  /// the floor. The fall takes `1/√a`, an arc of height h `2√(h/a)`. The heights are 1/4, 1/16 and 1/64, so that each
  /// arc takes half the time of the one before; the whole, 1/√a (1 + 1 + 1/2 + 1/4), is 1 for a = 2.75².
  static func bounce(_ t: Double) -> Double {
    let acceleration = 2.75 * 2.75
    var (touch, length, height) = (1 / 2.75, 1 / 2.75, 0.25)
    guard t > touch else { return acceleration * t * t }
    while t > touch + length && height > 1.0 / 64 {
      touch += length
      length /= 2
      height /= 4
    }
    let fromMiddle = t - (touch + length / 2)
    return 1 - height + acceleration * fromMiddle * fromMiddle
  }
}
