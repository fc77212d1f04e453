// The blend modes by the names of their filters: the one table that frames, `render(in:)` and the catalogue of filters
// read. How frames do each is the compositor's.

package import CoreGraphics

/// A blend mode other than source over.
package enum BlendMode: String, CaseIterable, Sendable {
  // Separable
  case multiply, screen, overlay, darken, lighten
  case colorDodge = "color_dodge"
  case colorBurn = "color_burn"
  case softLight = "soft_light"
  case hardLight = "hard_light"
  case difference, exclusion
  // Not separable
  case hue, saturation, color, luminosity
  // Sums
  case plusLighter = "plus_lighter"
  case plusDarker = "plus_darker"
  // Porter and Duff
  case clear, copy
  case sourceIn = "source_in"
  case sourceOut = "source_out"
  case sourceAtop = "source_atop"
  case destinationOver = "destination_over"
  case destinationIn = "destination_in"
  case destinationOut = "destination_out"
  case destinationAtop = "destination_atop"
  case xor
  // Component by component, alpha too
  case product, minimum, maximum
}

extension BlendMode {
  /// Returns the mode of a compositing filter; nil for source over, and for a filter that does not composite.
  package init?(filter type: String) {
    guard let mode = Self.modes[type] else { return nil }
    self = mode
  }

  /// The same mode of a graphics context, which `render(in:)` draws by; nil for those that frames alone have.
  package var contextMode: CGBlendMode? { Self.contextModes[self] }

  /// The names of all modes, and of source over.
  static let names = Set(sourceOver).union(table.flatMap(\.names))

  private static let sourceOver = ["CISourceOverCompositing", "normalBlendMode", "sourceOver"]

  private struct Row {
    let mode: BlendMode
    /// The blend mode of contexts; nil if contexts lack it.
    let context: CGBlendMode?
    /// The names of the mode in Core Image and in Core Animation.
    let names: [String]

    init(_ mode: BlendMode, _ context: CGBlendMode?, _ names: String...) {
      (self.mode, self.context, self.names) = (mode, context, names)
    }

    /// Creates a mode of PDF, "Multiply": "CIMultiplyBlendMode" to Core Image, "multiplyBlendMode" to Core Animation.
    init(_ mode: BlendMode, _ context: CGBlendMode, pdf name: String) {
      self.init(mode, context, "CI\(name)BlendMode", name.prefix(1).lowercased() + name.dropFirst() + "BlendMode")
    }
  }

  private static let table = [
    Row(.multiply, .multiply, pdf: "Multiply"),
    Row(.screen, .screen, pdf: "Screen"),
    Row(.overlay, .overlay, pdf: "Overlay"),
    Row(.darken, .darken, pdf: "Darken"),
    Row(.lighten, .lighten, pdf: "Lighten"),
    Row(.colorDodge, .colorDodge, pdf: "ColorDodge"),
    Row(.colorBurn, .colorBurn, pdf: "ColorBurn"),
    Row(.softLight, .softLight, pdf: "SoftLight"),
    Row(.hardLight, .hardLight, pdf: "HardLight"),
    Row(.difference, .difference, pdf: "Difference"),
    Row(.exclusion, .exclusion, pdf: "Exclusion"),
    Row(.hue, .hue, pdf: "Hue"),
    Row(.saturation, .saturation, pdf: "Saturation"),
    Row(.color, .color, pdf: "Color"),
    Row(.luminosity, .luminosity, pdf: "Luminosity"),
    Row(.plusLighter, .plusLighter, "CIAdditionCompositing", "plusL", "plusLighter"),
    Row(.plusDarker, .plusDarker, "plusD", "plusDarker"),
    Row(.clear, .clear, "clear"),
    Row(.copy, .copy, "copy"),
    Row(.sourceIn, .sourceIn, "CISourceInCompositing", "sourceIn"),
    Row(.sourceOut, .sourceOut, "CISourceOutCompositing", "sourceOut"),
    Row(.sourceAtop, .sourceAtop, "CISourceAtopCompositing", "sourceAtop"),
    Row(.destinationOver, .destinationOver, "destOver", "destinationOver"),
    Row(.destinationIn, .destinationIn, "destIn", "destinationIn"),
    Row(.destinationOut, .destinationOut, "destOut", "destinationOut"),
    Row(.destinationAtop, .destinationAtop, "destAtop", "destinationAtop"),
    Row(.xor, .xor, "xor"),
    Row(.product, nil, "CIMultiplyCompositing", "multiply"),
    Row(.minimum, nil, "CIMinimumCompositing", "minimum"),
    Row(.maximum, nil, "CIMaximumCompositing", "maximum"),
  ]

  private static let modes = Dictionary(
    uniqueKeysWithValues: table.flatMap { row in row.names.map { ($0, row.mode) } })

  private static let contextModes = Dictionary(
    uniqueKeysWithValues: table.compactMap { row in row.context.map { (row.mode, $0) } })
}
