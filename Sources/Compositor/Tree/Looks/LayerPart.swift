// The flags of QuartzCore's LayerPart in looks; a flag has a name here where it is read in several places.

package import QuartzCore

extension LayerPart {
  /// The part's flag, a bit of its own: a shift beyond the last would give the empty set, which every look contains.
  package var flag: LayerLook.Flags {
    let bit = LayerLook.Flags.firstPartBit + Int(rawValue)
    precondition(bit < LayerLook.Flags.RawValue.bitWidth, "no bit is left in LayerLook.Flags for the part \(self)")
    return LayerLook.Flags(rawValue: 1 << bit)
  }
}

extension LayerLook.Flags {
  static let backdropFilters = LayerPart.backdrop.flag
  static let castsShadow = LayerPart.shadow.flag
  static let drawsBackground = LayerPart.background.flag
  static let drawsGradient = LayerPart.gradient.flag
  static let drawsText = LayerPart.text.flag
  static let drawsContents = LayerPart.contents.flag
  static let drawsTiles = LayerPart.tiles.flag
  static let drawsShape = LayerPart.shape.flag
  static let drawsStrokeOverFill = LayerPart.strokeOverFill.flag
  static let drawsBorder = LayerPart.border.flag
  static let drawsParticles = LayerPart.particles.flag

  package static let draws = Self { $0.isOwn }
  /// The parts under the sublayers, whatever the layer clips.
  static let under = Self { $0.stage == .under }
  /// The parts that a layer that clips cuts to its bounds.
  static let inside = Self { $0.stage == .inside }
  /// The parts over the sublayers, whatever the layer clips.
  static let over = Self { $0.stage == .over }
  /// Own parts that fill no more than the bounds.
  static let onBounds = Self { $0.isOwn && $0.extent == .bounds }
  /// Own parts that can lie outside of the bounds, except contents, whose place is known.
  static let beyondBounds = Self { $0.isOwn && ($0.extent == .path || $0.extent == .anywhere) }
  static let shape = Self { $0.extent == .path }

  private init(_ condition: (LayerPart) -> Bool) { self.init(LayerPart.allCases.filter(condition).map(\.flag)) }

  /// Calls a function with the parts among the flags, in paint order.
  @inline(__always)
  func forEachPart(_ body: (LayerPart) -> Void) {
    var rest = rawValue >> Self.firstPartBit
    while rest != 0 {
      if let part = LayerPart(rawValue: UInt8(rest.trailingZeroBitCount)) { body(part) }
      rest &= rest - 1
    }
  }
}
