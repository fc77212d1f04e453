// Rows of a gradient's colours, computed on the CPU: one texel for each pixel along an upright axial gradient, or a
// table in which the fragment shader looks positions up.
//
// A table cannot hold a step: its texels grow with the picture. So stops are parted into runs without steps, each with
// a table of its own, and the shader draws a run where the position is in its range (STEPPED in Shaders/gradient.frag).

import CoreGraphics

/// A part of a gradient that is continuous.
struct GradientRun: Equatable {
  /// The stops, one or more, ascending.
  var stops: [GradientLook.Stop]
  /// The positions that the run is drawn at: from `lower` to before `upper`.
  var lower: Double
  var upper: Double

  /// Returns the number of texels of the run's table: the nearest is right to a 255th in the narrowest segment, in deep
  /// frames to a 2048th if the table is long enough.
  func texelCount(isDeep: Bool) -> Int {
    guard let first = stops.first?.location, let last = stops.last?.location, last > first else { return 1 }
    // Steps that were left in a run have no width.
    let (levels, least, most) = isDeep ? (2048, 4096, 8192) : (256.0, 1024.0, Self.mostTexels)
    return Int(bounded: min(max((last - first) / narrowest * levels, least), most))
  }

  private var narrowest: Double {
    var narrowest = Double.infinity
    for index in stops.indices.dropFirst() {
      narrowest = min(narrowest, stops[index].location - stops[index - 1].location)
    }
    return narrowest
  }

  private static let mostTexels = 4096.0
  /// A segment this many times narrower than its run gets a run of its own.
  private static let mostUneven = 16.0
  /// The most runs of a gradient. More would cost more than they show: steps are then as sharp as one table has them.
  private static let mostRuns = 32
  /// The distance of two stops below which they make a step.
  private static let step = 1e-9

  static func runs(of stops: [GradientLook.Stop]) -> [GradientRun] {
    var runs: [GradientRun] = []
    var current: [GradientLook.Stop] = []
    var narrowest = Double.infinity
    func close() {
      let lower = runs.last?.upper ?? -.infinity
      runs.append(GradientRun(stops: current, lower: lower, upper: .infinity))
    }
    for stop in stops {
      if let last = current.last {
        let width = stop.location - last.location
        if width <= step {
          close()
          runs[runs.count - 1].upper = stop.location
          current = []
          narrowest = .infinity
        } else {
          narrowest = min(narrowest, width)
          if current.count > 1, (stop.location - current[0].location) / narrowest > mostUneven {
            close()
            runs[runs.count - 1].upper = last.location
            current = [last]
            narrowest = width
          }
        }
      }
      current.append(stop)
    }
    close()
    guard runs.count <= mostRuns else { return [GradientRun(stops: stops, lower: -.infinity, upper: .infinity)] }
    return runs.filter { $0.lower < $0.upper }
  }
}

extension Texels {
  /// Returns a row, or a column, of premultiplied colours.
  static func gradient(_ row: GradientRow) -> Texels {
    let format: Format = row.isDeep ? .deepColor : .color
    let pixels = [UInt8](unsafeUninitializedCapacity: row.count * format.bytesPerPixel) { buffer, initialized in
      row.forEachColor { texel, color in
        if row.isDeep {
          let halves = SIMD4<Float16>(SIMD4(color.x, color.y, color.z, 1) * color.w)
          UnsafeMutableRawBufferPointer(buffer).storeBytes(of: halves, toByteOffset: texel * 8, as: SIMD4<Float16>.self)
          return
        }
        let (texel, alpha) = (texel * 4, color.w * 255)
        buffer[texel] = UInt8(clamping: Int(bounded: (color.x * alpha).rounded()))
        buffer[texel + 1] = UInt8(clamping: Int(bounded: (color.y * alpha).rounded()))
        buffer[texel + 2] = UInt8(clamping: Int(bounded: (color.z * alpha).rounded()))
        buffer[texel + 3] = UInt8(clamping: Int(bounded: alpha.rounded()))
      }
      initialized = row.count * format.bytesPerPixel
    }
    return Texels(
      width: row.isColumn ? 1 : row.count, height: row.isColumn ? row.count : 1, format: format, pixels: pixels)
  }
}

/// Colours of a gradient, from the position `first` in distances of `step`.
struct GradientRow: Hashable {
  var stops: [GradientLook.Stop]
  var first: Double
  var step: Double
  var count: Int
  var isColumn: Bool
  /// Whether the colours are half floats, not bytes.
  var isDeep: Bool

  /// Visits the texels with their colours, which are not premultiplied.
  fileprivate func forEachColor(_ body: (_ texel: Int, _ color: SIMD4<Float>) -> Void) {
    // Backward along the stops is forward with the texels in reverse.
    let isReversed = step < 0
    let start = isReversed ? first + step * Double(count - 1) : first
    var segment = 0
    for index in 0..<count {
      let position = start + step.magnitude * Double(index)
      while segment < stops.count && stops[segment].location <= position { segment += 1 }
      let color: SIMD4<Float>
      if segment == 0 {
        color = stops[0].color
      } else if segment == stops.count {
        color = stops[stops.count - 1].color
      } else {
        let (a, b) = (stops[segment - 1], stops[segment])
        let fraction = Float((position - a.location) / (b.location - a.location))
        color = a.color + (b.color - a.color) * fraction
      }
      body(isReversed ? count - 1 - index : index, color)
    }
  }
}

typealias GradientCache = FrameCache<GradientRow, Texels>

extension GradientCache {
  mutating func row(_ key: GradientRow) -> Texels {
    if let row = value(of: key) { return row }
    let row = Texels.gradient(key)
    keep(row, bytes: row.pixels.count, under: key)
    return row
  }
}
