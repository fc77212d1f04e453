import CoreGraphics
import Foundation

extension ShapePath {
  /// Returns the item's outline over seconds of the film.
  func geometry(on timeline: Timeline) -> Track<PathGeometry> {
    switch self {
    case .free(let contour): return timeline.placed(contour).map { PathGeometry(contours: [$0]) }
    case .rectangle(let center, let size, let radius, let isReversed):
      let (center, size, radius) = (timeline.placed(center), timeline.placed(size), timeline.placed(radius))
      let isRound = radius.keyframes.contains { $0.value > 0 }
      // A radius that is limited by half of a side is not linear between keyframes.
      let isWhole = size.keyframes.allSatisfy { size in
        radius.keyframes.allSatisfy { $0.value <= min(size.value.x, size.value.y) / 2 }
      }
      return .combining(
        [center.timing, size.timing, radius.timing], isLinear: isWhole || !isRound, timeline: timeline
      ) { time in
        let size = size.value(at: time)
        // A radius that grows from 0 has curves at 0, too, so that all frames have the same segments.
        let contour = BezierContour.rectangle(
          center: center.value(at: time).point, size: CGSize(width: size.x, height: size.y),
          radius: isRound ? max(radius.value(at: time), .leastNormalMagnitude) : 0, isReversed: isReversed)
        return PathGeometry(contours: [contour])
      }
    case .ellipse(let center, let size, let isReversed):
      let (center, size) = (timeline.placed(center), timeline.placed(size))
      return .combining([center.timing, size.timing], isLinear: true, timeline: timeline) { time in
        let size = size.value(at: time)
        let contour = BezierContour.ellipse(
          center: center.value(at: time).point, size: CGSize(width: size.x, height: size.y), isReversed: isReversed)
        return PathGeometry(contours: [contour])
      }
    case .star(let star): return star.geometry(on: timeline)
    }
  }
}

extension ShapePath.Star {
  fileprivate func geometry(on timeline: Timeline) -> Track<PathGeometry> {
    let center = timeline.placed(center)
    let (points, rotation) = (timeline.placed(points), timeline.placed(rotation))
    let (outer, outerRoundness) = (timeline.placed(outerRadius), timeline.placed(outerRoundness))
    let (inner, innerRoundness) = (timeline.placed(innerRadius), timeline.placed(innerRoundness))
    let timings = [points, rotation, outer, outerRoundness, inner, innerRoundness].map(\.timing) + [center.timing]
    // Radii and the centre move vertices along lines; the rotation moves them along arcs.
    let isLinear = points.isConstant && rotation.isConstant && outerRoundness.isConstant && innerRoundness.isConstant
    return .combining(timings, isLinear: isLinear, timeline: timeline) { time in
      let (center, count) = (center.value(at: time).point, points.value(at: time))
      let contour =
        isPolygon
        ? BezierContour.polygon(
          center: center, points: count, radius: outer.value(at: time), roundness: outerRoundness.value(at: time),
          rotation: rotation.value(at: time), isReversed: isReversed, like: player)
        : BezierContour.star(
          center: center, points: count, innerRadius: inner.value(at: time), outerRadius: outer.value(at: time),
          innerRoundness: innerRoundness.value(at: time), outerRoundness: outerRoundness.value(at: time),
          rotation: rotation.value(at: time), isReversed: isReversed, like: player)
      return PathGeometry(contours: [contour])
    }
  }
}

extension PathModifier {
  /// Returns an outline after the modifier.
  func modified(_ geometry: Track<PathGeometry>, on timeline: Timeline) -> Track<PathGeometry> {
    switch self {
    case .roundCorners(let radius):
      let radius = timeline.placed(radius)
      // Curves of a constant outline grow linearly as long as they do not reach the middle of a side.
      let isLinear = geometry.isConstant && radius.keyframes.allSatisfy { $0.value <= geometry.first.shortestSide / 2 }
      return geometry.modified(by: [radius.timing], isLinear: isLinear, on: timeline) { contour, time in
        // A radius that grows from 0 has curves at 0, too, so that all frames have the same segments.
        contour.roundingCorners(by: radius.isConstant ? radius.first : max(radius.value(at: time), 1e-9))
      }
    case .pucker(let amount):
      let amount = timeline.placed(amount)
      return geometry.modified(by: [amount.timing], isLinear: true, on: timeline) { contour, time in
        contour.puckered(by: amount.value(at: time))
      }
    case .zigZag(let size, let ridges, let isSmooth):
      let (size, ridges) = (timeline.placed(size), timeline.placed(ridges))
      return geometry.modified(
        by: [size.timing, ridges.timing], isLinear: geometry.isConstant && ridges.isConstant, on: timeline
      ) { contour, time in
        contour.zigzagged(amplitude: size.value(at: time), ridges: ridges.value(at: time), isSmooth: isSmooth)
      }
    case .offset(let amount, let join, let miterLimit):
      let amount = timeline.placed(amount)
      return .combining([geometry.timing, amount.timing], isLinear: false, timeline: timeline) { time in
        PathGeometry(
          contours: geometry.value(at: time).contours.flatMap {
            $0.offset(by: amount.value(at: time), join: join, miterLimit: miterLimit.first)
          })
      }
    case .twist(let angle, let center):
      let (angle, center) = (timeline.placed(angle), timeline.placed(center))
      return geometry.modified(by: [angle.timing, center.timing], isLinear: false, on: timeline) { contour, time in
        contour.twisted(by: angle.value(at: time), about: center.value(at: time).point)
      }
    }
  }
}

extension Track<PathGeometry> {
  fileprivate func modified(
    by timings: [TrackTiming], isLinear: Bool, on timeline: Timeline,
    _ change: (BezierContour, _ time: Double) -> BezierContour
  ) -> Track<PathGeometry> {
    .combining([timing] + timings, isLinear: isLinear, timeline: timeline) { time in
      PathGeometry(contours: value(at: time).contours.map { change($0, time) })
    }
  }
}

extension PathGeometry {
  /// The shortest distance of successive vertices; infinite for fewer than two.
  fileprivate var shortestSide: Double {
    var shortest = Double.infinity
    for contour in contours {
      let points = contour.vertices.map(\.point)
      for (from, to) in zip(points, points.dropFirst() + points.prefix(1)) {
        shortest = min(shortest, hypot(to.x - from.x, to.y - from.y))
      }
    }
    return shortest
  }
}
