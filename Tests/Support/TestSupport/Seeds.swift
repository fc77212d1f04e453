// How much of what they could try the tests try: a share finds what most faults are, and all of it takes minutes. The
// environment variable `MULTIPLANE_SEEDS=all`, which `tools/test --all-seeds` sets, asks for all of it.

import Foundation

private let triesAll = ProcessInfo.processInfo.environment["MULTIPLANE_SEEDS"] == "all"

/// The seeds of a test of random input.
///
/// - Parameters:
///   - few: how many are enough from day to day.
///   - all: how many there are.
package func seeds(_ few: Int, of all: Int) -> Range<Int> { 0..<(triesAll ? all : few) }

/// The step from one case that a test tries to the next, in a row of cases.
///
/// - Parameter step: the step that is enough from day to day; it is 1 where all are tried.
package func every(_ step: Int) -> Int { triesAll ? 1 : step }
