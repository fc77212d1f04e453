// Gradients: a gradient layer over all that its shape ever covers, cut by the shape.

import CoreGraphics
import Foundation
import QuartzCore

extension ShapeBuilder {
  /// A gradient that is seen where a shape is.
  ///
  /// - Parameter reach: how far beyond the outlines it may be seen, in points.
  func makeGradient(
    _ gradient: ShapeGradient, cutBy shape: CALayer, of outlines: [Outline], reach: Double, _ item: ShapeItem
  ) -> CALayer {
    let layer = CAGradientLayer()
    layer.type = gradient.isRadial ? .radial : .axial
    let frame = self.frame(of: outlines, reach: reach)
    layer.anchorPoint = .zero
    layer.bounds = frame
    layer.position = frame.origin
    layer.mask = shape
    if gradient.isRadial && gradient.highlightLength.constant != 0 {
      builder.reading.note("the bright point of radial gradients is in their centre", at: item.path)
    }
    setStops(gradient, of: layer)
    let (start, end) = (timeline.placed(gradient.start), timeline.placed(gradient.end))
    func unit(_ point: CGPoint) -> CGPoint {
      CGPoint(x: (point.x - frame.minX) / frame.width, y: (point.y - frame.minY) / frame.height)
    }
    let duration = timeline.duration
    builder.set("startPoint", of: layer, toPlaced: start.map { unit($0.point) }, duration: duration) { $0 }
    guard gradient.isRadial else {
      builder.set("endPoint", of: layer, toPlaced: end.map { unit($0.point) }, duration: duration) { $0 }
      return layer
    }
    // The far corner of the ellipse that the last stop lies on.
    let corner = Track<CGPoint>.combining(
      [start.timing, end.timing], isLinear: start.isConstant && end.isConstant, timeline: timeline
    ) { time in
      let (center, edge) = (start.value(at: time).point, end.value(at: time).point)
      let radius = hypot(edge.x - center.x, edge.y - center.y)
      return unit(CGPoint(x: center.x + radius, y: center.y + radius))
    }
    builder.set("endPoint", of: layer, toPlaced: corner, duration: duration) { $0 }
    return layer
  }

  /// A box around all that a paint ever covers; where groups move inside, around far more than the film.
  private func frame(of outlines: [Outline], reach: Double) -> CGRect {
    var box = CGRect.null
    for outline in outlines where outline.carriers.isEmpty {
      for key in outline.geometry.keyframes { box = box.union(key.value.controlBox) }
    }
    if outlines.contains(where: { !$0.carriers.isEmpty }) {
      let size = builder.document.size
      box = box.union(CGRect(origin: .zero, size: size).insetBy(dx: -5 * size.width, dy: -5 * size.height))
    }
    guard !box.isNull else { return CGRect(x: 0, y: 0, width: 1, height: 1) }
    // Curves whose pace overshoots go beyond their keyframes.
    let margin = reach + 1 + 0.2 * max(box.width, box.height)
    // A gradient layer's lines of one colour are stretched with it: they stand upright on its way in a square.
    let side = max(box.width, box.height) + 2 * margin
    let frame = CGRect(x: box.midX - side / 2, y: box.midY - side / 2, width: side, height: side)
    return side.isFinite ? frame : CGRect(x: 0, y: 0, width: 1, height: 1)
  }

  private func setStops(_ gradient: ShapeGradient, of layer: CAGradientLayer) {
    let stops = timeline.placed(gradient.stops).map { GradientStops($0, colorCount: gradient.colorCount).numbers }
    let duration = timeline.duration
    func locations(_ numbers: [Double]) -> [Double] { stride(from: 0, to: numbers.count, by: 5).map { numbers[$0] } }
    builder.set("locations", of: layer, toPlaced: stops.map(locations), duration: duration) {
      $0.map { NSNumber(value: $0) }
    }
    let colors = stops.map { numbers in
      stride(from: 0, to: numbers.count, by: 5).flatMap { numbers[($0 + 1)...($0 + 4)] }
    }
    builder.set("colors", of: layer, toPlaced: colors, duration: duration) { numbers in
      stride(from: 0, to: numbers.count, by: 4).map {
        CGColor(srgbRed: numbers[$0], green: numbers[$0 + 1], blue: numbers[$0 + 2], alpha: numbers[$0 + 3])
      }
    }
  }
}

/// The stops of a gradient: Lottie writes those of colour and those of alpha apart.
struct GradientStops {
  /// Five numbers a stop: its place, red, green, blue and alpha; in the order of places.
  private(set) var numbers: [Double] = []

  /// - Parameters:
  ///   - written: four numbers a colour, then two an alpha.
  ///   - colorCount: how many colours there are.
  init(_ written: [Double], colorCount: Int) {
    let count = min(colorCount, written.count / 4)
    let colors = (0..<count).map { index in Array(written[(index * 4)..<(index * 4 + 4)]) }
    let rest = written[(count * 4)...].map { $0 }
    let alphas = (0..<rest.count / 2).map { [rest[$0 * 2], rest[$0 * 2 + 1]] }
    guard !colors.isEmpty else { return }
    if alphas.isEmpty {
      for color in colors { numbers += color + [1] }
      return
    }
    // A stop at each place of either kind, the other taken between its own.
    let places = (colors.map { $0[0] } + alphas.map { $0[0] }).sorted()
    for (index, place) in places.enumerated() {
      // Two stops at one place are a jump: the first is what comes from below.
      let fromBelow = index + 1 < places.count && places[index + 1] == place
      let color = Self.value(colors, at: place, fromBelow: fromBelow)
      numbers += [place] + color + Self.value(alphas, at: place, fromBelow: fromBelow)
    }
  }

  /// The components at a place between stops, each its place and its components.
  private static func value(_ stops: [[Double]], at place: Double, fromBelow: Bool) -> [Double] {
    let next = stops.firstIndex { fromBelow ? $0[0] >= place : $0[0] > place } ?? stops.count
    guard next > 0 else { return Array(stops[0].dropFirst()) }
    let low = stops[next - 1]
    guard next < stops.count else { return Array(low.dropFirst()) }
    let high = stops[next]
    let fraction = high[0] > low[0] ? (place - low[0]) / (high[0] - low[0]) : 0
    return zip(low.dropFirst(), high.dropFirst()).map { $0 + ($1 - $0) * min(max(fraction, 0), 1) }
  }
}
