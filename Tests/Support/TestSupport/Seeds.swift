// The share of their cases that tests try. A share finds most faults, and all cases take minutes. The environment
// variable `MULTIPLANE_SEEDS=all`, which `tools/test --all-seeds` sets, selects all cases.

import Foundation

/// Whether tests try all of their cases.
package let triesAll = ProcessInfo.processInfo.environment["MULTIPLANE_SEEDS"] == "all"

/// Returns the seeds of a test of random input: `few` in a usual run, of `all`.
package func seeds(_ few: Int, of all: Int) -> Range<Int> { 0..<(triesAll ? all : few) }

/// Returns the step between the cases that a test tries: `step` in a usual run, 1 if it tries all.
package func every(_ step: Int) -> Int { triesAll ? 1 : step }
