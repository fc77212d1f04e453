// The scenes of `multiplane bench --score`: eight kinds of load, after the MotionMark tests, each of a requested number
// of layers. All layers of a scene cost about the same, and all move in every frame.
//
// Tested by ScoreSceneTests.

import CoreGraphics
package import Foundation
package import QuartzCore

package struct ScoreScene: Sendable {
  /// A layer of a scene, and the changes that an app makes to it for a frame.
  struct Element {
    let layer: CALayer
    /// Updates the layer for a time, in seconds, on which alone it depends.
    let show: (_ time: CFTimeInterval) -> Void
  }

  /// The name in reports.
  package let name: String
  /// One line for a list.
  package let summary: String
  let seed: UInt32
  /// Returns a function that makes the layers, one after the other; `random` goes on from layer to layer.
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

/// A movement to and fro between the edges of the canvas, as of billiard balls.
struct ScoreMovement {
  private let start: CGPoint
  /// The velocity, in points a second.
  private let velocity: CGPoint
  private let margin: Double

  /// Creates a movement with a random start and direction, within `margin` points of the edges and at most at `speed`,
  /// in points a second, along each axis.
  init(_ random: inout SeededNumbers, margin: Double, speed: Double = 160) {
    start = CGPoint(x: random.next(0...2 * ScoreScene.size.width), y: random.next(0...2 * ScoreScene.size.height))
    velocity = CGPoint(x: random.next(-speed...speed), y: random.next(-speed...speed))
    self.margin = margin
  }

  func place(at time: CFTimeInterval) -> CGPoint {
    CGPoint(
      x: Self.folded(start.x + velocity.x * time, ScoreScene.size.width, margin),
      y: Self.folded(start.y + velocity.y * time, ScoreScene.size.height, margin))
  }

  /// Returns a triangle wave from `margin` to `length - margin`.
  private static func folded(_ value: Double, _ length: Double, _ margin: Double) -> Double {
    let span = length - 2 * margin
    let phase = abs(value.truncatingRemainder(dividingBy: 2 * span))
    return margin + (phase < span ? phase : 2 * span - phase)
  }
}

/// A tree of a ``ScoreScene`` with a variable number of layers, the complexity. It depends on the scene, the complexity
/// and the time alone: the n-th layer is the same in all trees of a scene.
package final class ScoreStage {
  package let root: CALayer
  private let make: (Int, inout SeededNumbers) -> ScoreScene.Element
  private var random: SeededNumbers
  /// All elements made so far; the first ``complexity`` of them are in the tree.
  private var elements: [ScoreScene.Element] = []

  /// The number of layers in the tree, without the canvas.
  package private(set) var complexity = 0

  package init(_ scene: ScoreScene) {
    root = Gallery.page(ScoreScene.size.width, ScoreScene.size.height, CGColor(gray: 1, alpha: 1))
    make = scene.maker()
    random = SeededNumbers(seed: scene.seed)
  }

  /// Adds the next layers, or removes the last ones.
  package func tune(to complexity: Int) {
    precondition(complexity >= 0, "a scene has no fewer than 0 layers")
    withoutActions {
      while elements.count < complexity { elements.append(make(elements.count, &random)) }
      for element in elements[min(self.complexity, complexity)..<complexity] { root.addSublayer(element.layer) }
      for element in elements[complexity..<max(self.complexity, complexity)] { element.layer.removeFromSuperlayer() }
    }
    self.complexity = complexity
  }

  /// Moves every layer to its place at a time, in seconds, as an app does between frames.
  package func show(at time: CFTimeInterval) {
    withoutActions {
      for element in elements.prefix(complexity) { element.show(time) }
    }
  }

  private func withoutActions(_ body: () -> Void) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    body()
    CATransaction.commit()
  }
}

extension ScoreScene {
  /// MotionMark's Multiply and bouncing rounded rectangles: tiles of one colour that come, go and turn.
  static let tiles = ScoreScene("rounded-tiles", "translucent rounded tiles that move and turn", seed: 11) {
    { index, random in
      let layer = CALayer()
      let side = random.next(30...70)
      layer.bounds = CGRect(x: 0, y: 0, width: side, height: side)
      layer.cornerRadius = side * random.next(0.1...0.4)
      layer.backgroundColor = ArtworkColor(hue: random.next(0...1), saturation: 0.7, value: 0.9).cgColor
      let movement = ScoreMovement(&random, margin: side)
      let (phase, spin) = (random.next(0...6.28), index.isMultiple(of: 2) ? 0 : random.next(-2...2))
      return Element(layer: layer) { time in
        layer.position = movement.place(at: time)
        layer.opacity = Float(0.55 + 0.35 * sin(phase + 2 * time))
        if spin != 0 { layer.transform = CATransform3DMakeRotation(phase + spin * time, 0, 0, 1) }
      }
    }
  }

  /// MotionMark's Leaves: translucent images that turn as they fall.
  static let leaves = ScoreScene("leaves", "translucent images that turn as they fall", seed: 12) {
    let images = (0..<6).map { leaf(hue: 0.02 + 0.06 * Double($0), lean: 0.1 * Double($0)) }
    return { index, random in
      let layer = CALayer()
      let side = random.next(32...72)
      layer.bounds = CGRect(x: 0, y: 0, width: side, height: side)
      layer.contents = images[index % images.count]
      layer.opacity = Float(random.next(0.4...0.9))
      let (x, y) = (random.next(0...1920), random.next(0...1160))
      let (fall, swing) = (random.next(40...120), random.next(10...60))
      let (phase, spin) = (random.next(0...6.28), random.next(-2...2))
      return Element(layer: layer) { time in
        let height = (y + fall * time).truncatingRemainder(dividingBy: 1160) - 40
        layer.position = CGPoint(x: x + swing * sin(phase + time), y: height)
        layer.transform = CATransform3DMakeRotation(phase + spin * time, 0, 0, 1)
      }
    }
  }

  /// MotionMark's Images: parts of a picture, upright, at fractions of pixels and many sizes.
  static let images = ScoreScene("images", "parts of pictures, scaled, upright", seed: 13) {
    let pictures = (0..<4).map { Artwork.landscape(width: 256, height: 256, hue: Double($0) / 4) }
    return { index, random in
      let layer = CALayer()
      let side = random.next(24...64)
      layer.bounds = CGRect(x: 0, y: 0, width: side * 1.5, height: side)
      layer.contents = pictures[index % pictures.count]
      let part = random.next(0.4...0.6)
      layer.contentsRect = CGRect(
        x: random.next(0...1 - part), y: random.next(0...1 - part), width: part, height: part / 1.5)
      let movement = ScoreMovement(&random, margin: side)
      return Element(layer: layer) { time in layer.position = movement.place(at: time) }
    }
  }

  /// Returns a leaf with a rib, 64 pixels square.
  private static func leaf(hue: Double, lean: Double) -> CGImage {
    let green = ArtworkColor(hue: hue, saturation: 0.8, value: 0.75)
    let rib = ArtworkColor(hue: hue, saturation: 0.9, value: 0.45)
    return Artwork.image(width: 64, height: 64) { x, y in
      // Two arcs from tip to tip, along the diagonal.
      let (along, across) = ((x + y) / 2, (x - y) / 2)
      let width = 0.24 * sin(min(max((along - 0.05) / 0.9, 0), 1) * .pi) * (1 + lean * (0.5 - along))
      let cover = min(max((width - abs(across)) * 64, 0), 1)
      let isRib = abs(across) < 0.012 || abs((along * 8 + abs(across) * 9).truncatingRemainder(dividingBy: 1)) < 0.12
      let color = isRib ? rib : green
      return ArtworkColor(color.red, color.green, color.blue, cover)
    }
  }

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
