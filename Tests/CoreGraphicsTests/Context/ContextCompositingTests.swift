// Blend modes, alpha, shadows and transparency layers against the formulas in double precision.

import CoreGraphics
import Foundation
import Testing

@Suite struct ContextCompositingTests {
  private static let source = SIMD4(0.9, 0.3, 0.5, 0.6)
  private static let destination = SIMD4(0.2, 0.7, 0.4, 0.8)

  private func color(_ c: SIMD4<Double>) -> CGColor { CGColor(red: c.x, green: c.y, blue: c.z, alpha: c.w) }

  private func bytes(_ premultiplied: SIMD4<Double>) -> SIMD4<Int> {
    SIMD4((0..<4).map { Int((min(max(premultiplied[$0], 0), 1) * 255).rounded()) })
  }

  /// Every mode, in both layouts: straight to cairo and by way of a group.
  @Test(arguments: CGBlendMode.allCases, [false, true]) func blendModes(_ mode: CGBlendMode, isBlueFirst: Bool) {
    let expected = bytes(BlendOracle(mode).result(Self.source, Self.destination))
    for isGroup in [false, true] {
      let bitmap = isBlueFirst ? Bitmap.bgra(8, 4) : Bitmap(8, 4)
      let context = bitmap.context
      context.setFillColor(color(Self.destination))
      context.fill(CGRect(x: 0, y: 0, width: 8, height: 4))
      let untouched = bitmap[7, 1]
      context.setBlendMode(mode)
      context.setFillColor(color(Self.source))
      if isGroup { context.beginTransparencyLayer(auxiliaryInfo: nil) }
      context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
      if isGroup { context.endTransparencyLayer() }
      // A group is composited as large as the clip: what is empty in it is a source, too, for modes that look at that.
      #expect(bitmap[1, 1].distance(to: expected) <= 3, "\(mode): \(bitmap[1, 1]), expected \(expected)")
      if !isGroup { #expect(bitmap[7, 1] == untouched, "\(mode) stays inside the shape") }
    }
  }

  /// A pixel that the shape covers in part is moved that part of the way to the mode's result; the shape's outside
  /// stays.
  @Test(arguments: CGBlendMode.allCases, [false, true]) func softEdges(_ mode: CGBlendMode, isBlueFirst: Bool) {
    let size = 48
    let shape = CGRect(x: 4.3, y: 8.6, width: 37.1, height: 22.7)
    let coverage = Bitmap(size, size)
    coverage.context.fillEllipse(in: shape)
    let bitmap = isBlueFirst ? Bitmap.bgra(size, size) : Bitmap(size, size)
    bitmap.context.setFillColor(color(Self.destination))
    bitmap.context.fillEllipse(in: CGRect(x: 14.2, y: 2.8, width: 20.4, height: 40.5))
    let before = bitmap.pixels
    bitmap.context.setFillColor(color(Self.source))
    bitmap.context.setBlendMode(mode)
    bitmap.context.fillEllipse(in: shape)
    let oracle = BlendOracle(mode)
    let coverages = coverage.pixels.map(\.w)
    for (index, (old, new)) in zip(before, bitmap.pixels).enumerated() {
      let part = Double(coverages[index]) / 255
      let premultiplied = SIMD4<Double>(old) / 255
      let a = premultiplied.w
      let straight = a > 0 ? SIMD4(premultiplied.x / a, premultiplied.y / a, premultiplied.z / a, a) : .zero
      let expected: SIMD4<Double>
      if mode == .plusLighter || mode == .plusDarker {
        // Sums that are cut off: a fainter source is added.
        expected = oracle.result(SIMD4(Self.source.x, Self.source.y, Self.source.z, Self.source.w * part), straight)
      } else {
        expected = premultiplied + (oracle.result(Self.source, straight) - premultiplied) * part
      }
      #expect(
        new.distance(to: bytes(expected)) <= 4,
        "\(mode) at \(index % size), \(index / size): \(new), expected \(bytes(expected)) of \(old)")
    }
  }

  @Test func alphaMultiplies() {
    let bitmap = Bitmap(4, 4)
    bitmap.context.setAlpha(0.5)
    bitmap.context.setFillColor(CGColor(red: 1, green: 0, blue: 0, alpha: 0.5))
    bitmap.context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
    #expect(bitmap[0, 0].distance(to: SIMD4(64, 0, 0, 64)) <= 1)
  }

  /// Overlapping parts of a layer show as one; its shadow is that of the whole.
  @Test func transparencyLayers() {
    let bitmap = Bitmap()
    let context = bitmap.context
    context.setAlpha(0.5)
    context.setShadow(
      offset: CGSize(width: 0, height: -4), blur: 0, color: CGColor(red: 0, green: 0, blue: 1, alpha: 1))
    context.beginTransparencyLayer(auxiliaryInfo: nil)
    context.setFillColor(CGColor(red: 1, green: 0, blue: 0, alpha: 1))
    context.fill(CGRect(x: 2, y: 6, width: 6, height: 3))
    context.fill(CGRect(x: 5, y: 6, width: 6, height: 3))
    context.endTransparencyLayer()
    for x in 2..<11 {
      #expect(bitmap[x, 4].distance(to: SIMD4(128, 0, 0, 128)) <= 1, "\(x)")
      #expect(bitmap[x, 8].distance(to: SIMD4(0, 0, 128, 128)) <= 1, "\(x)")
    }
    #expect(bitmap.painted == 2 * 27)
    context.endTransparencyLayer()
  }

  /// A clip around counts once: where it covers half a pixel, half of the layer shows.
  @Test func layersInsideFractionalClips() {
    let bitmap = Bitmap()
    bitmap.context.clip(to: CGRect(x: 2.5, y: 0, width: 8, height: 12))
    bitmap.context.beginTransparencyLayer(auxiliaryInfo: nil)
    bitmap.context.fill(CGRect(x: 0, y: 0, width: 16, height: 12))
    bitmap.context.endTransparencyLayer()
    #expect(abs(bitmap[2, 5].w - 128) <= 9 && bitmap[3, 5].w == 255 && abs(bitmap[10, 5].w - 128) <= 9)
  }

  /// A straight edge's shadow is the integral of the Gaussian, whose standard deviation is half the blur, cut off at
  /// the blur; its offset does not turn with the transform.
  @Test(arguments: [4.0, 12, 60]) func shadowsAreGaussian(blur: Double) {
    let bitmap = Bitmap(200, 40)
    bitmap.context.rotate(by: .pi)
    bitmap.context.setShadow(
      offset: CGSize(width: 3, height: 0), blur: blur, color: CGColor(red: 0, green: 0, blue: 0, alpha: 1))
    // Turned by half a circle: all that is left of x = 100.
    bitmap.context.fill(CGRect(x: -100, y: -400, width: 500, height: 800))
    func integral(_ x: Double) -> Double { 0.5 * erfc(x / (blur / 2) / 2.0.squareRoot()) }
    // The pixel at the blur's end is the last one.
    let end = blur + 0.5
    for x in 100..<200 {
      let distance = min(max(Double(x) + 0.5 - 103, -end), end)
      let expected = 255 * (integral(distance) - integral(end)) / (integral(-end) - integral(end))
      #expect(abs(Double(bitmap[x, 20].w) - expected) <= 3, "\(x): \(bitmap[x, 20].w), expected \(expected)")
    }
  }
}

/// Under a shadow or a clip by an image a drawing is a group: that must not change what a mode does to the rest.
extension ContextCompositingTests {
  /// A shadow far away changes nothing of the drawing that casts it, and nothing of what lies around, where the mode
  /// makes something of a transparent source, too.
  @Test(arguments: CGBlendMode.allCases, 0..<5) func shadowsThatFallElsewhere(_ mode: CGBlendMode, kind: Int) throws {
    let size = 48
    let stencilBytes = try #require(CGDataProvider(data: Data([0, 90, 255, 30, 200, 0]) as CFData))
    let stencil = try #require(
      CGImage(
        maskWidth: 2, height: 3, bitsPerComponent: 8, bitsPerPixel: 8, bytesPerRow: 2, provider: stencilBytes,
        decode: nil, shouldInterpolate: true))
    let image = CGImage(width: 2, height: 1, premultipliedRGBA: [90, 10, 40, 120, 0, 70, 20, 255])
    func drawing(isShadowed: Bool) -> [SIMD4<Int>] {
      let bitmap = Bitmap(size, size)
      let context = bitmap.context
      context.setFillColor(color(Self.destination))
      context.fillEllipse(in: CGRect(x: 14.2, y: 2.8, width: 20.4, height: 40.5))
      context.setFillColor(color(Self.source))
      context.setStrokeColor(color(Self.source))
      context.setBlendMode(mode)
      if isShadowed { context.setShadow(offset: CGSize(width: 300, height: 0), blur: 4, color: .black) }
      let rect = CGRect(x: 4.3, y: 8.6, width: 37.1, height: 22.7)
      switch kind {
      case 0: context.fillEllipse(in: rect)
      case 1: context.stroke(rect, width: 3.5)
      case 2: context.draw(image, in: rect)
      case 3: context.draw(stencil, in: rect)
      default:
        context.setFont(CGFont("Helvetica")!)
        context.setFontSize(24)
        context.textPosition = CGPoint(x: 5, y: 12)
        [CGGlyph(57), 73, 92].withUnsafeBufferPointer { context.showGlyphs(g: $0.baseAddress, count: 3) }
        #expect(context.boundingBoxOfClipPath == CGRect(x: 0, y: 0, width: size, height: size), "no clip is left")
      }
      return bitmap.pixels
    }
    let (plain, shadowed) = (drawing(isShadowed: false), drawing(isShadowed: true))
    #expect(shadowed[3] == .clear && shadowed[20 + 44 * size] == plain[20 + 44 * size])
    let difference = PictureDifference(shadowed, plain, width: size)
    difference.expect(difference.largest <= 3, "\(mode), \(kind)", sourceLocation: #_sourceLocation)
  }

  /// A clip by an image is a clip: a pixel that it half lets through is moved half of the way to the mode's result.
  @Test(arguments: CGBlendMode.allCases) func clipsByImages(_ mode: CGBlendMode) {
    // Sums that are cut off: a fainter source is added.
    if mode == .plusLighter || mode == .plusDarker { return }
    let expected = BlendOracle(mode).result(Self.source, Self.destination)
    let bitmap = Bitmap(8, 4)
    bitmap.context.setFillColor(color(Self.destination))
    bitmap.context.fill(CGRect(x: 0, y: 0, width: 8, height: 4))
    let before = SIMD4<Double>(bitmap[1, 1]) / 255
    let mask = CGImage(width: 1, height: 1, premultipliedRGBA: [0, 0, 0, 102])
    bitmap.context.clip(to: CGRect(x: 0, y: 0, width: 6, height: 4), mask: mask)
    bitmap.context.setBlendMode(mode)
    bitmap.context.setFillColor(color(Self.source))
    bitmap.context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
    let mixed = bytes(before * 0.6 + expected * 0.4)
    #expect(bitmap[1, 1].distance(to: mixed) <= 3, "\(bitmap[1, 1]), expected \(mixed)")
    #expect(bitmap[5, 1] == bytes(before) && bitmap[7, 1] == bytes(before), "\(mode) stays inside the shape")
  }
}

/// The shadow of a transparency layer is the Gaussian of what the layer holds as a whole: its alpha, blurred by brute
/// force in double precision, beneath the layer itself.
extension ContextCompositingTests {
  @Test(arguments: [(2.0, 0.0), (7, 0.4), (20, 1)]) func shadowsOfLayers(blur: Double, turn: Double) {
    let size = 96
    func drawLayer(_ context: CGContext) {
      context.translateBy(x: 48, y: 40)
      context.rotate(by: turn)
      context.beginTransparencyLayer(auxiliaryInfo: nil)
      context.setFillColor(CGColor(red: 1, green: 0.2, blue: 0, alpha: 0.5))
      context.fill(CGRect(x: -20, y: -12, width: 26, height: 22))
      context.fillEllipse(in: CGRect(x: -8, y: -16, width: 30, height: 30))
      context.setBlendMode(.clear)
      context.fillEllipse(in: CGRect(x: 4, y: -6, width: 9, height: 9))
      context.endTransparencyLayer()
    }
    let plain = Bitmap(size, size)
    drawLayer(plain.context)
    let shadowed = Bitmap(size, size)
    let color = SIMD4(0.1, 0.4, 0.8, 0.75)
    shadowed.context.setShadow(offset: CGSize(width: 5, height: -9), blur: blur, color: self.color(color))
    drawLayer(shadowed.context)

    let layer = plain.pixels
    let weights = Self.weights(blur: blur)
    let reach = weights.count / 2
    func blurred(_ values: [Double], step: Int) -> [Double] {
      (0..<size * size).map { index in
        let along = index / step % size
        var sum = 0.0
        for offset in -reach...reach where (0..<size).contains(along + offset) {
          sum += weights[offset + reach] * values[index + offset * step]
        }
        return sum
      }
    }
    let rows = blurred(layer.map { Double($0.w) / 255 }, step: 1)
    let alpha = blurred(rows, step: size)
    for (index, pixel) in shadowed.pixels.enumerated() {
      // The offset: 5 to the right, 9 down.
      let (x, y) = (index % size - 5, index / size - 9)
      let shadow = (0..<size).contains(x) && (0..<size).contains(y) ? alpha[y * size + x] * color.w : 0
      let above = SIMD4<Double>(layer[index]) / 255
      let expected = above + SIMD4(color.x, color.y, color.z, 1) * (shadow * (1 - above.w))
      #expect(
        pixel.distance(to: bytes(expected)) <= 3,
        "\(index % size), \(index / size): \(pixel), expected \(bytes(expected))")
    }
  }

  /// A Gaussian over pixels, with half the blur as its standard deviation, up to the pixel at the blur's end.
  private static func weights(blur: Double) -> [Double] {
    let (sigma, reach) = (blur / 2, Int(blur.rounded(.up)))
    func integral(_ x: Double) -> Double { 0.5 * erf(x / sigma / 2.0.squareRoot()) }
    let weights = (-reach...reach).map { integral(Double($0) + 0.5) - integral(Double($0) - 0.5) }
    let sum = weights.reduce(0, +)
    return weights.map { $0 / sum }
  }
}

/// Blend modes in double precision, on straight colours; the result is premultiplied.
struct BlendOracle {
  let mode: CGBlendMode

  init(_ mode: CGBlendMode) { self.mode = mode }

  func result(_ s: SIMD4<Double>, _ d: SIMD4<Double>) -> SIMD4<Double> {
    let (sa, da) = (s.w, d.w)
    let (S, D) = (premultiplied(s), premultiplied(d))
    switch mode {
    case .clear: return .zero
    case .copy: return S
    case .sourceIn: return S * da
    case .sourceOut: return S * (1 - da)
    case .sourceAtop: return S * da + D * (1 - sa)
    case .destinationOver: return S * (1 - da) + D
    case .destinationIn: return D * sa
    case .destinationOut: return D * (1 - sa)
    case .destinationAtop: return S * (1 - da) + D * sa
    case .xor: return S * (1 - da) + D * (1 - sa)
    case .plusLighter: return S + D
    case .plusDarker:
      let a = min(sa + da, 1)
      let c = (0..<3).map { max(0, a - (da - D[$0]) - (sa - S[$0])) }
      return SIMD4(c[0], c[1], c[2], a)
    default:
      let b = blend(SIMD3(s.x, s.y, s.z), SIMD3(d.x, d.y, d.z))
      let sum = S * (1 - da) + D * (1 - sa) + SIMD4(b.x, b.y, b.z, 1) * (sa * da)
      return sum.clamped(lowerBound: .zero, upperBound: .one)
    }
  }

  private func premultiplied(_ c: SIMD4<Double>) -> SIMD4<Double> { SIMD4(c.x * c.w, c.y * c.w, c.z * c.w, c.w) }

  private func blend(_ s: SIMD3<Double>, _ d: SIMD3<Double>) -> SIMD3<Double> {
    switch mode {
    case .hue: setLuminosity(setSaturation(s, saturation(d)), luminosity(d))
    case .saturation: setLuminosity(setSaturation(d, saturation(s)), luminosity(d))
    case .color: setLuminosity(s, luminosity(d))
    case .luminosity: setLuminosity(d, luminosity(s))
    default: SIMD3((0..<3).map { separable(s[$0], d[$0]) })
    }
  }

  private func separable(_ s: Double, _ d: Double) -> Double {
    switch mode {
    case .multiply: return s * d
    case .screen: return s + d - s * d
    case .overlay: return hardLight(d, s)
    case .darken: return min(s, d)
    case .lighten: return max(s, d)
    case .colorDodge: return d == 0 ? 0 : s >= 1 ? 1 : min(1, d / (1 - s))
    // Core Graphics' own (X-A20, X-A21): not held at 0 here, and one formula for all sources.
    case .colorBurn: return d >= 1 ? 1 : 1 - (1 - d) / max(s, 1e-30)
    case .hardLight: return hardLight(s, d)
    case .softLight: return (1 - 2 * s) * d * d + 2 * s * d
    case .difference: return abs(s - d)
    case .exclusion: return s + d - 2 * s * d
    default: return s
    }
  }

  private func hardLight(_ s: Double, _ d: Double) -> Double {
    s <= 0.5 ? 2 * s * d : 1 - 2 * (1 - s) * (1 - d)
  }

  private func luminosity(_ c: SIMD3<Double>) -> Double { 0.3 * c.x + 0.59 * c.y + 0.11 * c.z }
  private func saturation(_ c: SIMD3<Double>) -> Double { c.max() - c.min() }

  private func setLuminosity(_ c: SIMD3<Double>, _ l: Double) -> SIMD3<Double> {
    let moved = c + (l - luminosity(c))
    let (low, high) = (moved.min(), moved.max())
    var result = moved
    if low < 0 { result = l + (result - l) * (l / (l - low)) }
    if high > 1 { result = l + (result - l) * ((1 - l) / (high - l)) }
    return result
  }

  private func setSaturation(_ c: SIMD3<Double>, _ s: Double) -> SIMD3<Double> {
    let range = saturation(c)
    return range > 0 ? (c - c.min()) * (s / range) : .zero
  }
}
