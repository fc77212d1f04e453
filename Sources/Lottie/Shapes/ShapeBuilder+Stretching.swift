// Lines of paths whose own groups grow, shrink or slant while they move: the path does, the line's width does not. What
// else moves are layers around the line.

import CoreGraphics
import Documents
import Foundation
import QuartzCore

extension ShapeBuilder {
  /// The outline that a line is drawn along: of groups that stretch it, taken along at every frame.
  func unstretched(_ outline: Outline, _ item: ShapeItem) throws(SceneFileError) -> Outline {
    guard outline.carriers.contains(where: \.stretches) else { return outline }
    let carriers = outline.carriers.map { $0.placed(on: timeline) }
    let geometry = Track<PathGeometry>.combining(
      [outline.geometry.timing] + carriers.flatMap(\.timings), isLinear: false, timeline: timeline
    ) { time in
      carriers.reduce(outline.geometry.value(at: time)) {
        $0.applying(CATransform3DGetAffineTransform($1.still(at: time).staticMatrix))
      }
    }
    try builder.reading.takeKeyframes(geometry.keyframes.count, at: item.path)
    return Outline(geometry: geometry, trims: outline.trims, carriers: [])
  }
}

extension LottieTransform {
  /// Whether lengths change.
  fileprivate var stretches: Bool {
    scale.constant?.point != CGPoint(x: 1, y: 1) || hasSkew || isThreeDimensional
  }

  /// The same by seconds of the film.
  fileprivate func placed(on timeline: Timeline) -> LottieTransform {
    var result = self
    switch position {
    case .together(let track): result.position = .together(timeline.placed(track))
    case .apart(let x, let y): result.position = .apart(x: timeline.placed(x), y: timeline.placed(y))
    }
    (result.anchor, result.scale) = (timeline.placed(anchor), timeline.placed(scale))
    result.rotation = (timeline.placed(rotation.x), timeline.placed(rotation.y), timeline.placed(rotation.z))
    (result.skew, result.skewAxis) = (timeline.placed(skew), timeline.placed(skewAxis))
    return result
  }

  /// When anything but its opacity changes.
  fileprivate var timings: [TrackTiming] {
    let ofPosition =
      switch position {
      case .together(let track): [track.timing]
      case .apart(let x, let y): [x.timing, y.timing]
      }
    return ofPosition + [anchor.timing, scale.timing]
      + [rotation.x, rotation.y, rotation.z, skew, skewAxis].map(\.timing)
  }

  /// As it is at a time.
  fileprivate func still(at time: Double) -> LottieTransform {
    var result = self
    let point = position.point(at: time)
    result.position = .together(Track([point.x, point.y]))
    (result.anchor, result.scale) = (Track(anchor.value(at: time)), Track(scale.value(at: time)))
    let (x, y, z) = (rotation.x.value(at: time), rotation.y.value(at: time), rotation.z.value(at: time))
    result.rotation = (Track(x), Track(y), Track(z))
    (result.skew, result.skewAxis) = (Track(skew.value(at: time)), Track(skewAxis.value(at: time)))
    return result
  }
}
