// A shadow's patch along one side: the positions of its texels.
//
//        reach   radius reach                      The leading texels step from `reach` outside the edge to where the
//      |-------|------|------|      stretch        shadow is full, one texel is stretched over the middle, and the
//      . . . . . . . . . . . .  .  <------->  . .  trailing texels step in from the other end. If the side is too
//              ^ edge           ^ flat texel       short for that, the texels run from end to end.
//
// The largest distance of texels: linear interpolation over a step h misses a function by at most h^2/8 times its
// second derivative, which of a corner of a Gaussian's edges is 0.41 / sigma^2. All of that error has the sign of the
// derivative, so a Gaussian of variance sigma^2 - h^2/8 at the texels misses by half as much, up and down: 0.026 (h /
// sigma)^2. With h = sigma / 5 that is 0.27 of 255, which leaves room for the rounding of a texel to a byte.

import CoreGraphics

struct ShadowAxis: Equatable, Sendable {
  /// The distance between texels, in the plane.
  var step: Double
  var reach: Double
  /// Texels before the flat one; all texels if nothing stretches.
  var leading: Int
  /// Texels after the flat one.
  var trailing: Int
  var stretches: Bool
  /// The distance from the edge at the minimum, inward, to the first texel's centre.
  var first: Double
  /// The distance from the edge at the maximum, inward, to the last texel's centre.
  var last: Double

  /// Whether texels mirror about the flat one, whose corners do not reach across it.
  var isSymmetric: Bool { stretches && leading == trailing && first == last }

  var count: Int { leading + trailing + (stretches ? 1 : 0) }

  /// Steps per deviation, between which texels are interpolated.
  static let fineness = 5.0
  /// Steps per deviation if the nearest texel is taken: half a step then is 0.8 of 255 where a shadow is steepest.
  static let nearestFineness = 64.0
  /// The longest side of a patch, in texels; steps become longer if more would be needed.
  static let longest = 1024.0

  init(_ shape: ShadowShape, isX: Bool) {
    let (size, leadingRadius, trailingRadius) = Self.side(shape, isX: isX)
    let pixel = isX ? shape.pixelWidth : shape.pixelHeight
    reach = Gaussian.reach * shape.sigma + pixel / 2
    step = Self.step(shape, isX: isX)
    stretches = size == .infinity
    if let phase = shape.phase {
      // Texels are pixels; the first one holds the end of the reach.
      first = Self.firstPixel(isX ? phase.minX : phase.minY, reach: reach, pixel)
      last = Self.firstPixel(isX ? phase.maxX : phase.maxY, reach: reach, pixel)
    } else {
      first = -reach - Self.margin(pixel, step)
      last = first
    }
    if stretches {
      leading = Self.texels(from: first, to: leadingRadius + reach + Self.guardBand(pixel, step), step)
      trailing = Self.texels(from: last, to: trailingRadius + reach + Self.guardBand(pixel, step), step)
    } else if shape.phase != nil {
      leading = max(1, Int(bounded: ((size - first - last) / step).rounded()) + 1)
      trailing = 0
    } else {
      let outside = reach + Self.margin(pixel, step)
      leading = max(2, Int(bounded: ((size + 2 * outside) / step).rounded(.up)) + 1)
      trailing = 0
      step = (size + 2 * outside) / Double(leading - 1)
      first = -outside
      last = first
    }
  }

  /// Returns the distance from an edge inward to the centre of the outermost pixel of the reach.
  private static func firstPixel(_ phase: UInt8, reach: Double, _ pixel: Double) -> Double {
    let toCenter = 0.5 - Double(phase) / 256
    return (toCenter + (-reach / pixel - toCenter).rounded(.down)) * pixel
  }

  private static func texels(from first: Double, to end: Double, _ step: Double) -> Int {
    max(1, Int(bounded: ((end - first) / step).rounded(.up)))
  }

  /// Returns the room for slices to begin on whole pixels, between the first texels' centres: llvmpipe's linear
  /// rasteriser does not draw beyond the texture.
  private static func margin(_ pixel: Double, _ step: Double) -> Double { max(pixel, step) }

  private static func guardBand(_ pixel: Double, _ step: Double) -> Double { max(pixel, step) }

  private static func side(_ shape: ShadowShape, isX: Bool) -> (size: Double, leading: Double, trailing: Double) {
    let r = shape.radii
    return isX
      ? (shape.width, max(r[0], r[2]), max(r[1], r[3])) : (shape.height, max(r[0], r[1]), max(r[2], r[3]))
  }

  private static func step(_ shape: ShadowShape, isX: Bool) -> Double {
    let pixel = isX ? shape.pixelWidth : shape.pixelHeight
    if shape.phase != nil { return pixel }
    let fine = max(shape.sigma / (shape.isFine ? nearestFineness : fineness), pixel / 4)
    let (size, leading, trailing) = side(shape, isX: isX)
    let reach = Gaussian.reach * shape.sigma + pixel / 2
    let all = (size == .infinity ? leading + trailing + 2 * reach : size) + 2 * reach + 4 * max(fine, pixel)
    return max(fine, all / (shape.isFine ? 2 * longest : longest))
  }

  /// Whether a side is long enough for a patch that stretches.
  static func stretches(_ size: Double, leading: Double, trailing: Double, _ shape: ShadowShape, isX: Bool) -> Bool {
    guard size < .infinity else { return true }
    var long = shape
    if isX { long.width = .infinity } else { long.height = .infinity }
    let axis = ShadowAxis(long, isX: isX)
    // A pixel more: the cuts of slices are rounded to whole ones.
    let pixel = isX ? shape.pixelWidth : shape.pixelHeight
    return size > axis.flatFromMin + axis.flatFromMax + 2 * pixel
  }

  /// The distance from the edge at the minimum to the flat texel's centre.
  var flatFromMin: Double { first + Double(leading) * step }
  /// The same from the edge at the maximum.
  var flatFromMax: Double { last + Double(trailing) * step }

  /// Returns the texel coordinate of a position, from the edge at the minimum inward; a texel's centre lies at its
  /// index and a half. `part`: 0 before the stretch, 1 in it, 2 after it.
  func texel(at position: Double, size: Double, part: Int) -> Double {
    switch part {
    case 0: (position - first) / step + 0.5
    case 1: Double(leading) + 0.5
    default: Double(count) - 0.5 - (size - position - last) / step
    }
  }

  /// Returns a texel's distances inward from both edges; infinite from an edge on the other side of the stretch.
  func distances(_ index: Int, size: Double) -> (fromMin: Double, fromMax: Double) {
    let fromMin = first + Double(index) * step
    guard stretches else { return (fromMin, size - fromMin) }
    if index < leading { return (fromMin, .infinity) }
    if index == leading { return (.infinity, .infinity) }
    return (.infinity, last + Double(count - 1 - index) * step)
  }
}

struct ShadowSlices {
  /// The range of a slice, and the texture coordinate as a function of position there.
  struct Slice {
    var low: Double
    var high: Double
    var scale: Double
    var offset: Double
  }

  private var slices: InlineArray<3, Slice>
  let count: Int

  subscript(index: Int) -> Slice { slices[index] }

  /// The slices of a rectangle's side, in its plane: three if the patch stretches, else one. `reach` is the distance
  /// from the rectangle that is drawn; no farther than the patch reaches.
  init(_ axis: ShadowAxis, _ low: Double, _ high: Double, reach: Double) {
    let reach = min(reach, axis.reach)
    let texels = Double(axis.count)
    let perUnit = 1 / (axis.step * texels)
    // Texels lie at `first + step * (index + 0.5)` from the edge, and their coordinates at (index + 0.5) / count.
    let leadingOffset = 0.5 / texels - (low + axis.first) * perUnit
    let leading = Slice(low: low - reach, high: high + reach, scale: perUnit, offset: leadingOffset)
    guard axis.stretches else {
      count = 1
      slices = [leading, leading, leading]
      return
    }
    count = 3
    let (cut, end) = (low + axis.flatFromMin, high - axis.flatFromMax)
    slices = [
      Slice(low: leading.low, high: cut, scale: perUnit, offset: leadingOffset),
      Slice(low: cut, high: end, scale: 0, offset: (Double(axis.leading) + 0.5) / texels),
      Slice(
        low: end, high: leading.high, scale: perUnit,
        offset: 1 - 0.5 / texels - (high - axis.last) * perUnit),
    ]
  }

  /// Returns the slices in pixels, seen through `x * scale + move`; the stretch takes the pixels that cuts go through.
  func inPixels(_ scale: Double, _ move: Double) -> ShadowSlices {
    var result = self
    for index in 0..<count {
      let slice = slices[index]
      let (a, b) = (slice.low * scale + move, slice.high * scale + move)
      let (low, high) = (Box.aligned(min(a, b)), Box.aligned(max(a, b)))
      // Mirrored slices stand in the other order.
      let isLower = count == 1 || index == (scale > 0 ? 0 : 2)
      let isUpper = count == 1 || index == (scale > 0 ? 2 : 0)
      result.slices[index] = Slice(
        low: isUpper && count == 3 ? low.rounded(.up) : low.rounded(.down),
        high: isLower && count == 3 ? high.rounded(.down) : high.rounded(.up),
        scale: slice.scale / scale, offset: slice.offset - move * slice.scale / scale)
    }
    return result
  }
}
