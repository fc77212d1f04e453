// SHA-256 against the examples of FIPS 180-4 and `sha256sum`.
import Foundation
import TestSupport
import Testing

@testable import ImageFiles

@Suite struct SHA256Tests {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func examples(text: String, digest: String) { #expect(SHA256.digest(of: Array(text.utf8)) == digest) }

  @Test func aMillionLetters() {
    let digest = SHA256()
    // In pieces of all lengths from 0 on, the last one shorter.
    var (left, length) = (1_000_000, 0)
    while left > 0 {
      digest.update([UInt8](repeating: 0x61, count: min(length, left)))
      left -= min(length, left)
      length += 1
    }
    #expect(digest.finalized() == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test func ofAFile() throws {
    let folder = try TemporaryFolder()
    let bytes = (0..<700_001).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
    try Data(bytes).write(to: URL(filePath: folder.file("bytes")))
    #expect(try SHA256.digest(ofFile: folder.file("bytes")) == SHA256.digest(of: bytes))
    #expect(throws: ImageFileError.self) { try SHA256.digest(ofFile: folder.file("none")) }
  }
}
