// A tiled layer's properties, and what marks its tiles. The tiles themselves are Drawing/TileSource.swift's.

public import Foundation

/// A layer that is drawn in tiles, at the resolution that it is looked at with.
///
/// Once the layer was marked (``CALayer/setNeedsDisplay()``), a frame has the tiles drawn that it shows:
/// ``CALayer/draw(in:)`` is called on this layer, on threads in the background, several at once, but never two for one
/// tile. The clip and the transform of the context tell which part is drawn, and at which resolution: as many pixels as
/// the frame shows, or up to twice as many a side. A frame waits for its tiles. Tiles are kept, up to 256 MiB of them,
/// until their part is marked. Where a frame would need more than that, as of a huge layer seen from afar, the
/// resolution is lower than ``levelsOfDetail`` says.
///
/// Setting ``CALayer/contents`` makes it an ordinary layer.
open class CATiledLayer: CALayer {
  /// The source that draws the tiles; nil before the first display.
  package final var tileSource: TileSource?

  /// The duration over which a newly drawn tile appears, in seconds: 0.25.
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

  /// Lets go of the tiles that were marked; frames have those drawn anew that they show.
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
