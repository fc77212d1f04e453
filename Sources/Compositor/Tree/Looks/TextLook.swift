import CoreGraphics
import QuartzCore

/// A text layer's content at one time, its tint, and its scale.
struct TextLook: Equatable {
  var content: TextContent
  /// Premultiplied.
  var tint: SIMD4<Float>
  /// Pixels of the contents to a point.
  var scale: Double
  /// The values from which content and tint were derived.
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
      // Equal content stays the same object: comparing it costs nothing.
      content: last.flatMap { $0.content == appearance.content ? $0.content : nil } ?? appearance.content,
      tint: SIMD4(tint.x * tint.w, tint.y * tint.w, tint.z * tint.w, tint.w),
      scale: Double(values.contentsScale), values: TextValues(values))
  }

  func mark(_ look: inout LayerLook) { look.flags.insert(.drawsText) }
}
