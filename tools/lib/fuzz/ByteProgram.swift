// An input of no format as a program: whatever its bytes are, they choose something.

import CoreGraphics
import Foundation

/// Bytes as choices; when they come to an end, all further choices are the first.
struct ByteProgram {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether choices are left.
  var hasMore: Bool { position < bytes.count }

  mutating func byte() -> Int {
    guard position < bytes.count else { return 0 }
    defer { position += 1 }
    return Int(bytes[position])
  }

  mutating func below(_ limit: Int) -> Int { byte() % limit }

  /// Any kind of number: small ones mostly.
  mutating func number() -> CGFloat {
    let special: [CGFloat] = [0, -1, .nan, .infinity, -.infinity, 1e30, -1e30, 1e-30, .greatestFiniteMagnitude, 40_000]
    let choice = byte()
    return choice < special.count ? special[choice] : CGFloat(choice)
  }

  mutating func optional<Value>(_ value: (inout ByteProgram) -> Value) -> Value? {
    byte() % 3 == 0 ? nil : value(&self)
  }

  /// One of some values.
  mutating func one<Value>(of values: [Value]) -> Value { values[below(values.count)] }

  mutating func matrix() -> CGAffineTransform {
    guard below(4) == 0 else { return .identity }
    return CGAffineTransform(a: number() / 20, b: number() / 50, c: number() / 50, d: number() / 20, tx: 1, ty: 2)
  }
}
