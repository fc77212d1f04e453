// Which characters of a text an animator changes, and how much: the range selector. The shares are those that lottie-
// web has for the shapes of a range: a square with soft ends, ramps, a triangle, a semicircle, a smooth hill.

import Foundation

/// An animator by seconds of the film.
struct PlacedAnimator {
  let position, scale: Track<[Double]>?
  let rotation, opacity, tracking: Track<Double>?
  let fill: Track<[Double]>?

  private let range: TextRange
  private let (start, end, offset, amount): (Track<Double>, Track<Double>, Track<Double>, Track<Double>)
  /// The unit of the range that each glyph is; nil for one that does not count.
  private let units: [Int?]
  private let count: Int

  init(_ animator: TextAnimator, glyphs: [TextGlyph], on timeline: Timeline) {
    func placed<Value>(_ track: Track<Value>?) -> Track<Value>? { track.map { timeline.placed($0) } }
    (position, scale) = (placed(animator.position), placed(animator.scale))
    (rotation, opacity, tracking) = (placed(animator.rotation), placed(animator.opacity), placed(animator.tracking))
    fill = placed(animator.fill)
    range = animator.range
    (start, end) = (timeline.placed(range.start), timeline.placed(range.end))
    (offset, amount) = (timeline.placed(range.offset), timeline.placed(range.amount))
    var counted = 0
    units = glyphs.map { [range] glyph in
      switch range.basis {
      case 2:
        guard !glyph.isSpace else { return nil }
        counted += 1
        return counted - 1
      case 3: return glyph.word
      case 4: return glyph.line
      default: return glyph.character
      }
    }
    count = (units.compactMap { $0 }.max() ?? 0) + 1
  }

  /// The timings of the range's properties.
  var rangeTimings: [TrackTiming] { [start.timing, end.timing, offset.timing, amount.timing] }

  /// Returns the shares by which the animator changes each glyph, -1...1. It computes all at once, as the range at a
  /// time is the same for all glyphs.
  func shares(at time: Double) -> [Double] {
    // In units.
    let length = range.countsUnits ? 1 : Double(count)
    let shift = offset.value(at: time)
    var first = (start.value(at: time) + shift) * length
    var last = (min(end.value(at: time), 1e9) + shift) * length
    if first > last { swap(&first, &last) }
    let amount = self.amount.value(at: time)
    return units.map { unit in
      guard let unit else { return 0 }
      return min(max(shape(Double(unit), first, last), 0), 1) * amount
    }
  }

  private func shape(_ unit: Double, _ first: Double, _ last: Double) -> Double {
    let length = last - first
    // The middle of the unit within the range.
    let part = length > 0 ? (unit + 0.5 - first) / length : unit >= first ? 1 : 0
    let inside = min(max(part, 0), 1)
    switch range.shape {
    case 2: return part
    case 3: return 1 - part
    case 4: return inside < 0.5 ? inside * 2 : 2 - inside * 2
    case 5: return max(1 - (inside * 2 - 1) * (inside * 2 - 1), 0).squareRoot()
    case 6: return (1 - cos(2 * .pi * inside)) / 2
    // How much of the unit lies within the range.
    default: return min(unit + 1, last) - max(unit, first)
    }
  }
}
