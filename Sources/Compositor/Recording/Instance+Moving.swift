// Moves instances from pixels of the frame to pixels of a pass, and from a point of the plane to another origin: the
// one place that knows which numbers of an instance are in pixels, and which of its parameters in the plane.

extension Instance.Quad {
  mutating func move(by x: Float, _ y: Float) {
    xColumn -= wColumn * x
    yColumn -= wColumn * y
  }
}

extension Instance.Corner {
  mutating func move(by x: Float, _ y: Float) { circle -= SIMD4(x, y, 0, 0) }
}

extension Instance.ClipBox {
  mutating func move(by x: Float, _ y: Float) { box -= SIMD4(x, y, x, y) }
}

extension Instance.ClipShape {
  /// The clip's map is evaluated at a pixel of the pass; it was made for the frame's.
  mutating func move(by x: Float, _ y: Float) {
    offset.x += map.x * x + map.z * y
    offset.y += map.y * x + map.w * y
  }
}

extension Instance.Image {
  package mutating func move(by x: Float, _ y: Float, _ features: ProgramFeatures) {
    if features.contains(.screenTexture) { map.moveScreen(by: x, y) }
  }

  package mutating func count(from origin: PlanePoint, _ features: ProgramFeatures) {
    if !features.contains(.screenTexture) { map.count(from: origin, cross: more) }
  }
}

extension Instance.Gradient {
  package mutating func count(from origin: PlanePoint, _ features: ProgramFeatures) {
    map.count(from: origin, cross: more)
  }
}

extension Instance.Page {
  package mutating func count(from origin: PlanePoint, _ features: ProgramFeatures) {
    map.count(from: origin, cross: more)
  }
}

extension Instance.Crossfade {
  package mutating func move(by x: Float, _ y: Float, _ features: ProgramFeatures) { map.moveScreen(by: x, y) }
}

extension Instance.Swipe {
  package mutating func move(by x: Float, _ y: Float, _ features: ProgramFeatures) { map.moveScreen(by: x, y) }
}

extension LinearQuad {
  mutating func move(by x: Float, _ y: Float) { box -= SIMD4(x, y, x, y) }
}

extension SIMD4<Float> {
  /// Moves a map from pixels to texture coordinates: factors, then addends.
  fileprivate mutating func moveScreen(by x: Float, _ y: Float) {
    z += self.x * x
    w += self.y * y
  }

  /// Moves a map from a plane to texture coordinates: factors, then addends; and the cross terms.
  fileprivate mutating func count(from origin: PlanePoint, cross: SIMD4<Float>) {
    let (map, cross) = (SIMD4<Double>(self), SIMD4<Double>(cross))
    z = Float(map.z + origin.x * map.x + origin.y * cross.x)
    w = Float(map.w + origin.y * map.y + origin.x * cross.y)
  }
}
