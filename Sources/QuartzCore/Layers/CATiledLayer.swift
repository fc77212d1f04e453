public import Foundation

/// A layer that is drawn in tiles, at the resolution that it is looked at with.
///
/// Setting ``CALayer/contents`` makes it an ordinary layer.
open class CATiledLayer: CALayer {
  /// How long a tile that was drawn takes to appear, in seconds: 0.25.
  open class func fadeDuration() -> CFTimeInterval { 0.25 }

  /// How many resolutions there are, each half of the one before. Default: 1.
  open var levelsOfDetail: Int {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// How many of ``levelsOfDetail`` are magnified, each twice the one before, rather than reduced. Default: 0.
  open var levelsOfDetailBias: Int {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The largest size of a tile, in pixels. Default: 256x256.
  open var tileSize: CGSize {
    get { managed() }
    set { setManaged(newValue) }
  }

  package override class var renderKind: LayerKind { .tiled }

  open override class func defaultValue(forKey key: String) -> Any? {
    switch key {
    case "levelsOfDetail": NSNumber(value: 1)
    case "levelsOfDetailBias": NSNumber(value: 0)
    case "tileSize": CGSize(width: 256, height: 256)
    default: super.defaultValue(forKey: key)
    }
  }
}
