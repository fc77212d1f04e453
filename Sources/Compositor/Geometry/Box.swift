package import Foundation

/// An axis-aligned rectangle, `minX ... maxX` by `minY ... maxY`; empty if a side is not positive. Culling, clipping
/// and slicing compare edges all the time; CGRect would add and subtract sizes at each step, and lose the exactness of
/// edges that two slices share.
///
/// Tested by CompositorGeometryTests.
package struct Box: Equatable, Sendable {
  package var minX: Double, minY: Double, maxX: Double, maxY: Double

  package init(_ minX: Double, _ minY: Double, _ maxX: Double, _ maxY: Double) {
    (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
  }

  package init(_ rect: CGRect) {
    self.init(Double(rect.minX), Double(rect.minY), Double(rect.maxX), Double(rect.maxY))
  }

  /// A box without points, the neutral element of ``union(_:)``.
  package static let empty = Box(.infinity, .infinity, -.infinity, -.infinity)

  package var width: Double { maxX - minX }
  package var height: Double { maxY - minY }
  package var area: Double { isEmpty ? 0 : width * height }
  /// Also true where an edge is not a number.
  package var isEmpty: Bool { !(minX < maxX && minY < maxY) }
  var isIntegral: Bool {
    minX == minX.rounded() && minY == minY.rounded() && maxX == maxX.rounded() && maxY == maxY.rounded()
  }

  package func intersection(_ other: Box) -> Box {
    Box(max(minX, other.minX), max(minY, other.minY), min(maxX, other.maxX), min(maxY, other.maxY))
  }

  package func union(_ other: Box) -> Box {
    Box(min(minX, other.minX), min(minY, other.minY), max(maxX, other.maxX), max(maxY, other.maxY))
  }

  package func intersects(_ other: Box) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }

  package func contains(_ other: Box) -> Bool {
    minX <= other.minX && minY <= other.minY && maxX >= other.maxX && maxY >= other.maxY
  }

  package func insetBy(x: Double, y: Double) -> Box { Box(minX + x, minY + y, maxX - x, maxY - y) }
  package func insetBy(_ d: Double) -> Box { insetBy(x: d, y: d) }

  /// The smallest box on whole pixels around this one.
  var outset: Box { Box(minX.rounded(.down), minY.rounded(.down), maxX.rounded(.up), maxY.rounded(.up)) }

  /// The largest box on whole pixels inside this one; may be empty.
  package var inset: Box { Box(minX.rounded(.up), minY.rounded(.up), maxX.rounded(.down), maxY.rounded(.down)) }

  /// The box with edges that miss a whole pixel by no more than arithmetic's error moved onto it; no coverage that 8
  /// bits could show (1/255) is made or lost.
  package var aligned: Box {
    Box(Self.aligned(minX), Self.aligned(minY), Self.aligned(maxX), Self.aligned(maxY))
  }

  /// An edge in pixels, moved as by ``aligned``.
  static func aligned(_ edge: Double) -> Double {
    // Larger numbers are whole. A conversion there and back is several times as fast as the library's rounding.
    guard abs(edge) < 0x1p51 else { return edge }
    let whole = Double(Int64(edge < 0 ? edge - 0.5 : edge + 0.5))
    return abs(edge - whole) < 1.0 / 1024 ? whole : edge
  }

  /// The box with the edges that do not cut `content` moved out to whole pixels.
  func loosened(around content: Box) -> Box {
    let outer = outset
    return Box(
      minX <= content.minX ? outer.minX : minX, minY <= content.minY ? outer.minY : minY,
      maxX >= content.maxX ? outer.maxX : maxX, maxY >= content.maxY ? outer.maxY : maxY)
  }

  /// The pixels whose centres lie inside, for drawing without antialiasing.
  package var snapped: Box {
    Box(
      (minX - 0.5).rounded(.up), (minY - 0.5).rounded(.up), (maxX - 0.5).rounded(.up), (maxY - 0.5).rounded(.up))
  }
}

extension Box {
  func moved(byX x: Double, y: Double) -> Box { Box(minX + x, minY + y, maxX + x, maxY + y) }
}
