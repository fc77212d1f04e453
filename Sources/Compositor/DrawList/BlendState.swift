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

  /// A factor that multiplies a source or a destination.
  package enum Factor: Sendable {
    case zero, one, sourceAlpha, targetAlpha, sourceColor, targetColor
    case oneMinusSourceAlpha, oneMinusTargetAlpha, oneMinusSourceColor, oneMinusTargetColor
    case weight, oneMinusWeight
  }

  /// All but ``mix(_:)``: the word for lists, and the factors of S and D. The order is that of `ROW_BLENDS` in
  /// Sources/C/CRows/include/rows.h.
  private static let table: [(state: BlendState, name: String, source: Factor, target: Factor)] = [
    (.copy, "opaque", .one, .zero),
    (.sourceOver, "blended", .one, .oneMinusSourceAlpha),
    (.destinationIn, "destination-in", .zero, .sourceAlpha),
    (.destinationOut, "destination-out", .zero, .oneMinusSourceAlpha),
    (.plusLighter, "plus-lighter", .one, .one),
    (.screen, "screen", .one, .oneMinusSourceColor),
    (.exclusion, "exclusion", .oneMinusTargetColor, .oneMinusSourceColor),
    (.multiplyOpaque, "multiply", .targetColor, .oneMinusSourceAlpha),
    (.sourceAtop, "source-atop", .targetAlpha, .oneMinusSourceAlpha),
    (.destinationOver, "destination-over", .oneMinusTargetAlpha, .one),
    (.xor, "xor", .oneMinusTargetAlpha, .oneMinusSourceAlpha),
  ]

  /// All but ``mix(_:)``.
  package static let plain = table.map(\.state)

  /// The place among ``plain``; nil of ``mix(_:)``.
  package var number: Int? { Self.table.firstIndex { $0.state == self } }

  /// The factors of S and D.
  package var factors: (source: Factor, target: Factor) {
    guard let number else { return (.weight, .oneMinusWeight) }
    return (Self.table[number].source, Self.table[number].target)
  }

  /// The same for alpha.
  package var alphaFactors: (source: Factor, target: Factor) {
    self == .exclusion ? Self.sourceOver.factors : factors
  }

  /// The state of a name.
  package init?(named name: String) {
    if let row = Self.table.first(where: { $0.name == name }) {
      self = row.state
    } else if let weight = name.wholeMatch(of: /mixed (\d+)/).flatMap({ UInt8($0.1) }) {
      self = .mix(weight)
    } else {
      return nil
    }
  }

  /// A word for lists.
  package var name: String {
    if case .mix(let weight) = self { return "mixed \(weight)" }
    return number.map { Self.table[$0].name } ?? ""
  }
}
