import Foundation
import ImageFiles

/// The dynamic range of a film's colours.
public enum DynamicRange: String, CaseIterable, Sendable {
  /// Standard: sRGB's colours, of which white is the brightest.
  case sdr
  /// High, by the hybrid log-gamma of ITU-R BT.2100, with BT.2020's primaries and 10 bits; sRGB's white is the signal
  /// 75 %.
  case hlg
  /// High, by the perceptual quantizer of ITU-R BT.2100 (SMPTE ST 2084), with BT.2020's primaries and 10 bits; sRGB's
  /// white is 203 candela a square metre, the signal 58 %.
  case pq

  /// The name in messages.
  var name: String { rawValue.uppercased() }

  /// The range by the number of a transfer curve in ITU-T H.273.
  init(transfer: Int) { self = transfer == 16 ? .pq : transfer == 18 ? .hlg : .sdr }

  /// The colours into which frames are converted; nil for sRGB's.
  var film: FilmColors? {
    switch self {
    case .sdr: nil
    case .hlg: FilmColors(transfer: 18, primaries: 9)
    case .pq: FilmColors(transfer: 16, primaries: 9)
    }
  }
}

/// The colours that a stream says its pictures have, as far as they are not sRGB's.
struct FilmColors: Hashable, Sendable {
  /// The range, which has a curve; sRGB's for the standard one.
  var range: DynamicRange
  var primaries: RGBPrimaries
  /// The highest light, in candela a square metre.
  var peak: Double

  /// The light of sRGB's white in a film of high dynamic range, in candela a square metre.
  static let graphicsWhite = 203.0
  /// The peak of HLG's reference display, and of PQ's films that do not name one.
  static let usualPeak = 1000.0

  /// Reads the numbers of ITU-T H.273; nil for colours that are shown as sRGB's.
  init?(transfer: Int, primaries: Int, peak: Double? = nil) {
    range = DynamicRange(transfer: transfer)
    let known: RGBPrimaries? = [9: .rec2020, 11: .dciP3, 12: .displayP3][primaries]
    guard range != .sdr || known != nil else { return nil }
    self.primaries = known ?? (primaries == 1 ? .rec709 : .rec2020)
    // In whole steps, so that a file cannot ask for endless tables.
    let given = peak.flatMap { $0.isFinite ? $0 : nil } ?? Self.usualPeak
    let bounded = min(max((given / 100).rounded(.up) * 100, 300), 10_000)
    self.peak = range == .pq ? bounded : Self.usualPeak
  }
}
