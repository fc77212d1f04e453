// The string constants and option sets of CALayer's properties. Raw values are Apple's: files store them.

import Foundation

/// Where, and how large, a layer's contents lie in its bounds. "Top" means maximum y where y points up; see
/// ``CALayer/contentsGravity``.
public struct CALayerContentsGravity: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let center = Self(rawValue: "center")
  public static let top = Self(rawValue: "top")
  public static let bottom = Self(rawValue: "bottom")
  public static let left = Self(rawValue: "left")
  public static let right = Self(rawValue: "right")
  public static let topLeft = Self(rawValue: "topLeft")
  public static let topRight = Self(rawValue: "topRight")
  public static let bottomLeft = Self(rawValue: "bottomLeft")
  public static let bottomRight = Self(rawValue: "bottomRight")
  public static let resize = Self(rawValue: "resize")
  public static let resizeAspect = Self(rawValue: "resizeAspect")
  public static let resizeAspectFill = Self(rawValue: "resizeAspectFill")

  static let all: [Self] = [
    .center, .top, .bottom, .left, .right, .topLeft, .topRight, .bottomLeft, .bottomRight, .resize, .resizeAspect,
    .resizeAspectFill,
  ]
}

/// How contents are sampled when they are drawn larger or smaller than they are.
public struct CALayerContentsFilter: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let nearest = Self(rawValue: "nearest")
  public static let linear = Self(rawValue: "linear")
  /// Bilinear over mipmaps; only where contents shrink.
  public static let trilinear = Self(rawValue: "trilinear")

  static let all: [Self] = [.nearest, .linear, .trilinear]
}

/// The pixel format of the backing store that a layer draws into. An assigned image keeps its own.
public struct CALayerContentsFormat: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let RGBA8Uint = Self(rawValue: "RGBA8")
  public static let RGBA16Float = Self(rawValue: "RGBAh")
  public static let gray8Uint = Self(rawValue: "Gray8")
  public static let automatic = Self(rawValue: "Automatic")

  static let all: Set<Self> = [.RGBA8Uint, .RGBA16Float, .gray8Uint, .automatic]
}

/// The curve that a rounded corner follows.
public struct CALayerCornerCurve: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The corner is a quarter of a circle.
  public static let circular = Self(rawValue: "circular")
  /// Apple's smoother curve, which begins 1.528665 radii away from the corner.
  public static let continuous = Self(rawValue: "continuous")

  static let all: [Self] = [.circular, .continuous]
}

/// The corners that ``CALayer/cornerRadius`` rounds. Where y points down, minimum y is the upper edge.
public struct CACornerMask: OptionSet, Hashable, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let layerMinXMinYCorner = CACornerMask(rawValue: 1 << 0)
  public static let layerMaxXMinYCorner = CACornerMask(rawValue: 1 << 1)
  public static let layerMinXMaxYCorner = CACornerMask(rawValue: 1 << 2)
  public static let layerMaxXMaxYCorner = CACornerMask(rawValue: 1 << 3)

  package static let all = CACornerMask(rawValue: 15)
}

/// The edges of a layer that are antialiased.
public struct CAEdgeAntialiasingMask: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let layerLeftEdge = CAEdgeAntialiasingMask(rawValue: 1 << 0)
  public static let layerRightEdge = CAEdgeAntialiasingMask(rawValue: 1 << 1)
  public static let layerBottomEdge = CAEdgeAntialiasingMask(rawValue: 1 << 2)
  public static let layerTopEdge = CAEdgeAntialiasingMask(rawValue: 1 << 3)

  package static let all = CAEdgeAntialiasingMask(rawValue: 15)
}
