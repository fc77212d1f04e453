/// An upright rectangle of whole pixels, `minX ..< maxX` by `minY ..< maxY`.
package struct PixelBox: Hashable, Sendable {
  package var minX: Int, minY: Int, maxX: Int, maxY: Int

  package init(_ minX: Int, _ minY: Int, _ maxX: Int, _ maxY: Int) {
    (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
  }

  package var width: Int { maxX - minX }
  package var height: Int { maxY - minY }
  package var isEmpty: Bool { minX >= maxX || minY >= maxY }

  package func intersection(_ other: PixelBox) -> PixelBox {
    PixelBox(max(minX, other.minX), max(minY, other.minY), min(maxX, other.maxX), min(maxY, other.maxY))
  }

  /// The smallest box around both; an empty one counts for nothing.
  package func union(_ other: PixelBox?) -> PixelBox {
    guard let other, !other.isEmpty else { return self }
    guard !isEmpty else { return other }
    return PixelBox(min(minX, other.minX), min(minY, other.minY), max(maxX, other.maxX), max(maxY, other.maxY))
  }

  package func contains(_ other: PixelBox) -> Bool {
    minX <= other.minX && minY <= other.minY && maxX >= other.maxX && maxY >= other.maxY
  }

  package func moved(byX x: Int, y: Int) -> PixelBox { PixelBox(minX + x, minY + y, maxX + x, maxY + y) }
}
