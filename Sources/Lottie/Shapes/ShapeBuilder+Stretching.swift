// Paths of groups that move inside of a paint's group, where a layer around each path would look different: a line
// keeps its width though its path is scaled or skewed, and a fill counts the winding of all its paths, so that one cuts
// a hole into another. The groups' transforms are applied to these paths at every frame.
//
// Tested by HoleTests and ModifierTests.

import CoreGraphics
import Documents
import Foundation
import QuartzCore

extension ShapeBuilder {
  /// Returns the outline of a line, after the transforms of groups that change lengths, at every frame.
  func unstretched(_ outline: Outline, _ item: ShapeItem) throws(SceneFileError) -> Outline {
    try outline.carriers.contains(where: \.stretches) ? along(outline, leaving: 0, item) : outline
  }

  /// Returns the outlines of a fill; to those that move independently, the transforms of their own groups are applied.
  func wound(_ outlines: [Outline], _ item: ShapeItem) throws(SceneFileError) -> [Outline] {
    // lottie-ios fills the paths of each group separately.
    guard !imitates, outlines.byCarriers.count > 1, let first = outlines.first else { return outlines }
    let shared = outlines.map { first.sharedCarriers(with: $0) }.min() ?? 0
    let points = outlines.reduce(0) { $0 + $1.geometry.first.pointCount }
    // Once for each outline, and once for all together.
    guard timeline.budget.holds(2 * Double(points) * timeline.duration * timeline.frameRate) else {
      builder.reading.note(
        "paths that move in a long film are filled each for itself: none cuts a hole into another", at: item.path)
      return outlines
    }
    var result: [Outline] = []
    for outline in outlines { result.append(try along(outline, leaving: shared, item)) }
    return result
  }

  /// Returns an outline after the transforms of its groups, except the outermost ones, which stay layers.
  private func along(_ outline: Outline, leaving shared: Int, _ item: ShapeItem) throws(SceneFileError) -> Outline {
    let carriers = outline.carriers.dropLast(shared).map { $0.placed(on: timeline) }
    guard !carriers.isEmpty else { return outline }
    let geometry = Track<PathGeometry>.combining(
      [outline.geometry.timing] + carriers.flatMap(\.timings), isLinear: carriers.allSatisfy(\.onlyTravels),
      timeline: timeline
    ) { time in
      carriers.reduce(outline.geometry.value(at: time)) {
        $0.applying(CATransform3DGetAffineTransform($1.still(at: time).staticMatrix))
      }
    }
    try builder.reading.takeKeyframes(geometry.keyframes.count, at: item.path)
    return Outline(geometry: geometry, trims: outline.trims, carriers: outline.carriers.suffix(shared))
  }
}

extension ShapeBuilder.Outline {
  /// Returns the number of groups, from the outermost one on, that contain both outlines.
  func sharedCarriers(with other: Self) -> Int {
    zip(carriers.reversed(), other.carriers.reversed()).prefix { $0.path === $1.path }.count
  }
}

extension LottieTransform {
  /// Whether at most the position moves.
  fileprivate var onlyTravels: Bool {
    scale.isConstant && skew.isConstant && skewAxis.isConstant
      && rotation.x.isConstant && rotation.y.isConstant && rotation.z.isConstant
  }

  /// Whether the transform changes lengths.
  fileprivate var stretches: Bool { scale.constant?.point != CGPoint(x: 1, y: 1) || hasSkew || isThreeDimensional }

  /// Returns the transform over seconds of the film.
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

  /// The timings of all properties except the opacity.
  fileprivate var timings: [TrackTiming] {
    let ofPosition =
      switch position {
      case .together(let track): [track.timing]
      case .apart(let x, let y): [x.timing, y.timing]
      }
    return ofPosition + [anchor.timing, scale.timing]
      + [rotation.x, rotation.y, rotation.z, skew, skewAxis].map(\.timing)
  }

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
