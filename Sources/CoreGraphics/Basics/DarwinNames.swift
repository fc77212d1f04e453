// Numbers and types of Darwin that an app's files have without asking, as the modules of Apple's SDK bring them along,
// and that on Linux neither Foundation nor the C library shows to Swift.

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
/// As good as for ever: ``MAXFLOAT``, as Darwin's math.h has it.
public let HUGE = MAXFLOAT

/// A signed integer of Objective-C.
public typealias NSInteger = Int
/// An unsigned integer of Objective-C.
public typealias NSUInteger = UInt

/// Calls a closure; there is no pool to drain.
///
/// On Apple's systems this comes with the Objective-C runtime. Without one nothing is autoreleased: objects go when the
/// last reference does.
@discardableResult
public func autoreleasepool<Failure: Error, Result: ~Copyable>(
  invoking body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  try body()
}
