// The picture of a rounded rectangle's shadow, exact to half a byte at its texels.
//
// A Gaussian separates into x and y, so a rectangle casts the product of the shadows of its width and its height. A
// rounded corner is the rectangle less the area between the corner and its arc; that is a sum over thin strips along y,
// each again a product of a function of y and one of x:
//
//      shadow(x, y) = X(x) Y(y) - sum over corners, strips k:  w_k line(y - y_k) (edge(x) - edge(x - x_k))
//
// The strips are the nodes of a Gauss-Legendre rule in the arc's angle, in which the integrand is smooth. So a patch
// takes a few erf a row and a column, and a multiplication a texel for each strip near it.

import CoreGraphics
import Foundation

/// A shadow's coverage, to be stretched between corners.
struct ShadowPatch: Equatable, Sendable {
  var columns: ShadowAxis
  var rows: ShadowAxis
  /// From 0 to 255, first row first; rows of `columns.count`.
  var coverage: [UInt8]

  /// The patch of a shape whose deviation is not 0.
  init(_ shape: ShadowShape) {
    precondition(shape.sigma > 0, "a shadow without blur is its shape")
    columns = ShadowAxis(shape, isX: true)
    rows = ShadowAxis(shape, isX: false)
    var sum = Field(
      columns: Side(columns, size: shape.width, shape, pixel: shape.pixelWidth),
      rows: Side(rows, size: shape.height, shape, pixel: shape.pixelHeight))
    sum.addRectangle()
    let isSymmetric =
      shape.radii == SIMD4(repeating: shape.radii[0]) && columns.isSymmetric && rows.isSymmetric
    for corner in 0..<(isSymmetric ? 1 : 4) where shape.radii[corner] > 0 {
      sum.cutCorner(shape.radii[corner], isMaxX: corner & 1 != 0, isMaxY: corner & 2 != 0)
    }
    if isSymmetric && shape.radii[0] > 0 { sum.mirror() }
    coverage = sum.values.map { UInt8(Int(bounded: min(max($0 * 255 + 0.5, 0), 255))) }
  }

  /// Six nodes of the Gauss-Legendre rule on -1...1, with their weights.
  private static let rule: [(node: Double, weight: Double)] = [
    (-0.932_469_514_203_152, 0.171_324_492_379_170), (-0.661_209_386_466_265, 0.360_761_573_048_139),
    (-0.238_619_186_083_197, 0.467_913_934_572_691), (0.238_619_186_083_197, 0.467_913_934_572_691),
    (0.661_209_386_466_265, 0.360_761_573_048_139), (0.932_469_514_203_152, 0.171_324_492_379_170),
  ]

  private struct Side {
    var gaussian: Gaussian
    /// The greatest width of a strip.
    var resolution: Double
    var fromMin: [Double] = []
    var fromMax: [Double] = []
    var size: Double

    init(_ axis: ShadowAxis, size: Double, _ shape: ShadowShape, pixel: Double) {
      self.size = size
      // Half of the variance that interpolation between texels will add; the nearest ones are not interpolated.
      let variance = shape.sigma * shape.sigma - (shape.phase == nil && !shape.isFine ? axis.step * axis.step / 8 : 0)
      let sigma = max(variance, 0.0004 * shape.sigma * shape.sigma).squareRoot()
      gaussian = Gaussian(sigma: sigma, pixel: pixel)
      resolution = max(sigma, pixel / 96)
      for index in 0..<axis.count {
        let distances = axis.distances(index, size: size)
        fromMin.append(distances.fromMin)
        fromMax.append(distances.fromMax)
      }
    }

    /// The shadow of the whole side at each texel.
    var span: [Float] {
      fromMin.indices.map { Float(max(gaussian.edge(fromMin[$0]) + gaussian.edge(fromMax[$0]) - 1, 0)) }
    }

    /// The distance beyond which an edge no longer counts.
    var reach: Double { 4.5 * gaussian.sigma + gaussian.pixel }
  }

  private struct Field {
    var columns: Side
    var rows: Side
    var values: [Float]

    init(columns: Side, rows: Side) {
      (self.columns, self.rows) = (columns, rows)
      values = Array(repeating: 0, count: columns.fromMin.count * rows.fromMin.count)
    }

    mutating func addRectangle() {
      let (across, down) = (columns.span, rows.span)
      for row in down.indices {
        for column in across.indices { values[row * across.count + column] = across[column] * down[row] }
      }
    }

    /// Subtracts the area outside a corner's arc.
    mutating func cutCorner(_ radius: Double, isMaxX: Bool, isMaxY: Bool) {
      let x = isMaxX ? columns.fromMax : columns.fromMin
      let y = isMaxY ? rows.fromMax : rows.fromMin
      let arc = radius * .pi / 2
      let panels = min(
        max(1, Int(bounded: (arc / (2.5 * min(columns.resolution, rows.resolution))).rounded(.up))), 4096)
      let half = .pi / 4 / Double(panels)
      let base = x.map { columns.gaussian.edge($0) }
      var strip = [Float](repeating: 0, count: x.count)
      for panel in 0..<panels {
        for point in ShadowPatch.rule {
          let angle = half * (Double(2 * panel + 1) + point.node)
          let depth = radius * (1 - cos(angle))
          let length = radius * (1 - sin(angle))
          let weight = point.weight * half * radius * sin(angle)
          var (low, high) = (x.count, 0)
          for column in x.indices where x[column] > -columns.reach && x[column] < length + columns.reach {
            strip[column] = Float(weight * (base[column] - columns.gaussian.edge(x[column] - length)))
            low = min(low, column)
            high = max(high, column + 1)
          }
          guard low < high else { continue }
          subtract(strip, low..<high, y, depth)
        }
      }
    }

    /// Copies the first quarter to the others.
    mutating func mirror() {
      let (width, height) = (columns.fromMin.count, rows.fromMin.count)
      values.withUnsafeMutableBufferPointer { values in
        for row in 0..<height {
          let from = min(row, height - 1 - row) * width
          for column in 0..<width { values[row * width + column] = values[from + min(column, width - 1 - column)] }
        }
      }
    }

    private mutating func subtract(_ strip: [Float], _ range: Range<Int>, _ y: [Double], _ depth: Double) {
      let width = columns.fromMin.count
      for row in y.indices where abs(y[row] - depth) < rows.reach {
        let factor = Float(rows.gaussian.line(y[row] - depth))
        let start = row * width
        values.withUnsafeMutableBufferPointer { values in
          strip.withUnsafeBufferPointer { strip in
            for column in range { values[start + column] -= factor * strip[column] }
          }
        }
      }
    }
  }
}

/// The key of a patch: a rounded rectangle and the blur of its shadow, in units of the layer's plane. Shapes that cast
/// the same patch are equal: a side that is long enough for its corners' shadows not to meet is stored as infinite.
struct ShadowShape: Hashable, Sendable {
  /// The width; infinite if the patch stretches along that side.
  var width: Double
  var height: Double
  /// (minX minY), (maxX minY), (minX maxY), (maxX maxY); neighbours do not overlap.
  var radii: SIMD4<Double>
  var sigma: Double
  /// The size of a pixel in the plane; a shadow is the average over it.
  var pixelWidth: Double
  var pixelHeight: Double
  /// The position of the edges on the pixel grid, for a patch whose texels are pixels.
  var phase: Phase?
  /// Whether texels lie so close together that the nearest one will do; else they are interpolated.
  var isFine: Bool

  /// The distance of each edge inward from the pixel boundary outside it, in 1/256 pixel.
  struct Phase: Hashable, Sendable {
    var minX: UInt8
    var maxX: UInt8
    var minY: UInt8
    var maxY: UInt8

    init(minX: UInt8, maxX: UInt8, minY: UInt8, maxY: UInt8) {
      (self.minX, self.maxX, self.minY, self.maxY) = (minX, maxX, minY, maxY)
    }
  }

  /// The shape of an upright shadow may have a `phase`, if it lies on whole pixels or its Gaussian is too narrow to be
  /// sampled between texels (see ``ShadowSampling``), or be fine, if it is so wide that no pixel is far from a texel.
  init(
    width: Double, height: Double, radii: SIMD4<Double>, sigma: Double, pixelWidth: Double, pixelHeight: Double,
    phase: Phase? = nil, isFine: Bool = false
  ) {
    self.width = width
    self.height = height
    self.radii = radii
    self.sigma = sigma
    self.pixelWidth = pixelWidth
    self.pixelHeight = pixelHeight
    self.phase = phase
    self.isFine = isFine
    // The pixel shows only in narrow Gaussians; others share their patches whatever the scale.
    if phase == nil && sigma > 8 * max(pixelWidth, pixelHeight) { (self.pixelWidth, self.pixelHeight) = (0, 0) }
    if ShadowAxis.stretches(width, leading: max(radii[0], radii[2]), trailing: max(radii[1], radii[3]), self, isX: true)
    {
      self.width = .infinity
    }
    if ShadowAxis.stretches(
      height, leading: max(radii[0], radii[1]), trailing: max(radii[2], radii[3]), self, isX: false)
    {
      self.height = .infinity
    }
  }
}
