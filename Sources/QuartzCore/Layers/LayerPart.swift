// LayerPart lists what a layer draws of its own, in paint order. Frames (`drawParts` of Compositor) and `render(in:)`
// (ContextRenderer) draw each part in this order by a switch, which the compiler keeps complete; the flags of looks,
// the bounds of layers and the names of `inspect` follow from the cases, too. So a new part begins with its case.

import CVirtualInit

package enum LayerPart: UInt8, CaseIterable, Sendable {
  /// The filtered picture behind the layer.
  case backdrop
  /// A shadow that needs no surface.
  case shadow
  case background
  case gradient
  case text
  case contents
  /// Tiles that a tiled layer draws itself.
  case tiles
  case shape
  /// A shape's stroke over its fill.
  case strokeOverFill
  case border
  case particles

  /// The stage in which a part is drawn. The cases are in drawing order.
  package enum Stage: CaseIterable, Sendable {
    /// Under the sublayers, not clipped.
    case under
    /// Under the sublayers, and clipped with them to the bounds and corners if the layer masks to its bounds.
    case inside
    /// Over the sublayers, not clipped.
    case over
  }

  package var stage: Stage {
    switch self {
    case .backdrop, .shadow, .background, .gradient: .under
    case .text, .contents, .tiles, .shape, .strokeOverFill: .inside
    case .border, .particles: .over
    }
  }

  /// The area in which a part can draw.
  package enum Extent {
    /// Within the bounds.
    case bounds
    /// The rectangle of the contents, which may be beyond the bounds.
    case contents
    /// The area that a path touches.
    case path
    /// Anywhere.
    case anywhere
  }

  package var extent: Extent {
    switch self {
    case .backdrop, .background, .gradient, .text, .tiles, .border: .bounds
    case .contents: .contents
    case .shape, .strokeOverFill: .path
    case .shadow, .particles: .anywhere
    }
  }

  /// Whether the part is the layer's own picture; a shadow is made of it.
  package var isOwn: Bool { self != .shadow }

  /// The name in `inspect`; nil if it goes by another part's.
  package var name: String? {
    switch self {
    case .strokeOverFill, .backdrop: nil
    default: "\(self)"
    }
  }

  /// The parts of each stage, in paint order.
  package static let under = allCases.filter { $0.stage == .under }
  package static let inside = allCases.filter { $0.stage == .inside }
  package static let over = allCases.filter { $0.stage == .over }
}

/// The class of a layer as far as drawing depends on it, so that frames need no casts.
package enum LayerKind: UInt8, Sendable {
  case plain, shape, gradient, text, replicator, emitter, transform, tiled
}

extension CALayer {
  /// Whether a subclass of text layers draws its contents by a `draw(in:)` of its own.
  static func overridesDrawing(_ type: CATextLayer.Type) -> Bool {
    cvirtualinit_overrides_draw(
      unsafeBitCast(type as AnyClass, to: UnsafeRawPointer.self),
      unsafeBitCast(CATextLayer.self as AnyClass, to: UnsafeRawPointer.self))
  }

  /// The layer's kind; Multiplane's own subclasses override `renderKind`.
  package final var kind: LayerKind { type(of: self).renderKind }
}
