// Tested by DeepFrameTests.

import Foundation
import ImageFiles
import Synchronization

/// The components of the images that a source makes.
package enum ImageDepth: Sendable {
  /// Bytes of sRGB.
  case bytes
  /// Also half floats of sources with more than 8 bits, of sRGB's light and colours.
  case deep
  /// Also half floats, with light above white and colours beyond sRGB's.
  case extended
}

/// The versions of an image with less light, by what they are limited to.
package final class DimmedImages: Sendable {
  fileprivate struct Limit: Hashable {
    var headroom: Float
    var peak: Float
    var isMapped: Bool
  }

  fileprivate let made = Mutex<[Limit: CGImage]>([:])
  /// The light of the brightest component in BT.2020's primaries, relative to white; nil until it is measured.
  fileprivate let brightest = Mutex<Double?>(nil)
  /// The most versions that are kept.
  fileprivate static let most = 4
}

extension CGImage {
  /// Returns the image with at most `headroom` times the light of white, 1 or more, in half floats; its bytes stay. An
  /// image of 8 bits, and one without such light, is returned itself. Saturated colours of BT.2020's gamut are no
  /// light above white.
  ///
  /// - Parameters:
  ///   - mapsTones: whether light from 0.96 of the limit on is compressed by the largest component, so that hue stays;
  ///     otherwise each component is clipped.
  ///   - peak: the light, relative to white, that becomes the limit; 0 for the image's brightest.
  package func limited(toHeadroom headroom: Float, mapsTones: Bool, peak: Float = 0) -> CGImage {
    guard let deepPixels, let dimmed else { return self }
    let brightest = dimmed.brightest.withLock { known in
      if let known { return known }
      let found = Self.brightest(deepPixels)
      known = found
      return found
    }
    // Half floats near 1 are 1/1024 apart, which is 1/400 of light.
    guard brightest > Double(headroom) * 1.003 else { return self }
    let limit = DimmedImages.Limit(headroom: headroom, peak: peak, isMapped: mapsTones)
    if let known = dimmed.made.withLock({ $0[limit] }) { return known }
    let made = dimming(deepPixels, limit, brightest)
    dimmed.made.withLock { all in
      if all.count >= DimmedImages.most { all.removeAll() }
      all[limit] = made
    }
    return made
  }

  private static func straight(_ color: SIMD4<Float>) -> SIMD3<Float> {
    let components = SIMD3(color.x, color.y, color.z)
    return color.w > 0 ? components / color.w : components
  }

  private static let toWide = SpaceConversion.wideLight

  private static func brightest(_ pixels: [UInt8]) -> Double {
    var (brightest, last) = (0.0, SIMD4<Float>(repeating: .nan))
    pixels.forEachDeepColor { color in
      guard color != last else { return }
      last = color
      brightest = max(brightest, toWide(straight(color)).max())
    }
    return brightest
  }

  private func dimming(_ pixels: [UInt8], _ limit: DimmedImages.Limit, _ brightest: Double) -> CGImage {
    let headroom = Double(limit.headroom)
    let most = Float(ColorTransfer.sRGB.encode(headroom))
    let peak = limit.peak.isFinite && limit.peak > limit.headroom ? Double(limit.peak) : brightest
    let knee = 0.96 * headroom
    let (room, far) = (headroom - knee, peak - knee)
    let reach = room * (far + room) / far
    let changed = pixels.mappingDeepColors { color in
      var shown = Self.straight(color)
      if limit.isMapped {
        let high = Self.toWide(shown).max()
        guard high > knee else { return color }
        let scale = min(knee + reach * (high - knee) / (high - knee + room), headroom) / high
        for index in 0..<3 {
          shown[index] = Float(ColorTransfer.sRGB.encode(ColorTransfer.sRGB.decode(Double(shown[index])) * scale))
        }
      } else {
        shown = shown.clamped(lowerBound: SIMD3(repeating: -most), upperBound: SIMD3(repeating: most))
      }
      return SIMD4(shown * (color.w > 0 ? color.w : 1), color.w)
    }
    return CGImage(
      width: width, height: height, premultipliedRGBA: self.pixels, shouldInterpolate: shouldInterpolate,
      deepPixels: changed, intent: renderingIntent, headroom: limit.headroom)
  }
}

extension [UInt8] {
  /// Visits half floats of pixels as colours.
  fileprivate func forEachDeepColor(_ body: (SIMD4<Float>) -> Void) {
    withUnsafeBytes { bytes in
      for offset in stride(from: 0, to: count, by: 8) {
        body(SIMD4<Float>(bytes.loadUnaligned(fromByteOffset: offset, as: SIMD4<Float16>.self)))
      }
    }
  }

  /// Returns half floats of pixels with changed colours; neighbours of one colour are changed once.
  fileprivate func mappingDeepColors(_ change: (SIMD4<Float>) -> SIMD4<Float>) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      var (last, result) = (SIMD4<Float16>(repeating: .nan), SIMD4<Float16>.zero)
      withUnsafeBytes { bytes in
        for offset in stride(from: 0, to: count, by: 8) {
          let pixel = bytes.loadUnaligned(fromByteOffset: offset, as: SIMD4<Float16>.self)
          if pixel != last { (last, result) = (pixel, SIMD4<Float16>(change(SIMD4<Float>(pixel)))) }
          UnsafeMutableRawBufferPointer(buffer).storeBytes(of: result, toByteOffset: offset, as: SIMD4<Float16>.self)
        }
      }
      filled = count
    }
  }
}
