// Points, sizes and rectangles as property lists, with Core Graphics' keys.

public import Foundation

extension CGPoint {
  /// The coordinates under "X" and "Y".
  public var dictionaryRepresentation: CFDictionary { ["X": x, "Y": y] }

  /// Creates the point that ``dictionaryRepresentation`` describes; nil when a key is missing or its value is not a
  /// number.
  public init?(dictionaryRepresentation dict: CFDictionary) {
    guard let x = number("X", in: dict), let y = number("Y", in: dict) else { return nil }
    self.init(x: x, y: y)
  }

  /// Whether both are the same point.
  public func equalTo(_ point2: CGPoint) -> Bool { self == point2 }
}

extension CGSize {
  /// The sides under "Width" and "Height".
  public var dictionaryRepresentation: CFDictionary { ["Width": width, "Height": height] }

  /// Creates the size that ``dictionaryRepresentation`` describes; nil when a key is missing or its value is not a
  /// number.
  public init?(dictionaryRepresentation dict: CFDictionary) {
    guard let width = number("Width", in: dict), let height = number("Height", in: dict) else { return nil }
    self.init(width: width, height: height)
  }

  /// Whether both are of the same width and height.
  public func equalTo(_ size2: CGSize) -> Bool { self == size2 }
}

extension CGRect {
  /// The origin under "X" and "Y", the size under "Width" and "Height".
  public var dictionaryRepresentation: CFDictionary {
    origin.dictionaryRepresentation.merging(size.dictionaryRepresentation) { origin, _ in origin }
  }

  /// Creates the rectangle that ``dictionaryRepresentation`` describes; nil when a key is missing or its value is not a
  /// number.
  public init?(dictionaryRepresentation dict: CFDictionary) {
    guard let origin = CGPoint(dictionaryRepresentation: dict), let size = CGSize(dictionaryRepresentation: dict) else {
      return nil
    }
    self.init(origin: origin, size: size)
  }

  /// Whether both are the same rectangle.
  public func equalTo(_ rect2: CGRect) -> Bool { self == rect2 }
}

extension CGRectEdge {
  /// The edge that has the same name in AppKit's numbering.
  public init(rectEdge: NSRectEdge) {
    switch rectEdge {
    case .minX: self = .minXEdge
    case .minY: self = .minYEdge
    case .maxX: self = .maxXEdge
    case .maxY: self = .maxYEdge
    }
  }
}

/// The number under a key: a property list that was read from a file holds NSNumber or Double, one from here CGFloat.
private func number(_ key: String, in dict: CFDictionary) -> CGFloat? {
  switch dict[key] {
  case let value as CGFloat: value
  case let value as Double: CGFloat(value)
  case let value as Int: CGFloat(value)
  case let value as NSNumber: CGFloat(value.doubleValue)
  default: nil
  }
}
