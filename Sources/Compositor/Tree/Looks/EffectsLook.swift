// What the frame needs of a layer's filters: kinds and inputs by name become a few operations with numbers.
//
// Maps of colours that follow each other are one map, and so are blurs. What has no effect is left out, and so is a
// kind that is not known. A Gaussian's radius is its standard deviation.

import CoreGraphics
import Foundation
import QuartzCore

/// Filters in the order in which they are applied.
struct FilterLook: Equatable, Sendable {
  /// A step that changes a picture.
  enum Operation: Equatable, Sendable {
    case color(FilterMatrix)
    /// A formula for each pixel, and its numbers.
    case formula(FilterFormula, SIMD4<Double>)
    /// The standard deviation, in the layer's points.
    case blur(Double)
    /// Squares of a size in the layer's points, one corner of one of them at a point.
    case pixellate(size: Double, x: Double, y: Double)
  }

  private(set) var operations: [Operation] = []

  /// The largest deviation, in points; larger ones are drawn as this one.
  private static let widest = 4096.0

  /// Nil where nothing is done.
  init?(_ filters: [FilterValue]) {
    for filter in filters where filter.isEnabled { append(filter) }
    if operations.isEmpty { return nil }
  }

  private mutating func append(_ filter: FilterValue) {
    let inputs = FilterInputs(filter)
    switch filter.type {
    case "CIGaussianBlur", "gaussianBlur":
      let sigma = min(inputs.number("inputRadius"), Self.widest)
      guard sigma > 0 else { return }
      // Gaussians that follow each other are one, their variances added.
      if case .blur(let last)? = operations.last {
        operations[operations.count - 1] = .blur(min(hypot(last, sigma), Self.widest))
      } else {
        operations.append(.blur(sigma))
      }
    case "CIPixellate", "pixellate":
      let size = inputs.number("inputScale")
      let center = inputs.point("inputCenter")
      if size > 0 { operations.append(.pixellate(size: max(size, 0.01), x: Double(center.x), y: Double(center.y))) }
    default:
      if let (formula, numbers) = FilterCatalog.formula(of: filter.type, inputs.all) {
        return operations.append(.formula(formula, numbers))
      }
      guard let matrix = FilterMatrix(inputs, type: filter.type), matrix != .identity else { return }
      if case .color(let last)? = operations.last {
        operations[operations.count - 1] = .color(last.followed(by: matrix))
      } else {
        operations.append(.color(matrix))
      }
    }
  }
}

/// All filters of a layer. In a table of the render tree, for the layers that have any.
struct EffectsLook: Equatable, Sendable {
  var filters: FilterLook?
  var backdrop: FilterLook?
  var blend: BlendMode?

  /// Nil where nothing is done.
  init?(_ values: LayerFilters) {
    filters = FilterLook(values.filters)
    backdrop = FilterLook(values.backgroundFilters)
    if let filter = values.compositingFilter, filter.isEnabled { blend = BlendMode(filter: filter.type) }
    if filters == nil && backdrop == nil && blend == nil { return nil }
  }
}

extension EffectsLook: PartLook {
  static func isAsked(by values: LayerValues) -> Bool { values.filters != nil }

  static func derived(_ slot: Int, from values: LayerValues, in tree: RenderTree) -> EffectsLook? {
    guard let filters = values.filters, !tree.looks[slot].flags.contains(.keepsDepth) else { return nil }
    return EffectsLook(filters)
  }

  func mark(_ look: inout LayerLook) {
    if filters != nil { look.flags.insert(.filters) }
    if backdrop != nil { look.flags.insert(.backdropFilters) }
    if blend != nil { look.flags.insert(.blendMode) }
  }
}

extension FilterMatrix {
  /// Creates the map of a kind of filter; nil for kinds that are not such maps.
  fileprivate init?(_ inputs: FilterInputs, type: String) {
    switch type {
    case "CIColorControls":
      self = .saturation(inputs.number("inputSaturation"))
        .followed(by: .contrast(inputs.number("inputContrast")))
        .followed(by: .brightness(inputs.number("inputBrightness")))
    case "CIColorInvert", "colorInvert": self = .inversion
    case "CIColorMatrix":
      self.init(
        red: inputs.vector("inputRVector"), green: inputs.vector("inputGVector"), blue: inputs.vector("inputBVector"),
        alpha: inputs.vector("inputAVector"), bias: inputs.vector("inputBiasVector"))
    case "CIColorMonochrome":
      self = .monochrome(inputs.color("inputColor"), bias: 0, inputs.number("inputIntensity"))
    case "CIExposureAdjust": self = .scale(exp2(min(max(inputs.number("inputEV"), -30), 30)))
    case "CIHueAdjust", "colorHueRotate": self = .hueRotation(inputs.number("inputAngle"))
    case "CISepiaTone": self = .sepia(inputs.number("inputIntensity"))
    case "colorAdd": self.init(bias: inputs.color("inputColor"))
    case "colorSubtract": self.init(bias: -inputs.color("inputColor"))
    case "colorBrightness": self = .brightness(inputs.number("inputAmount"))
    case "colorContrast": self = .contrast(inputs.number("inputAmount"))
    case "colorMatrix":
      guard let matrix = FilterMatrix(numbers: inputs.numbers("inputColorMatrix")) else { return nil }
      self = matrix
    case "colorMonochrome":
      self = .monochrome(
        inputs.color("inputColor"), bias: inputs.number("inputBias"), inputs.number("inputAmount"))
    case "colorSaturate": self = .saturation(inputs.number("inputAmount"))
    case "multiplyColor": self = .scale(inputs.color("inputColor"))
    default: return nil
    }
  }

  /// Four rows of five numbers, the last of each its bias.
  private init?(numbers n: [Double]) {
    guard n.count == 20 else { return nil }
    self.init(
      red: SIMD4(n[0], n[1], n[2], n[3]), green: SIMD4(n[5], n[6], n[7], n[8]),
      blue: SIMD4(n[10], n[11], n[12], n[13]), alpha: SIMD4(n[15], n[16], n[17], n[18]),
      bias: SIMD4(n[4], n[9], n[14], n[19]))
  }
}

/// A filter's inputs as finite numbers: a missing input or NaN counts as 0, and huge numbers are limited.
private struct FilterInputs {
  private let filter: FilterValue
  private static let largest = 1e6

  init(_ filter: FilterValue) { self.filter = filter }

  private static func tame(_ number: Double) -> Double {
    number.isNaN ? 0 : min(max(number, -largest), largest)
  }

  func number(_ key: String) -> Double { Self.tame(filter[key]?.number ?? 0) }

  /// The numbers of all inputs, in the catalogue's order.
  var all: [Double] {
    (FilterCatalog.defaults(of: filter.type) ?? []).flatMap { input -> [Double] in
      switch input.value {
      case .number: [number(input.key.name)]
      case .point: { [Double($0.x), Double($0.y)] }(point(input.key.name))
      case .color: { [$0.x, $0.y, $0.z, $0.w] }(color(input.key.name))
      default: numbers(input.key.name)
      }
    }
  }

  func numbers(_ key: String) -> [Double] {
    guard case .numbers(let numbers)? = filter[key] else { return [] }
    return numbers.map(Self.tame)
  }

  func point(_ key: String) -> CGPoint {
    let point = filter[key]?.point ?? .zero
    return CGPoint(x: Self.tame(Double(point.x)), y: Self.tame(Double(point.y)))
  }

  func vector(_ key: String) -> SIMD4<Double> {
    if let point = filter[key]?.point { return SIMD4(Self.tame(point.x), Self.tame(point.y), 0, 0) }
    let n = numbers(key)
    return SIMD4((0..<4).map { $0 < n.count ? n[$0] : 0 })
  }

  /// Returns a colour that is not premultiplied; an array of three or four numbers is a colour, too.
  func color(_ key: String) -> SIMD4<Double> {
    if case .color(let color)? = filter[key] {
      let rgba = SIMD4<Double>(color.rgba)
      return SIMD4((0..<4).map { Self.tame(rgba[$0]) })
    }
    let n = numbers(key)
    return n.count < 3 ? SIMD4(1, 1, 1, 1) : SIMD4(n[0], n[1], n[2], n.count > 3 ? n[3] : 1)
  }
}
