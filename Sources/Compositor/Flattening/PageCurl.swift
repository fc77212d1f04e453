// The geometry of a page that curls up: a sheet of paper that is wound half around a cylinder, which rolls over it.
//
//                 _______
//      lifted    (       \          z = 2R    beyond half a turn the page lies flat again, its back up
//                 \       )         z = R
//   ______________ \_____/ .......  z = 0
//   not yet lifted  s0      the new look
//
//   <- d                  0 = the corner that lifts first
//
// A point of the page has the coordinates s, its distance from the lifting corner along the direction d in which the
// cylinder rolls, and t across. With the cylinder touching the page at s0, the point at s = s0 - a has, for a > 0, gone
// around the cylinder by the angle f = a / R: it stands at s0 - R sin f, R (1 - cos f) above the page. Strips of the
// page that are narrow in a are flat, and a flat strip in space is seen through a homography.
//
// UIKit's curl is not documented; the tilt, the radius and the shading are ours. The page bends within the layer's
// bounds and is cut off there, so that nothing is left of it in the end.

import CoreGraphics
import QuartzCore

struct PageCurl {
  /// The corner that lifts first, the directions of s and t, in the layer's coordinates.
  private let corner: PlanePoint
  private let along: PlanePoint
  private let across: PlanePoint
  /// The length of the page in s, and its range in t.
  let length: Double
  let range: (low: Double, high: Double)
  let radius: Double
  /// The position s at which the cylinder touches the page.
  let contact: Double
  private let eye: Double
  private let middle: PlanePoint

  /// A strip of the page between two positions a.
  struct Strip {
    var from: Double
    var to: Double
    /// The positions of its ends: s, and a height above the page.
    var start: (s: Double, z: Double)
    var end: (s: Double, z: Double)
    var angle: Double
  }

  /// A curl at `progress`: 0 for the flat page, 1 when nothing of it is left.
  init(_ bounds: Box, progress: Double) {
    corner = PlanePoint(bounds.maxX, bounds.maxY)
    // Up, and a little to the left.
    let tilt = 0.28
    let norm = (1 + tilt * tilt).squareRoot()
    along = PlanePoint(-tilt / norm, -1 / norm)
    across = PlanePoint(-along.y, along.x)
    length = (tilt * bounds.width + bounds.height) / norm
    // The corners at min x max y and at max x min y are the extremes in t.
    let a = -bounds.width * across.x
    let b = -bounds.height * across.y
    range = (min(a, b, 0, a + b), max(a, b, 0, a + b))
    radius = length * 0.11
    contact = progress * (length + radius)
    eye = 3 * max(bounds.width, bounds.height, 1e-6)
    middle = PlanePoint((bounds.minX + bounds.maxX) / 2, (bounds.minY + bounds.maxY) / 2)
  }

  /// The strips in the order of their height.
  func strips(_ body: (Strip) -> Void) {
    let first = max(contact - length, 0)
    if contact < length { body(Strip(from: contact - length, to: 0, start: (length, 0), end: (contact, 0), angle: 0)) }
    let turn = Double.pi * radius
    let last = min(contact, turn)
    if first < last {
      let count = max(1, Int(bounded: ((last - first) / turn * Double(Self.stripsOfHalfTurn)).rounded(.up)))
      for index in 0..<count {
        let from = first + (last - first) * Double(index) / Double(count)
        let to = first + (last - first) * Double(index + 1) / Double(count)
        body(
          Strip(from: from, to: to, start: position(of: from), end: position(of: to), angle: (from + to) / 2 / radius))
      }
    }
    if contact > max(turn, first) {
      let from = max(turn, first)
      body(Strip(from: from, to: contact, start: position(of: from), end: position(of: contact), angle: .pi))
    }
  }

  private static let stripsOfHalfTurn = 48

  private func position(of a: Double) -> (s: Double, z: Double) {
    guard a > 0 else { return (contact - a, 0) }
    let angle = min(a / radius, .pi)
    let s = contact - radius * sin(angle) + max(a - .pi * radius, 0)
    return (s, radius * (1 - cos(angle)))
  }

  /// From (a, t) on a strip to the layer's plane, seen from above its middle.
  func map(_ strip: Strip) -> Homography {
    let width = strip.to - strip.from
    let slopeS = (strip.end.s - strip.start.s) / width
    let slopeZ = (strip.end.z - strip.start.z) / width
    let (s, z) = (strip.start.s - slopeS * strip.from, strip.start.z - slopeZ * strip.from)
    // A point z above the plane is larger by 1 / (1 - z / eye).
    let (weight, slope) = (1 - z / eye, -slopeZ / eye)
    let (x, y) = (corner.x + along.x * s - middle.x, corner.y + along.y * s - middle.y)
    return Homography(
      along.x * slopeS + middle.x * slope, along.y * slopeS + middle.y * slope, slope, across.x, across.y, 0,
      x + middle.x * weight, y + middle.y * weight, weight
    ).normalized
  }

  /// From (a, t) to the point of the flat page.
  var toPage: Homography {
    Homography(
      -along.x, -along.y, 0, across.x, across.y, 0, corner.x + along.x * contact, corner.y + along.y * contact, 1)
  }

  /// From (s, t) to the layer's plane.
  var plane: Homography { Homography(along.x, along.y, 0, across.x, across.y, 0, corner.x, corner.y, 1) }
}

extension PageCurl {
  /// Returns the pixels in which a page is drawn before it is bent, and the map to them from the layer's coordinates.
  /// They are the frame's where the layer's map is affine, so that what lies flat is the same as without the curl; else
  /// pixels of its own, as large as in the layer's middle.
  static func raster(_ bounds: Box, _ toPixels: Homography, _ clip: Box) -> (toPixels: Homography, box: Box) {
    let most = 4096.0
    if toPixels.isAffine {
      let box = toPixels.visibleBounds(bounds) ?? .empty
      // Content far outside the frame cannot curl into it.
      return (toPixels, box.intersection(clip.insetBy(-max(clip.width, clip.height))).outset)
    }
    let (x, y) = ((bounds.minX + bounds.maxX) / 2, (bounds.minY + bounds.maxY) / 2)
    let weight = max(abs(toPixels.weight(x, y)), Homography.nearWeight)
    let perPoint = abs(toPixels.determinant / (weight * weight * weight)).squareRoot()
    let side = max(bounds.width, bounds.height, 1e-6)
    let scale = perPoint.isFinite ? min(max(perPoint, 1e-3), most / side) : 1
    let map = Homography(
      scaleX: scale, scaleY: scale, translateX: -bounds.minX * scale, translateY: -bounds.minY * scale)
    return (map, Box(0, 0, (bounds.width * scale).rounded(.up), (bounds.height * scale).rounded(.up)))
  }

  /// Returns the pixels that a curl can touch.
  static func reach(_ bounds: Box, _ toPixels: Homography) -> Box { (toPixels.visibleBounds(bounds) ?? .empty).outset }
}
