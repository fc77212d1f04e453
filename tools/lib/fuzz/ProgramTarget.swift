// Files of compiled programs: what is given to a driver is whole, and of the program that is asked for.

import GLRenderer
import ImageFiles

/// Reads a file of a program whose identity is known.
enum ProgramTarget: FuzzTarget {
  static let name = "programs"

  private static let identity = Array("a vendor\na driver\nsolid\nsources".utf8)
  /// What stands before the checksum.
  private static let beginning = Array("multiplane program 1\n".utf8)

  static func seeds(in folder: String?) -> [[UInt8]] {
    [1, 7, 300].map { count in
      ProgramBinary(format: 0x875F, bytes: (0..<count).map { UInt8(truncatingIfNeeded: $0 * 31) })
        .file(identity: identity)
    } + [ProgramBinary(format: 1, bytes: [1]).file(identity: [])]
  }

  static func run(_ input: [UInt8]) -> String {
    guard let binary = ProgramBinary(file: input, identity: identity) else { return "none of \(input.count)" }
    // There is one file of each program.
    expect(binary.file(identity: identity) == input)
    return "a program of \(input.count)"
  }

  static func repair(_ input: inout [UInt8]) {
    guard input.count > beginning.count + 64 else { return }
    let digest = SHA256.digest(of: Array(input[(beginning.count + 64)...]))
    input.replaceSubrange(beginning.count..<beginning.count + 64, with: digest.utf8)
  }
}
