// How a draw joins what is in its target already, as far as fixed-function blending can say it. All colours are
// premultiplied.

/// The blend state of a batch. S is what is drawn, D what is there, and a their alpha.
package enum BlendState: Hashable, Sendable {
  /// S: blending is off, which is several times cheaper.
  case copy
  /// S + D (1 - Sa).
  case sourceOver
  /// D Sa: what is drawn is a mask of what is there.
  case destinationIn
  /// D (1 - Sa): what is drawn is cut out of what is there.
  case destinationOut
  /// S + D.
  case plusLighter
  /// S + D (1 - S), component by component.
  case screen
  /// S (1 - D) + D (1 - S) component by component; alpha as source over.
  case exclusion
  /// S D + D (1 - Sa): the blend mode multiply where D is opaque.
  case multiplyOpaque
  /// S Da + D (1 - Sa).
  case sourceAtop
  /// S (1 - Da) + D.
  case destinationOver
  /// S (1 - Da) + D (1 - Sa).
  case xor

  /// S w + D (1 - w), where w is given in 255ths and S is opaque: llvmpipe's linear rasteriser is twice as fast so as
  /// with a texture times a colour.
  case mix(UInt8)

  /// All but ``mix(_:)``.
  package static let plain: [BlendState] = [
    .copy, .sourceOver, .destinationIn, .destinationOut, .plusLighter, .screen, .exclusion, .multiplyOpaque,
    .sourceAtop,
    .destinationOver, .xor,
  ]

  /// The state of a name.
  package init?(named name: String) {
    if let state = Self.plain.first(where: { $0.name == name }) {
      self = state
    } else if let weight = name.wholeMatch(of: /mixed (\d+)/).flatMap({ UInt8($0.1) }) {
      self = .mix(weight)
    } else {
      return nil
    }
  }

  /// A word for lists.
  package var name: String {
    switch self {
    case .copy: "opaque"
    case .sourceOver: "blended"
    case .destinationIn: "destination-in"
    case .destinationOut: "destination-out"
    case .plusLighter: "plus-lighter"
    case .screen: "screen"
    case .exclusion: "exclusion"
    case .multiplyOpaque: "multiply"
    case .sourceAtop: "source-atop"
    case .destinationOver: "destination-over"
    case .xor: "xor"
    case .mix(let weight): "mixed \(weight)"
    }
  }
}
