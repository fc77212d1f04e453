import CoreGraphics
import Foundation
import QuartzCore

extension ShapeBuilder {
  /// Makes a gradient masked by a shape and up to `reach` points around it. The paint's layer has the opacity.
  ///
  /// Alphas at other places than the colours are a separate gradient, which masks that of colours: a stop inserted for
  /// one would change the colours between the stops, which are not mixed in sRGB everywhere.
  func makeGradient(
    _ gradient: ShapeGradient, opacity: Track<Double>, cutBy shape: CALayer, of outlines: [Outline], reach: Double,
    _ item: ShapeItem
  ) -> CALayer {
    if gradient.isRadial && gradient.highlightLength.constant != 0 {
      builder.reading.note("the bright point of radial gradients is in their centre", at: item.path)
    }
    let frame = imitates ? canvas.insetBy(dx: -10_000, dy: -10_000) : self.frame(of: outlines, reach: reach)
    let joins = gradient.stops.keyframes.allSatisfy { GradientStops.canJoin($0.value, colorCount: gradient.colorCount) }
    let layer = makeGradient(gradient, joins ? .both : .colors, in: frame)
    if joins {
      layer.mask = shape
    } else {
      let alphas = makeGradient(gradient, .alphas, in: frame)
      alphas.mask = shape
      if imitates { builder.set("opacity", of: alphas, to: opacity, on: timeline) { $0 } }
      layer.mask = alphas
    }
    return layer
  }

  private func makeGradient(_ gradient: ShapeGradient, _ part: GradientStops.Part, in frame: CGRect) -> CALayer {
    let layer = CAGradientLayer()
    layer.type = gradient.isRadial ? .radial : .axial
    layer.anchorPoint = .zero
    layer.bounds = frame
    layer.position = frame.origin
    setStops(gradient, part, of: layer)
    let (start, end) = (timeline.placed(gradient.start), timeline.placed(gradient.end))
    func unit(_ point: CGPoint) -> CGPoint {
      CGPoint(x: (point.x - frame.minX) / frame.width, y: (point.y - frame.minY) / frame.height)
    }
    let duration = timeline.duration
    func unit(_ track: Track<[Double]>) -> Track<CGPoint> {
      .combining([track.timing], isLinear: true, timeline: timeline) { unit(track.value(at: $0).point) }
    }
    builder.set("startPoint", of: layer, toPlaced: unit(start), duration: duration) { $0 }
    guard gradient.isRadial else {
      builder.set("endPoint", of: layer, toPlaced: unit(end), duration: duration) { $0 }
      return layer
    }
    // The far corner of the ellipse on which the last stop lies.
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

  /// Returns a box around all that a paint ever covers; if groups move inside, around far more than the film.
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
    // Curves with an overshooting pace exceed their keyframes.
    let margin = reach + 1 + 0.2 * max(box.width, box.height)
    // In a square, a gradient layer's lines of one colour are perpendicular to its axis; else they are sheared.
    let side = max(box.width, box.height) + 2 * margin
    let frame = CGRect(x: box.midX - side / 2, y: box.midY - side / 2, width: side, height: side)
    return side.isFinite ? frame : CGRect(x: 0, y: 0, width: 1, height: 1)
  }

  private func setStops(_ gradient: ShapeGradient, _ part: GradientStops.Part, of layer: CAGradientLayer) {
    func read(_ numbers: [Double]) -> GradientStops {
      GradientStops(numbers, colorCount: gradient.colorCount, part: part)
    }
    let written = timeline.placed(gradient.stops)
    var gaps: Set<Int> = []
    if imitates, part != .alphas {
      // All keyframes need the same number of stops.
      gaps = written.keyframes.map { read($0.value).gaps }.reduce(read(written.first).gaps) { $0.intersection($1) }
    }
    let stops = written.map { read($0).mixedInGenericRGB(gaps).numbers }
    let duration = timeline.duration
    func locations(_ numbers: [Double]) -> [Double] { stride(from: 0, to: numbers.count, by: 5).map { numbers[$0] } }
    builder.set("locations", of: layer, toPlaced: stops.map(locations), duration: duration) {
      $0.map { NSNumber(value: $0) }
    }
    func colors(_ numbers: [Double]) -> [Double] {
      stride(from: 0, to: numbers.count, by: 5).flatMap { numbers[($0 + 1)...($0 + 4)] }
    }
    builder.set("colors", of: layer, toPlaced: stops.map(colors), duration: duration) { numbers in
      stride(from: 0, to: numbers.count, by: 4).map {
        CGColor(srgbRed: numbers[$0], green: numbers[$0 + 1], blue: numbers[$0 + 2], alpha: numbers[$0 + 3])
      }
    }
  }
}

/// The stops of a gradient, whose colours and alphas Lottie writes separately.
struct GradientStops {
  /// Five numbers for each stop: its place, red, green, blue and alpha.
  private(set) var numbers: [Double] = []

  enum Part {
    /// The colours with the alphas at the same places.
    case both
    /// The colours without alphas.
    case colors
    /// White with the alphas.
    case alphas
  }

  /// Reads stops written as four numbers for each colour, then two for each alpha.
  init(_ written: [Double], colorCount: Int, part: Part) {
    let count = min(colorCount, written.count / 4)
    let colors = (0..<count).map { index in Array(written[(index * 4)..<(index * 4 + 4)]) }
    let alphas = Self.alphas(written, colorCount: count)
    switch part {
    case .colors: for color in colors { numbers += color + [1] }
    case .alphas: for alpha in alphas { numbers += [alpha.place, 1, 1, 1, alpha.value] }
    case .both: for color in colors { numbers += color + [Self.value(alphas, at: color[0])] }
    }
    // A single stop gives its colour everywhere, but a gradient layer needs two stops.
    if numbers.count == 5 { numbers = [0] + numbers[1...] + [1] + numbers[1...] }
  }

  /// Returns the stops with others in between, by which sRGB looks like Generic RGB, in which Apple's `render(in:)`
  /// mixes. `gaps` are the indices of the stops that others follow, the same in all keyframes.
  func mixedInGenericRGB(_ gaps: Set<Int>) -> GradientStops {
    guard !gaps.isEmpty else { return self }
    var result = self
    result.numbers = []
    let stops = self.stops
    for (index, (stop, next)) in zip(stops, stops.dropFirst()).enumerated() {
      let (from, to) = (stop.genericRGB, next.genericRGB)
      result.numbers += stop
      for part in gaps.contains(index) ? Self.parts : [] {
        let color = GenericRGB.sRGB(from + (to - from) * part)
        result.numbers += [stop[0].blended(to: next[0], part), color.x, color.y, color.z]
        result.numbers.append(stop[4].blended(to: next[4], part))
      }
    }
    result.numbers += stops.last ?? []
    return result
  }

  /// The parts of the distance between two stops at which stops are added. Near the ends the spaces diverge fastest.
  private static let parts: [Double] = {
    let first = [1.0 / 256, 1.0 / 128, 1.0 / 64, 1.0 / 32]
    let last = [31.0 / 32, 63.0 / 64, 127.0 / 128, 255.0 / 256]
    return first + (1..<16).map { Double($0) / 16 } + last
  }()

  private var stops: [[Double]] { stride(from: 0, to: numbers.count, by: 5).map { Array(numbers[$0..<$0 + 5]) } }

  /// The indices of the stops that have visible colours between them and the next one.
  var gaps: Set<Int> {
    let places = stops.map { $0[0] }
    return Set(zip(places, places.dropFirst()).enumerated().filter { $1.1 - $1.0 > 0.02 }.map(\.offset))
  }

  /// Whether all alphas are at places of colours, so that one gradient suffices.
  static func canJoin(_ written: [Double], colorCount: Int) -> Bool {
    let count = min(colorCount, written.count / 4)
    let places = Set((0..<count).map { written[$0 * 4] })
    return alphas(written, colorCount: count).allSatisfy { places.contains($0.place) }
  }

  private static func alphas(_ written: [Double], colorCount count: Int) -> [(place: Double, value: Double)] {
    let rest = Array(written[(count * 4)...])
    return (0..<rest.count / 2).map { (rest[$0 * 2], rest[$0 * 2 + 1]) }
  }

  /// Returns the alpha at a place; 1 without stops of alpha.
  private static func value(_ stops: [(place: Double, value: Double)], at place: Double) -> Double {
    guard let first = stops.first, let last = stops.last else { return 1 }
    guard let next = stops.firstIndex(where: { $0.place >= place }) else { return last.value }
    guard next > 0 else { return first.value }
    let (low, high) = (stops[next - 1], stops[next])
    guard high.place > low.place else { return high.value }
    return low.value + (high.value - low.value) * (place - low.place) / (high.place - low.place)
  }
}

extension [Double] {
  fileprivate var genericRGB: SIMD3<Double> { GenericRGB.components(sRGB: SIMD3(self[1], self[2], self[3])) }
}
