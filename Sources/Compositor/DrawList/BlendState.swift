/// A batch's state of fixed-function blending. S is the draw, D the target, a their alpha; colours are premultiplied.
package enum BlendState: Hashable, Sendable {
  /// S: blending is off, which is several times cheaper.
  case copy
  /// S + D (1 - Sa).
  case sourceOver
  /// D Sa: the draw masks the target.
  case destinationIn
  /// D (1 - Sa): the draw is cut out of the target.
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
  /// S + D, where both alphas are parts of one: of deep targets, whose ``plusLighter`` limits alpha.
  case sum

  /// S w + D (1 - w), w in 255ths, S opaque: on llvmpipe's linear rasteriser twice as fast as texture times colour.
  case mix(UInt8)

  package enum Factor: Sendable {
    case zero, one, sourceAlpha, targetAlpha, sourceColor, targetColor
    case oneMinusSourceAlpha, oneMinusTargetAlpha, oneMinusSourceColor, oneMinusTargetColor
    case weight, oneMinusWeight
  }

  /// All states but ``mix(_:)``, in the order of rows.h's `ROW_BLENDS`: their names in lists, the factors of S and D.
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
    (.sum, "sum", .one, .one),
  ]

  /// All states but ``mix(_:)``.
  package static let plain = table.map(\.state)

  /// The index in ``plain``; nil for ``mix(_:)``.
  package var number: Int? { Self.table.firstIndex { $0.state == self } }

  package var factors: (source: Factor, target: Factor) {
    guard let number else { return (.weight, .oneMinusWeight) }
    return (Self.table[number].source, Self.table[number].target)
  }

  /// Returns the factors of alpha. In deep targets, which do not limit it, it is at most 1 by source over.
  package func alphaFactors(isDeep: Bool) -> (source: Factor, target: Factor) {
    self == .exclusion || isDeep && self == .plusLighter ? Self.sourceOver.factors : factors
  }

  package init?(named name: String) {
    if let row = Self.table.first(where: { $0.name == name }) {
      self = row.state
    } else if let weight = name.wholeMatch(of: /mixed (\d+)/).flatMap({ UInt8($0.1) }) {
      self = .mix(weight)
    } else {
      return nil
    }
  }

  package var name: String {
    if case .mix(let weight) = self { return "mixed \(weight)" }
    return number.map { Self.table[$0].name } ?? ""
  }
}
