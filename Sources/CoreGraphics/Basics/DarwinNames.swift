// Numbers and types of Darwin that an app's files have without asking, as the modules of Apple's SDK bring them along,
// and that on Linux neither Foundation nor the C library shows to Swift.

/// How many nanoseconds a second has.
public let NSEC_PER_SEC: UInt64 = 1_000_000_000
/// How many nanoseconds a millisecond has.
public let NSEC_PER_MSEC: UInt64 = 1_000_000
/// How many nanoseconds a microsecond has.
public let NSEC_PER_USEC: UInt64 = 1_000
/// How many microseconds a second has.
public let USEC_PER_SEC: UInt64 = 1_000_000
/// How many milliseconds a second has.
public let MSEC_PER_SEC: UInt64 = 1_000

/// The largest finite number of a Float.
public let MAXFLOAT = Float.greatestFiniteMagnitude
/// As good as for ever: ``MAXFLOAT``, as Darwin's math.h has it.
public let HUGE = MAXFLOAT

/// A signed integer of Objective-C.
public typealias NSInteger = Int
/// An unsigned integer of Objective-C.
public typealias NSUInteger = UInt
