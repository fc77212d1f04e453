import CCairo
public import Foundation

struct TransparencyLayer {
  var state: GraphicsState
  /// The cairo context that was drawn to before the layer began.
  var outer: OpaquePointer
  var group: DrawingGroup
  /// Whether any of the layer can be visible; if not, the group is one pixel, which is never read.
  var isVisible: Bool
}

extension CGContext {
  /// Gives all drawing a shadow of black at alpha 1/3. `offset` is in base space (pixels, y up), whatever the current
  /// transform, and so is `blur`: twice the standard deviation of the Gaussian; 0 gives a hard edge.
  public func setShadow(offset: CGSize, blur: CGFloat) {
    setShadow(offset: offset, blur: blur, color: CGColor(gray: 0, alpha: 1.0 / 3))
  }

  /// Gives all drawing a shadow. A nil colour, or an offset longer than the longest side of a bitmap, removes it.
  public func setShadow(offset: CGSize, blur: CGFloat, color: CGColor?) {
    guard let color, color.alpha > 0, abs(offset.width) < 32768, abs(offset.height) < 32768, blur.isFinite else {
      state.shadow = nil
      return
    }
    // A larger blur is a haze over any bitmap.
    state.shadow = GraphicsShadow(offset: offset, blur: min(max(blur, 0), 1000), color: color.rgba)
  }

  /// Begins a transparency layer, whose end composites it with the current alpha, blend mode and shadow; inside, these
  /// are reset. As measured on Apple's framework, the beginning pushes the graphics state on the stack of
  /// ``saveGState()`` and the end pops the last one: one restore too many inside pops the layer's.
  public func beginTransparencyLayer(auxiliaryInfo: CFDictionary?) { beginLayer(over: groupBox) }

  /// Begins a transparency layer that is clipped to a rectangle of user space.
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

  /// Ends the innermost transparency layer, if any.
  public func endTransparencyLayer() {
    endLayer { layer in if layer.isVisible { updatingMemory(over: nil) { composite(layer.group) } } }
  }

  private func endLayer(_ composite: (TransparencyLayer) -> Void) {
    guard let layer = layers.popLast() else { return }
    cairo = layer.outer
    state = layer.state
    composite(layer)
    // The clips of states that were saved inside the layer went with its cairo context.
    for index in saved.indices where saved[index].cairo == layer.group.cairo { saved[index].cairo = nil }
    restoreGState()
  }

  /// Begins a mask: the alpha of what is drawn until ``endMask()`` multiplies the innermost transparency layer.
  package func beginMask() { beginLayer(over: clipBox) }

  package func endMask() {
    endLayer { mask in
      guard mask.isVisible else { return }
      cairo_save(cairo)
      cairo_identity_matrix(cairo)
      // The layer's content is clipped already; again, soft edges would be masked by half, and under a clip that is no
      // rectangle cairo 1.16 loses all but its edge to this operator where the clip's box is smaller than the layer.
      cairo_reset_clip(cairo)
      cairo_set_operator(cairo, CAIRO_OPERATOR_DEST_IN)
      cairo_set_source_surface(cairo, mask.group.surface, 0, 0)
      cairo_paint(cairo)
      cairo_restore(cairo)
    }
  }
}

extension GraphicsShadow {
  /// The standard deviation, in pixels.
  var sigma: Double { Double(blur) / 2 }

  /// The shadow's extent beyond its caster, in pixels: the blur's reach as measured on Apple's systems, plus 1.
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
          // Component by component: SIMD's own conversion to integers takes as long as the blur.
          let c = pointwiseMin(color * a, SIMD4(repeating: 255)) + 0.5
          words[row * stride + column] =
            UInt32(min(a, 255) + 0.5) << 24 | UInt32(c.x) << 16 | UInt32(c.y) << 8 | UInt32(c.z)
        }
      }
    }
    return result.moved(dx, dy)
  }

  /// Returns the group moved by a vector, which need not be whole pixels.
  private func moved(_ dx: Double, _ dy: Double) -> DrawingGroup? {
    guard abs(dx) < 1e6, abs(dy) < 1e6 else { return nil }
    let (left, top) = (x + Int(dx.rounded(.down)), y + Int(dy.rounded(.down)))
    guard let result = DrawingGroup(x: left, y: top, width: width + 1, height: height + 1) else { return nil }
    cairo_set_source_surface(result.cairo, surface, dx, dy)
    cairo_paint(result.cairo)
    return result
  }
}
