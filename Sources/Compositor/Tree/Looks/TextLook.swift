// What a frame needs of a text layer: its content, the tint, and the scale that it wants to be drawn at.

import CoreGraphics
import QuartzCore

/// A text as a layer shows it at one time.
struct TextLook: Equatable {
  var content: TextContent
  /// Premultiplied.
  var tint: SIMD4<Float>
  /// Pixels to a point that the layer's contents have.
  var scale: Double
  /// The values that content and tint were derived from.
  private var values: TextValues

  static func == (a: TextLook, b: TextLook) -> Bool {
    a.content == b.content && a.tint == b.tint && a.scale == b.scale
  }
}

extension TextLook: PartLook {
  static var kind: LayerKind? { .text }
  static var changesDetail: Bool { true }

  static func derived(_ slot: Int, from values: LayerValues, in tree: RenderTree) -> TextLook? {
    let last = tree.texts[Int32(slot)]
    if var look = last, look.values.isSame(in: values) {
      // Most layers of text that change only move.
      look.scale = Double(values.contentsScale)
      return look
    }
    guard !tree.looks[slot].bounds.isEmpty, let appearance = TextAppearance(values) else { return nil }
    let tint = appearance.tint.clamped(lowerBound: .zero, upperBound: .one)
    return TextLook(
      // The same content as before is the same object: comparing it costs nothing.
      content: last.flatMap { $0.content == appearance.content ? $0.content : nil } ?? appearance.content,
      tint: SIMD4(tint.x * tint.w, tint.y * tint.w, tint.z * tint.w, tint.w),
      scale: Double(values.contentsScale), values: TextValues(values))
  }

  func mark(_ look: inout LayerLook) { look.flags.insert(.drawsText) }
}
