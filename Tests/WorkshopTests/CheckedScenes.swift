// Scenes that are made in a test, and what a check finds in them.

import Compositor
import CoreGraphics
import Documents
import Foundation
import Multiplane
import QuartzCore
import Workshop

/// A check of a scene of 320x200 points, unless another size is asked for.
@MainActor func checkReport(
  width: Double = 320, height: Double = 200, duration: Double = 0, notes: [SceneNote] = [],
  _ options: SceneCheck.Options = SceneCheck.Options(), others: [SceneCheck.State] = [],
  make: @escaping (_ state: String?) -> CALayer
) throws -> CheckReport {
  try SceneCheck(duration: duration, notes: notes, options: options, others: others) { factor, state in
    let clock = MediaClock(startingAt: 0)
    MediaClock.current = clock
    var settings = OffscreenRenderer.Options(clock: clock)
    if factor == 1 { settings.optimizations = DrawListBuilder.Options(without: [.retention]) }
    let renderer = try OffscreenRenderer(
      size: CGSize(width: width, height: height), scale: CGFloat(factor), options: settings)
    return SceneCheck.Subject(root: make(state.name), renderer: renderer)
  }.report()
}

/// A check of a scene without states.
@MainActor func checkReport(
  width: Double = 320, height: Double = 200, duration: Double = 0, notes: [SceneNote] = [],
  _ options: SceneCheck.Options = SceneCheck.Options(), _ make: @escaping () -> CALayer
) throws -> CheckReport {
  try checkReport(width: width, height: height, duration: duration, notes: notes, options) { _ in make() }
}

/// What is found of some rules.
@MainActor func findings(
  _ rules: CheckRule..., width: Double = 320, height: Double = 200, duration: Double = 0,
  expecting expectations: String? = nil, _ make: @escaping () -> CALayer
) throws -> [Finding] {
  var options = SceneCheck.Options()
  if let expectations {
    options.expectations = try Expectation.read(Array(expectations.utf8), file: "card.expect.json")
  }
  return try checkReport(width: width, height: height, duration: duration, options, make).findings.filter {
    rules.contains($0.rule)
  }
}

/// A root of 320x200 points, on a colour, with layers in it.
@MainActor func stage(
  _ layers: [CALayer], on color: CGColor = CGColor(red: 0, green: 0, blue: 0, alpha: 1), width: Double = 320,
  height: Double = 200
) -> CALayer {
  let root = CALayer()
  root.frame = CGRect(x: 0, y: 0, width: width, height: height)
  root.backgroundColor = color
  root.sublayers = layers
  return root
}

/// A rectangle of a colour.
@MainActor func card(
  _ name: String, _ x: Double, _ y: Double, _ width: Double, _ height: Double, gray: CGFloat = 1, alpha: CGFloat = 1
) -> CALayer {
  let layer = CALayer()
  layer.name = name
  layer.frame = CGRect(x: x, y: y, width: width, height: height)
  layer.backgroundColor = CGColor(gray: gray, alpha: alpha)
  return layer
}

/// A line of text.
@MainActor func label(
  _ text: String, _ x: Double, _ y: Double, _ width: Double, _ height: Double, size: CGFloat = 20, gray: CGFloat = 1
) -> CATextLayer {
  let layer = CATextLayer()
  layer.name = "Label"
  layer.frame = CGRect(x: x, y: y, width: width, height: height)
  (layer.string, layer.fontSize, layer.foregroundColor) = (text, size, CGColor(gray: gray, alpha: 1))
  return layer
}

/// An animation between two values.
func animation(
  _ keyPath: String, from: Any, to: Any, duration: Double, begin: Double = 0, repeats: Float = 0
) -> CABasicAnimation {
  let animation = CABasicAnimation(keyPath: keyPath)
  (animation.fromValue, animation.toValue, animation.duration) = (from, to, duration)
  (animation.beginTime, animation.repeatCount) = (begin, repeats)
  animation.fillMode = .both
  animation.isRemovedOnCompletion = false
  return animation
}
