// Memory on its way from the process that draws to a page: a frame has megabytes, and each copy costs its time.

import Foundation

/// A block of uninitialised memory that one thread fills and another one takes over.
final class SentMemory: @unchecked Sendable {
  // Unchecked Sendable: one thread uses it at a time.
  private var start: UnsafeMutableRawPointer?
  let count: Int

  /// Allocates memory; nil if that fails.
  init?(count: Int) {
    guard let start = malloc(max(count, 1)) else { return nil }
    (self.start, self.count) = (start, count)
  }

  deinit { free(start) }

  var bytes: UnsafeMutableRawBufferPointer { UnsafeMutableRawBufferPointer(start: start, count: count) }

  /// A copy.
  var data: Data { Data(bytes) }

  /// The memory, for one who frees it; nil where somebody has it already.
  func take() -> UnsafeMutableRawPointer? {
    defer { start = nil }
    return start
  }
}
