// The scenes of `multiplane bench --score`: eight kinds of load, after the ideas of the MotionMark tests, each of as
// many layers as are asked for. All layers of a scene cost about the same, and all move in every frame.
//
// Tested by ScoreSceneTests.

package import Foundation
import QuartzCore

/// A kind of load.
package struct ScoreScene: Sendable {
  /// A layer of a scene, and what an app would do with it for a frame.
  struct Element {
    let layer: CALayer
    /// Shows the layer as it is at a time, in seconds. It depends on nothing but the time.
    let show: (_ time: CFTimeInterval) -> Void
  }

  /// The scene's name in reports.
  package let name: String
  /// One line for a list.
  package let summary: String
  /// The seed of its random numbers.
  let seed: UInt32
  /// Returns a function that makes its layers, one after the other; `random` goes on from layer to layer.
  let maker: @Sendable () -> (_ index: Int, _ random: inout SeededNumbers) -> Element

  init(
    _ name: String, _ summary: String, seed: UInt32,
    maker: @escaping @Sendable () -> (_ index: Int, _ random: inout SeededNumbers) -> Element
  ) {
    (self.name, self.summary, self.seed, self.maker) = (name, summary, seed, maker)
  }

  /// The canvas of every scene, in points: 1920x1080.
  package static let size = CGSize(width: 1920, height: 1080)

  /// All scenes, in the order to measure them in.
  package static let all = [tiles, arcs, leaves, paths, lines, images, textDesign, suits]
}

/// A movement that goes to and fro between the edges of the canvas, as balls do on a table.
struct ScoreMovement {
  private let start: CGPoint
  /// In points a second.
  private let velocity: CGPoint
  private let margin: Double

  /// - Parameters:
  ///   - random: where it begins and where it goes.
  ///   - margin: how far from the edges it turns round, in points.
  ///   - speed: at most, along each axis, in points a second.
  init(_ random: inout SeededNumbers, margin: Double, speed: Double = 160) {
    start = CGPoint(x: random.next(0...2 * ScoreScene.size.width), y: random.next(0...2 * ScoreScene.size.height))
    velocity = CGPoint(x: random.next(-speed...speed), y: random.next(-speed...speed))
    self.margin = margin
  }

  /// The place at a time, in seconds.
  func place(at time: CFTimeInterval) -> CGPoint {
    CGPoint(
      x: Self.folded(start.x + velocity.x * time, ScoreScene.size.width, margin),
      y: Self.folded(start.y + velocity.y * time, ScoreScene.size.height, margin))
  }

  /// A triangle wave from `margin` to `length - margin`.
  private static func folded(_ value: Double, _ length: Double, _ margin: Double) -> Double {
    let span = length - 2 * margin
    let phase = abs(value.truncatingRemainder(dividingBy: 2 * span))
    return margin + (phase < span ? phase : 2 * span - phase)
  }
}
