// Drawing/TileSource.swift draws and keeps the tiles.

import CoreGraphics
public import Foundation

/// A layer that is drawn in tiles, at the resolution of the view.
///
/// Once the layer was marked (``CALayer/setNeedsDisplay()``), a frame draws the tiles that it shows:
/// ``CALayer/draw(in:)`` is called on this layer, on several background threads at once, but never two for one tile.
/// The clip and the transform of the context tell the part to draw and its resolution: as many pixels as the frame
/// shows, or up to twice as many a side. A frame waits for its tiles. Up to 256 MiB of tiles are kept, until their part
/// is marked; a frame that needs more, as of a huge layer from afar, has a lower resolution.
///
/// Setting ``CALayer/contents`` makes it an ordinary layer.
open class CATiledLayer: CALayer {
  /// The source that draws the tiles; nil before the first display.
  package final var tileSource: TileSource?

  /// Returns the duration over which a newly drawn tile appears, in seconds: 0.25.
  open class func fadeDuration() -> CFTimeInterval { 0.25 }

  /// The number of resolutions, each half of the one before. Default: 1.
  open var levelsOfDetail: Int {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The number of ``levelsOfDetail`` that are magnified, each twice the one before, rather than reduced. Default: 0.
  open var levelsOfDetailBias: Int {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The largest size of a tile, in pixels; sides are brought into 16...1024. Default: 256x256.
  open var tileSize: CGSize {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// Releases the marked tiles; frames draw the ones that they show again.
  open override func display() { performTiledDisplay() }

  open override func setNeedsDisplay() {
    tileSource?.mark(nil)
    super.setNeedsDisplay()
  }

  /// Marks the tiles that touch a rectangle, in the layer's points.
  open override func setNeedsDisplay(_ r: CGRect) {
    tileSource?.mark(r.standardized)
    super.setNeedsDisplay(r)
  }

  package override class var renderKind: LayerKind { .tiled }

  package override class var properties: PropertyTable { TiledProperties.table }
}

// The levels of detail of a tiled layer:
//
//   pixels to a point as seen    levelsOfDetail 4, levelsOfDetailBias 1
//   above 1                      level  1: twice contentsScale
//   above 1/2 up to 1            level  0: contentsScale
//   above 1/4 up to 1/2          level -1
//   up to 1/4                    level -2
//
// The smallest level has at least a pixel along the shorter side of the bounds.

package struct TileLook: Equatable {
  package let source: TileSource
  /// The version of the source, which changes when tiles are marked.
  let version: UInt64
  let levels: Int
  let bias: Int
  /// The width, in pixels.
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

  /// Returns the level with the least resolution that is not below the screen's.
  package func screenLevel(pixelsPerPoint: Double) -> Int {
    let wanted = log2(pixelsPerPoint / scale)
    guard !wanted.isNaN else { return 0 }
    return Int((min(max(wanted, -100), 100) - 1e-3).rounded(.up))
  }

  /// Returns the nearest level that the layer has, if its bounds have a width and a height in points.
  package func level(nearest level: Int, width: Double, height: Double) -> Int {
    let smallest = (-log2(min(width, height) * scale)).rounded(.up)
    let lowest = min(max(bias - levels + 1, Int(max(min(smallest, 64), -64))), bias)
    return min(max(level, lowest), bias)
  }

  package func density(ofLevel level: Int) -> Double { scale * exp2(Double(level)) }
}
