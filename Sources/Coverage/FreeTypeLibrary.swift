// FreeType's rasteriser of outlines by exact area. A library is not for two threads at once; as many as were in use at
// one time are kept.

import CFreeType
import Synchronization

/// An outline as FreeType takes it.
struct FreeTypeOutline {
  /// The counts are 16-bit numbers with a sign.
  static let limit = 32_000

  /// In 1/64 of a pixel, or of a part of one.
  var points: [FT_Vector] = []
  /// The last point of each contour.
  var ends: [UInt16] = []
  /// Whether the points count parts of pixels.
  var hasParts: Bool
}

/// A FreeType for one thread at a time.
final class FreeTypeLibrary: @unchecked Sendable {
  // Unchecked Sendable: only `withLibrary` hands one out, to one body at a time.
  private let handle: FT_Library

  private static let idle = Mutex<[FreeTypeLibrary]>([])

  /// Calls `body` with a library that no other thread uses meanwhile.
  static func withLibrary<Result>(_ body: (FreeTypeLibrary) -> Result) -> Result {
    let library = idle.withLock { $0.popLast() } ?? FreeTypeLibrary()
    defer { idle.withLock { $0.append(library) } }
    return body(library)
  }

  private init() {
    var handle: FT_Library?
    let status = FT_Init_FreeType(&handle)
    guard status == 0, let handle else { fatalError("FreeType does not start (error \(status)): out of memory?") }
    self.handle = handle
  }

  /// Rasterises into cleared bytes. Returns false where FreeType could not: the pixels are then partly drawn.
  func render(
    _ outline: inout FreeTypeOutline, isEvenOdd: Bool, into bytes: UnsafeMutablePointer<UInt8>, width: Int,
    height: Int, stride: Int
  ) -> Bool {
    guard !outline.ends.isEmpty else { return true }
    let (pointCount, contourCount) = (Int16(outline.points.count), Int16(outline.ends.count))
    // 1: a point of a line.
    var tags = [UInt8](repeating: 1, count: outline.points.count)
    var sums = [UInt16](repeating: 0, count: outline.hasParts ? width * height : 0)
    let hasParts = outline.hasParts
    return outline.points.withUnsafeMutableBufferPointer { points in
      outline.ends.withUnsafeMutableBufferPointer { ends in
        sums.withUnsafeMutableBufferPointer { sums in
          cfreetype_render(
            handle, points.baseAddress, &tags, pointCount, ends.baseAddress, contourCount, isEvenOdd ? 1 : 0, bytes,
            Int32(width), Int32(height), Int32(stride), hasParts ? sums.baseAddress : nil) == 0
        }
      }
    }
  }
}
