// Transfer functions: from a stored component to its amount of light, and back.

import Foundation

/// The curve between an encoded component and linear light; 1 is diffuse white on both sides but for PQ and HLG.
///
/// Every curve goes on below 0 as its own mirror image, as extended spaces ask.
package enum ColorTransfer: Hashable, Sendable {
  /// Light itself.
  case linear
  /// IEC 61966-2-1.
  case sRGB
  /// A pure power.
  case gamma(Double)
  /// ITU-R BT.709 and BT.2020 cameras' curve.
  case rec709
  /// ISO 22028-2, ProPhoto's.
  case romm
  /// SMPTE ST 2084. White is at 203 candela a square metre, as ITU-R BT.2408 recommends.
  case pq
  /// ITU-R BT.2100's hybrid log-gamma on a display of 1000 candela a square metre; white is the signal 0.75.
  case hlg

  /// Light from the encoded component.
  package func decode(_ encoded: Double) -> Double { encoded < 0 ? -decodePositive(-encoded) : decodePositive(encoded) }

  /// The encoded component from light.
  func encode(_ light: Double) -> Double { light < 0 ? -encodePositive(-light) : encodePositive(light) }

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

/// The constants that make BT.709's two pieces meet with one slope.
private enum Rec709 {
  static let alpha = 1.09929682680944
  static let beta = 0.018053968510807
}

/// SMPTE ST 2084 with light from 0 to 1 for 0 to 10,000 candela a square metre.
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

/// Hybrid log-gamma: signal and light of the scene, both from 0 to 1.
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
