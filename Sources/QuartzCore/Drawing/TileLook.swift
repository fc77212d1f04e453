// What a picture of a tiled layer depends on, and its levels of detail.
//
//   pixels to a point as seen    levelsOfDetail 4, levelsOfDetailBias 1
//   above 1                      level  1: twice contentsScale
//   above 1/2 up to 1            level  0: contentsScale
//   above 1/4 up to 1/2          level -1
//   up to 1/4                    level -2
//
// The level is that of the least resolution that is no less than the screen's. The smallest level has no less than a
// pixel along the shorter side of the bounds.

import CoreGraphics
import Foundation

/// The properties of a tiled layer that a picture of it depends on.
package struct TileLook: Equatable {
  package let source: TileSource
  /// The version of the source, which changes when tiles are marked.
  let version: UInt64
  let levels: Int
  let bias: Int
  /// Pixels of a cell.
  package let width: Int
  package let height: Int
  let scale: Double
  package let isOpaque: Bool
  package let isGray: Bool

  package init(_ source: TileSource, _ values: LayerValues) {
    let (managed, rows) = (values.managed, TiledProperties.all)
    func number(_ property: LayerProperty, _ range: ClosedRange<Double>) -> Int {
      let value = managed.number(property)
      return Int(value.isNaN ? property.initialNumber : min(max(value, range.lowerBound), range.upperBound))
    }
    func side(_ length: CGFloat?) -> Int {
      guard let length, length.isFinite else { return 256 }
      return Int(min(max(length, 16), 1024))
    }
    self.source = source
    version = source.version
    levels = number(rows.levelsOfDetail, 1...64)
    bias = number(rows.levelsOfDetailBias, 0...32)
    let size = managed[rows.tileSize].size
    (width, height) = (side(size?.width), side(size?.height))
    let scale = Double(values.contentsScale)
    self.scale = scale > 0 && scale.isFinite ? min(max(scale, 1e-6), 1e6) : 1
    isOpaque = managed.isTrue(LayerProperties.all.opaque)
    isGray = managed[LayerProperties.all.contentsFormat].string == CALayerContentsFormat.gray8Uint.rawValue
  }

  package static func == (a: TileLook, b: TileLook) -> Bool {
    a.source === b.source && a.version == b.version && a.levels == b.levels && a.bias == b.bias && a.width == b.width
      && a.height == b.height && a.scale == b.scale && a.isOpaque == b.isOpaque && a.isGray == b.isGray
  }

  // MARK: Levels

  /// The level of the least resolution that is no less than one of the screen.
  package func screenLevel(pixelsPerPoint: Double) -> Int {
    let wanted = log2(pixelsPerPoint / scale)
    guard !wanted.isNaN else { return 0 }
    return Int((min(max(wanted, -100), 100) - 1e-3).rounded(.up))
  }

  /// The level nearest to one that the layer has, its bounds having a width and a height in points.
  package func level(nearest level: Int, width: Double, height: Double) -> Int {
    let smallest = (-log2(min(width, height) * scale)).rounded(.up)
    let lowest = min(max(bias - levels + 1, Int(max(min(smallest, 64), -64))), bias)
    return min(max(level, lowest), bias)
  }

  /// A level's pixels to a point.
  package func density(ofLevel level: Int) -> Double { scale * exp2(Double(level)) }
}
