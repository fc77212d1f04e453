// The kinds of filters that are known, with their inputs and defaults: those of Core Image by their published names and
// defaults, and those that Core Animation has of its own (private on Apple's systems, but in files, and set by name).
//
// A Gaussian's `inputRadius` is its standard deviation, as WebKit hands that of CSS to both. Names without inputs are
// those of blend modes, and of the operators of Porter and Duff.

import CoreGraphics
import Foundation

/// The inputs of each kind of filter.
package enum FilterCatalog {
  /// The inputs of a kind with their defaults, in a fixed order; nil for a kind that is not known.
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
    var formula: FormulaRow?
  }

  static let table: [String: Kind] = [
    // Core Image
    "CIGaussianBlur": inputs(("inputRadius", .number(10))),
    "CIColorControls": inputs(
      ("inputSaturation", .number(1)), ("inputBrightness", .number(0)), ("inputContrast", .number(1))),
    "CIColorInvert": inputs(),
    "CIColorMatrix": inputs(
      ("inputRVector", .numbers([1, 0, 0, 0])), ("inputGVector", .numbers([0, 1, 0, 0])),
      ("inputBVector", .numbers([0, 0, 1, 0])), ("inputAVector", .numbers([0, 0, 0, 1])),
      ("inputBiasVector", .numbers([0, 0, 0, 0]))),
    "CIColorMonochrome": inputs(
      ("inputColor", .color(CGColor(red: 0.6, green: 0.45, blue: 0.3, alpha: 1))), ("inputIntensity", .number(1))),
    "CIExposureAdjust": inputs(("inputEV", .number(0))),
    "CIGammaAdjust": formula("GAMMA", ("inputPower", .number(1))) { $0[0] == 1 ? nil : [min(max($0[0], 0.01), 100)] },
    "CIHueAdjust": inputs(("inputAngle", .number(0))),
    "CIMaskToAlpha": formula("LUMINANCE") { _ in [1] },
    "CIPixellate": inputs(("inputCenter", .point(CGPoint(x: 150, y: 150))), ("inputScale", .number(8))),
    "CISepiaTone": inputs(("inputIntensity", .number(1))),
    // Core Image, of transitions alone
    "CIDissolveTransition": inputs(("inputTime", .number(0))),
    "CIPageCurlTransition": inputs(
      ("inputTime", .number(0)), ("inputAngle", .number(0)), ("inputRadius", .number(100))),
    "CISwipeTransition": inputs(
      ("inputTime", .number(0)), ("inputAngle", .number(0)), ("inputWidth", .number(300)),
      ("inputOpacity", .number(0))),
    // Core Animation
    "gaussianBlur": inputs(("inputRadius", .number(2))),
    "colorAdd": inputs(("inputColor", .color(CGColor(gray: 0, alpha: 0)))),
    "colorBrightness": inputs(("inputAmount", .number(0))),
    "colorContrast": inputs(("inputAmount", .number(1))),
    "colorHueRotate": inputs(("inputAngle", .number(0))),
    "colorInvert": inputs(),
    "colorMatrix": inputs(("inputColorMatrix", .numbers(CAColorMatrix.identity.numbers))),
    "colorMonochrome": inputs(
      ("inputColor", .color(.white)), ("inputBias", .number(0)), ("inputAmount", .number(1))),
    "colorSaturate": inputs(("inputAmount", .number(1))),
    "colorSubtract": inputs(("inputColor", .color(CGColor(gray: 0, alpha: 0)))),
    "luminanceToAlpha": formula("LUMINANCE") { _ in [0] },
    "multiplyColor": inputs(("inputColor", .color(.white))),
    "pixellate": inputs(("inputCenter", .point(.zero)), ("inputScale", .number(8))),
  ]

  private static func inputs(_ pairs: (String, AnimatableValue)...) -> Kind {
    Kind(inputs: pairs.map { FilterValue.Input(key: ManagedKey($0.0), value: $0.1) })
  }

  /// A filter that is a formula of `Shaders/filter.frag`.
  private static func formula(
    _ name: String, _ pairs: (String, AnimatableValue)...,
    numbers: @escaping @Sendable ([Double]) -> [Double]? = { $0 }
  ) -> Kind {
    Kind(
      inputs: pairs.map { FilterValue.Input(key: ManagedKey($0.0), value: $0.1) },
      formula: FormulaRow(name: name, numbers: numbers))
  }
}
