// The memory that the process has, and had at most, as Linux counts it.

import Foundation

/// Resident memory, in bytes.
enum ProcessMemory {
  /// Begins a new peak; what the process has now.
  static func beginPeak() -> Int {
    try? Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
    return field("VmRSS:")
  }

  /// The most since the peak was begun.
  static var peak: Int { field("VmHWM:") }

  private static func field(_ name: String) -> Int {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix(name) })
    else { return 0 }
    return line.split(separator: " ").compactMap { Int($0) }.first.map { $0 << 10 } ?? 0
  }
}
