// What a layer draws of its own, in paint order: the one table from which the flags of looks, the bounds of layers and
// the names of `inspect` come.
//
// A new part: its case here, what it looks like (a table in RenderTree and a file in Tree/Looks), and its drawing,
// called in FrameBuilder+Layer.swift.

/// A part of a layer, in Core Animation's paint order. Sublayers lie between shape and border.
package enum LayerPart: UInt32, CaseIterable, Sendable {
  /// What lies behind, filtered.
  case backdrop
  /// A shadow that needs no surface.
  case shadow
  case background
  case gradient
  case text
  case contents
  /// Tiles that a tiled layer draws itself.
  case tiles
  /// A shape's fill or stroke.
  case shape
  /// A shape's stroke, where it has a fill, too.
  case strokeOverFill
  case border
  case particles

  /// Where a part can draw.
  enum Extent {
    /// Within the bounds.
    case bounds
    /// Where the contents lie, which may be beyond the bounds.
    case contents
    /// What a path touches.
    case path
    /// Anywhere.
    case anywhere
  }

  var extent: Extent {
    switch self {
    case .backdrop, .background, .gradient, .text, .tiles, .border: .bounds
    case .contents: .contents
    case .shape, .strokeOverFill: .path
    case .shadow, .particles: .anywhere
    }
  }

  /// Whether a layer that masks to its bounds cuts the part to them, inside its corners, as it does its sublayers.
  var isCutToBounds: Bool {
    switch self {
    case .text, .contents, .tiles, .shape, .strokeOverFill: true
    case .backdrop, .shadow, .background, .gradient, .border, .particles: false
    }
  }

  /// Whether the part is the layer's own picture; a shadow is made of it.
  var isOwn: Bool { self != .shadow }

  /// The name in `inspect`; nil where it goes by another part's.
  package var name: String? {
    switch self {
    case .strokeOverFill, .backdrop: nil
    default: "\(self)"
    }
  }

  /// The flag of a look that has the part.
  package var flag: LayerLook.Flags { LayerLook.Flags(rawValue: 1 << (20 + rawValue)) }
}

extension LayerLook.Flags {
  package static let backdropFilters = LayerPart.backdrop.flag
  package static let castsShadow = LayerPart.shadow.flag
  package static let drawsBackground = LayerPart.background.flag
  package static let drawsGradient = LayerPart.gradient.flag
  package static let drawsText = LayerPart.text.flag
  package static let drawsContents = LayerPart.contents.flag
  package static let drawsTiles = LayerPart.tiles.flag
  package static let drawsShape = LayerPart.shape.flag
  package static let drawsStrokeOverFill = LayerPart.strokeOverFill.flag
  package static let drawsBorder = LayerPart.border.flag
  package static let drawsParticles = LayerPart.particles.flag

  /// Drawn parts of the layer itself.
  package static let draws = Self { $0.isOwn }
  /// What a layer that clips cuts to its bounds.
  package static let inside = Self { $0.isCutToBounds }
  /// Own parts that fill no more than the bounds.
  static let onBounds = Self { $0.isOwn && $0.extent == .bounds }
  /// Own parts that can lie outside of them, but for contents, whose place is known.
  static let beyondBounds = Self { $0.isOwn && ($0.extent == .path || $0.extent == .anywhere) }
  /// What a path draws.
  package static let shape = Self { $0.extent == .path }

  /// The flags of the parts that a condition holds for.
  private init(_ condition: (LayerPart) -> Bool) {
    self.init(LayerPart.allCases.filter(condition).map(\.flag))
  }
}
