// Tested by CGColorTests and FilmLightTests.

import Foundation

/// The curve between an encoded component and linear light. 1 is diffuse white on both sides, except for PQ and HLG.
/// For components below 0 each curve is mirrored at 0, as extended spaces require.
package enum ColorTransfer: Hashable, Sendable {
  case linear
  /// sRGB's curve, IEC 61966-2-1.
  case sRGB
  case gamma(Double)
  /// The cameras' curve of ITU-R BT.709 and BT.2020.
  case rec709
  /// The curve of ROMM (ProPhoto) RGB, ISO 22028-2.
  case romm
  /// SMPTE ST 2084. White is at 203 candela a square metre, as ITU-R BT.2408 recommends.
  case pq
  /// ITU-R BT.2100's hybrid log-gamma on a display of 1000 candela a square metre; white is the signal 0.75.
  case hlg

  package func decode(_ encoded: Double) -> Double { encoded < 0 ? -decodePositive(-encoded) : decodePositive(encoded) }

  package func encode(_ light: Double) -> Double { light < 0 ? -encodePositive(-light) : encodePositive(light) }

  /// HLG's curve of cameras (ITU-R BT.2100): the light of the scene, from 0 to 1, by the signal, and its inverse. A
  /// display shows that light raised to ``hlgSystemGamma``, by its luminance.
  package static func hlgSceneLight(_ signal: Double) -> Double { HLG.sceneLight(signal) }
  package static func hlgSignal(_ light: Double) -> Double { HLG.signal(light) }
  /// The highest light of PQ, in candela a square metre.
  package static let highestPQ = 10_000.0
  /// The gamma of a display whose peak is 1,000 candela a square metre.
  package static let hlgSystemGamma = HLG.systemGamma

  private func decodePositive(_ v: Double) -> Double {
    switch self {
    case .linear: v
    case .sRGB: v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
    case .gamma(let exponent): pow(v, exponent)
    case .rec709: v < Rec709.beta * 4.5 ? v / 4.5 : pow((v + Rec709.alpha - 1) / Rec709.alpha, 1 / 0.45)
    case .romm: v < 16 / 512.0 ? v / 16 : pow(v, 1.8)
    case .pq: PQ.decode(v) / PQ.white
    case .hlg: pow(HLG.sceneLight(v) / HLG.sceneLight(0.75), HLG.systemGamma)
    }
  }

  private func encodePositive(_ light: Double) -> Double {
    switch self {
    case .linear: light
    case .sRGB: light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    case .gamma(let exponent): pow(light, 1 / exponent)
    case .rec709: light < Rec709.beta ? light * 4.5 : Rec709.alpha * pow(light, 0.45) - (Rec709.alpha - 1)
    case .romm: light < 1 / 512.0 ? light * 16 : pow(light, 1 / 1.8)
    case .pq: PQ.encode(light * PQ.white)
    case .hlg: HLG.signal(pow(light, 1 / HLG.systemGamma) * HLG.sceneLight(0.75))
    }
  }
}

/// The constants with which the two pieces of BT.709's curve meet with the same slope.
private enum Rec709 {
  static let alpha = 1.09929682680944
  static let beta = 0.018053968510807
}

/// SMPTE ST 2084. Light from 0 to 1 is 0 to 10,000 candela a square metre.
private enum PQ {
  static let white = 203 / 10_000.0
  private static let m1 = 2610 / 16384.0
  private static let m2 = 2523 / 4096.0 * 128
  private static let c1 = 3424 / 4096.0
  private static let c2 = 2413 / 4096.0 * 32
  private static let c3 = 2392 / 4096.0 * 32

  static func decode(_ v: Double) -> Double {
    let p = pow(v, 1 / m2)
    return pow(max(p - c1, 0) / (c2 - c3 * p), 1 / m1)
  }

  static func encode(_ light: Double) -> Double {
    let p = pow(light, m1)
    return pow((c1 + c2 * p) / (1 + c3 * p), m2)
  }
}

/// Hybrid log-gamma, between the signal and the light of the scene, both from 0 to 1.
private enum HLG {
  static let systemGamma = 1.2
  private static let a = 0.17883277
  private static let b = 1 - 4 * a
  private static let c = 0.5 - a * log(4 * a)

  static func sceneLight(_ signal: Double) -> Double {
    signal <= 0.5 ? signal * signal / 3 : (exp((signal - c) / a) + b) / 12
  }

  static func signal(_ light: Double) -> Double {
    light <= 1 / 12.0 ? (3 * light).squareRoot() : a * log(12 * light - b) + c
  }
}
