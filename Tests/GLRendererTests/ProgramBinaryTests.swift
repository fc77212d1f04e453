// Files of compiled programs, whole and damaged: what is not whole is never given to a driver.

import ImageFiles
import Testing

@testable import GLRenderer

@Suite struct ProgramBinaryTests {
  private let identity = Array("a driver\nsolid\nsources".utf8)
  private let binary = ProgramBinary(format: 0x875F, bytes: (0..<200).map { UInt8($0) })
  private static let head = "multiplane program 1\n".utf8.count + 64

  /// A file whose checksum is right, whatever lies behind it.
  private func file(_ rest: [UInt8]) -> [UInt8] {
    Array("multiplane program 1\n".utf8) + SHA256.digest(of: rest).utf8 + rest
  }

  private func bytes(_ numbers: [UInt32]) -> [UInt8] {
    numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
  }

  @Test("A file is read as it was written")
  func roundTrip() {
    #expect(ProgramBinary(file: binary.file(identity: identity), identity: identity) == binary)
  }

  @Test("A file that is cut off, goes on, or has another bit anywhere, is none")
  func damage() {
    let whole = binary.file(identity: identity)
    for count in whole.indices { #expect(ProgramBinary(file: Array(whole[..<count]), identity: identity) == nil) }
    #expect(ProgramBinary(file: whole + [0], identity: identity) == nil)
    for place in whole.indices {
      var damaged = whole
      damaged[place] ^= 1 << UInt8(place % 8)
      #expect(ProgramBinary(file: damaged, identity: identity) == nil, "byte \(place)")
    }
  }

  @Test("A file of another driver, or of other sources, is none")
  func otherIdentity() {
    let file = binary.file(identity: identity)
    for other in ["", "a driver\nsolid\nsourceS", "a driver\nsolid\nsources and more"] {
      #expect(ProgramBinary(file: file, identity: Array(other.utf8)) == nil)
    }
  }

  @Test("Numbers that the bytes do not bear out are none, with a right checksum")
  func numbers() {
    let count = UInt32(identity.count)
    #expect(ProgramBinary(file: file(bytes([count, 3, 7]) + identity + [1, 2, 3]), identity: identity) != nil)
    for numbers in [
      [count, 4, 7], [count, 2, 7], [count, 0, 7], [count, .max, 7], [.max, 3, 7], [.max, .max, 7], [0, 3, 7],
      [count + 1, 2, 7], [count - 1, 4, 7], [count, 0x8000_0000, 7], [count, UInt32(ProgramBinary.mostBytes) + 1, 7],
    ] {
      #expect(
        ProgramBinary(file: file(bytes(numbers) + identity + [1, 2, 3]), identity: identity) == nil, "\(numbers)")
    }
    #expect(ProgramBinary(file: file(bytes([count, 0, 7]) + identity), identity: identity) == nil)
    #expect(ProgramBinary(file: file([]), identity: []) == nil && ProgramBinary(file: [], identity: []) == nil)
  }
}
