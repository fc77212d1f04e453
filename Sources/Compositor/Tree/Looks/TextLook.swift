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
}

extension RenderTree {
  /// Derives what a text layer draws.
  func deriveText(_ slot: Int, from values: LayerValues) {
    let key = Int32(slot)
    var look: TextLook?
    if !looks[slot].bounds.isEmpty, let appearance = TextAppearance(values) {
      let tint = appearance.tint.clamped(lowerBound: .zero, upperBound: .one)
      look = TextLook(
        // The same content as before is the same object: comparing it costs nothing.
        content: texts[key].flatMap { $0.content == appearance.content ? $0.content : nil } ?? appearance.content,
        tint: SIMD4(tint.x * tint.w, tint.y * tint.w, tint.z * tint.w, tint.w),
        scale: Double(values.contentsScale))
    }
    if texts[key] != look {
      texts[key] = look
      looks[slot].detail &+= 1
    }
    if look != nil { looks[slot].flags.insert(.drawsText) }
  }
}
