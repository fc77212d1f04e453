import Foundation

/// The shape that particles are born in.
public struct CAEmitterLayerEmitterShape: RawRepresentable, Hashable, Sendable, LayerPropertyValue {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The emitter's position.
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
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Its corners.
  public static let points = Self(rawValue: "points")
  /// Its outline.
  public static let outline = Self(rawValue: "outline")
  /// Its surface.
  public static let surface = Self(rawValue: "surface")
  /// All of it.
  public static let volume = Self(rawValue: "volume")
}

/// How particles are drawn over each other.
public struct CAEmitterLayerRenderMode: RawRepresentable, Hashable, Sendable, LayerPropertyValue {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// In no order of age across cells.
  public static let unordered = Self(rawValue: "unordered")
  /// Old ones below young ones.
  public static let oldestFirst = Self(rawValue: "oldestFirst")
  /// Old ones above young ones.
  public static let oldestLast = Self(rawValue: "oldestLast")
  /// In the order of their depth.
  public static let backToFront = Self(rawValue: "backToFront")
  /// Added up: bright where there are many.
  public static let additive = Self(rawValue: "additive")
}
