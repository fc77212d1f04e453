// Gradients over rectangles, rounded as their backgrounds are.
//
// An axial gradient along the pixels' rows or columns is an image one texel wide, with the exact colour of each pixel,
// on the linear path. Every other one has a program: an affine map takes the plane to a space in which the position is
// x (axial), the distance from the origin (radial) or the angle around it (conic), and a table gives the colour.

import CoreGraphics
import QuartzCore

extension DrawListBuilder {
  /// Draws a gradient whose points are fractions of `bounds`, the layer's.
  mutating func draw(
    _ gradient: GradientLook, in rectangle: Rectangle, bounds: Box, opacity: Float, _ clip: Clip,
    _ cache: inout GradientCache
  ) {
    guard !bounds.isEmpty else { return }
    var gradient = gradient
    if !isDeep {
      for index in gradient.stops.indices {
        gradient.stops[index].color.clamp(lowerBound: .zero, upperBound: .one)
      }
    }
    if fillRow(gradient, in: rectangle, bounds: bounds, opacity: opacity, clip, &cache) { return }
    var paint = Paint(color: SIMD4(repeating: opacity))
    paint.textureMap = gradient.map(bounds, rectangle.toPixels)
    paint.textureIsOpaque = gradient.isOpaque
    var stops = gradient.stops
    if tint != .one { for index in stops.indices { stops[index].color *= tint } }
    let runs = GradientRun.runs(of: stops)
    for run in runs {
      let (first, last) = (run.stops[0].location, run.stops[run.stops.count - 1].location)
      let count = run.texelCount(isDeep: list.isDeep)
      // A run of one stop has a table of one texel, whatever the position.
      let length = last > first ? last - first : 1
      let texel = length / Double(count)
      paint.texture = texture(
        of: cache.row(
          .init(
            stops: run.stops, first: first + texel / 2, step: texel, count: count, isColumn: false, isDeep: list.isDeep)
        ),
        .nearest)
      paint.features = gradient.form.features
      if runs.count > 1 { paint.features.insert(.stepped) }
      paint.gradientRun = SIMD4(
        Float(1 / length), Float(-first / length), run.lower.asBound, run.upper.asBound)
      fill(rectangle, paint, clip)
    }
  }

  /// Draws an axial gradient along rows or columns of pixels. Returns false for any other.
  private mutating func fillRow(
    _ gradient: GradientLook, in rectangle: Rectangle, bounds: Box, opacity: Float, _ clip: Clip,
    _ cache: inout GradientCache
  ) -> Bool {
    let toPixels = rectangle.toPixels
    let way = gradient.end - gradient.start
    guard gradient.form == .axial, toPixels.isScaleAndTranslation, way.x == 0 || way.y == 0,
      let visible = toPixels.visibleBounds(rectangle.box)
    else { return false }
    let pixels = visible.intersection(clip.box).outset
    guard !pixels.isEmpty else { return true }
    let isColumn = way.x == 0
    // Position = (pixel - origin) * step.
    let (scale, offset) = isColumn ? (toPixels.m22, toPixels.m32) : (toPixels.m11, toPixels.m31)
    let (start, length, lower, extent) =
      isColumn
      ? (gradient.start.y, way.y, bounds.minY, bounds.height) : (gradient.start.x, way.x, bounds.minX, bounds.width)
    let step = 1 / (length * extent * scale)
    let origin = (lower + start * extent) * scale + offset
    let (from, to) = isColumn ? (pixels.minY, pixels.maxY) : (pixels.minX, pixels.maxX)
    let count = Int(bounded: to - from)
    guard step.isFinite, count <= 1 << 15 else { return false }
    var paint = Paint(color: SIMD4(repeating: opacity))
    paint.texture = texture(
      of: cache.row(
        .init(
          stops: gradient.stops, first: (from + 0.5 - origin) * step, step: step, count: count, isColumn: isColumn,
          isDeep: list.isDeep)),
      .nearest)
    paint.textureIsOpaque = gradient.isOpaque
    paint.textureMap.offsetX = 0.5
    paint.textureMap.offsetY = 0.5
    if isColumn {
      paint.textureMap.scaleY = scale / Double(count)
      paint.textureMap.offsetY = (offset - from) / Double(count)
    } else {
      paint.textureMap.scaleX = scale / Double(count)
      paint.textureMap.offsetX = (offset - from) / Double(count)
    }
    fill(rectangle, paint, clip)
    return true
  }
}

extension GradientLook {
  /// Returns the map from a layer's plane to the space of the gradient's form.
  fileprivate func map(_ bounds: Box, _ toPixels: Homography) -> TextureMap {
    let way = end - start
    // In the unit square: u = a . (p - start), v = b . (p - start).
    var (a, b): (SIMD2<Double>, SIMD2<Double>)
    switch form {
    case .axial: (a, b) = (way / (way * way).sum(), .zero)
    case .radial: (a, b) = (SIMD2(1 / way.x.magnitude, 0), SIMD2(0, 1 / way.y.magnitude))
    case .conic: (a, b) = (way, SIMD2(-way.y, way.x))
    }
    let size = SIMD2(bounds.width, bounds.height)
    (a, b) = (a / size, b / size)
    if form == .conic {
      // An angle does not depend on the scale: v counts pixels from the seam, which the shader fades over one.
      var perPixel = (b * b).sum().squareRoot()
      if toPixels.isAffine, let inverse = toPixels.inverted {
        let x = b.x * inverse.m11 + b.y * inverse.m12
        let y = b.x * inverse.m21 + b.y * inverse.m22
        perPixel = (x * x + y * y).squareRoot()
      }
      if perPixel > 0 { (a, b) = (a / perPixel, b / perPixel) }
    }
    let origin = SIMD2(bounds.minX, bounds.minY) + start * size
    var map = TextureMap()
    (map.scaleX, map.crossX, map.offsetX) = (a.x, a.y, -(a * origin).sum())
    (map.scaleY, map.crossY, map.offsetY) = (b.y, b.x, -(b * origin).sum())
    return map
  }
}

extension GradientLook.Form {
  fileprivate var features: ProgramFeatures {
    switch self {
    case .axial: []
    case .radial: .radial
    case .conic: .conic
    }
  }
}

extension Double {
  /// A bound that a shader can compare with.
  fileprivate var asBound: Float { Float(Swift.min(Swift.max(self, -1e30), 1e30)) }
}
