import CCairo
public import Foundation
import ImageFiles

/// Computes `out` from `in`, with the function's `info`.
public typealias CGFunctionEvaluateCallback =
  (_ info: UnsafeMutableRawPointer?, _ in: UnsafePointer<CGFloat>, _ out: UnsafeMutablePointer<CGFloat>)
  -> Void

/// A function that is called at a `CGFunction`'s end, to free the memory at `info`.
public typealias CGFunctionReleaseInfoCallback = (_ info: UnsafeMutableRawPointer?) -> Void

/// The functions that a `CGFunction` calls.
public struct CGFunctionCallbacks {
  /// The version of the structure: 0.
  public var version: UInt32
  /// The function that computes the values, without which a `CGFunction` cannot be created.
  public var evaluate: CGFunctionEvaluateCallback?
  /// The function that is called at the `CGFunction`'s end, if any.
  public var releaseInfo: CGFunctionReleaseInfoCallback?

  /// Creates callbacks from their functions.
  public init(version: UInt32, evaluate: CGFunctionEvaluateCallback?, releaseInfo: CGFunctionReleaseInfoCallback?) {
    (self.version, self.evaluate, self.releaseInfo) = (version, evaluate, releaseInfo)
  }
}

/// A function of numbers, computed by a callback.
public final class CGFunction {
  private let info: UnsafeMutableRawPointer?
  private let callbacks: CGFunctionCallbacks
  /// Pairs of the least and the greatest value; nil for no limit.
  private let domain: [CGFloat]?
  private let range: [CGFloat]?
  private let inputs: Int
  let outputs: Int

  /// Creates a function of `domainDimension` numbers that returns `rangeDimension` numbers, each limited to its pair in
  /// `domain` and `range`. Returns nil if a dimension is below 1, or if `evaluate` is nil.
  public init?(
    info: UnsafeMutableRawPointer?, domainDimension: Int, domain: UnsafePointer<CGFloat>?, rangeDimension: Int,
    range: UnsafePointer<CGFloat>?, callbacks: UnsafePointer<CGFunctionCallbacks>
  ) {
    guard domainDimension >= 1, rangeDimension >= 1, callbacks.pointee.evaluate != nil else { return nil }
    self.info = info
    self.callbacks = callbacks.pointee
    self.domain = domain.map { Array(UnsafeBufferPointer(start: $0, count: domainDimension * 2)) }
    self.range = range.map { Array(UnsafeBufferPointer(start: $0, count: rangeDimension * 2)) }
    (inputs, outputs) = (domainDimension, rangeDimension)
  }

  deinit { callbacks.releaseInfo?(info) }

  /// Returns the values of a function of one number at a fraction of its domain.
  func values(atFraction t: CGFloat) -> [CGFloat] {
    let (low, high) = domain.map { ($0[0], $0[1]) } ?? (0, 1)
    let input = [low + (high - low) * t] + [CGFloat](repeating: 0, count: inputs - 1)
    var output = [CGFloat](repeating: 0, count: outputs)
    callbacks.evaluate?(info, input, &output)
    guard let range else { return output }
    return output.indices.map { min(max(output[$0], range[2 * $0]), range[2 * $0 + 1]) }
  }
}

/// A gradient along a line or between two circles, whose colours a function computes.
public final class CGShading {
  enum Form {
    case axial(CGPoint, CGPoint)
    case radial(GradientCircle, GradientCircle)
  }

  let form: Form
  let extendStart: Bool
  let extendEnd: Bool
  /// The colours at 256 parameters from 0 to 1.
  let ramp: [GradientStop]

  /// Creates a shading along a line. Returns nil unless the function gives the components of `space` and alpha.
  public convenience init?(
    axialSpace space: CGColorSpace, start: CGPoint, end: CGPoint, function: CGFunction, extendStart: Bool,
    extendEnd: Bool
  ) {
    self.init(.axial(start, end), space: space, function: function, extendStart: extendStart, extendEnd: extendEnd)
  }

  /// Creates a shading between two circles. Returns nil unless the function gives the components of `space` and alpha.
  public convenience init?(
    radialSpace space: CGColorSpace, start: CGPoint, startRadius: CGFloat, end: CGPoint, endRadius: CGFloat,
    function: CGFunction, extendStart: Bool, extendEnd: Bool
  ) {
    self.init(
      .radial(GradientCircle(start, startRadius), GradientCircle(end, endRadius)), space: space, function: function,
      extendStart: extendStart, extendEnd: extendEnd)
  }

  private init?(_ form: Form, space: CGColorSpace, function: CGFunction, extendStart: Bool, extendEnd: Bool) {
    guard function.outputs == space.numberOfComponents + 1 else { return nil }
    (self.form, self.extendStart, self.extendEnd) = (form, extendStart, extendEnd)
    ramp = (0...255).map { index in
      let t = CGFloat(index) / 255
      return GradientStop(t, CGColor(space: space, values: function.values(atFraction: t)).rgba)
    }
  }
}

// Gradients and shadings mix colours before they multiply them by alpha, as Core Graphics and cairo do.
extension CGContext {
  /// Draws a gradient along a line of user space.
  public func drawLinearGradient(
    _ gradient: CGGradient, start startPoint: CGPoint, end endPoint: CGPoint, options: CGGradientDrawingOptions
  ) {
    drawLinear(
      gradient.ramp, startPoint, endPoint, before: options.contains(.drawsBeforeStartLocation),
      after: options.contains(.drawsAfterEndLocation))
  }

  /// Draws a gradient between two circles of user space.
  public func drawRadialGradient(
    _ gradient: CGGradient, startCenter: CGPoint, startRadius: CGFloat, endCenter: CGPoint, endRadius: CGFloat,
    options: CGGradientDrawingOptions
  ) {
    drawRadial(
      gradient.ramp, GradientCircle(startCenter, startRadius), GradientCircle(endCenter, endRadius),
      before: options.contains(.drawsBeforeStartLocation), after: options.contains(.drawsAfterEndLocation))
  }

  /// Draws a shading inside the clip. Nothing is drawn where it does not extend.
  public func drawShading(_ shading: CGShading) {
    switch shading.form {
    case .axial(let start, let end):
      drawLinear(shading.ramp, start, end, before: shading.extendStart, after: shading.extendEnd)
    case .radial(let start, let end):
      drawRadial(shading.ramp, start, end, before: shading.extendStart, after: shading.extendEnd)
    }
  }

  private func drawLinear(_ ramp: [GradientStop], _ start: CGPoint, _ end: CGPoint, before: Bool, after: Bool) {
    guard start != end, start.isFinite, end.isFinite, let space = patternSpace else { return }
    let (from, to) = (space.place(start), space.place(end))
    guard let pattern = cairo_pattern_create_linear(from.x, from.y, to.x, to.y) else { return }
    cairo_pattern_set_extend(pattern, before || after ? CAIRO_EXTEND_PAD : CAIRO_EXTEND_NONE)
    draw(pattern, in: space, ramp) {
      if before != after { self.clipToHalfPlane(from: before ? end : start, along: before ? start : end) }
    }
  }

  /// Clips to the half-plane that begins at a point of user space and lies in the direction of another.
  private func clipToHalfPlane(from: CGPoint, along: CGPoint) {
    let (dx, dy) = (Double(along.x - from.x), Double(along.y - from.y))
    let length = (dx * dx + dy * dy).squareRoot()
    let far = reachInUserSpace(of: from) + CGFloat(length)
    let (x, y) = (CGFloat(dx / length) * far, CGFloat(dy / length) * far)
    let half = CGMutablePath()
    let corners = [(-y, x), (y, -x), (y + x, y - x), (x - y, x + y)]
    half.addLines(between: corners.map { CGPoint(x: from.x + $0.0, y: from.y + $0.1) }, transform: state.ctm)
    half.closeSubpath()
    clipDrawing(to: half, .winding)
  }

  private func drawRadial(
    _ ramp: [GradientStop], _ start: GradientCircle, _ end: GradientCircle, before: Bool, after: Bool
  ) {
    guard start.isFinite, end.isFinite, start != end else { return }
    var (first, last, stops) = (start, end, ramp)
    // On one side the circles of the end's colour continue, down to a point or beyond the bitmap.
    if before && !after {
      let t = start.lastParameter(away: end, reach: reachInUserSpace(of: start.center))
      first = start.at(-t, towards: end)
      stops = [GradientStop(0, ramp[0].color)] + ramp.map { GradientStop(($0.location + t) / (1 + t), $0.color) }
    } else if after && !before {
      let t = end.lastParameter(away: start, reach: reachInUserSpace(of: end.center))
      last = end.at(-t, towards: start)
      stops =
        ramp.map { GradientStop($0.location / (1 + t), $0.color) } + [GradientStop(1, ramp[ramp.count - 1].color)]
    }
    guard let space = patternSpace else { return }
    let (from, to) = (space.place(first.center), space.place(last.center))
    guard
      let pattern = cairo_pattern_create_radial(
        from.x, from.y, Double(first.radius * space.scale), to.x, to.y, Double(last.radius * space.scale))
    else { return }
    cairo_pattern_set_extend(pattern, before && after ? CAIRO_EXTEND_PAD : CAIRO_EXTEND_NONE)
    draw(pattern, in: space, stops) {}
  }

  /// The space of patterns: user space, or where the bitmap is far from its origin, or large or tiny in its units, one
  /// measured in about pixels from the bitmap's middle. Nil for a user space that is too flat. pixman's numbers have 16
  /// bits before the point and 16 behind it, and a matrix with larger ones stops the context.
  private var patternSpace: PatternSpace? {
    let most: CGFloat = 8_000
    let inverse = state.ctm.inverted()
    let stretch = max(abs(inverse.a), abs(inverse.b), abs(inverse.c), abs(inverse.d))
    let middle = CGPoint(x: baseBounds.midX, y: baseBounds.midY).applying(inverse)
    let scale = state.ctm.largestScale
    if max(stretch, abs(middle.x), abs(middle.y)) <= most, scale <= 1_000 { return PatternSpace() }
    return middle.isFinite && stretch * scale <= most ? PatternSpace(origin: middle, scale: scale) : nil
  }

  /// Draws a pattern in the colours of `stops`, and destroys it.
  private func draw(
    _ pattern: OpaquePointer, in space: PatternSpace, _ stops: [GradientStop], clip: @escaping () -> Void
  ) {
    defer { cairo_pattern_destroy(pattern) }
    for stop in stops {
      let c = SIMD4<Double>(store.swapped(stop.color))
      cairo_pattern_add_color_stop_rgba(pattern, Double(stop.location), c.x, c.y, c.z, c.w)
    }
    let matrix = state.ctm.translatedBy(x: space.origin.x, y: space.origin.y)
      .scaledBy(x: 1 / space.scale, y: 1 / space.scale)
    guard setMatrix(state.ctm), setMatrix(matrix) else { return }
    compose(
      Drawing(
        draw: { alpha in
          cairo_save(self.cairo)
          clip()
          if self.setMatrix(matrix) {
            cairo_set_source(self.cairo, pattern)
            cairo_paint_with_alpha(self.cairo, alpha)
          }
          cairo_restore(self.cairo)
        },
        clipToShape: clip))
  }

  /// Returns a distance from a point, in user space, that reaches beyond the whole bitmap.
  private func reachInUserSpace(of point: CGPoint) -> CGFloat {
    let box = baseBounds.applying(state.ctm.inverted())
    return box.width + box.height + abs(point.x - box.midX) + abs(point.y - box.midY)
  }
}

/// A space of patterns within user space.
private struct PatternSpace {
  var origin = CGPoint.zero
  /// The number of units in one of user space.
  var scale: CGFloat = 1

  func place(_ point: CGPoint) -> (x: Double, y: Double) {
    (Double((point.x - origin.x) * scale), Double((point.y - origin.y) * scale))
  }
}

struct GradientStop {
  var location: CGFloat
  /// Straight sRGB.
  var color: SIMD4<Float>

  init(_ location: CGFloat, _ color: SIMD4<Float>) { (self.location, self.color) = (location, color) }
}

struct GradientCircle: Equatable {
  var center: CGPoint
  var radius: CGFloat

  init(_ center: CGPoint, _ radius: CGFloat) { (self.center, self.radius) = (center, max(radius, 0)) }

  var isFinite: Bool { center.isFinite && radius.isFinite }

  /// Returns the circle at a parameter, 0 for this one and 1 for `other`.
  func at(_ t: CGFloat, towards other: GradientCircle) -> GradientCircle {
    GradientCircle(
      CGPoint(x: center.x + (other.center.x - center.x) * t, y: center.y + (other.center.y - center.y) * t),
      radius + (other.radius - radius) * t)
  }

  /// Returns the parameter, away from `other`, at which the circle has shrunk to a point or moved by `reach`.
  func lastParameter(away other: GradientCircle, reach: CGFloat) -> CGFloat {
    let growth = radius - other.radius
    if growth < 0 { return min(radius / -growth, 1e4) }
    let step = max(growth, hypot(center.x - other.center.x, center.y - other.center.y))
    return min(reach / max(step, 1e-6), 1e4)
  }
}

extension CGPoint {
  var isFinite: Bool { x.isFinite && y.isFinite }
}

extension CGGradient {
  /// The stops in sRGB, in which cairo mixes. For another space of mixing, stops are added between each two.
  var ramp: [GradientStop] {
    guard let space = colorSpace, space.encoding != .sRGB, space.encoding != .gray(.sRGB) else {
      return stops.map { GradientStop($0.location, $0.color.rgba) }
    }
    let own = stops.map { $0.color.converted(to: space, intent: .defaultIntent, options: nil) ?? $0.color }
    var ramp: [GradientStop] = []
    for (index, stop) in stops.enumerated() {
      ramp.append(GradientStop(stop.location, own[index].rgba))
      guard index + 1 < stops.count, stops[index + 1].location > stop.location,
        let from = own[index].components, let to = own[index + 1].components, from.count == to.count
      else { continue }
      for step in 1..<Self.steps {
        let t = CGFloat(step) / CGFloat(Self.steps)
        ramp.append(
          GradientStop(
            stop.location + (stops[index + 1].location - stop.location) * t,
            CGColor(space: space, values: zip(from, to).map { $0 + ($1 - $0) * t }).rgba))
      }
    }
    return ramp
  }

  /// The number of parts between two stops for which mixing in sRGB is off by at most 5/255, at the darkest.
  private static let steps = 64
}
