// The same scenes by two routes that share no drawing code: the renderer's draw lists on OpenGL, and `render(in:)` on
// cairo. Each is the other's oracle.
//
// Where they may differ, and by how much: edges that are not upright, whose coverage cairo samples in 15x17 points of a
// pixel and the renderer takes from distances (Tolerance.turned has the numbers); images between pixels, which pixman
// weighs in 7 bits; shadows, which Core Graphics ends at two deviations, 6/255 of a straight edge, and frames at three.

import CoreGraphics
import Foundation
import Multiplane
import QuartzCore
import TestSupport
import Testing

extension RenderingTests {
  @MainActor @Suite struct RenderInContextTests {
    @Test(arguments: CrossScene.all, [Self.plain, Self.fine])
    func bothRoutes(_ scene: CrossScene, _ canvas: Canvas) throws {
      let layers = scene.layers()
      for case let label as CATextLayer in layers { label.contentsScale = canvas.scale }
      let difference = try canvas.crossDifference(layers, unnoticed: scene.unnoticed)
      difference.expect(
        difference.most <= scene.most && difference.pixels <= scene.pixels * Int(canvas.scale * canvas.scale)
          && difference.mean <= scene.mean, "\(scene.name), scale \(canvas.scale)")
    }

    /// Any tree in the plane. Edges of several things may meet in one pixel and fade each other there; but nowhere do
    /// both routes differ over a square of three pixels. The mean is over drawn pixels alone, which in some scenes are
    /// turned edges for the most part.
    @Test(arguments: seeds(120, of: 600)) func random(seed: Int) throws {
      var source = FlatSceneSource(seed: seed)
      let layers = (0..<3).map { _ in source.layer(depth: 0, width: 200, height: 160) }
      let difference = try Self.plain.crossDifference(layers, unnoticed: 16)
      difference.expect(difference.squares == 0 && difference.mean <= 1.75, "random tree \(seed)")
    }

    /// The same with text layers. In frames their text is a picture of its own, which is blurred where it is turned,
    /// scaled or lies between pixels: strokes differ, but nothing as large as a letter is missing or elsewhere.
    @Test(arguments: seeds(80, of: 400)) func randomWithText(seed: Int) throws {
      var source = FlatSceneSource(seed: seed, hasText: true)
      let layers = (0..<3).map { _ in source.layer(depth: 0, width: 200, height: 160) }
      let difference = try Self.plain.crossDifference(layers, unnoticed: 48, side: 5)
      difference.expect(difference.squares == 0 && difference.mean <= 4, "random tree with text \(seed)")
    }

    nonisolated private static let plain = Canvas(width: 200, height: 160, background: .clear)
    /// Two pixels to a point, and y up.
    nonisolated private static let fine = Canvas(width: 200, height: 160, scale: 2, isFlipped: true)
  }
}

/// How two pictures differ.
struct CrossDifference: CustomStringConvertible {
  let rendered: Picture
  let drawn: Picture
  /// Pixels that differ by more than what is not noticed.
  var pixels = 0
  var most = 0
  /// Squares of pixels that all do.
  var squares = 0
  /// Over the components of all pixels that anything was drawn to.
  var mean = 0.0
  var worst = ""

  init(rendered: Picture, drawn: Picture) { (self.rendered, self.drawn) = (rendered, drawn) }

  /// Expects what the test says of the difference; where that does not hold, the pictures are kept.
  func expect(_ isAlike: Bool, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) {
    expectAlike(isAlike, rendered, expected: drawn, named: name, "\(self)", sourceLocation: sourceLocation)
  }

  var description: String {
    "\(pixels) pixels, \(squares) squares, at most \(most), mean \(Double(Int(mean * 1000)) / 1000); \(worst)"
  }
}

extension Canvas {
  /// What is drawn, on the CPU, onto a transparent bitmap of as many pixels; y points up.
  func drawn(_ draw: (CGContext) -> Void) -> CGImage {
    let context = CGContext(
      data: nil, width: Int(width * scale), height: Int(height * scale), bitsPerComponent: 8, bytesPerRow: 0,
      space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)!
    draw(context)
    return context.makeImage()!
  }

  /// What `render(in:)` draws of a root with these layers where the renderer draws it.
  @MainActor func drawnByProcessor(_ sublayers: [CALayer]) -> CGImage {
    drawn { context in
      context.setFillColor(background)
      context.fill(context.boundingBoxOfClipPath)
      if !isFlipped {
        context.translateBy(x: 0, y: CGFloat(context.height))
        context.scaleBy(x: 1, y: -1)
      }
      context.scaleBy(x: scale, y: scale)
      root(sublayers).render(in: context)
    }
  }

  /// Draws by both routes and compares; `side` is that of the squares, in pixels.
  @MainActor func crossDifference(
    _ sublayers: [CALayer], unnoticed: Int, side: Int = 3
  ) throws -> CrossDifference {
    let drawn = drawnByProcessor(sublayers).pixels
    for layer in sublayers { layer.removeFromSuperlayer() }
    let rendered = try pixels(sublayers)
    let columns = Int(width * scale)
    var difference = CrossDifference(
      rendered: Picture(width: columns, bytes: rendered), drawn: Picture(width: columns, bytes: drawn))
    var (sum, count) = (0, 0)
    var differs = [Bool](repeating: false, count: rendered.count / 4)
    for pixel in 0..<rendered.count / 4 {
      let range = pixel * 4..<pixel * 4 + 4
      let differences = range.map { abs(Int(rendered[$0]) - Int(drawn[$0])) }
      let most = differences.max()!
      if rendered[pixel * 4 + 3] > 0 || drawn[pixel * 4 + 3] > 0 {
        sum += differences.reduce(0, +)
        count += 4
      }
      if most > unnoticed {
        difference.pixels += 1
        differs[pixel] = true
      }
      if most > difference.most {
        difference.most = most
        difference.worst =
          "(\(pixel % columns), \(pixel / columns)): rendered \(Array(rendered[range])), drawn \(Array(drawn[range]))"
      }
    }
    for pixel in 0..<max(differs.count - (side - 1) * columns, 0) where pixel % columns <= columns - side {
      let square = (0..<side * side).allSatisfy { differs[pixel + $0 / side * columns + $0 % side] }
      guard square else { continue }
      difference.squares += 1
      difference.worst += " [square at (\(pixel % columns), \(pixel / columns))]"
    }
    difference.mean = Double(sum) / Double(max(count, 1))
    return difference
  }
}
