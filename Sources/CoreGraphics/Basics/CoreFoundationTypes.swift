// Names of Core Foundation that Core Graphics' declarations use. Core Foundation's types do not exist for Swift on
// Linux; the Swift values they bridge to on Apple's systems stand in for them, so that `colors as CFArray` and
// `"name" as CFString` compile and pass the same values.
//
// Tested by TypeIDTests and DarwinNamesTests.

public import Foundation

/// The name that Core Foundation has for a string.
public typealias CFString = String
/// The name that Core Foundation has for bytes.
public typealias CFData = Data
/// Core Foundation's bytes that can be appended to.
public typealias CFMutableData = NSMutableData
/// The name that Core Foundation has for a URL.
public typealias CFURL = URL
/// Core Foundation's array, of anything.
public typealias CFArray = [Any]
/// Core Foundation's dictionary, from anything to anything.
public typealias CFDictionary = [AnyHashable: Any]
/// The name that Core Foundation has for any of its objects.
public typealias CFTypeRef = Any
/// The name that Core Foundation has for an index or a count.
public typealias CFIndex = Int
/// A unit of UTF-16, the half of a surrogate pair included.
public typealias UniChar = UInt16
/// Core Foundation's string with attributes.
public typealias CFAttributedString = NSAttributedString

/// A range of a string or an array.
public struct CFRange: Hashable, Sendable {
  /// The index of the range's first element.
  public var location: CFIndex
  /// The number of elements in the range.
  public var length: CFIndex

  /// Makes the empty range at 0.
  public init() { (location, length) = (0, 0) }

  /// Makes a range of `length` elements from `location` on.
  public init(location: CFIndex, length: CFIndex) { (self.location, self.length) = (location, length) }
}

/// Makes a range of `len` elements from `loc` on.
public func CFRangeMake(_ loc: CFIndex, _ len: CFIndex) -> CFRange { CFRange(location: loc, length: len) }
