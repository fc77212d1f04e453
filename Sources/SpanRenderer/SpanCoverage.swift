// How much of a pixel an instance covers: the formulas of Shaders/common/coverage.glsl and shape.glsl, at a pixel's
// centre.

import Compositor

/// What cuts an instance.
struct SpanCoverage {
  private let view: PlaneView
  /// Whether the plane is not seen in perspective: its weight is 1.
  private let isAffine: Bool
  private var edges: Instance.Edges?
  private var corner: Instance.Corner?
  private var corners: Instance.Corners?
  private var middle = SIMD2<Float>.zero
  private var clipBox: Instance.ClipBox?
  private var clipShape: Instance.ClipShape?
  private var clipMiddle = SIMD2<Float>.zero
  /// Of a border; nil of all else.
  private var borderWidth: Float?
  /// The row that is asked for: its centre.
  private var y: Float = 0

  /// - Parameter start: where the parts begin in the list, after the parameters.
  init(_ list: DrawList, at start: Int, _ program: ProgramKey, _ view: PlaneView, borderWidth: Float?) {
    self.view = view
    self.borderWidth = borderWidth
    isAffine = !program.features.contains(.perspective)
    let parts = program.coverage
    var at = start
    func next<Part: InstancePart>(_ part: CoverageParts) -> Part? {
      guard parts.contains(part) else { return nil }
      defer { at += Part.vectors }
      return list.part(at: at)
    }
    edges = next(.edges)
    corner = next(.corner)
    corners = next(.corners)
    clipBox = next(.clipBox)
    clipShape = next(.clipShape)
    if let corners { middle = Self.middle(corners.box, corners.radii) }
    if let clipShape { clipMiddle = Self.middle(clipShape.box, clipShape.radii) }
  }

  /// Where the quarters of a rounded rectangle meet; see Shaders/common/corners.glsl.
  private static func middle(_ box: SIMD4<Float>, _ radii: SIMD4<Float>) -> SIMD2<Float> {
    let low = SIMD2(box.x + max(radii.x, radii.z), box.y + max(radii.x, radii.y))
    let high = SIMD2(box.z - max(radii.y, radii.w), box.w - max(radii.z, radii.w))
    let center = SIMD2(box.x + box.z, box.y + box.w) * 0.5
    return SIMD2(min(max(center.x, low.x), high.x), min(max(center.y, low.y), high.y))
  }

  /// Whether what it leaves of a row is one stretch that is whole, with edges on both sides; else there is a hole.
  var isConvex: Bool { borderWidth == nil }

  mutating func begin(row: Int) { y = Float(row) + 0.5 }

  /// The coverage of a pixel of the row, from 0 to 1.
  func callAsFunction(_ column: Int) -> Float {
    let x = Float(column) + 0.5
    var coverage = shape(x)
    if let clipBox = clipBox?.box {
      coverage *= boxCoverage(x - clipBox.x, y - clipBox.y, clipBox.z - x, clipBox.w - y)
    }
    if let clipShape {
      let map = clipShape.map
      let point = SIMD2(
        x * map.x + y * map.z + clipShape.offset.x, x * map.y + y * map.w + clipShape.offset.y)
      coverage *= roundedCoverage(point, clipShape.box, clipShape.radii, clipMiddle, map)
    }
    return coverage
  }

  /// Of the rectangle itself.
  private func shape(_ x: Float) -> Float {
    if let corner {
      let outer = circleCoverage(x, corner, radius: corner.circle.z)
      return borderWidth == nil ? outer : outer - circleCoverage(x, corner, radius: corner.circle.w)
    }
    var point = SIMD2(x * view.x.x + y * view.x.y + view.x.z, x * view.y.x + y * view.y.y + view.y.z)
    var weight: Float = 1
    if !isAffine {
      // The homogeneous weight is that of the way to pixels, turned over.
      weight = x * view.w.x + y * view.w.y + view.w.z
      point /= weight
    }
    if let corners {
      let gradient = isAffine ? corners.gradient : perspectiveGradient(corners, point, weight)
      let outer = roundedCoverage(point, corners.box, corners.radii, middle, gradient)
      guard let borderWidth else { return outer }
      let inset = SIMD4(borderWidth, borderWidth, -borderWidth, -borderWidth)
      let inner = roundedCoverage(
        point, corners.box + inset, pointwiseMax(corners.radii - borderWidth, .zero), middle, gradient)
      return max(outer - inner, 0)
    }
    guard let edges else { return 1 }
    let (box, scale) = (edges.box, edges.scale * (isAffine ? 1 : weight))
    return boxCoverage(
      (point.x - box.x) * scale.x, (point.y - box.y) * scale.y, (box.z - point.x) * scale.z,
      (box.w - point.y) * scale.w)
  }

  /// How the plane's coordinates change from pixel to pixel, across and down.
  private func perspectiveGradient(
    _ corners: Instance.Corners, _ point: SIMD2<Float>, _ weight: Float
  ) -> SIMD4<Float> {
    let (across, down) = (corners.smoothing.y, corners.smoothing.z)
    let moved = SIMD4(point.x * across, point.y * across, point.x * down, point.y * down)
    return (corners.gradient - moved) / weight
  }

  /// Inside the circle of a corner, and between the lines that run on from it.
  private func circleCoverage(_ x: Float, _ corner: Instance.Corner, radius: Float) -> Float {
    let (dx, dy) = (
      max((x - corner.circle.x) * corner.towards.x, 0), max((y - corner.circle.y) * corner.towards.y, 0)
    )
    return unit(radius + 0.5 - (dx * dx + dy * dy).squareRoot())
  }
}

private func unit(_ value: Float) -> Float { min(max(value, 0), 1) }

/// Covered length of a pixel along an axis, from the distances of its centre to the two edges.
func lengthCoverage(_ fromMin: Float, _ fromMax: Float) -> Float { unit(min(fromMin, 0.5) + min(fromMax, 0.5)) }

/// Covered length of a pixel along each axis, from the distances to the four edges.
private func boxCoverage(_ minX: Float, _ minY: Float, _ maxX: Float, _ maxY: Float) -> Float {
  lengthCoverage(minX, maxX) * lengthCoverage(minY, maxY)
}

/// A rounded rectangle in a plane; see Shaders/common/coverage.glsl.
private func roundedCoverage(
  _ point: SIMD2<Float>, _ box: SIMD4<Float>, _ radii: SIMD4<Float>, _ middle: SIMD2<Float>, _ gradient: SIMD4<Float>
) -> Float {
  let perPixelX = (gradient.x * gradient.x + gradient.z * gradient.z).squareRoot()
  let perPixelY = (gradient.y * gradient.y + gradient.w * gradient.w).squareRoot()
  let (fromMinX, fromMinY, fromMaxX, fromMaxY) = (point.x - box.x, point.y - box.y, box.z - point.x, box.w - point.y)
  let straight = boxCoverage(
    fromMinX / perPixelX, fromMinY / perPixelY, fromMaxX / perPixelX, fromMaxY / perPixelY)
  let (isMaxX, isMaxY) = (point.x >= middle.x, point.y >= middle.y)
  let radius = isMaxY ? (isMaxX ? radii.w : radii.z) : (isMaxX ? radii.y : radii.x)
  let insideX = radius - (isMaxX ? fromMaxX : fromMinX)
  let insideY = radius - (isMaxY ? fromMaxY : fromMinY)
  guard min(min(insideX, insideY), radius) > 0 else { return straight }
  let reach = max((insideX * insideX + insideY * insideY).squareRoot(), 1e-6)
  let (normalX, normalY) = (
    insideX / reach * (isMaxX ? 1 : -1), insideY / reach * (isMaxY ? 1 : -1)
  )
  let (slopeX, slopeY) = (
    gradient.x * normalX + gradient.y * normalY, gradient.z * normalX + gradient.w * normalY
  )
  let slope = max((slopeX * slopeX + slopeY * slopeY).squareRoot(), 1e-12)
  return min(unit(0.5 - (reach - radius) / slope), straight)
}
