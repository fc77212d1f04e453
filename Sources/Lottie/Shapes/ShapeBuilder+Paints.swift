import CoreGraphics
import Documents
import Foundation
import QuartzCore

extension ShapeBuilder {
  func makeFill(_ fill: LottieFill, of outlines: [Outline], _ item: ShapeItem) throws(SceneFileError) -> CALayer? {
    var shapes: [CALayer] = []
    let outlines = try wound(outlines, item)
    for outlines in outlines.byCarriers {
      let geometry = combined(outlines.byTrims.map { area(of: $0) })
      let shape = CAShapeLayer.outline()
      shape.fillRule = fill.isEvenOdd ? .evenOdd : .nonZero
      builder.setPath(of: shape, to: geometry, on: timeline)
      if case .color(let color) = fill.paint {
        builder.set("fillColor", of: shape, to: color, on: timeline) { CGColor.lottie($0) }
      } else {
        shape.fillColor = .lottieWhite
      }
      shapes.append(carried(shape, by: outlines[0].carriers))
    }
    return try finished(shapes, fill.paint, opacity: fill.opacity, of: outlines, reach: 0, item)
  }

  /// Makes a line along outlines; returns nil without outlines.
  func makeStroke(
    _ stroke: LottieStroke, of outlines: [Outline], _ item: ShapeItem
  ) throws(SceneFileError) -> CALayer? {
    var shapes: [CALayer] = []
    var drawn: [Outline] = []
    for outline in outlines { drawn.append(try unstretched(outline, item)) }
    for outlines in drawn.byCarriers {
      for group in outlines.byTrims {
        let shape = CAShapeLayer.outline()
        style(shape, as: stroke)
        let line = line(along: group, isDashed: !stroke.dashes.isEmpty, of: shape)
        try builder.reading.takeKeyframes(line.keyframes.count - 1, at: item.path)
        builder.setPath(of: shape, to: line, on: timeline)
        shapes.append(carried(shape, by: outlines[0].carriers))
      }
    }
    let reach = stroke.width.keyframes.map(\.value).max() ?? 0
    return try finished(
      shapes, stroke.paint, opacity: stroke.opacity, of: outlines,
      reach: reach * (stroke.join == .miter ? max(stroke.miterLimit, 1) : 1), item)
  }

  private func style(_ shape: CAShapeLayer, as stroke: LottieStroke) {
    if case .color(let color) = stroke.paint {
      builder.set("strokeColor", of: shape, to: color, on: timeline) { CGColor.lottie($0) }
    } else {
      shape.strokeColor = .lottieWhite
    }
    builder.set("lineWidth", of: shape, to: stroke.width, on: timeline) { max($0, 0) }
    shape.lineCap = [.butt: .butt, .round: .round, .square: .square][stroke.cap] ?? .butt
    shape.lineJoin = [.miter: .miter, .round: .round, .bevel: .bevel][stroke.join] ?? .miter
    shape.miterLimit = stroke.miterLimit
    guard !stroke.dashes.isEmpty else { return }
    let dashes = stroke.dashes.map { timeline.placed($0) }
    let pattern = Track<[Double]>.combining(dashes.map(\.timing), isLinear: true, timeline: timeline) { time in
      // A dash of length above 0 has a direction, which its caps need.
      dashes.map { max($0.value(at: time), 0.01) }
    }
    builder.set("lineDashPattern", of: shape, toPlaced: pattern, duration: timeline.duration) {
      $0.map { NSNumber(value: $0) }
    }
    builder.set("lineDashPhase", of: shape, to: stroke.dashPhase, on: timeline) { $0 }
  }

  // MARK: - Outlines

  /// Puts the moving transforms of inner groups around a paint's shape.
  private func carried(_ shape: CALayer, by carriers: [LottieTransform]) -> CALayer {
    carriers.reduce(shape) { builder.transformed(.carrier([$0]), by: $1, on: timeline) }
  }

  /// Returns the area of a fill of outlines that one trim cuts.
  private func area(of group: [Outline]) -> Track<PathGeometry> {
    // lottie-ios trims lines only.
    guard !imitates, let trim = group[0].trims.last else { return combined(group.map(\.geometry)) }
    return cut(combined(group.map { trimmed($0, leaving: 1) }), by: trim.path)
  }

  /// Returns the path of a line along outlines with one trim, which is applied to the path or else set on the shape.
  private func line(along group: [Outline], isDashed: Bool, of shape: CAShapeLayer) -> Track<PathGeometry> {
    let whole = combined(group.map { trimmed($0, leaving: 1) })
    guard let trim = group[0].trims.last?.path else { return whole }
    if imitates {
      let copies = setTrim(trim, of: shape)
      return copies > 1 ? whole.map { $0.repeated(copies) } : whole
    }
    // A moving path is measured at every frame; dashes begin at the trimmed part.
    guard whole.isConstant, !isDashed else { return cut(whole, by: trim) }
    let copies = setTrim(trim, of: shape)
    return whole.map { $0.cutEvenly().running(copies) }
  }

  private func combined(_ geometries: [Track<PathGeometry>]) -> Track<PathGeometry> {
    guard geometries.count > 1 else { return geometries[0] }
    return .combining(geometries.map(\.timing), isLinear: true, timeline: timeline) { time in
      PathGeometry(contours: geometries.flatMap { $0.value(at: time).contours })
    }
  }

  /// Returns an outline's path cut by its trims, except those left to the paint.
  func trimmed(_ outline: Outline, leaving: Int = 0) -> Track<PathGeometry> {
    outline.trims.dropLast(leaving).reduce(outline.geometry) { cut($0, by: $1.path) }
  }

  /// Returns a path cut by a trim at every frame.
  private func cut(_ geometry: Track<PathGeometry>, by trim: TrimPath) -> Track<PathGeometry> {
    geometry.cut(by: trim, on: timeline, asOne: trim.isIndividual, evenly: !imitates)
  }

  // MARK: - Finishing

  private func finished(
    _ shapes: [CALayer], _ paint: LottiePaint, opacity: Track<Double>, of outlines: [Outline], reach: Double,
    _ item: ShapeItem
  ) throws(SceneFileError) -> CALayer? {
    guard !shapes.isEmpty else { return nil }
    try builder.reading.takeLayers(shapes.count, at: item.path)
    var layer = shapes.count == 1 ? shapes[0] : CALayer.carrier(shapes)
    if case .gradient(let gradient) = paint {
      layer = makeGradient(gradient, opacity: opacity, cutBy: layer, of: outlines, reach: reach, item)
    } else if opacity.constant != 1, shapes.count == 1, !outlines[0].carriers.isEmpty {
      layer = .carrier([layer])
    }
    layer.name = item.name
    builder.set("opacity", of: layer, to: opacity, on: timeline) { $0 }
    return layer
  }
}

extension [ShapeBuilder.Outline] {
  /// The outlines grouped by the groups that move them, to be one path.
  var byCarriers: [[ShapeBuilder.Outline]] {
    var groups: [[ShapeBuilder.Outline]] = []
    for outline in self {
      let count = outline.carriers.count
      let group = groups.firstIndex { $0[0].carriers.count == count && $0[0].sharedCarriers(with: outline) == count }
      if let group { groups[group].append(outline) } else { groups.append([outline]) }
    }
    return groups
  }

  /// The outlines by line: those without trim, those that one trim cuts as one path, each that is cut alone.
  var byTrims: [[ShapeBuilder.Outline]] {
    var groups: [[ShapeBuilder.Outline]] = []
    var open: (identity: LottiePath?, index: Int)?
    for outline in self {
      let trim = outline.trims.last
      let joins = trim == nil || trim?.path.isIndividual == true
      if joins, let open, open.identity === trim?.identity {
        groups[open.index].append(outline)
      } else {
        groups.append([outline])
        open = joins ? (trim?.identity, groups.count - 1) : nil
      }
    }
    return groups
  }
}

extension LottieBuilder {
  /// Animates a shape's path over seconds of the film, and sets the properties that follow from the path.
  func setPath(
    of shape: CAShapeLayer, to geometry: Track<PathGeometry>, on timeline: Timeline,
    add: (CGMutablePath) -> Void = { _ in }
  ) {
    let geometry = geometry.settled(within: timeline.duration)
    set("path", of: shape, toPlaced: geometry, duration: timeline.duration) { value in
      let path = value.cgPath(asCurves: !geometry.isConstant)
      add(path)
      return path
    }
  }

  func makeShapes(_ items: [ShapeItem], on timeline: Timeline, canvas: CGRect) throws(SceneFileError) -> [CALayer] {
    try ShapeBuilder(builder: self, timeline: timeline, canvas: canvas).draw(items).layers.reversed()
  }
}
