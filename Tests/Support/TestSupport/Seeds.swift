// How many seeds tests of random input take: few find what most faults are, and all of them take minutes.

import Foundation

/// The seeds of a test of random input.
///
/// - Parameters:
///   - few: how many are enough from day to day.
///   - all: how many there are, for the environment variable `MULTIPLANE_SEEDS=all`, which `tools/test --all-seeds`
///     sets.
package func seeds(_ few: Int, of all: Int) -> Range<Int> {
  0..<(ProcessInfo.processInfo.environment["MULTIPLANE_SEEDS"] == "all" ? all : few)
}
