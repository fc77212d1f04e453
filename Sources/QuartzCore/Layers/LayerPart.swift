// What a layer draws of its own, in paint order: stated here, and nowhere else. Frames (`drawParts` of Compositor) and
// `render(in:)` (ContextRenderer) go over the parts in this order and draw each by a switch, which the compiler keeps
// complete; the flags of looks, the bounds of layers and the names of `inspect` follow from the cases, too.
//
// A new part: its case here, at its place; the compiler then asks for the rest.

import CVirtualInit

/// A part of a layer, in Core Animation's paint order.
package enum LayerPart: UInt8, CaseIterable, Sendable {
  /// The filtered picture of what lies behind.
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

  /// The stage in which a part is drawn. The cases are in drawing order.
  package enum Stage: CaseIterable, Sendable {
    /// Under the sublayers, whatever the layer clips.
    case under
    /// Under the sublayers, and cut to the bounds with them, inside the corners, where the layer masks to its bounds.
    case inside
    /// Over the sublayers, whatever the layer clips.
    case over
  }

  package var stage: Stage {
    switch self {
    case .backdrop, .shadow, .background, .gradient: .under
    case .text, .contents, .tiles, .shape, .strokeOverFill: .inside
    case .border, .particles: .over
    }
  }

  /// The parts of each stage, in paint order.
  package static let under = allCases.filter { $0.stage == .under }
  package static let inside = allCases.filter { $0.stage == .inside }
  package static let over = allCases.filter { $0.stage == .over }
}

/// The class of a layer, as far as it is drawn differently from a plain one: told once, so that frames need no casts.
package enum LayerKind: UInt8, Sendable {
  case plain, shape, gradient, text, replicator, emitter, transform, tiled
}

extension CALayer {
  /// Whether a class, a subclass of text layers, draws its contents by a `draw(in:)` of its own.
  static func overridesDrawing(_ type: CATextLayer.Type) -> Bool {
    cvirtualinit_overrides_draw(
      unsafeBitCast(type as AnyClass, to: UnsafeRawPointer.self),
      unsafeBitCast(CATextLayer.self as AnyClass, to: UnsafeRawPointer.self))
  }

  /// The kind that the layer is drawn as; Multiplane's own subclasses override `renderKind`.
  package final var kind: LayerKind { type(of: self).renderKind }
}
