// Raw values are Apple's: files store them.

import Foundation

/// The place and size of a layer's contents in its bounds. "Top" is maximum y where y points up; see
/// ``CALayer/contentsGravity``.
public struct CALayerContentsGravity: RawRepresentable, Hashable, Sendable {
  /// Apple's string for it.
  public let rawValue: String
  /// Creates a constant by its string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// In the middle, at its own size.
  public static let center = Self(rawValue: "center")
  /// At the middle of the upper edge, at its own size.
  public static let top = Self(rawValue: "top")
  /// At the middle of the lower edge, at its own size.
  public static let bottom = Self(rawValue: "bottom")
  /// At the middle of the left edge, at its own size.
  public static let left = Self(rawValue: "left")
  /// At the middle of the right edge, at its own size.
  public static let right = Self(rawValue: "right")
  /// In the upper left corner, at its own size.
  public static let topLeft = Self(rawValue: "topLeft")
  /// In the upper right corner, at its own size.
  public static let topRight = Self(rawValue: "topRight")
  /// In the lower left corner, at its own size.
  public static let bottomLeft = Self(rawValue: "bottomLeft")
  /// In the lower right corner, at its own size.
  public static let bottomRight = Self(rawValue: "bottomRight")
  /// Stretched to the bounds.
  public static let resize = Self(rawValue: "resize")
  /// As large as fits the bounds with its proportions kept, in the middle.
  public static let resizeAspect = Self(rawValue: "resizeAspect")
  /// As small as fills the bounds with its proportions kept, in the middle.
  public static let resizeAspectFill = Self(rawValue: "resizeAspectFill")

  static let all: [Self] = [
    .center, .top, .bottom, .left, .right, .topLeft, .topRight, .bottomLeft, .bottomRight, .resize, .resizeAspect,
    .resizeAspectFill,
  ]
}

/// The sampling of contents that are drawn larger or smaller than they are.
public struct CALayerContentsFilter: RawRepresentable, Hashable, Sendable {
  /// Apple's string for it.
  public let rawValue: String
  /// Creates a constant by its string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The nearest pixel of the image: hard squares where it is enlarged.
  public static let nearest = Self(rawValue: "nearest")
  /// Between the four nearest pixels of the image.
  public static let linear = Self(rawValue: "linear")
  /// Bilinear over mipmaps; only where contents shrink.
  public static let trilinear = Self(rawValue: "trilinear")

  static let all: [Self] = [.nearest, .linear, .trilinear]
}

/// The pixel format of the backing store that a layer draws into. An assigned image keeps its own.
public struct CALayerContentsFormat: RawRepresentable, Hashable, Sendable {
  /// Apple's string for it.
  public let rawValue: String
  /// Creates a constant by its string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Colours and alpha of 8 bits.
  public static let RGBA8Uint = Self(rawValue: "RGBA8")
  /// Colours and alpha of 16 bits, beyond 0 to 1, too.
  public static let RGBA16Float = Self(rawValue: "RGBAh")
  /// Greys of 8 bits.
  public static let gray8Uint = Self(rawValue: "Gray8")
  /// The format that the drawing needs.
  public static let automatic = Self(rawValue: "Automatic")

  static let all: Set<Self> = [.RGBA8Uint, .RGBA16Float, .gray8Uint, .automatic]
}

/// The curve that a rounded corner follows.
public struct CALayerCornerCurve: RawRepresentable, Hashable, Sendable {
  /// Apple's string for it.
  public let rawValue: String
  /// Creates a constant by its string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The corner is a quarter of a circle.
  public static let circular = Self(rawValue: "circular")
  /// Apple's smoother curve, which begins 1.528665 radii away from the corner.
  public static let continuous = Self(rawValue: "continuous")

  static let all: [Self] = [.circular, .continuous]
}

/// The corners that ``CALayer/cornerRadius`` rounds. Where y points down, minimum y is the upper edge.
public struct CACornerMask: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt
  /// Creates options by their bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The corner of least x and least y.
  public static let layerMinXMinYCorner = CACornerMask(rawValue: 1 << 0)
  /// The corner of greatest x and least y.
  public static let layerMaxXMinYCorner = CACornerMask(rawValue: 1 << 1)
  /// The corner of least x and greatest y.
  public static let layerMinXMaxYCorner = CACornerMask(rawValue: 1 << 2)
  /// The corner of greatest x and greatest y.
  public static let layerMaxXMaxYCorner = CACornerMask(rawValue: 1 << 3)

  package static let all = CACornerMask(rawValue: 15)
}

/// The edges of a layer that are antialiased.
public struct CAEdgeAntialiasingMask: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt32
  /// Creates options by their bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The edge of least x.
  public static let layerLeftEdge = CAEdgeAntialiasingMask(rawValue: 1 << 0)
  /// The edge of greatest x.
  public static let layerRightEdge = CAEdgeAntialiasingMask(rawValue: 1 << 1)
  /// The edge of least y.
  public static let layerBottomEdge = CAEdgeAntialiasingMask(rawValue: 1 << 2)
  /// The edge of greatest y.
  public static let layerTopEdge = CAEdgeAntialiasingMask(rawValue: 1 << 3)

  package static let all = CAEdgeAntialiasingMask(rawValue: 15)
}
