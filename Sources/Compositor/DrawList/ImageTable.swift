package import CoreGraphics
import Synchronization

/// The images that a render tree's layers show or are animated to show, by small integers, so that flat values hold no
/// references. An index stays valid until a sweep finds that nothing in the tree uses its image any more.
package struct ImageTable {
  private var images: [CGImage?] = []
  private var indices: [ObjectIdentifier: Int32] = [:]
  private var free: [Int32] = []
  private var addedSinceSweep = 0
  private var bytesSinceSweep = 0
  /// The bytes of new images after which a sweep is due, which limits the memory of a film's earlier frames.
  private static let mostBytes = 64 << 20

  package init() {}

  package init(_ images: [Int32: CGImage]) {
    for index in 0..<(images.keys.max() ?? -1) + 1 {
      self.images.append(images[index])
      if let image = images[index] { indices[ObjectIdentifier(image)] = index } else { free.append(index) }
    }
    free.sort(by: >)
  }

  package subscript(index: Int32) -> CGImage? { images[Int(index)] }

  package var count: Int { indices.count }

  /// Returns the index of an image, which is entered if it is new.
  package mutating func index(of image: CGImage) -> Int32 {
    if let index = indices[ObjectIdentifier(image)] { return index }
    addedSinceSweep += 1
    bytesSinceSweep += image.byteCount
    let index: Int32
    if let reused = free.popLast() {
      images[Int(reused)] = image
      index = reused
    } else {
      index = Int32(images.count)
      images.append(image)
    }
    indices[ObjectIdentifier(image)] = index
    return index
  }

  /// Whether enough images were entered since the last sweep to make another one worthwhile.
  var wantsSweep: Bool { addedSinceSweep > 32 + indices.count / 2 || bytesSinceSweep > Self.mostBytes }

  package mutating func sweep(keeping used: Set<ObjectIdentifier>) {
    (addedSinceSweep, bytesSinceSweep) = (0, 0)
    for (identifier, index) in indices where !used.contains(identifier) {
      images[Int(index)] = nil
      indices[identifier] = nil
      free.append(index)
    }
    // Indices are handed out from the sorted list, so that the order of a dictionary does not reach a frame.
    free.sort(by: >)
  }
}

/// A texture that the compositor makes on the CPU: coverage of paths, shadows, rows of gradients. It never changes, so
/// the renderer uploads it once and knows it by its identity.
package final class Texels: Sendable {
  package enum Format: Sendable {
    /// One byte a pixel, which programs read in all four components: a tint paints a colour through it.
    case coverage
    /// Four bytes a pixel, premultiplied RGBA.
    case color
    /// Four half floats a pixel, premultiplied RGBA of any range; for deep frames.
    case deepColor

    package var bytesPerPixel: Int {
      switch self {
      case .coverage: 1
      case .color: 4
      case .deepColor: 8
      }
    }
  }

  private static let serials = Atomic<UInt64>(0)
  /// The number of the texture, which no other one ever has.
  package let serial = Texels.serials.add(1, ordering: .relaxed).newValue
  /// In pixels; at least 1.
  package let width: Int
  package let height: Int
  package let format: Format
  /// The bytes, first row first, without padding.
  package let pixels: [UInt8]

  package init(width: Int, height: Int, format: Format, pixels: [UInt8]) {
    let count = width * height * format.bytesPerPixel
    precondition(
      width > 0 && height > 0 && pixels.count == count,
      "Texels: \(pixels.count) bytes for \(width)x\(height) pixels; expected \(count)")
    (self.width, self.height, self.format, self.pixels) = (width, height, format, pixels)
  }

  deinit { SpareBytes.give(pixels) }

  /// Returns the bytes of a bitmap and its texture. llvmpipe takes four bytes a pixel, also for coverage.
  static func memory(_ width: Int, _ height: Int, _ format: Format) -> Double {
    Double(width) * Double(height) * Double(format.bytesPerPixel + max(format.bytesPerPixel, 4))
  }

  /// The placeholder in a list for a bitmap that is still being made.
  static let placeholder = Texels(width: 1, height: 1, format: .coverage, pixels: [0])
}

extension Texels: Equatable {
  package static func == (a: Texels, b: Texels) -> Bool {
    a === b || (a.width == b.width && a.height == b.height && a.format == b.format && a.pixels == b.pixels)
  }
}
