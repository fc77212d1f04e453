// Makes layers of shape items. A group is walked from its top: paths are collected; a paint applies to all paths above
// it, in its group and the groups inside; a modifier changes all paths above it, wherever their paint is; a repeater
// copies everything above it. Each paint is a shape layer (a gradient, a gradient layer with a mask); each group with a
// transform or an opacity is a layer around its own.
//
// Constant transforms of inner groups are applied to the paths; moving ones become layers around the paint.
//
// Tested by LottieShapeTests and ModifierTests.

import CoreGraphics
import Documents
import Foundation
import QuartzCore

struct ShapeBuilder {
  let builder: LottieBuilder
  let timeline: Timeline
  /// The bounds of the composition.
  let canvas: CGRect
  /// The paths that trims take as one though they are painted separately.
  let sequences = TrimSequences()

  /// Whether paths are painted by lottie-ios's rules.
  var imitates: Bool { builder.reading.imitating == .lottieIOS }

  private static let mostCopies = 1_000

  /// A path that can be painted.
  struct Outline {
    var geometry: Track<PathGeometry>
    var trims: [Trim]
    /// The moving transforms of groups between the path and the paint, the innermost first.
    var carriers: [LottieTransform]
  }

  struct Trim {
    let path: TrimPath
    let identity: LottiePath
  }

  /// The layers and outlines of a group, for the group around it.
  struct Drawing {
    /// The layers from the front to the back.
    var layers: [CALayer] = []
    var outlines: [Outline] = []
  }

  /// The modifiers and trims of the groups around.
  typealias Modifiers = [ShapeItem]

  /// Draws items with the modifiers of the groups around, the nearest first.
  func draw(_ items: [ShapeItem], outer: Modifiers = []) throws(SceneFileError) -> Drawing {
    var drawing = Drawing()
    var painted = PaintedPaths(imitates && !items.contains(where: \.isGroup))
    findSequences(in: items)
    for (index, item) in items.enumerated() {
      func later() -> Modifiers { items[(index + 1)...].filter(\.isModifier) + outer }
      switch item.content {
      case .path(let path): drawing.outlines.append(try outline(path, item, later()))
      case .group(let inner, let transform): try add(draw(inner, outer: later()), of: item, transform, to: &drawing)
      case .fill(let fill):
        let outlines = painted.pathsOfFill(in: drawing)
        if let layer = try makeFill(fill, of: Array(drawing.outlines[outlines]), item) { drawing.layers.append(layer) }
        painted.add(outlines, in: drawing)
      case .stroke(let stroke):
        for (group, outlines) in painted.pathsOfStroke(in: drawing) {
          guard let layer = try makeStroke(stroke, of: Array(drawing.outlines[outlines]), item) else { continue }
          painted.insert(layer, after: group, in: &drawing)
        }
      case .merge(let mode):
        drawing.outlines = try merged(drawing.outlines, mode, item)
        painted.removeAll()
      case .repeat(let repeater):
        // The items above are drawn again for each copy.
        drawing = try repeated(Array(items[..<index]), repeater, item, outer: later())
        painted.removeAll()
      case .modifier, .trim: continue
      }
    }
    return drawing
  }

  private func outline(_ path: ShapePath, _ item: ShapeItem, _ modifiers: Modifiers) throws(SceneFileError) -> Outline {
    var geometry = path.geometry(on: timeline)
    var trims: [Trim] = []
    for modifier in modifiers {
      switch modifier.content {
      case .modifier(let change): geometry = change.modified(geometry, on: timeline)
      case .trim(let trim) where !trim.isWhole:
        guard let sequence = sequences[modifier] else {
          trims.append(Trim(path: trim, identity: modifier.path))
          continue
        }
        geometry = trimmed(Outline(geometry: geometry, trims: trims, carriers: []))
        trims = []
        geometry = sequence.trimmed(geometry, of: item, by: trim, on: timeline, evenly: !imitates)
      default: continue
      }
    }
    try builder.reading.takeKeyframes(geometry.keyframes.count, at: item.path)
    return Outline(geometry: geometry, trims: trims, carriers: [])
  }

  private func add(_ inner: Drawing, of item: ShapeItem, _ transform: LottieTransform, to drawing: inout Drawing) {
    if !inner.layers.isEmpty {
      if transform.isNothing {
        drawing.layers += inner.layers
      } else {
        let group = CALayer.carrier(inner.layers.reversed())
        group.name = item.name
        builder.set("opacity", of: group, to: transform.opacity, on: timeline) { $0 }
        drawing.layers.append(builder.transformed(group, by: transform, on: timeline))
      }
    }
    drawing.outlines += inner.outlines.map { $0.carried(by: transform) }
  }

  // MARK: - Merging

  private func merged(_ outlines: [Outline], _ mode: MergeMode, _ item: ShapeItem) throws(SceneFileError) -> [Outline] {
    guard outlines.count > 1 else { return outlines }
    // Paths of independently moving groups are combined by the fill.
    if mode == .together, outlines.contains(where: { !$0.carriers.isEmpty }) { return outlines }
    let outlines = try wound(outlines, item)
    guard outlines.byCarriers.count == 1 else {
      builder.reading.note("paths of moving groups are not merged", at: item.path)
      return outlines
    }
    let geometries = outlines.map(\.geometry)
    let merged = Track<PathGeometry>.combining(
      geometries.map(\.timing), isLinear: mode == .together, timeline: timeline
    ) { time in PathGeometry.merged(geometries.map { $0.value(at: time) }, mode) }
    return [Outline(geometry: merged, trims: outlines[0].trims, carriers: outlines[0].carriers)]
  }

  // MARK: - Repeating

  private func repeated(
    _ items: [ShapeItem], _ repeater: ShapeRepeater, _ item: ShapeItem, outer: Modifiers
  ) throws(SceneFileError) -> Drawing {
    let copies = timeline.placed(repeater.copies).settled(within: timeline.duration)
    let counts = copies.keyframes.map { $0.value.isFinite ? Int(bounded: min(max($0.value, 0), 1e6).rounded(.up)) : 0 }
    let count = min(counts.max() ?? 0, Self.mostCopies)
    if counts.contains(where: { $0 > count }) {
      builder.reading.note("of a repeater's copies \(Self.mostCopies) are shown, and no more", at: item.path)
    }
    if !repeater.offset.isConstant { builder.reading.note("the offset of repeaters stays as it begins", at: item.path) }
    var drawing = Drawing()
    for index in 0..<count {
      try builder.reading.takeLayers(items.count, at: item.path)
      let inner = try draw(items, outer: outer)
      let transforms = repeater.transform.times(Double(index) + repeater.offset.first, turnsFirst: !imitates)
      if !inner.layers.isEmpty {
        let copy = CALayer.carrier(inner.layers.reversed())
        let share = count > 1 ? Double(index) / Double(count - 1) : 0
        let (first, last) = (timeline.placed(repeater.startOpacity), timeline.placed(repeater.endOpacity))
        let opacity = Track<Double>.combining([first.timing, last.timing], isLinear: true, timeline: timeline) { time in
          first.value(at: time).blended(to: last.value(at: time), share)
        }
        builder.set("opacity", of: copy, toPlaced: opacity, duration: timeline.duration) { $0 }
        if !copies.isConstant {
          let hidden = Track<Double>.combining([copies.timing], isLinear: true, timeline: timeline) {
            copies.value(at: $0)
          }
          setCopy(copy, index, shownBy: hidden)
        }
        var layer = builder.transformed(copy, by: transforms[0], on: timeline)
        for transform in transforms.dropFirst() {
          layer = builder.transformed(.carrier([layer]), by: transform, on: timeline)
        }
        // If later copies are below, the first one is in front.
        if repeater.isStackedAbove { drawing.layers.insert(layer, at: 0) } else { drawing.layers.append(layer) }
      }
      drawing.outlines += inner.outlines.map { outline in transforms.reduce(outline) { $0.carried(by: $1) } }
    }
    return drawing
  }

  /// Hides a copy at each frame that has fewer copies.
  private func setCopy(_ copy: CALayer, _ index: Int, shownBy copies: Track<Double>) {
    let times = copies.keyframes.map(\.time)
    guard let first = times.first, let last = times.last else { return }
    let (from, to) = (max(first, -timeline.frameDuration), min(last, timeline.duration + timeline.frameDuration))
    let moments = from < to ? timeline.frames(from: from, to: to) : [from]
    let keyframes = moments.map {
      Keyframe(time: $0, value: copies.value(at: $0).rounded(.up) <= Double(index), isHold: true)
    }
    guard let hidden = Track(keyframes: keyframes) else { return }
    builder.set("hidden", of: copy, toPlaced: hidden, duration: timeline.duration) { $0 }
  }
}

extension ShapeItem {
  fileprivate var isGroup: Bool { if case .group = content { true } else { false } }

  /// Whether the item changes paths wherever they are painted.
  var isModifier: Bool {
    switch content {
    case .modifier, .trim: true
    default: false
    }
  }
}

extension ShapeBuilder.Outline {
  func carried(by transform: LottieTransform) -> Self {
    var result = self
    if transform.isStatic && carriers.isEmpty {
      let matrix = CATransform3DGetAffineTransform(transform.staticMatrix)
      if !matrix.isIdentity { result.geometry = geometry.map { $0.applying(matrix) } }
    } else {
      result.carriers.append(transform)
    }
    return result
  }
}

extension LottieTransform {
  var isNothing: Bool { opacity.constant == 1 && isStatic && CATransform3DIsIdentity(staticMatrix) }

  /// Returns the transform of a repeater's copy, as a chain of its multiples, the innermost first. `turnsFirst`: a copy
  /// is rotated before it is scaled, as in lottie-web, rlottie and lottie-android.
  func times(_ count: Double, turnsFirst: Bool) -> [LottieTransform] {
    let isEven = scale.keyframes.allSatisfy { $0.value.point.x == $0.value.point.y }
    guard turnsFirst, !isEven, rotation.z.constant != 0 else { return [times(count)] }
    var (turn, rest) = (times(count), times(count))
    // About the anchor, which stays in place.
    turn.position = .together(anchor)
    turn.scale = Track([1, 1])
    (turn.skew, turn.rotation.x, turn.rotation.y) = (Track(0), Track(0), Track(0))
    rest.rotation.z = Track(0)
    return [turn, rest]
  }

  private func times(_ count: Double) -> LottieTransform {
    var result = self
    result.path = LottiePath(path, .key("copy"))
    switch position {
    case .together(let track): result.position = .together(track.map { $0.map { $0 * count } }.scalingCurves(by: count))
    case .apart(let x, let y): result.position = .apart(x: x.map { $0 * count }, y: y.map { $0 * count })
    }
    // The anchor stays in place.
    result.position = result.position.moved(by: anchor)
    result.rotation.z = rotation.z.map { $0 * count }
    result.scale = scale.map { $0.map { pow($0, count) } }
    result.opacity = Track(1)
    return result
  }
}

extension LottieTransform.Position {
  /// Returns the position moved by a constant anchor.
  fileprivate func moved(by anchor: Track<[Double]>) -> Self {
    let by = anchor.first
    guard by.contains(where: { $0 != 0 }) else { return self }
    switch self {
    case .together(let track):
      return .together(track.map { value in value.enumerated().map { $1 + ($0 < by.count ? by[$0] : 0) } })
    case .apart(let x, let y):
      return .apart(x: x.map { $0 + (by.first ?? 0) }, y: y.map { $0 + (by.count > 1 ? by[1] : 0) })
    }
  }
}

extension Track<[Double]> {
  /// Returns the way multiplied by a factor.
  fileprivate func scalingCurves(by factor: Double) -> Track<[Double]> {
    changed { key in
      key.curve = key.curve.map { SpatialCurve(out: $0.out.map { $0 * factor }, in: $0.in.map { $0 * factor }) }
    }
  }
}

extension PathGeometry {
  /// Returns several outlines as one; side by side once the budget is spent.
  static func merged(_ parts: [PathGeometry], _ mode: MergeMode) -> PathGeometry {
    guard mode != .together, CrossingBudget.current?.isSpent != true, let first = parts.first else {
      return PathGeometry(contours: parts.flatMap(\.contours))
    }
    let path = parts.dropFirst().reduce(first.cgPath() as CGPath) { path, part in
      let next = part.cgPath()
      switch mode {
      case .together, .add: return path.union(next)
      case .subtract: return path.subtracting(next)
      case .intersect: return path.intersection(next)
      case .exclude: return path.symmetricDifference(next)
      }
    }
    return PathGeometry(path)
  }
}
