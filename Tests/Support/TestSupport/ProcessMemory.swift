// The memory of a process, for tests in processes of their own, as the tests of one process run side by side.

import Foundation

/// The memory of this process, in bytes.
package enum ProcessMemory {
  /// The bytes in memory now.
  package static var resident: Int {
    guard
      let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
      let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { fatalError("/proc/self/statm does not tell how many pages are in memory") }
    return pages * Int(getpagesize())
  }

  /// The most bytes in memory so far.
  package static var peak: Int {
    var usage = rusage()
    getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss << 10
  }
}
