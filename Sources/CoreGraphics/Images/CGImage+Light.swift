// Tested by DeepFrameTests.

import Foundation
import ImageFiles
import Synchronization

/// The versions of an image with less light, by what they are limited to.
package final class DimmedImages: Sendable {
  fileprivate struct Limit: Hashable {
    var headroom: Float
    var peak: Float
    var isMapped: Bool
  }

  fileprivate let made = Mutex<[Limit: CGImage]>([:])
  /// The most versions that are kept.
  fileprivate static let most = 4
}

extension CGImage {
  /// Returns the image with at most `headroom` times the light of white, 1 or more; an image of 8 bits, and one without
  /// such light, is returned itself.
  ///
  /// - Parameters:
  ///   - mapsTones: whether light from 0.96 of the limit on is compressed by the largest of red, green and blue, so
  ///     that hue stays; otherwise each component is clipped.
  ///   - peak: the light, relative to white, that becomes the limit; 0 for the image's brightest.
  package func limited(toHeadroom headroom: Float, mapsTones: Bool, peak: Float = 0) -> CGImage {
    guard let deepPixels, let dimmed else { return self }
    let limit = DimmedImages.Limit(headroom: headroom, peak: peak, isMapped: mapsTones)
    if let known = dimmed.made.withLock({ $0[limit] }) { return known }
    let made = dimming(deepPixels, limit)
    dimmed.made.withLock { all in
      if all.count >= DimmedImages.most { all.removeAll() }
      // An image that is not changed would own itself.
      if made !== self { all[limit] = made }
    }
    return made
  }

  private func dimming(_ pixels: [UInt8], _ limit: DimmedImages.Limit) -> CGImage {
    let most = Float(ColorTransfer.sRGB.encode(Double(limit.headroom)))
    func straight(_ color: SIMD4<Float>) -> SIMD4<Float> {
      color.w > 0 ? SIMD4(SIMD3(color.x, color.y, color.z) / color.w, color.w) : color
    }
    var brightest: Float = 0
    pixels.forEachDeepColor {
      let color = straight($0)
      brightest = max(brightest, color.x, color.y, color.z)
    }
    // Half floats near 1 are 1/1024 apart.
    guard brightest > most + 0.0005 else { return self }
    let peak = limit.peak > limit.headroom ? Double(limit.peak) : ColorTransfer.sRGB.decode(Double(brightest))
    let knee = 0.96 * Double(limit.headroom)
    let (room, far) = (Double(limit.headroom) - knee, peak - knee)
    let reach = room * (far + room) / far
    let changed = pixels.mappingDeepColors { color in
      let own = straight(color)
      var shown = SIMD3(own.x, own.y, own.z)
      if limit.isMapped {
        let high = ColorTransfer.sRGB.decode(Double(shown.max()))
        guard high > knee else { return color }
        let scale = min(knee + reach * (high - knee) / (high - knee + room), Double(limit.headroom)) / high
        for index in 0..<3 {
          shown[index] = Float(ColorTransfer.sRGB.encode(ColorTransfer.sRGB.decode(Double(shown[index])) * scale))
        }
      } else {
        shown = shown.clamped(lowerBound: SIMD3(repeating: -most), upperBound: SIMD3(repeating: most))
      }
      return SIMD4(shown * own.w, own.w)
    }
    return CGImage(
      width: width, height: height, deepPixels: changed, shouldInterpolate: shouldInterpolate, intent: renderingIntent,
      headroom: limit.headroom)
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
