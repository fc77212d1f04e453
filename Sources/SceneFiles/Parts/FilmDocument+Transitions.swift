import CoreGraphics
import Documents
import Foundation
import QuartzCore
import SceneJSON

extension FilmDocument {
  /// The way in which a part takes the place of the one before.
  struct Transition {
    enum Kind: String, CaseIterable {
      case fade, push, moveIn, reveal, wipe, through
    }

    let kind: Kind
    let duration: Double
    /// The direction of the motion, a unit vector.
    let direction: CGVector
    /// The colour of a `through` transition.
    let color: CGColor
    let node: Node

    /// The seconds in which both parts are seen.
    var overlap: Double { kind == .through ? 0 : duration }

    /// Returns the seconds of the transition to a part that begins at a second.
    func seconds(at start: Double) -> Range<Double> {
      kind == .through ? start - duration / 2..<start + duration / 2 : start..<start + duration
    }
  }

  private static let directions: KeyValuePairs = [
    "fromRight": CGVector(dx: -1, dy: 0), "fromLeft": CGVector(dx: 1, dy: 0), "fromTop": CGVector(dx: 0, dy: 1),
    "fromBottom": CGVector(dx: 0, dy: -1),
  ]

  /// Reads a transition: its name, or an object with `type`, `duration`, `subtype` and `color`.
  func transition(_ node: Node) throws(SceneFileError) -> Transition {
    let node = node.json["slot"] == nil ? node : try values.slots.filled(node, as: .other, of: values)
    let names = Transition.Kind.allCases.map(\.rawValue)
    var (kind, duration, direction) = (Transition.Kind.fade, 0.5, CGVector(dx: -1, dy: 0))
    var color = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1)
    if node.json.object == nil {
      kind = .init(rawValue: try values.word(node, of: names)) ?? .fade
    } else {
      for (key, value) in try values.members(node, "a transition", known: ["type", "duration", "subtype", "color"]) {
        switch key {
        case "type": kind = .init(rawValue: try values.word(value, of: names)) ?? .fade
        case "duration": duration = try values.time(value, from: 0.01)
        case "subtype":
          let word = try values.word(value, of: Self.directions.map(\.key))
          direction = Self.directions.first { $0.key == word }?.value ?? direction
        default: color = try values.color(value)
        }
      }
    }
    return Transition(kind: kind, duration: duration, direction: direction, color: color, node: node)
  }

  /// Shows a part from its start to its end, at first with rising opacity.
  func show(_ part: Part, fadingIn seconds: Double) {
    part.layer.opacity = 0
    let shown = CAKeyframeAnimation(keyPath: "opacity")
    let length = part.end - part.start
    (shown.values, shown.keyTimes) = ([0.0, 1.0, 1.0], [0, NSNumber(value: seconds / length), 1])
    if seconds == 0 { (shown.values, shown.keyTimes) = ([1.0, 1.0], [0, 1]) }
    add(shown, to: part.layer, during: part.start..<part.end)
  }

  /// Shows a part that takes the place of another one.
  func show(_ part: Part, after other: Part, by transition: Transition) {
    let seconds = transition.seconds(at: part.start)
    show(part, fadingIn: transition.kind == .fade ? transition.duration : 0)
    let way = CGVector(dx: transition.direction.dx * size.width, dy: transition.direction.dy * size.height)
    let move = { (layer: CALayer, from: CGFloat, to: CGFloat) in
      let motion = CABasicAnimation(keyPath: "position")
      let place = layer.position
      motion.fromValue = CGPoint(x: place.x + way.dx * from, y: place.y + way.dy * from)
      motion.toValue = CGPoint(x: place.x + way.dx * to, y: place.y + way.dy * to)
      motion.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
      add(motion, to: layer, during: seconds)
    }
    switch transition.kind {
    case .fade: break
    case .moveIn: move(part.layer, -1, 0)
    case .push:
      move(part.layer, -1, 0)
      move(other.layer, 0, 1)
    case .reveal:
      root.insertSublayer(part.layer, below: other.layer)
      move(other.layer, 0, 1)
    case .wipe:
      let mask = CALayer()
      mask.frame = part.layer.bounds
      mask.backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1)
      part.layer.mask = mask
      move(mask, -1, 0)
    case .through:
      let cover = CALayer()
      cover.frame = part.layer.bounds
      (cover.backgroundColor, cover.opacity) = (transition.color, 0)
      root.addSublayer(cover)
      let dip = CAKeyframeAnimation(keyPath: "opacity")
      dip.values = [0.0, 1.0, 0.0]
      add(dip, to: cover, during: seconds)
    }
  }

  /// Adds an animation during seconds of the film.
  private func add(_ animation: CAAnimation, to layer: CALayer, during seconds: Range<Double>) {
    let (start, end) = (seconds.lowerBound, seconds.upperBound)
    (animation.beginTime, animation.duration) = (max(start, AnimationSchema.timeZero), end - start)
    // The film's first frame is at 0, before the tiny begin time.
    if start <= 0 { animation.fillMode = .backwards }
    layer.add(animation, forKey: nil)
  }
}
