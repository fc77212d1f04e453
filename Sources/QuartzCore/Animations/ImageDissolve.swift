// Dissolves between two images (12.14). Premultiplied pixels are mixed, so that the mix of two opaque images is opaque.

import CoreGraphics
import Synchronization

/// Makes the images between those of a keyframe animation.
final class ImageDissolve: Sendable {
  /// The image that was made last, which is asked for again where a frame is drawn twice.
  private let last = Mutex<(from: CGImage, to: CGImage, weight: Int, image: CGImage)?>(nil)

  /// The image `part` of the way, from 0 to 1; the first one up to the end where the two differ in size.
  func image(from: CGImage, to: CGImage, part: Double) -> CGImage {
    let weight = Int(bounded: (min(max(part, 0), 1) * 256).rounded())
    guard weight > 0, from !== to else { return from }
    guard weight < 256 else { return to }
    guard from.width == to.width, from.height == to.height, !from.isMask, !to.isMask else { return from }
    return last.withLock { last in
      if let last, last.from === from, last.to === to, last.weight == weight { return last.image }
      let image = Self.mixed(from, to, weight)
      last = (from, to, weight, image)
      return image
    }
  }

  private static func mixed(_ from: CGImage, _ to: CGImage, _ weight: Int) -> CGImage {
    let (mine, others) = (UInt16(256 - weight), UInt16(weight))
    let count = from.pixels.count
    let pixels = [UInt8](unsafeUninitializedCapacity: count) { mixed, filled in
      from.pixels.withUnsafeBufferPointer { from in
        to.pixels.withUnsafeBufferPointer { to in
          for index in 0..<count {
            mixed[index] = UInt8(
              truncatingIfNeeded: (UInt16(from[index]) &* mine &+ UInt16(to[index]) &* others &+ 128) >> 8)
          }
        }
      }
      filled = count
    }
    return CGImage(
      width: from.width, height: from.height, premultipliedRGBA: pixels, shouldInterpolate: from.shouldInterpolate)
  }
}
