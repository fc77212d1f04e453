// How a draw joins what is in its target already, as far as fixed-function blending can say it. All colours are
// premultiplied.

/// The blend state of a batch. S is what is drawn, D what is there, and a their alpha.
package enum BlendState: UInt8, Hashable, Sendable {
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

  /// A word for lists.
  package var name: String {
    switch self {
    case .copy: "opaque"
    case .sourceOver: "blended"
    case .destinationIn: "destination-in"
    case .destinationOut: "destination-out"
    case .plusLighter: "plus-lighter"
    }
  }
}
