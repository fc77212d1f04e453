import CoreGraphics

/// A stream's data of its mastering display (SMPTE ST 2086) and of its light (CTA-861.3).
package struct HighRangeMetadata: Equatable, Codable, Sendable {
  /// The colour volume of the display on which the film was graded.
  package struct Display: Equatable, Codable, Sendable {
    /// The chromaticities of red, green, blue and white.
    package var primaries: [SIMD2<Double>]
    /// The least and the highest light, in candela a square metre.
    package var light: ClosedRange<Double>
  }

  package var display: Display?
  /// The light of the brightest pixel of the film, in candela a square metre; nil if it is not known.
  package var brightestPixel: Int?
  /// The mean light of the brightest picture, in candela a square metre; nil if it is not known.
  package var brightestMean: Int?

  init() {}

  private static let white = Int(bounded: FilmColors.graphicsWhite)

  /// The data of a scene alone, whose brightest colour is sRGB's white.
  static let ofGraphics: HighRangeMetadata = {
    var data = HighRangeMetadata()
    (data.brightestPixel, data.brightestMean) = (white, white)
    return data
  }()

  /// The data of the film with graphics over its pictures.
  var underGraphics: HighRangeMetadata {
    var data = self
    data.brightestPixel = brightestPixel.map { max($0, Self.white) }
    data.brightestMean = brightestMean.map { max($0, Self.white) }
    return data
  }

  var isEmpty: Bool { self == HighRangeMetadata() }

  /// The highest light of the film, in candela a square metre; nil if the film does not name it.
  var peak: Double? { brightestPixel.map(Double.init) ?? display?.light.upperBound }

  /// The parts of a chromaticity, and of a candela a square metre, by which both are whole numbers.
  static let chromaticityUnit = 50_000.0
  static let lightUnit = 10_000.0

  /// The values of x265's options `master-display` and `max-cll`.
  var optionsOfX265: String {
    let numbers = { (value: Double, unit: Double) in String(Int(bounded: (value * unit).rounded())) }
    return text(
      "master-display", "max-cll", chromaticity: { numbers($0, Self.chromaticityUnit) },
      light: { numbers($0, Self.lightUnit) })
  }

  /// The values of SVT-AV1's parameters `mastering-display` and `content-light`.
  var optionsOfSVT: String { text("mastering-display", "content-light", chromaticity: { "\($0)" }, light: { "\($0)" }) }

  private func text(
    _ displayName: String, _ lightName: String, chromaticity: (Double) -> String, light: (Double) -> String
  ) -> String {
    var text = ""
    if let display {
      let places = display.primaries.map { "(\(chromaticity($0.x)),\(chromaticity($0.y)))" }
      text += ":\(displayName)=G\(places[1])B\(places[2])R\(places[0])WP\(places[3])"
      text += "L(\(light(display.light.upperBound)),\(light(display.light.lowerBound)))"
    }
    if let brightestPixel { text += ":\(lightName)=\(brightestPixel),\(brightestMean ?? 0)" }
    return text
  }

  /// Whether data from a file has all values that ``add(to:)`` reads.
  var isWhole: Bool { display.map { $0.primaries.count == 4 } ?? true }
}
