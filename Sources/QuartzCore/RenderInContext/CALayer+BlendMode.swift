// A layer's compositing filter as a blend mode of Core Graphics: what `render(in:)` draws of filters, as was measured.

import CoreGraphics

extension CALayer {
  /// How the layer with its sublayers joins what lies behind it; nil for a filter that is not drawn, and for none.
  var blendMode: CGBlendMode? {
    guard let filter = values.filters?.compositingFilter, filter.isEnabled else { return nil }
    return Self.blendModes[filter.type]
  }

  /// By the names of Core Image and those of Core Animation.
  private static let blendModes: [String: CGBlendMode] = {
    var modes: [String: CGBlendMode] = [
      "CISourceInCompositing": .sourceIn, "CISourceOutCompositing": .sourceOut, "CISourceAtopCompositing": .sourceAtop,
      "CIAdditionCompositing": .plusLighter, "plusL": .plusLighter, "plusLighter": .plusLighter, "plusD": .plusDarker,
      "plusDarker": .plusDarker, "clear": .clear, "copy": .copy, "sourceIn": .sourceIn, "sourceOut": .sourceOut,
      "sourceAtop": .sourceAtop, "destOver": .destinationOver, "destinationOver": .destinationOver,
      "destIn": .destinationIn, "destinationIn": .destinationIn, "destOut": .destinationOut,
      "destinationOut": .destinationOut, "destAtop": .destinationAtop, "destinationAtop": .destinationAtop, "xor": .xor,
    ]
    let named: [(String, CGBlendMode)] = [
      ("Multiply", .multiply), ("Screen", .screen), ("Overlay", .overlay), ("Darken", .darken), ("Lighten", .lighten),
      ("ColorDodge", .colorDodge), ("ColorBurn", .colorBurn), ("SoftLight", .softLight), ("HardLight", .hardLight),
      ("Difference", .difference), ("Exclusion", .exclusion), ("Hue", .hue), ("Saturation", .saturation),
      ("Color", .color), ("Luminosity", .luminosity),
    ]
    for (name, mode) in named {
      modes["CI\(name)BlendMode"] = mode
      modes[name.prefix(1).lowercased() + name.dropFirst() + "BlendMode"] = mode
    }
    return modes
  }()
}
