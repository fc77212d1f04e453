// How a surface joins what lies behind it. Source over needs no mode.
//
// S and D are premultiplied: the surface and what is behind; a their alpha. The modes from multiply to luminosity are
// those of PDF and of the W3C's Compositing and Blending:
//
//     S (1 - Da) + D (1 - Sa) + Sa Da B(D / Da, S / Sa)
//
// Plus darker adds what is missing to full: a = min(Sa + Da, 1), max(0, a - (Sa - S) - (Da - D)).

/// A blend mode other than source over. The raw value in upper case, after `BLEND_`, is the shader's `#define`.
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

  /// Whether what lies behind stays as it is where the surface is transparent. The others act within the layer's bounds.
  package var isBounded: Bool {
    switch self {
    case .clear, .copy, .sourceIn, .sourceOut, .destinationIn, .destinationAtop, .product, .minimum: false
    default: true
    }
  }

  /// Whether what was opaque may not be any more.
  var cutsHoles: Bool {
    switch self {
    case .clear, .copy, .sourceIn, .sourceOut, .destinationIn, .destinationOut, .destinationAtop, .xor, .product,
      .minimum:
      true
    default: false
    }
  }

  /// The blend state that does it, exactly, also where edges fade the surface; nil where it takes a program.
  ///
  /// - Parameter overOpaque: whether all that lies behind is opaque.
  func state(overOpaque: Bool) -> BlendState? {
    switch self {
    case .screen: .screen
    case .exclusion: .exclusion
    case .multiply: overOpaque ? .multiplyOpaque : nil
    case .plusLighter: .plusLighter
    case .sourceAtop: .sourceAtop
    case .destinationOver: .destinationOver
    case .destinationOut: .destinationOut
    case .xor: .xor
    default: nil
    }
  }
}

extension BlendMode {
  /// The mode of a compositing filter; nil for source over, and for what is none.
  init?(filter type: String) {
    guard let mode = Self.names[type] else { return nil }
    self = mode
  }

  private static let names: [String: BlendMode] = {
    var names: [String: BlendMode] = [
      "CISourceInCompositing": .sourceIn, "CISourceOutCompositing": .sourceOut, "CISourceAtopCompositing": .sourceAtop,
      "CIAdditionCompositing": .plusLighter, "CIMultiplyCompositing": .product, "CIMaximumCompositing": .maximum,
      "CIMinimumCompositing": .minimum, "plusL": .plusLighter, "plusLighter": .plusLighter, "plusD": .plusDarker,
      "plusDarker": .plusDarker, "clear": .clear, "copy": .copy, "sourceIn": .sourceIn, "sourceOut": .sourceOut,
      "sourceAtop": .sourceAtop, "destOver": .destinationOver, "destIn": .destinationIn, "destOut": .destinationOut,
      "destAtop": .destinationAtop, "destinationOver": .destinationOver, "destinationIn": .destinationIn,
      "destinationOut": .destinationOut, "destinationAtop": .destinationAtop, "xor": .xor, "multiply": .product,
      "minimum": .minimum, "maximum": .maximum,
    ]
    let modes: [(String, BlendMode)] = [
      ("Multiply", .multiply), ("Screen", .screen), ("Overlay", .overlay), ("Darken", .darken), ("Lighten", .lighten),
      ("ColorDodge", .colorDodge), ("ColorBurn", .colorBurn), ("SoftLight", .softLight), ("HardLight", .hardLight),
      ("Difference", .difference), ("Exclusion", .exclusion), ("Hue", .hue), ("Saturation", .saturation),
      ("Color", .color), ("Luminosity", .luminosity),
    ]
    for (name, mode) in modes {
      names["CI\(name)BlendMode"] = mode
      names[name.prefix(1).lowercased() + name.dropFirst() + "BlendMode"] = mode
    }
    return names
  }()
}
