// Shadings: gradients whose colours a function computes.

public import Foundation

/// Computes `out` from `in`, with the function's `info`.
public typealias CGFunctionEvaluateCallback =
  (_ info: UnsafeMutableRawPointer?, _ in: UnsafePointer<CGFloat>, _ out: UnsafeMutablePointer<CGFloat>)
  -> Void

/// A function that is called when a `CGFunction` goes, to free what `info` points at.
public typealias CGFunctionReleaseInfoCallback = (_ info: UnsafeMutableRawPointer?) -> Void

/// The functions that a `CGFunction` calls.
public struct CGFunctionCallbacks {
  /// The version of the structure: 0.
  public var version: UInt32
  /// Computes the values. Without it a function cannot be created.
  public var evaluate: CGFunctionEvaluateCallback?
  /// Called when the function is gone; nil for nothing to do.
  public var releaseInfo: CGFunctionReleaseInfoCallback?

  /// Callbacks by their functions.
  public init(
    version: UInt32, evaluate: CGFunctionEvaluateCallback?, releaseInfo: CGFunctionReleaseInfoCallback?
  ) {
    (self.version, self.evaluate, self.releaseInfo) = (version, evaluate, releaseInfo)
  }
}

/// A function of numbers, computed by a callback.
public final class CGFunction {
  private let info: UnsafeMutableRawPointer?
  private let callbacks: CGFunctionCallbacks
  /// Pairs of least and greatest values; nil for no limit.
  private let domain: [CGFloat]?
  private let range: [CGFloat]?
  private let inputs: Int
  let outputs: Int

  /// Creates a function of `domainDimension` numbers that returns `rangeDimension` numbers, each limited to its pair in
  /// `domain` and `range`. Nil if a dimension is below 1, or if the callbacks do not evaluate.
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

  /// The values at `t`, of a function of one number, as a fraction of its domain.
  func values(atFraction t: CGFloat) -> [CGFloat] {
    let (low, high) = domain.map { ($0[0], $0[1]) } ?? (0, 1)
    let input = [low + (high - low) * t] + [CGFloat](repeating: 0, count: inputs - 1)
    var output = [CGFloat](repeating: 0, count: outputs)
    callbacks.evaluate?(info, input, &output)
    guard let range else { return output }
    return output.indices.map { min(max(output[$0], range[2 * $0]), range[2 * $0 + 1]) }
  }
}

/// A gradient, along a line or between circles, whose colours a function computes.
public final class CGShading {
  enum Form {
    case axial(CGPoint, CGPoint)
    case radial(GradientCircle, GradientCircle)
  }

  let form: Form
  let extendStart: Bool
  let extendEnd: Bool
  /// The colours at 256 places.
  let ramp: [GradientStop]

  /// Along a line. Nil where the function does not give the components of `space` and alpha.
  public convenience init?(
    axialSpace space: CGColorSpace, start: CGPoint, end: CGPoint, function: CGFunction, extendStart: Bool,
    extendEnd: Bool
  ) {
    self.init(
      .axial(start, end), space: space, function: function, extendStart: extendStart, extendEnd: extendEnd)
  }

  /// Between circles. Nil where the function does not give the components of `space` and alpha.
  public convenience init?(
    radialSpace space: CGColorSpace, start: CGPoint, startRadius: CGFloat, end: CGPoint, endRadius: CGFloat,
    function: CGFunction, extendStart: Bool, extendEnd: Bool
  ) {
    self.init(
      .radial(GradientCircle(start, startRadius), GradientCircle(end, endRadius)), space: space, function: function,
      extendStart: extendStart, extendEnd: extendEnd)
  }

  private init?(
    _ form: Form, space: CGColorSpace, function: CGFunction, extendStart: Bool, extendEnd: Bool
  ) {
    guard function.outputs == space.numberOfComponents + 1 else { return nil }
    (self.form, self.extendStart, self.extendEnd) = (form, extendStart, extendEnd)
    ramp = (0...255).map { index in
      let t = CGFloat(index) / 255
      return GradientStop(t, CGColor(space: space, values: function.values(atFraction: t)).rgba)
    }
  }
}
