// A record that tells a renderer that an image is another one with a part drawn again: the renderer then uploads the
// part only. The record holds serial numbers, not references, as the older images may be gone.

import Synchronization

/// A rectangle of pixels, y from the first row.
package struct PixelRegion: Equatable, Sendable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  package var isEmpty: Bool { width <= 0 || height <= 0 }

  /// The smallest rectangle around both.
  package func union(_ other: PixelRegion) -> PixelRegion {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let (left, top) = (min(x, other.x), min(y, other.y))
    return PixelRegion(
      x: left, y: top, width: max(x + width, other.x + other.width) - left,
      height: max(y + height, other.y + other.height) - top)
  }

  /// Returns the intersection of two regions; its size is negative if they do not meet.
  func intersection(_ other: PixelRegion) -> PixelRegion {
    let (left, top) = (max(x, other.x), max(y, other.y))
    return PixelRegion(
      x: left, y: top, width: min(x + width, other.x + other.width) - left,
      height: min(y + height, other.y + other.height) - top)
  }
}

/// The earlier images that an image drawn by a layer replaces.
package struct DrawnImageHistory: Sendable {
  /// An image of the same size that this one replaces.
  package struct Ancestor: Sendable {
    package var serial: UInt64
    /// The region in which the two may differ.
    package var changed: PixelRegion
  }

  private static let serials = Atomic<UInt64>(0)
  /// The most generations that are remembered.
  private static let most = 6

  /// No other image has it.
  package let serial = DrawnImageHistory.serials.add(1, ordering: .relaxed).newValue
  /// The closest first.
  package let ancestors: [Ancestor]

  /// The history of an image that replaces others.
  ///
  /// - Parameters:
  ///   - base: the image that it was drawn over; nil where it was drawn from nothing.
  ///   - changed: what of it was drawn.
  ///   - latest: the image that was shown before, where that is another one: nothing of it is kept, but its place can
  ///     be.
  ///   - width: in pixels; images of other sizes are no ancestors.
  ///   - height: in pixels.
  package init(over base: CGImage?, changed: PixelRegion, replacing latest: CGImage?, width: Int, height: Int) {
    var ancestors: [Ancestor] = []
    if let base, let history = base.history, base.width == width, base.height == height {
      ancestors.append(Ancestor(serial: history.serial, changed: changed))
      ancestors += history.ancestors.map { Ancestor(serial: $0.serial, changed: $0.changed.union(changed)) }
    }
    if let latest, latest !== base, let history = latest.history, latest.width == width, latest.height == height {
      ancestors.append(
        Ancestor(serial: history.serial, changed: PixelRegion(x: 0, y: 0, width: width, height: height)))
    }
    self.ancestors = Array(ancestors.prefix(Self.most))
  }
}
