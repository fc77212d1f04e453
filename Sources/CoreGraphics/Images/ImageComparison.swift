// What differs between two pictures: counts, how much, and where; and a picture of the differences.

/// The differences of two images of one size, in 255ths of premultiplied components.
package struct ImageComparison: Equatable, Sendable, Encodable {
  /// A pixel, from the top left corner.
  package struct Place: Equatable, Sendable, Encodable, CustomStringConvertible {
    package var x: Int
    package var y: Int

    package init(x: Int, y: Int) { (self.x, self.y) = (x, y) }

    package var description: String { "(\(x), \(y))" }
  }

  /// Numbers of each component.
  package struct Components<Number: Encodable & Equatable & Sendable>: Equatable, Sendable, Encodable {
    package var red: Number
    package var green: Number
    package var blue: Number
    package var alpha: Number

    /// The components with their names, in order.
    package var all: [(name: String, value: Number)] {
      [("red", red), ("green", green), ("blue", blue), ("alpha", alpha)]
    }
  }

  /// In pixels.
  package let width: Int
  package let height: Int
  /// A difference up to this in every component does not count.
  package let tolerance: Int
  /// The number of pixels that differ by more than the tolerance.
  package private(set) var differing = 0
  /// The largest difference of each component.
  package private(set) var most = Components(red: 0, green: 0, blue: 0, alpha: 0)
  /// The mean difference of each component, over all pixels.
  package private(set) var mean = Components(red: 0.0, green: 0.0, blue: 0.0, alpha: 0.0)
  /// The first pixel that differs, row by row; nil where none does.
  package private(set) var first: Place?
  /// The pixel that differs most, the first of them; nil where none does.
  package private(set) var worst: Place?
  /// The corners of the smallest rectangle around all pixels that differ, both among them.
  package private(set) var from: Place?
  package private(set) var to: Place?

  /// Whether no pixel differs by more than the tolerance.
  package var isEqual: Bool { differing == 0 }

  /// Compares two images; nil where their sizes differ.
  package init?(_ a: CGImage, _ b: CGImage, tolerance: Int = 0) {
    guard a.width == b.width, a.height == b.height else { return nil }
    (width, height, self.tolerance) = (a.width, a.height, tolerance)
    var (most, sum) = (SIMD4<Int>.zero, SIMD4<Int>.zero)
    var worstAmount = tolerance
    for index in 0..<width * height {
      let difference = Self.difference(a, b, index)
      if difference == .zero { continue }
      most = pointwiseMax(most, difference)
      sum &+= difference
      guard difference.max() > tolerance else { continue }
      differing += 1
      let place = Place(x: index % width, y: index / width)
      include(place)
      if difference.max() > worstAmount { (worst, worstAmount) = (place, difference.max()) }
    }
    self.most = Components(red: most.x, green: most.y, blue: most.z, alpha: most.w)
    let means = SIMD4<Double>(sum) / Double(width * height)
    mean = Components(red: means.x, green: means.y, blue: means.z, alpha: means.w)
  }

  private mutating func include(_ place: Place) {
    first = first ?? place
    from = Place(x: min(from?.x ?? place.x, place.x), y: min(from?.y ?? place.y, place.y))
    to = Place(x: max(to?.x ?? place.x, place.x), y: max(to?.y ?? place.y, place.y))
  }

  /// Returns the absolute difference of each component of a pixel.
  private static func difference(_ a: CGImage, _ b: CGImage, _ index: Int) -> SIMD4<Int> {
    let (one, other) = (a.components(index), b.components(index))
    return pointwiseMax(one, other) &- pointwiseMin(one, other)
  }

  /// A picture of what differs: the first image in dark grey, and over it the pixels that differ, red where they differ
  /// little and yellow where they differ most.
  package static func picture(_ a: CGImage, _ b: CGImage, tolerance: Int = 0) -> CGImage? {
    guard a.width == b.width, a.height == b.height else { return nil }
    var pixels: [UInt8] = []
    pixels.reserveCapacity(a.pixels.count)
    for index in 0..<a.width * a.height {
      let amount = difference(a, b, index).max()
      if amount > tolerance {
        pixels += [255, UInt8(amount), 0, 255]
      } else {
        // Luminance by Rec. 709, over black, at a quarter.
        let own = a.components(index)
        let grey = UInt8((own.x * 54 + own.y * 183 + own.z * 19) / 1024)
        pixels += [grey, grey, grey, 255]
      }
    }
    return CGImage(width: a.width, height: a.height, premultipliedRGBA: pixels)
  }
}

extension CGImage {
  /// The premultiplied components of a pixel, counted row by row from the top.
  fileprivate func components(_ index: Int) -> SIMD4<Int> {
    SIMD4(
      Int(pixels[index * 4]), Int(pixels[index * 4 + 1]), Int(pixels[index * 4 + 2]), Int(pixels[index * 4 + 3]))
  }

  /// A pixel's premultiplied colour as `#rrggbbaa`.
  package func hexadecimal(_ place: ImageComparison.Place) -> String {
    let start = (place.y * width + place.x) * 4
    return pixels[start..<start + 4].reduce(into: "#") { text, byte in
      text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
  }
}
