// The colours of films with another curve or other primaries than sRGB's become sRGB's, and sRGB's become theirs.
//
//   film --curve--> light --HLG's gain--> of a display --matrix--> sRGB's primaries --gamut, highlights--> sRGB
//   sRGB --curve--> light --matrix--> film's primaries --inverse of HLG's gain--> of a scene --curve--> film
//
// Graphics white, 203 candela a square metre (ITU-R BT.2408), is sRGB's white both ways: HLG's signal 75 %, PQ's 58 %.
// Light up to 0.96 stays. Above 0.96, the largest of red, green and blue approaches 1 at the film's peak, and the other
// two keep their ratio to it: highlights keep their hue. BT.2390's curve begins at 90 candela for a peak of 1,000, and
// would show graphics white as 228 of 255. A colour outside of sRGB's gamut moves toward the grey of its luminance.
//
// Other curves than PQ and HLG are taken for sRGB's, as in films without such primaries.
//
// Tested by FilmLightTests.

import CRows
import CoreGraphics
import Foundation
import ImageFiles
import Synchronization

extension FilmColors {
  /// The tables that lead to sRGB, and from it.
  var toSRGB: FilmTone { FilmTone.known[self] { FilmTone(self) } }
  var fromSRGB: FilmLight { FilmLight.known[self] { FilmLight(self) } }
  /// The tables that lead from half floats of extended sRGB, whose light may be above white.
  var fromExtendedSRGB: FilmLight { FilmLight.knownExtended[self] { FilmLight(extended: self) } }
}

/// The tables that were made so far, which stay.
private final class KnownTables<Tables: Sendable>: Sendable {
  private let all = Mutex<[FilmColors: Tables]>([:])

  subscript(colors: FilmColors, make: () -> Tables) -> Tables {
    all.withLock { all in
      if let tables = all[colors] { return tables }
      let tables = make()
      all[colors] = tables
      return tables
    }
  }
}

extension RGBPrimaries {
  fileprivate typealias Matrix = (Float, Float, Float, Float, Float, Float, Float, Float, Float)

  fileprivate static func matrix(_ rows: [Double]) -> Matrix {
    let m = rows.map { Float($0) }
    return (m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8])
  }

  fileprivate var weights: (Float, Float, Float) {
    let weights = luminance.map { Float($0) }
    return (weights[0], weights[1], weights[2])
  }
}

/// The tables of the conversion of a film's colours to sRGB's.
final class FilmTone: @unchecked Sendable {
  // Unchecked Sendable: nothing changes after `init`.

  let map: RowTone
  fileprivate static let known = KnownTables<FilmTone>()
  /// sRGB's components by their light, for row_deep_of_film.
  nonisolated(unsafe) static let extended: UnsafePointer<Float> = {
    let (steps, count) = (1 << RowExtendedBits, RowExtendedOctaves << RowExtendedBits)
    // The process keeps its table.
    let table = UnsafeMutablePointer<Float>.allocate(capacity: count + 1)
    for index in 0...count {
      let octave = pow(2, Double(index / steps + RowExtendedFirst))
      let light = octave * (1 + Double(index % steps) / Double(steps))
      (table + index).initialize(to: Float(ColorTransfer.sRGB.encode(light)))
    }
    return UnsafePointer(table)
  }()
  /// The light from which highlights are compressed; sRGB's white becomes 253 of 255.
  private static let knee: Float = 0.96

  fileprivate init(_ colors: FilmColors) {
    let white = FilmColors.graphicsWhite
    // The process keeps its tables.
    let light = UnsafeMutablePointer<Float>.allocate(capacity: 4096)
    for index in 0..<4096 {
      let value = Double(index) / 4095
      let decoded =
        switch colors.range {
        case .sdr: ColorTransfer.sRGB.decode(value)
        case .pq: ColorTransfer.pq.decode(value)
        case .hlg: ColorTransfer.hlgSceneLight(value)
        }
      (light + index).initialize(to: Float(decoded))
    }
    let gain =
      colors.range == .hlg
      ? RowGainIndex.table { Float(colors.peak / white * pow($0, ColorTransfer.hlgSystemGamma - 1)) } : nil
    // Bounded: the table's lights are from 0 to 1.
    let coded = RowCodedIndex.table(spare: 3) { UInt8((ColorTransfer.sRGB.encode($0) * 255).rounded()) }
    map = RowTone(
      light: light, gain: gain, luminance: colors.primaries.weights,
      matrix: RGBPrimaries.matrix(colors.primaries.toLinearSRGB),
      knee: colors.range == .sdr ? 1 : Self.knee, peak: Float(colors.peak / white), coded: coded)
  }
}

extension RowFloatIndex {
  /// Returns a table of values by the middle of each step of light, and by 1 at its end.
  fileprivate func table<Value>(spare: Int = 0, _ value: (Double) -> Value) -> UnsafePointer<Value> {
    let (steps, count) = (1 << Int(bits), Int(octaves) << Int(bits))
    let table = UnsafeMutablePointer<Value>.allocate(capacity: count + 1 + spare)
    for index in 0..<count {
      let octave = pow(2, Double(index / steps) - Double(octaves))
      (table + index).initialize(to: value(octave * (1 + (Double(index % steps) + 0.5) / Double(steps))))
    }
    (table + count).initialize(repeating: value(1), count: 1 + spare)
    return UnsafePointer(table)
  }
}

/// The tables of the conversion of sRGB's colours to a film's.
final class FilmLight: @unchecked Sendable {
  // Unchecked Sendable: nothing changes after `init`.

  let map: RowLight
  fileprivate static let known = KnownTables<FilmLight>()
  fileprivate static let knownExtended = KnownTables<FilmLight>()

  /// The light of each half float of extended sRGB, by its bits.
  nonisolated(unsafe) static let ofHalfFloats: UnsafePointer<Float> = {
    // The process keeps its table.
    let table = UnsafeMutablePointer<Float>.allocate(capacity: 1 << 16)
    for bits in 0..<1 << 16 {
      let value = Double(Float16(bitPattern: UInt16(bits)))
      let light = ColorTransfer.sRGB.decode(min(value.magnitude, 65_504))
      (table + bits).initialize(to: value.isNaN ? 0 : Float(value < 0 ? -light : light))
    }
    return UnsafePointer(table)
  }()

  fileprivate convenience init(_ colors: FilmColors) { self.init(colors, reach: 1, power: 2) }

  fileprivate convenience init(extended colors: FilmColors) {
    let highest =
      switch colors.range {
      case .sdr: FilmColors.graphicsWhite
      case .pq: ColorTransfer.highestPQ
      case .hlg: colors.peak
      }
    self.init(colors, reach: highest / FilmColors.graphicsWhite, power: 4)
  }

  /// - Parameters:
  ///   - reach: the highest light of the tables, relative to white.
  ///   - power: the power of an entry's place in the tables that is its part of that light.
  private init(_ colors: FilmColors, reach: Double, power: Double) {
    let (count, last) = (RowLightEntries, Double(RowLightEntries - 1))
    let (white, gamma) = (FilmColors.graphicsWhite, ColorTransfer.hlgSystemGamma)
    // The process keeps its tables.
    let tables = UnsafeMutablePointer<Float>.allocate(capacity: count * 3)
    let (light, gain, coded) = (tables, tables + count, tables + 2 * count)
    for index in 0..<count {
      let value = Double(index) / last
      let part = pow(value, power)
      // Half a step on from 0, where the gain is infinite.
      let shown = pow(max(value, 0.5 / last), power) * reach * white / colors.peak
      let encoded =
        switch colors.range {
        case .sdr: ColorTransfer.sRGB.encode(part * reach)
        case .pq: ColorTransfer.pq.encode(part * reach)
        // The gain gives the scene's light.
        case .hlg: ColorTransfer.hlgSignal(part)
        }
      (light + index).initialize(to: Float(ColorTransfer.sRGB.decode(value)))
      (gain + index).initialize(to: Float(reach * white / colors.peak * pow(shown, (1 - gamma) / gamma)))
      (coded + index).initialize(to: Float(min(max(encoded, 0), 1)))
    }
    map = RowLight(
      light: light, matrix: RGBPrimaries.matrix(colors.primaries.fromLinearSRGB.map { $0 / reach }),
      gain: colors.range == .hlg ? UnsafePointer(gain) : nil, luminance: colors.primaries.weights, coded: coded)
  }
}
