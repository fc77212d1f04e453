// The metamorphic set: changes of a scene whose effect on its picture is known beforehand. Every reftest scene goes
// through all of them, so that whatever is drawn is drawn under each.
//
//   scene ----render---> picture ----known change of pixels---> expected
//     \--change--> scene' --------------render----------------> picture'      and picture' must be as expected

import Compositor
import CoreGraphics
import Multiplane
import QuartzCore
import TestScenes
import TestSupport

/// A change of a scene.
struct Metamorphism: Sendable, CustomStringConvertible {
  /// The names by which a scene states an exception.
  enum Kind: String, Sendable {
    /// The canvas has y up: the picture is its mirror image, but for images, which stay upright.
    case flipped
    /// Turned by 90 degrees.
    case rotated
    /// Moved by whole pixels.
    case moved
    /// Geometry times two is as good as twice the scale.
    case scaled
    /// In a layer that clips to the whole canvas.
    case clipped
    /// In a layer with an opaque mask over the whole canvas.
    case masked
    /// Drawn again, and from its draw list: the same bytes.
    case replayed
    /// With optimisations switched off.
    case plain
    /// By the other rasteriser, where that takes it.
    case rasterizer
    /// By an OpenGL ES 3.0 without extensions and with the least limits.
    case bare
  }

  /// What a scene has to say against a change.
  enum Exception: Sendable {
    /// It does not hold, and why.
    case skip(String)
    /// It holds within that.
    case fuzzy(Int, pixels: Int = .max)
  }

  let kind: Kind
  /// The optimisations that are off.
  var without: [Optimization] = []

  static let all =
    [.flipped, .rotated, .moved, .scaled, .clipped, .masked, .replayed, .rasterizer, .bare].map {
      Metamorphism(kind: $0)
    }
    + Optimization.allCases.map { Metamorphism(kind: .plain, without: [$0]) }
    + [Metamorphism(kind: .plain, without: Optimization.allCases)]

  var description: String {
    without.isEmpty ? kind.rawValue : "without " + without.map(\.name).joined(separator: ", ")
  }

  /// Whether what rows draw is compared with what another rasteriser draws.
  var comparesRasterizers: Bool { kind == .rasterizer || kind == .bare }

  /// What is allowed of a rasteriser where a scene says nothing.
  func fuzzy(by drawing: RendererChoice) -> Fuzzy {
    switch kind {
    case .replayed: .same
    case .rasterizer, .bare: .rasterizers
    // Other texels are read between, and llvmpipe does so with weights of 8 bits.
    case .scaled: drawing == .gl ? .fuzzy(3) : .rounding
    default: .rounding
    }
  }

  /// The picture of a changed scene and what it must be.
  ///
  /// - Parameter plain: the picture of the unchanged scene.
  @MainActor func picture(
    of scene: SceneBuilder, like plain: Picture, on canvas: Canvas, at time: Double
  ) throws -> (picture: Picture, expected: Picture) {
    let (width, height) = (plain.width, plain.height)
    var changed = canvas
    switch kind {
    case .flipped:
      changed.isFlipped.toggle()
      let picture = try Picture(of: scene(), on: changed, at: time)
      return (picture, plain.rearranged(width: width, height: height) { ($0, height - 1 - $1) })
    case .rotated:
      swap(&changed.width, &changed.height)
      // Whole numbers: the sine and cosine of pi/2 are not.
      let quarterTurn = CATransform3D(rows: (0, 1, 0, 0), (-1, 0, 0, 0), (0, 0, 1, 0), (canvas.height, 0, 0, 1))
      let picture = try Picture(of: [container(scene(), canvas, quarterTurn)], on: changed, at: time)
      return (picture, plain.rearranged(width: height, height: width) { ($1, height - 1 - $0) })
    case .moved:
      let (dx, dy) = (7 / canvas.scale, 5 / canvas.scale)
      (changed.width, changed.height) = (canvas.width + dx, canvas.height + dy)
      let move = CATransform3DMakeTranslation(dx, dy, 0)
      let picture = try Picture(of: [container(scene(), canvas, move)], on: changed, at: time)
      return (picture.rearranged(width: width, height: height) { ($0 + 7, $1 + 5) }, plain)
    case .scaled:
      changed.scale = canvas.scale * 2
      let expected = try Picture(of: scene(), on: changed, at: time)
      changed.scale = canvas.scale
      (changed.width, changed.height) = (canvas.width * 2, canvas.height * 2)
      let twice = container(scene(), canvas, CATransform3DMakeScale(2, 2, 1))
      return (try Picture(of: [twice], on: changed, at: time), expected)
    case .clipped:
      let clip = container(scene(), canvas)
      clip.masksToBounds = true
      return (try Picture(of: [clip], on: canvas, at: time), plain)
    case .masked:
      let masked = container(scene(), canvas)
      masked.mask = layer(0, 0, canvas.width, canvas.height, .black)
      return (try Picture(of: [masked], on: canvas, at: time), plain)
    case .replayed:
      return (try replay(scene(), on: canvas, at: time), plain)
    case .plain:
      changed.without = without
      return (try Picture(of: scene(), on: changed, at: time), plain)
    case .rasterizer:
      let other = canvas.drawn(by: canvas.drawing == .gl ? .rows : .gl)
      return (try Picture(of: scene(), on: other, at: time), plain)
    case .bare:
      changed.isBare = true
      return (try Picture(of: scene(), on: changed, at: time), plain)
    }
  }

  /// A layer over the canvas, transformed about its top left corner.
  private func container(
    _ layers: [CALayer], _ canvas: Canvas, _ transform: CATransform3D = CATransform3DIdentity
  ) -> CALayer {
    layer(0, 0, canvas.width, canvas.height) {
      $0.anchorPoint = .zero
      $0.position = .zero
      $0.transform = transform
      $0.sublayers = layers
    }
  }

  /// The picture of a frame's draw list, drawn by another renderer than the one that recorded it.
  @MainActor private func replay(_ layers: [CALayer], on canvas: Canvas, at time: Double) throws -> Picture {
    let recorder = try canvas.makeRenderer()
    let root = canvas.root(layers)
    if time != 0 { _ = try recorder.pixels(of: root, at: 0) }
    let (list, tree) = recorder.record(root, at: time)
    var picture = Picture(
      width: recorder.width, height: recorder.height,
      bytes: Array(repeating: 0, count: recorder.width * recorder.height * 4))
    for _ in 0..<2 {
      try picture.bytes.withUnsafeMutableBytes { pixels in
        _ = try canvas.renderer.rasterizer.render(list, images: tree.images, into: pixels)
      }
    }
    return picture
  }
}

extension CATransform3D {
  typealias Row = (Double, Double, Double, Double)

  init(rows a: Row, _ b: Row, _ c: Row, _ d: Row) {
    self.init(
      m11: a.0, m12: a.1, m13: a.2, m14: a.3, m21: b.0, m22: b.1, m23: b.2, m24: b.3, m31: c.0, m32: c.1, m33: c.2,
      m34: c.3, m41: d.0, m42: d.1, m43: d.2, m44: d.3)
  }
}
