// Path items and modifiers to outlines over time, by seconds of the film.

import CoreGraphics
import Foundation

extension ShapePath {
  /// The item's outline.
  func geometry(on timeline: Timeline) -> Track<PathGeometry> {
    switch self {
    case .free(let contour): return timeline.placed(contour).map { PathGeometry(contours: [$0]) }
    case .rectangle(let center, let size, let radius, let isReversed):
      let (center, size, radius) = (
        timeline.placed(center.straightened), timeline.placed(size), timeline.placed(radius)
      )
      return .combining(
        [center.timing, size.timing, radius.timing], isLinear: true, timeline: timeline
      ) { time in
        let (size, radius) = (size.value(at: time), radius.value(at: time))
        let contour = BezierContour.rectangle(
          center: center.value(at: time).point, size: CGSize(width: size.x, height: size.y), radius: radius,
          isReversed: isReversed)
        return PathGeometry(contours: [contour])
      }
    case .ellipse(let center, let size, let isReversed):
      let (center, size) = (timeline.placed(center.straightened), timeline.placed(size))
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
    let center = timeline.placed(center.straightened)
    let (points, rotation) = (timeline.placed(points), timeline.placed(rotation))
    let (outer, outerRoundness) = (timeline.placed(outerRadius), timeline.placed(outerRoundness))
    let (inner, innerRoundness) = (timeline.placed(innerRadius), timeline.placed(innerRoundness))
    let timings = [points, rotation, outer, outerRoundness, inner, innerRoundness].map(\.timing) + [center.timing]
    // Radii and the centre move vertices along lines; a turn moves them along arcs.
    let isLinear = points.isConstant && rotation.isConstant && outerRoundness.isConstant && innerRoundness.isConstant
    return .combining(timings, isLinear: isLinear, timeline: timeline) { time in
      let (center, count) = (center.value(at: time).point, points.value(at: time))
      let contour =
        isPolygon
        ? BezierContour.polygon(
          center: center, points: count, radius: outer.value(at: time), roundness: outerRoundness.value(at: time),
          rotation: rotation.value(at: time), isReversed: isReversed)
        : BezierContour.star(
          center: center, points: count, innerRadius: inner.value(at: time), outerRadius: outer.value(at: time),
          innerRoundness: innerRoundness.value(at: time), outerRoundness: outerRoundness.value(at: time),
          rotation: rotation.value(at: time), isReversed: isReversed)
      return PathGeometry(contours: [contour])
    }
  }
}

extension PathModifier {
  /// An outline as the modifier leaves it.
  func modified(_ geometry: Track<PathGeometry>, on timeline: Timeline) -> Track<PathGeometry> {
    switch self {
    case .roundCorners(let radius):
      let radius = timeline.placed(radius)
      return geometry.modified(by: [radius.timing], isLinear: true, on: timeline) { contour, time in
        contour.roundingCorners(by: radius.value(at: time))
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
