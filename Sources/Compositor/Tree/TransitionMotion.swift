// The motion of a transition's looks, as maps of the layer's plane.
//
//   push, from the left        moveIn, from the left      reveal, from the left
//   [ new ][ old ]             [ new ]                    [ new ][ old ]
//      ->     ->                  -> over [ old ]           under   ->
//
// All motion is in the layer's own coordinates, whatever its transform: by its width or its height, and clipped to its
// bounds if the layer masks to them. (Core Animation on iOS lets the looks of a push fade while they move; by how much
// is not documented, and here they do not.)

import QuartzCore

struct TransitionMotion {
  /// The maps of the looks, in the layer's coordinates.
  var old = Homography.identity
  var new = Homography.identity
  var showsOld = true
  var showsNew = true
  /// The edge at which the looks of a push meet: a coordinate along x, or along y.
  private var seam: (at: Double, isX: Bool)?

  init(_ transition: CompiledTransition, _ progress: Double, _ bounds: Box) {
    let (x, y) = Self.direction(transition.side)
    let (dx, dy) = (x * bounds.width, y * bounds.height)
    switch transition.effect {
    case .fade, .swipe:
      showsOld = progress < 1
      showsNew = progress > 0
    case .moveIn: new = Self.move(dx * (progress - 1), dy * (progress - 1))
    case .reveal: old = Self.move(dx * progress, dy * progress)
    case .push:
      new = Self.move(dx * (progress - 1), dy * (progress - 1))
      old = Self.move(dx * progress, dy * progress)
      let isX = x != 0
      let (low, high) = isX ? (bounds.minX, bounds.maxX) : (bounds.minY, bounds.maxY)
      seam = (x + y > 0 ? low + (high - low) * progress : high - (high - low) * progress, isX)
    case .flip:
      // One of the two faces the eye; edge-on neither does.
      let angle = progress * .pi
      showsOld = progress < 0.5 - 1e-6
      showsNew = progress > 0.5 + 1e-6
      if showsOld { old = Self.flip(angle, transition.side, bounds) }
      if showsNew { new = Self.flip(angle - .pi, transition.side, bounds) }
    case .pageCurl, .pageUncurl:
      showsOld = progress < 1
      showsNew = progress > 0
    }
    if transition.effect == .moveIn || transition.effect == .push {
      // The new look does not show before the beginning: it would only show what extends beyond its bounds.
      showsNew = progress > 0
    }
    if transition.effect == .reveal || transition.effect == .push { showsOld = progress < 1 }
  }

  private static func direction(_ side: CompiledTransition.Side) -> (x: Double, y: Double) {
    switch side {
    case .left: (1, 0)
    case .right: (-1, 0)
    case .top: (0, -1)
    case .bottom: (0, 1)
    }
  }

  private static func move(_ x: Double, _ y: Double) -> Homography {
    Homography(scaleX: 1, scaleY: 1, translateX: x, translateY: y)
  }

  /// Whether the edge at which the looks meet is upright and on whole pixels.
  func meetsOnWholePixels(_ toPixels: Homography) -> Bool {
    guard let seam, toPixels.isScaleAndTranslation else { return false }
    let pixel = seam.isX ? seam.at * toPixels.m11 + toPixels.m31 : seam.at * toPixels.m22 + toPixels.m32
    return Box.aligned(pixel) == pixel.rounded()
  }

  /// The distance of the eye from a flipped layer, in lengths of the side that comes closer. UIKit documents none.
  private static let eyeDistance = 3.0

  /// Returns a turn about the vertical or the horizontal middle, in perspective, with the named side coming to the
  /// front. For flips the top is at minimum y, as views have it.
  ///
  /// The layer moves back as it turns, so that its near edge stays in the layer's plane: no part of it ever grows
  /// larger than the layer is, as with UIKit's flips. With u the distance from the middle and a the angle, the turned
  /// point is (u cos a, u sin a) across and in depth; the near edge is |s/2 sin a| in front, with s the side's length;
  /// and a point d behind the plane is smaller by e / (e + d) for an eye at e.
  private static func flip(_ angle: Double, _ side: CompiledTransition.Side, _ bounds: Box) -> Homography {
    let isX = side == .left || side == .right
    let sign = side == .left || side == .top ? 1.0 : -1.0
    let (length, across) = isX ? (bounds.width, bounds.height) : (bounds.height, bounds.width)
    let eye = max(eyeDistance * max(length, across), 1e-6)
    // The depth of a point behind the plane is `slope * u + back`.
    let slope = sign * sin(angle) / eye
    let back = abs(sin(angle)) * length / 2 / eye
    let (x, y) = ((bounds.minX + bounds.maxX) / 2, (bounds.minY + bounds.maxY) / 2)
    let turned =
      isX
      ? Homography(cos(angle), 0, slope, 0, 1, 0, 0, 0, 1 + back)
      : Homography(1, 0, 0, 0, cos(angle), slope, 0, 0, 1 + back)
    return move(-x, -y) * turned * move(x, y)
  }
}
