import CCairo
public import Foundation

struct TransparencyLayer {
  var state: GraphicsState
  /// The cairo context that received the drawing before the layer began.
  var outer: OpaquePointer
  var group: DrawingGroup
  /// Whether any of the layer can be visible; if not, the group is a pixel that nothing reads.
  var isVisible: Bool
}

extension CGContext {
  /// Has everything that is drawn cast a shadow, a third black. The offset is in base space (pixels, y up), whatever
  /// the current transform, and so is `blur`, twice the standard deviation of the Gaussian; 0 is a hard edge.
  public func setShadow(offset: CGSize, blur: CGFloat) {
    setShadow(offset: offset, blur: blur, color: CGColor(gray: 0, alpha: 1.0 / 3))
  }

  /// Has all drawing cast a shadow; none without a colour, or with an offset longer than a bitmap's side can be.
  public func setShadow(offset: CGSize, blur: CGFloat, color: CGColor?) {
    guard let color, color.alpha > 0, abs(offset.width) < 32768, abs(offset.height) < 32768, blur.isFinite else {
      state.shadow = nil
      return
    }
    // Beyond that a shadow is a haze over any bitmap.
    state.shadow = GraphicsShadow(offset: offset, blur: min(max(blur, 0), 1000), color: color.rgba)
  }

  /// Begins a layer, composited as one at its end with the current alpha, blend mode and shadow, reset within.
  ///
  /// As measured on Apple's framework, beginning saves the graphics state on the stack of ``saveGState()``, and ending
  /// goes back to the state last saved: a restore too many inside takes the layer's.
  public func beginTransparencyLayer(auxiliaryInfo: CFDictionary?) { beginLayer(over: groupBox) }

  /// The same for what is drawn inside a rectangle of user space.
  public func beginTransparencyLayer(in rect: CGRect, auxiliaryInfo auxInfo: CFDictionary?) {
    beginLayer(over: groupBox.overlap(rect.applying(state.ctm)), clippedTo: rect)
  }

  private func beginLayer(over box: CGRect, clippedTo rect: CGRect? = nil) {
    let visible = makeGroup(over: box)
    guard let group = visible ?? DrawingGroup(x: -2, y: -2, width: 1, height: 1) else {
      preconditionFailure("CGContext.beginTransparencyLayer: no memory for a pixel")
    }
    layers.append(TransparencyLayer(state: state, outer: cairo, group: group, isVisible: visible != nil))
    saved.append(SavedState(state: state))
    cairo = group.cairo
    state.alpha = 1
    state.blendMode = .normal
    state.shadow = nil
    state.masks = []
    if let rect { clip(rect) }
  }

  /// Ends the innermost layer. Without one, nothing happens.
  public func endTransparencyLayer() {
    endLayer { layer in if layer.isVisible { updatingMemory(over: nil) { composite(layer.group) } } }
  }

  private func endLayer(_ composite: (TransparencyLayer) -> Void) {
    guard let layer = layers.popLast() else { return }
    cairo = layer.outer
    state = layer.state
    composite(layer)
    // States that were saved inside have no clip to go back to any more.
    for index in saved.indices where saved[index].cairo == layer.group.cairo { saved[index].cairo = nil }
    restoreGState()
  }

  /// Begins a mask: the alpha of the drawing until ``endMask()`` multiplies the innermost transparency layer.
  package func beginMask() { beginLayer(over: clipBox) }

  package func endMask() {
    endLayer { mask in
      guard mask.isVisible else { return }
      cairo_save(cairo)
      cairo_identity_matrix(cairo)
      // The layer's content was drawn inside the clip. Under one that is no rectangle cairo 1.16 loses all but its
      // edge to this operator, where the clip's box is smaller than the layer; and soft edges would be half masked.
      cairo_reset_clip(cairo)
      cairo_set_operator(cairo, CAIRO_OPERATOR_DEST_IN)
      cairo_set_source_surface(cairo, mask.group.surface, 0, 0)
      cairo_paint(cairo)
      cairo_restore(cairo)
    }
  }
}

extension GraphicsShadow {
  /// Standard deviation, in pixels.
  var sigma: Double { Double(blur) / 2 }

  /// A shadow's extent beyond its caster, in pixels: the blur's reach as measured on Apple's systems, and 1.
  var reach: CGFloat { CGFloat((2 * sigma).rounded(.up)) + 1 }
}

extension DrawingGroup {
  func shadow(_ shadow: GraphicsShadow, swapped: Bool) -> DrawingGroup? {
    // cairo's y points down.
    let (dx, dy) = (Double(shadow.offset.width), -Double(shadow.offset.height))
    let margin = Int(shadow.reach)
    guard
      let result = DrawingGroup(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
    else { return nil }
    var alpha = AlphaPlane(width: result.width, height: result.height)
    withPixels { words, stride in
      for row in 0..<height {
        for column in 0..<width { alpha[column + margin, row + margin] = Float(words[row * stride + column] >> 24) }
      }
    }
    alpha.blur(sigma: shadow.sigma)
    let color = swapped ? SIMD4(shadow.color.z, shadow.color.y, shadow.color.x, shadow.color.w) : shadow.color
    result.withPixels { words, stride in
      for row in 0..<result.height {
        for column in 0..<result.width {
          let a = alpha[column, row] * color.w
          guard a > 0 else {
            words[row * stride + column] = 0
            continue
          }
          // Part by part: the vector's own conversion to whole numbers takes as long as the blur.
          let c = pointwiseMin(color * a, SIMD4(repeating: 255)) + 0.5
          words[row * stride + column] =
            UInt32(min(a, 255) + 0.5) << 24 | UInt32(c.x) << 16 | UInt32(c.y) << 8 | UInt32(c.z)
        }
      }
    }
    return result.moved(dx, dy)
  }

  /// The group moved by a vector that may have fractions.
  private func moved(_ dx: Double, _ dy: Double) -> DrawingGroup? {
    guard abs(dx) < 1e6, abs(dy) < 1e6 else { return nil }
    let (left, top) = (x + Int(dx.rounded(.down)), y + Int(dy.rounded(.down)))
    guard let result = DrawingGroup(x: left, y: top, width: width + 1, height: height + 1) else { return nil }
    cairo_set_source_surface(result.cairo, surface, dx, dy)
    cairo_paint(result.cairo)
    return result
  }
}
