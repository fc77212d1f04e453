// Random trees against the oracle: every combination that nobody thought of. A scene is a function of its seed.

import CoreGraphics
import QuartzCore
import TestSupport
import Testing

extension RenderingTests {
  @MainActor @Suite struct RandomSceneTests {
    /// Edges may meet in any way here: content, clip and background of one place count as c * c. Away from edges the
    /// picture is exact but for one rounding a blend, of which there are up to a dozen.
    private static let tolerance = Tolerance(interior: 4, edge: 255, edgeMean: 8, edgeReach: 1)

    @Test(arguments: seeds(40, of: 150)) func scene(seed: Int) throws {
      var source = SceneSource(seed: seed)
      let layers = (0..<3).map { _ in source.layer(depth: 0, width: 200, height: 160) }
      let difference = try Canvas.large.difference(layers, edgeReach: Self.tolerance.edgeReach)
      difference.expect(
        difference.interior.max <= Self.tolerance.interior && difference.edge.mean <= Self.tolerance.edgeMean,
        "seed \(seed)")
    }
  }
}

/// Makes layers from a sequence of pseudo-random numbers.
private struct SceneSource: SceneRandom {
  var random: SeededRandom

  init(seed: Int) { random = SeededRandom(seed: seed) }

  /// A layer somewhere in a superlayer of the given size, with its sublayers.
  mutating func layer(depth: Int, width: Double, height: Double) -> CALayer {
    let layer = CALayer()
    let size = (number(10...max(width * 0.9, 12)), number(10...max(height * 0.9, 12)))
    let origin = (number(-10...width * 0.6), number(-10...height * 0.6))
    let isWhole = chance(0.5)
    layer.frame = CGRect(
      x: isWhole ? origin.0.rounded() : origin.0, y: isWhole ? origin.1.rounded() : origin.1,
      width: isWhole ? size.0.rounded() : size.0, height: isWhole ? size.1.rounded() : size.1)
    if chance(0.7) { layer.backgroundColor = color() }
    if chance(0.4) { layer.cornerRadius = number(0...40) }
    if chance(0.2) {
      layer.maskedCorners = CACornerMask(rawValue: UInt(number(0...15)))
      if chance(0.3) { layer.cornerCurve = .continuous }
    }
    if chance(0.3) {
      layer.borderWidth = number(0.5...8)
      layer.borderColor = color()
    }
    if chance(0.2) { layer.contents = CGImage.sample(24, 16, isOpaque: chance(0.5)) }
    layer.masksToBounds = chance(0.4)
    layer.isGeometryFlipped = chance(0.1)
    layer.zPosition = chance(0.2) ? number(-5...5) : 0
    if chance(0.2) { layer.opacity = Float(number(0.2...0.9)) }
    if chance(0.2) { layer.transform = turn(number(-180...180)) }
    let isTilted = chance(0.1)
    if isTilted { layer.transform = tilt(number(-50...50), 0.3, 1, distance: 300) }
    if depth < 3 {
      for _ in 0..<Int(number(0...3.9)) {
        layer.addSublayer(self.layer(depth: depth + 1, width: size.0, height: size.1))
      }
    }
    guard isTilted else { return layer }
    // In a plane of its own: beside siblings a tilted layer is split where it crosses them, which the oracle does not
    // do.
    let plane = CALayer()
    plane.frame = CGRect(x: 0, y: 0, width: width, height: height)
    (plane.zPosition, layer.zPosition) = (layer.zPosition, 0)
    plane.addSublayer(layer)
    return plane
  }
}
