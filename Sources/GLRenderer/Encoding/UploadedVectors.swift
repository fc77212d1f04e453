// What a buffer holds, so that what a frame has in common with the one before is not uploaded again.
//
// Tested by DrawCallTests.

import Glibc

/// The values that were uploaded last.
struct UploadedVectors<Element: BitwiseCopyable> {
  /// Kept as they were handed over: an unchanged frame has the same array, which is known without looking at it.
  private var last: [Element]?

  /// Whether values are others than those that were uploaded last, bit by bit; they are those from now on.
  mutating func differ(from values: [Element]) -> Bool {
    if hold(values) { return false }
    last = values
    return true
  }

  /// Whether those values were uploaded last.
  func hold(_ values: [Element]) -> Bool { last.map { Self.areSame($0, values) } ?? false }

  /// The next values are uploaded, whatever they are.
  mutating func forget() { last = nil }

  private static func areSame(_ a: [Element], _ b: [Element]) -> Bool {
    guard a.count == b.count else { return false }
    return a.withUnsafeBytes { a in
      b.withUnsafeBytes { b in
        guard let first = a.baseAddress, let second = b.baseAddress else { return true }
        return first == second || memcmp(first, second, a.count) == 0
      }
    }
  }
}
