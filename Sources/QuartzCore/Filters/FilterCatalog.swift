// The kinds of filters that are known, with their inputs and defaults: those of Core Image by their published names and
// defaults, and those that Core Animation has of its own (private on Apple's systems, but in files, and set by name).
//
// A Gaussian's `inputRadius` is its standard deviation, as WebKit hands that of CSS to both. Names without inputs are
// those of blend modes, and of the operators of Porter and Duff.

import CoreGraphics
import Foundation

/// The inputs of each kind of filter.
package enum FilterCatalog {
  /// Returns the inputs of a kind with their defaults, in a fixed order; nil for a kind that is not known.
  package static func defaults(of type: String) -> [FilterValue.Input]? {
    table[type]?.inputs ?? (isBlend(type) ? [] : nil)
  }

  /// Whether a name is that of a compositing filter.
  package static func isBlend(_ type: String) -> Bool { BlendMode.names.contains(type) }

  /// All names, in order.
  package static var names: [String] { (Array(table.keys) + BlendMode.names).sorted() }

  /// A kind of filter.
  struct Kind: Sendable {
    var inputs: [FilterValue.Input]
    /// The formula for each pixel; nil for kinds that have a matrix or passes of their own.
    var formula: String?
    /// Returns the operation of the inputs' numbers; nil if the picture stays as it is.
    var operation: @Sendable (FilterNumbers) -> FilterOperation? = { _ in nil }
  }

  static let table: [String: Kind] = [
    // Core Image
    "CIGaussianBlur": passes(("inputRadius", .number(10)), by: blur),
    "CIColorControls": matrix(
      ("inputSaturation", .number(1)), ("inputBrightness", .number(0)), ("inputContrast", .number(1))
    ) { FilterMatrix.saturation($0[0]).followed(by: .contrast($0[2])).followed(by: .brightness($0[1])) },
    "CIColorInvert": matrix { _ in .inversion },
    "CIColorMatrix": matrix(
      ("inputRVector", .numbers([1, 0, 0, 0])), ("inputGVector", .numbers([0, 1, 0, 0])),
      ("inputBVector", .numbers([0, 0, 1, 0])), ("inputAVector", .numbers([0, 0, 0, 1])),
      ("inputBiasVector", .numbers([0, 0, 0, 0]))
    ) { FilterMatrix(red: $0.four(), green: $0.four(4), blue: $0.four(8), alpha: $0.four(12), bias: $0.four(16)) },
    "CIColorMonochrome": matrix(
      ("inputColor", .color(CGColor(red: 0.6, green: 0.45, blue: 0.3, alpha: 1))), ("inputIntensity", .number(1))
    ) { .monochrome($0.four(), bias: 0, $0[4]) },
    "CIExposureAdjust": matrix(("inputEV", .number(0))) { .exposure($0[0]) },
    "CIGammaAdjust": formula("gamma", ("inputPower", .number(1))) { $0[0] == 1 ? nil : [min(max($0[0], 0.01), 100)] },
    "CIHueAdjust": matrix(("inputAngle", .number(0))) { .hueRotation($0[0]) },
    "CIMaskToAlpha": formula("luminance") { _ in [1] },
    "CIPixellate": passes(
      ("inputCenter", .point(CGPoint(x: 150, y: 150))), ("inputScale", .number(8)), by: pixellate),
    "CISepiaTone": matrix(("inputIntensity", .number(1))) { .sepia($0[0]) },
    // Core Image, of transitions alone
    "CIDissolveTransition": transition(("inputTime", .number(0))),
    "CIPageCurlTransition": transition(
      ("inputTime", .number(0)), ("inputAngle", .number(0)), ("inputRadius", .number(100))),
    "CISwipeTransition": transition(
      ("inputTime", .number(0)), ("inputAngle", .number(0)), ("inputWidth", .number(300)),
      ("inputOpacity", .number(0))),
    // Core Animation
    "gaussianBlur": passes(("inputRadius", .number(2)), by: blur),
    "colorAdd": matrix(("inputColor", .color(CGColor(gray: 0, alpha: 0)))) { FilterMatrix(bias: $0.four()) },
    "colorBrightness": matrix(("inputAmount", .number(0))) { .brightness($0[0]) },
    "colorContrast": matrix(("inputAmount", .number(1))) { .contrast($0[0]) },
    "colorHueRotate": matrix(("inputAngle", .number(0))) { .hueRotation($0[0]) },
    "colorInvert": matrix { _ in .inversion },
    "colorMatrix": matrix(("inputColorMatrix", .numbers(CAColorMatrix.identity.numbers))) {
      FilterMatrix(rows: $0.all)
    },
    "colorMonochrome": matrix(
      ("inputColor", .color(.white)), ("inputBias", .number(0)), ("inputAmount", .number(1))
    ) { .monochrome($0.four(), bias: $0[4], $0[5]) },
    "colorSaturate": matrix(("inputAmount", .number(1))) { .saturation($0[0]) },
    "colorSubtract": matrix(("inputColor", .color(CGColor(gray: 0, alpha: 0)))) { FilterMatrix(bias: -$0.four()) },
    "luminanceToAlpha": formula("luminance") { _ in [0] },
    "multiplyColor": matrix(("inputColor", .color(.white))) { .scale($0.four()) },
    "pixellate": passes(("inputCenter", .point(.zero)), ("inputScale", .number(8)), by: pixellate),
  ]

  private static func inputs(_ pairs: [(String, AnimatableValue)]) -> [FilterValue.Input] {
    pairs.map { FilterValue.Input(key: ManagedKey($0.0), value: $0.1) }
  }

  /// Returns a filter that is a linear map of colours.
  private static func matrix(
    _ pairs: (String, AnimatableValue)..., map: @escaping @Sendable (FilterNumbers) -> FilterMatrix
  ) -> Kind {
    Kind(inputs: inputs(pairs)) { numbers in
      let matrix = map(numbers)
      return matrix == .identity ? nil : .color(matrix)
    }
  }

  /// Returns a filter that is a formula of `Shaders/filter.frag`, which takes at most four numbers.
  private static func formula(
    _ name: String, _ pairs: (String, AnimatableValue)...,
    numbers: @escaping @Sendable (FilterNumbers) -> [Double]? = { $0.all }
  ) -> Kind {
    Kind(inputs: inputs(pairs), formula: name) { inputs in
      numbers(inputs).map { .formula(FilterFormula(name), SIMD4(($0 + [0, 0, 0, 0])[..<4])) }
    }
  }

  /// Returns a filter that looks at neighbours.
  private static func passes(
    _ pairs: (String, AnimatableValue)..., by operation: @escaping @Sendable (FilterNumbers) -> FilterOperation?
  ) -> Kind {
    Kind(inputs: inputs(pairs), operation: operation)
  }

  private static func transition(_ pairs: (String, AnimatableValue)...) -> Kind { Kind(inputs: inputs(pairs)) }

  @Sendable private static func blur(_ inputs: FilterNumbers) -> FilterOperation? {
    inputs[0] > 0 ? .blur(min(inputs[0], FilterOperation.widestBlur)) : nil
  }

  @Sendable private static func pixellate(_ inputs: FilterNumbers) -> FilterOperation? {
    inputs[2] > 0 ? .pixellate(size: max(inputs[2], 0.01), x: inputs[0], y: inputs[1]) : nil
  }
}
