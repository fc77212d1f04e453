// Core Foundation's types do not exist for Swift on Linux. These names for the Swift values that they bridge to on
// Apple's systems let `colors as CFArray` and `"name" as CFString` compile.
//
// Tested by TypeIDTests and DarwinNamesTests.

public import Foundation

/// Core Foundation's string.
public typealias CFString = String
/// Core Foundation's immutable bytes.
public typealias CFData = Data
/// Core Foundation's mutable bytes.
public typealias CFMutableData = NSMutableData
/// Core Foundation's URL.
public typealias CFURL = URL
/// Core Foundation's array, of anything.
public typealias CFArray = [Any]
/// Core Foundation's dictionary, from anything to anything.
public typealias CFDictionary = [AnyHashable: Any]
/// Any object of Core Foundation.
public typealias CFTypeRef = Any
/// Core Foundation's integer for indices and counts.
public typealias CFIndex = Int
/// A UTF-16 code unit.
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

// Numbers and types of Darwin that Swift on Linux lacks.

/// The number of nanoseconds in a second.
public let NSEC_PER_SEC: UInt64 = 1_000_000_000
/// The number of nanoseconds in a millisecond.
public let NSEC_PER_MSEC: UInt64 = 1_000_000
/// The number of nanoseconds in a microsecond.
public let NSEC_PER_USEC: UInt64 = 1_000
/// The number of microseconds in a second.
public let USEC_PER_SEC: UInt64 = 1_000_000
/// The number of milliseconds in a second.
public let MSEC_PER_SEC: UInt64 = 1_000

/// The largest finite number of a Float.
public let MAXFLOAT = Float.greatestFiniteMagnitude
/// The same as ``MAXFLOAT``, as in Darwin's math.h.
public let HUGE = MAXFLOAT

/// A signed integer of Objective-C.
public typealias NSInteger = Int
/// An unsigned integer of Objective-C.
public typealias NSUInteger = UInt

/// Calls a closure. Nothing is autoreleased without the Objective-C runtime, so that there is no pool to drain.
@discardableResult
public func autoreleasepool<Failure: Error, Result: ~Copyable>(
  invoking body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  try body()
}
