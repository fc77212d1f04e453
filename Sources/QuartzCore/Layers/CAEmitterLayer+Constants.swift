import Foundation

/// The shape that particles are born in.
public struct CAEmitterLayerEmitterShape: RawRepresentable, Hashable, Sendable, LayerPropertyValue {
  /// Apple's string for it.
  public let rawValue: String
  /// A constant by its string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// All particles are born at the emitter's position.
  public static let point = Self(rawValue: "point")
  /// A line as long as the emitter is wide.
  public static let line = Self(rawValue: "line")
  /// A rectangle of the emitter's size.
  public static let rectangle = Self(rawValue: "rectangle")
  /// A box of the emitter's size and depth.
  public static let cuboid = Self(rawValue: "cuboid")
  /// A circle with the emitter's width as its radius.
  public static let circle = Self(rawValue: "circle")
  /// A sphere with the emitter's width as its radius.
  public static let sphere = Self(rawValue: "sphere")
}

/// The part of the shape that particles are born in.
public struct CAEmitterLayerEmitterMode: RawRepresentable, Hashable, Sendable, LayerPropertyValue {
  /// Apple's string for it.
  public let rawValue: String
  /// A constant by its string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Particles are born at the shape's corners.
  public static let points = Self(rawValue: "points")
  /// Particles are born on the shape's outline.
  public static let outline = Self(rawValue: "outline")
  /// Particles are born on the shape's surface.
  public static let surface = Self(rawValue: "surface")
  /// Particles are born anywhere within the shape.
  public static let volume = Self(rawValue: "volume")
}

/// The mode in which particles are drawn over each other.
public struct CAEmitterLayerRenderMode: RawRepresentable, Hashable, Sendable, LayerPropertyValue {
  /// Apple's string for it.
  public let rawValue: String
  /// A constant by its string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// In no order of age across cells.
  public static let unordered = Self(rawValue: "unordered")
  /// Older particles are drawn first, below younger ones.
  public static let oldestFirst = Self(rawValue: "oldestFirst")
  /// Older particles are drawn last, above younger ones.
  public static let oldestLast = Self(rawValue: "oldestLast")
  /// Particles are drawn in the order of their depth, the farthest first.
  public static let backToFront = Self(rawValue: "backToFront")
  /// Added up: bright where there are many.
  public static let additive = Self(rawValue: "additive")
}
