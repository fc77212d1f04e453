// Names of Core Foundation that Core Graphics' declarations use. Core Foundation's types do not exist for Swift on
// Linux; the Swift values they bridge to on Apple's systems stand in for them, so that `colors as CFArray` and
// `"name" as CFString` compile and pass the same values.

public import Foundation

/// Core Foundation's string.
public typealias CFString = String
/// Core Foundation's bytes.
public typealias CFData = Data
/// Core Foundation's bytes that can be appended to.
public typealias CFMutableData = NSMutableData
/// Core Foundation's URL.
public typealias CFURL = URL
/// Core Foundation's array, of anything.
public typealias CFArray = [Any]
/// Core Foundation's dictionary, from anything to anything.
public typealias CFDictionary = [AnyHashable: Any]
/// Any object of Core Foundation.
public typealias CFTypeRef = Any
/// Core Foundation's integer.
public typealias CFIndex = Int
/// A unit of UTF-16.
public typealias UniChar = UInt16
/// Core Foundation's string with attributes.
public typealias CFAttributedString = NSAttributedString

/// A range of a string or an array.
public struct CFRange: Hashable, Sendable {
  /// The first element's index.
  public var location: CFIndex
  /// How many elements.
  public var length: CFIndex

  /// The empty range at 0.
  public init() { (location, length) = (0, 0) }

  /// A range.
  public init(location: CFIndex, length: CFIndex) { (self.location, self.length) = (location, length) }
}

/// A range.
public func CFRangeMake(_ loc: CFIndex, _ len: CFIndex) -> CFRange { CFRange(location: loc, length: len) }
