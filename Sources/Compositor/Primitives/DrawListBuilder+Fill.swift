// Fills of rounded rectangles, for backgrounds, contents and surfaces.
//
// Upright rectangles are sliced. Interiors on whole pixels take the linear path, opaque if the paint is; only
// antialiased or rounded parts take a coverage shader:
//
//      +--+----------------+--+
//      |c |      band      |c |     c     corners: general path, rounded
//      +--+----------------+--+     band  linear path; its fractional edges as one-pixel strips whose
//      |          band        |           colour carries the coverage
//      +--+----------------+--+
//      |c |      band      |c |     Cuts lie on whole pixels, so that slices meet without a seam.
//      +--+----------------+--+
//
// Tested by SolidTests, BorderTests, RoundedTests, ShadowTests and RenderedGradientTests.

import QuartzCore

extension DrawListBuilder {
  /// The area, in pixels, below which a rectangle is not sliced: each slice is a quad more.
  static let sliceArea = 4096.0

  /// The number of pixels of a plain rectangle that cost as much as one slice.
  fileprivate static let pixelsPerSlice = 512.0

  /// The area, in pixels, from which on an opaque image that fades has a batch of its own with its weight.
  private static let mixArea = 65_536.0

  mutating func fill(_ rectangle: Rectangle, _ paint: Paint, _ clip: Clip) {
    guard !rectangle.box.isEmpty, paint.color.w > 0 || paint.color != .zero else { return }
    var rectangle = rectangle
    // The centre rule makes steps of an arc: rounded rectangles are antialiased all around.
    if rectangle.radii != .zero { rectangle.edges = .all }
    guard let visible = rectangle.toPixels.visibleBounds(rectangle.box) else { return }
    guard !visible.intersection(clip.box).isEmpty else { return }
    if rectangle.toPixels.isScaleAndTranslation && !paint.isScreenTexture && paint.isSliced {
      fillUpright(rectangle, seenAs: visible, paint, clip)
    } else {
      addInstance(rectangle, paint, clip)
    }
  }

  private mutating func fillUpright(_ rectangle: Rectangle, seenAs visible: Box, _ paint: Paint, _ clip: Clip) {
    let edged = rectangle.snappedEdges(visible)
    let pixels = edged.intersection(clip.box)
    guard !pixels.isEmpty else { return }
    let own =
      rectangle.radii == .zero
      ? nil : rectangle.shape
    // A rounding that the clip has as well is left to the clip.
    let ownCuts = own.map { !$0.contains(pixels) && !(clip.shape?.looksLike($0) ?? false) } ?? false
    let clipCuts = clip.shape.map { !$0.contains(pixels) } ?? false
    guard ownCuts || clipCuts else {
      fillPlain(pixels, rectangle, paint)
      return
    }
    fillCut(pixels, edged: edged, of: rectangle, own: ownCuts ? own : nil, paint, clip)
  }

  /// Fills an upright rectangle that the clip's shape cuts, or `own`, its own rounded shape. A separate function, so
  /// that the many uncut rectangles do not pay for the stack of its pieces.
  @inline(never)
  private mutating func fillCut(
    _ pixels: Box, edged: Box, of rectangle: Rectangle, own: ClipShape?, _ paint: Paint, _ clip: Clip
  ) {
    let ownCuts = own != nil
    // The shader multiplies the coverage of rectangle and clip. A common edge must be left to one of them.
    let shown = ownCuts ? rectangle : rectangle.cut(to: pixels, inside: clip.shape?.upright)
    let around = Clip(ownCuts ? clip.box.loosened(around: edged) : pixels.outset, shape: clip.shape)
    guard let shape = own ?? clip.shape else { return }
    // All slices together hide the background of the rounding's inside, too.
    var hidden: Box? =
      paint.isOpaque && (!ownCuts || clip.shape == nil) ? shape.interior.intersection(pixels).inset : nil
    guard options.has(.slicing), pixels.area >= Self.sliceArea, shape.upright != nil, let cuts = CornerCuts(shape)
    else {
      addInstance(shown, in: pixels.outset, paint, around, hiding: hidden)
      return
    }
    // The bands are free of this shape, perhaps not of the other; corners are for the shader.
    for index in cuts.bands.indices {
      let part = pixels.intersection(cuts.bands[index])
      guard !part.isEmpty else { continue }
      if !ownCuts || clip.shape.map({ $0.contains(part) }) ?? true {
        fillPlain(part, rectangle, paint, hiding: hidden)
        hidden = nil
      } else {
        addInstance(rectangle.cut(to: part, inside: clip.shape?.upright), in: part.outset, paint, around)
      }
    }
    for index in cuts.corners.indices {
      let part = pixels.outset.intersection(cuts.corners[index])
      guard !part.isEmpty else { continue }
      // One circle suffices if no other edge or shape cuts the corner.
      let isAlone = pixels.contains(part.intersection(shape.bounds)) && (!ownCuts || clip.shape?.contains(part) ?? true)
      if isAlone, let circle = shape.cornerCircle(index) {
        addCorner(circle, of: rectangle, in: part, paint)
      } else {
        addInstance(shown, in: part, paint, around)
      }
    }
  }

  /// Fills an upright rectangle of pixels, perhaps with fractional edges, that no shape cuts. `hidden` is the box that
  /// is hidden once this and the other slices are drawn; nil for this slice alone.
  private mutating func fillPlain(_ pixels: Box, _ rectangle: Rectangle, _ paint: Paint, hiding hidden: Box? = nil) {
    if pixels.isIntegral && options.has(.linear) && paint.isUpright {
      addQuad(pixels, rectangle, paint, coverage: 1, hiding: hidden)
      return
    }
    let (inner, outer) = (pixels.inset, pixels.outset)
    guard options.has(.slicing), options.has(.linear), paint.isUpright, inner.minX <= inner.maxX,
      inner.minY <= inner.maxY,
      paint.isPlainColor ? pixels.isWorthSlices : inner.area >= Self.sliceArea
    else {
      addUncut(rectangle.cut(to: pixels), in: outer, paint, hiding: paint.isOpaque ? inner : nil)
      return
    }
    if !inner.isEmpty { addQuad(inner, rectangle, paint, coverage: 1, hiding: hidden) }
    // The edges of the strips, and their coverage of pixels.
    let x: InlineArray<4, Double> = [outer.minX, inner.minX, inner.maxX, outer.maxX]
    let y: InlineArray<4, Double> = [outer.minY, inner.minY, inner.maxY, outer.maxY]
    let coverX: InlineArray<3, Double> = [inner.minX - pixels.minX, 1, pixels.maxX - inner.maxX]
    let coverY: InlineArray<3, Double> = [inner.minY - pixels.minY, 1, pixels.maxY - inner.maxY]
    for row in 0..<3 where y[row + 1] > y[row] {
      for column in 0..<3 where x[column + 1] > x[column] && !(row == 1 && column == 1) {
        let strip = Box(x[column], y[row], x[column + 1], y[row + 1])
        addQuad(strip, rectangle, paint, coverage: Float(coverX[column] * coverY[row]))
      }
    }
  }

  /// Adds an upright rectangle that only its own edges cut, in the whole pixels around it.
  private mutating func addUncut(_ rectangle: Rectangle, in pixels: Box, _ paint: Paint, hiding hidden: Box?) {
    guard paint.isPlainColor else { return addInstance(rectangle, in: pixels, paint, Clip(pixels), hiding: hidden) }
    // The frequent case of layers at fractions of a pixel: the same as above, without a clip.
    guard let shape = QuadShape(rectangle) else { return }
    add(
      Instance.Solid(color: paint.color), shape, drawing: rectangle.plane(pixels), bounds: pixels,
      key: BatchKey(program: ProgramKey(.solid, []), texture: .none), blend: paint.blend, occluder: hidden)
  }

  /// Adds whole pixels on the linear path.
  private mutating func addQuad(
    _ pixels: Box, _ rectangle: Rectangle, _ paint: Paint, coverage: Float, hiding hidden: Box? = nil
  ) {
    let texture =
      paint.texture == .none
      ? SIMD4<Float>.zero : paint.textureMap.seenThrough(rectangle.toPixels).coordinates(pixels)
    var (key, blend) = (paint.linearKey(isPartial: coverage < 1), paint.blend)
    var color = inBytes(paint.color * coverage)
    if paint.isOpaque && coverage >= 1 {
      blend = .copy
    } else if !isDeep, paint.isOpaqueTexture, pixels.area >= Self.mixArea, color == SIMD4(repeating: color.w) {
      (key, blend, color) = (paint.untinted.linearKey(), .mix(UInt8((color.w * 255).rounded())), .one)
    }
    let quad = LinearQuad(
      box: SIMD4(Float(pixels.minX), Float(pixels.minY), Float(pixels.maxX), Float(pixels.maxY)), texture: texture,
      color: color)
    add(quad, bounds: pixels, key: key, blend: blend, occluder: hidden)
  }

  private mutating func addCorner(_ circle: CornerCircle, of rectangle: Rectangle, in piece: Box, _ paint: Paint) {
    if paint.isPlainColor && addPatch(of: circle, in: piece, paint.color, paint.blend) { return }
    guard let shape = QuadShape(rectangle, circle: circle) else { return }
    add(paint, shape, drawing: rectangle.plane(piece), bounds: piece, .corner)
  }

  /// Adds the paint of a part of a plane.
  private mutating func add(
    _ paint: Paint, _ shape: QuadShape, drawing part: Box, bounds: Box, _ features: ProgramFeatures,
    hiding hidden: Box? = nil
  ) {
    let key = BatchKey(
      program: ProgramKey(paint.primitive, features.union(paint.features)), texture: paint.texture,
      backdrop: paint.backdrop)
    if let run = paint.gradientRun {
      add(Instance.Gradient(paint, run), shape, drawing: part, bounds: bounds, key: key, blend: paint.blend)
    } else if paint.texture == .none {
      add(
        Instance.Solid(color: paint.color), shape, drawing: part, bounds: bounds, key: key, blend: paint.blend,
        occluder: hidden)
    } else {
      add(
        Instance.Image(paint), shape, drawing: part, bounds: bounds, key: key, blend: paint.blend, occluder: hidden)
    }
  }

  /// Adds a quadrilateral on the general path: the pixels `piece` of an upright rectangle, or all of the rectangle if
  /// nil. `hidden` is the part of them that is known to be opaque once they are drawn; nil for none.
  private mutating func addInstance(
    _ rectangle: Rectangle, in piece: Box? = nil, _ paint: Paint, _ clip: Clip, hiding hidden: Box? = nil
  ) {
    let rectangle = piece == nil ? rectangle.leavingSharedEdges(to: clip.shape) : rectangle
    let part = piece.map(rectangle.plane) ?? rectangle.antialiasedBox
    guard let drawn = piece ?? rectangle.toPixels.visibleBounds(part)?.outset else { return }
    let bounds = drawn.intersection(clip.box.outset)
    guard !bounds.isEmpty else { return }
    var features = clip.features(drawing: drawn).union(rectangle.features)
    if paint.isScreenTexture { features.insert(.screenTexture) }
    guard let shape = QuadShape(rectangle, clip: clip) else { return }
    let seen = hidden?.intersection(clip.box).inset
    add(
      paint, shape, drawing: part, bounds: bounds, features,
      hiding: seen.flatMap { $0.minX < $0.maxX && $0.minY < $0.maxY ? $0 : nil })
  }
}

extension Box {
  /// Whether a rectangle of pixels that has fractional edges is cheaper as up to nine slices on the linear path than as
  /// one quadrilateral: a slice costs as much as some hundred of its pixels, of which llvmpipe draws squares of four.
  fileprivate var isWorthSlices: Bool {
    let outer = outset
    let columns = 1 + (minX > outer.minX ? 1.0 : 0) + (maxX < outer.maxX ? 1 : 0)
    let rows = 1 + (minY > outer.minY ? 1.0 : 0) + (maxY < outer.maxY ? 1 : 0)
    return (outer.width + 4) * (outer.height + 4) >= (columns * rows - 1) * DrawListBuilder.pixelsPerSlice
  }
}

extension Clip {
  /// Returns the features that a program needs to clip draws in `drawn`, whole pixels.
  func features(drawing drawn: Box) -> ProgramFeatures {
    var features: ProgramFeatures = []
    var drawn = drawn
    if let shape, !shape.contains(drawn.intersection(box.outset)) {
      features.insert(.clipShape)
      if shape.smoothing > 0 { features.insert(.continuous) }
      if shape.hasOppositeCorners { features.insert(.opposite) }
      drawn = drawn.intersection(shape.bounds.outset)
    }
    if !box.contains(drawn) { features.insert(.clipBox) }
    return features
  }
}

extension Rectangle {

  /// The features that a program needs to draw the rectangle's coverage.
  var features: ProgramFeatures {
    var features: ProgramFeatures = toPixels.isAffine ? [] : .perspective
    guard radii != .zero else { return features }
    features.insert(.rounded)
    if smoothing > 0 { features.insert(.continuous) }
    if CornerCurve.oppositeCornersOverlap(radii, smoothing, box.width, box.height) { features.insert(.opposite) }
    return features
  }

}

// Corner patches: a rounded corner of one colour as a picture of its coverage, times the colour, on the linear path.
// One quadrilateral of the general path in a square of 64x64 pixels sends all draws there the general way (the article
// WhatLlvmpipeLikes), so that corners cost more than their own pixels.
extension DrawListBuilder {
  /// Draws a corner by a patch of its coverage; with an inner radius, the corner of a border. `pixels` is a box of
  /// whole pixels of the corner or a part of it; `color` is premultiplied, opacity included. Returns false if it
  /// cannot.
  mutating func addPatch(
    of circle: CornerCircle, in pixels: Box, _ color: SIMD4<Float>, _ blend: BlendState
  ) -> Bool {
    guard options.has(.corners), options.has(.linear), let patch = CornerPatch(circle, in: pixels) else { return false }
    let (source, coordinates) = texture(of: patch)
    let quad = LinearQuad(
      box: SIMD4(Float(pixels.minX), Float(pixels.minY), Float(pixels.maxX), Float(pixels.maxY)),
      texture: coordinates, color: inBytes(color))
    let key = BatchKey(program: ProgramKey(.image, [.linear, .tinted]), texture: source)
    add(quad, bounds: pixels, key: key, blend: blend)
    return true
  }
}
