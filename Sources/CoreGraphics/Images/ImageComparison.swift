import Synchronization

/// The differences of two images of the same size, in 255ths of premultiplied components.
package struct ImageComparison: Equatable, Sendable, Encodable {
  /// The position of a pixel from the top left corner.
  package struct Place: Equatable, Sendable, Encodable, CustomStringConvertible {
    package var x: Int
    package var y: Int

    package init(x: Int, y: Int) { (self.x, self.y) = (x, y) }

    package var description: String { "(\(x), \(y))" }
  }

  package struct Components<Number: Encodable & Equatable & Sendable>: Equatable, Sendable, Encodable {
    package var red: Number
    package var green: Number
    package var blue: Number
    package var alpha: Number

    /// The components with their names.
    package var all: [(name: String, value: Number)] {
      [("red", red), ("green", green), ("blue", blue), ("alpha", alpha)]
    }
  }

  /// In pixels.
  package let width: Int
  package let height: Int
  /// The greatest difference that does not count, in any component.
  package let tolerance: Int
  /// The number of pixels that differ by more than the tolerance.
  package private(set) var differing = 0
  /// The largest difference of each component.
  package private(set) var most = Components(red: 0, green: 0, blue: 0, alpha: 0)
  /// The mean difference of each component, over all pixels.
  package private(set) var mean = Components(red: 0.0, green: 0.0, blue: 0.0, alpha: 0.0)
  /// The first pixel that differs, row by row; nil if none does.
  package private(set) var first: Place?
  /// The first of the pixels that differ most; nil if none differs.
  package private(set) var worst: Place?
  /// The corner of the smallest rectangle around all pixels that differ; inclusive, as is the next.
  package private(set) var from: Place?
  package private(set) var to: Place?

  /// The differences of the colours; nil until they are compared.
  package private(set) var colors: ColorDifferences?

  /// Whether no pixel differs by more than the tolerance, with all of its bits.
  package var isEqual: Bool { differing == 0 && (colors?.most16 ?? 0) <= tolerance * 257 }

  /// Compares the colours of the pictures with all of their bits.
  package mutating func compareColors(_ a: ComparedColors, _ b: ComparedColors) {
    colors = ColorDifferences(a, b, width: width, count: width * height)
  }

  /// Compares two images; returns nil if their sizes differ.
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

  /// Returns a picture of the differences: the first image in dark grey, differences from red (least) to yellow (most).
  package static func picture(_ a: CGImage, _ b: CGImage, tolerance: Int = 0) -> CGImage? {
    guard a.width == b.width, a.height == b.height else { return nil }
    var pixels: [UInt8] = []
    pixels.reserveCapacity(a.pixels.count)
    for index in 0..<a.width * a.height {
      let amount = difference(a, b, index).max()
      if amount > tolerance {
        pixels += [255, UInt8(amount), 0, 255]
      } else {
        // BT.709's luminance, over black, at a quarter.
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
    SIMD4(Int(pixels[index * 4]), Int(pixels[index * 4 + 1]), Int(pixels[index * 4 + 2]), Int(pixels[index * 4 + 3]))
  }

  /// Returns a pixel's premultiplied colour as `#rrggbbaa`.
  package func hexadecimal(_ place: ImageComparison.Place) -> String {
    let start = (place.y * width + place.x) * 4
    return pixels[start..<start + 4].reduce(into: "#") { text, byte in
      text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
  }
}

/// A rectangle of pixels, y down.
package struct PixelRegion: Equatable, Sendable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  package var isEmpty: Bool { width <= 0 || height <= 0 }

  package func union(_ other: PixelRegion) -> PixelRegion {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let (left, top) = (min(x, other.x), min(y, other.y))
    return PixelRegion(
      x: left, y: top, width: max(x + width, other.x + other.width) - left,
      height: max(y + height, other.y + other.height) - top)
  }

  /// Returns the intersection of two regions; its size is negative if they do not meet.
  func intersection(_ other: PixelRegion) -> PixelRegion {
    let (left, top) = (max(x, other.x), max(y, other.y))
    return PixelRegion(
      x: left, y: top, width: min(x + width, other.x + other.width) - left,
      height: min(y + height, other.y + other.height) - top)
  }
}

/// The earlier images that a layer's image replaces after a part was drawn again, so that the renderer uploads that
/// part only. It has serial numbers instead of references, as the older images may be gone.
package struct DrawnImageHistory: Sendable {
  /// An image of the same size that the image replaces.
  package struct Ancestor: Sendable {
    package var serial: UInt64
    /// The region in which the two may differ.
    package var changed: PixelRegion
  }

  private static let serials = Atomic<UInt64>(0)
  /// The greatest number of generations kept.
  private static let most = 6

  /// The image's own number.
  package let serial = DrawnImageHistory.serials.add(1, ordering: .relaxed).newValue
  /// The earlier images, the latest first.
  package let ancestors: [Ancestor]

  /// Creates the history of an image whose region `changed` was drawn over `base` (nil: nothing), and which replaces
  /// `latest`, the image shown before, if that is another one. Images of another size are no ancestors.
  package init(over base: CGImage?, changed: PixelRegion, replacing latest: CGImage?, width: Int, height: Int) {
    var ancestors: [Ancestor] = []
    if let base, let history = base.history, base.width == width, base.height == height {
      ancestors.append(Ancestor(serial: history.serial, changed: changed))
      ancestors += history.ancestors.map { Ancestor(serial: $0.serial, changed: $0.changed.union(changed)) }
    }
    if let latest, latest !== base, let history = latest.history, latest.width == width, latest.height == height {
      ancestors.append(Ancestor(serial: history.serial, changed: PixelRegion(x: 0, y: 0, width: width, height: height)))
    }
    self.ancestors = Array(ancestors.prefix(Self.most))
  }
}
