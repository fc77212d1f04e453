// Files that gzip packed: bytes that gzip itself made, what zlib makes of bytes that follow by a formula, and damage.

import CZlib
import Foundation
import TestSupport
import Testing

@testable import Documents

struct GzipTests {
  /// The bytes of a gzip file, by zlib.
  private func packed(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    deflateInit2_(&stream, 9, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
    defer { deflateEnd(&stream) }
    var result = [UInt8](repeating: 0, count: bytes.count + 1000)
    var input = bytes
    let count = input.withUnsafeMutableBufferPointer { source in
      result.withUnsafeMutableBufferPointer { target in
        (stream.next_in, stream.avail_in) = (source.baseAddress, UInt32(source.count))
        (stream.next_out, stream.avail_out) = (target.baseAddress, UInt32(target.count))
        deflate(&stream, Z_FINISH)
        return target.count - Int(stream.avail_out)
      }
    }
    return Array(result.prefix(count))
  }

  private func unpack(_ bytes: [UInt8], _ limits: SceneLimits = SceneLimits()) throws(SceneFileError) -> [UInt8] {
    try Gzip.unpack(bytes, as: "a.tgs", limits: limits)
  }

  private func kind(_ bytes: [UInt8], _ limits: SceneLimits = SceneLimits()) -> SceneFileError.Kind? {
    do throws(SceneFileError) {
      _ = try unpack(bytes, limits)
      return nil
    } catch {
      return error.kind
    }
  }

  @Test("What gzip made, its file's name and time in it")
  func ofGzip() throws {
    let bytes = Array(try #require(Data(base64Encoded: "H4sICAEAAAAC/2hlbGxvLnR4dADLSM3JyVdIr8os4MrAygQAOqdozCEAAAA=")))
    #expect(Gzip.isOne(bytes) && !Gzip.isOne([0x1F, 0x8B, 7]) && !Gzip.isOne([0x1F]))
    #expect(try String(decoding: unpack(bytes), as: UTF8.self) == "hello gzip\nhello gzip\nhello gzip\n")
    // Members one after the other, and padding.
    #expect(try unpack(bytes + bytes + [0, 0, 0]).count == 66)
  }

  @Test("Any bytes come out as they went in", arguments: [0, 1, 1000, 65_536, 300_000])
  func lengths(count: Int) throws {
    var random = SeededRandom(seed: count)
    let bytes = (0..<count).map { $0 % 3 == 0 ? 65 : UInt8.random(in: 0...255, using: &random) }
    #expect(try unpack(packed(bytes)) == bytes)
  }

  @Test("What is cut short or damaged is an error, wherever")
  func damage() throws {
    let bytes = packed((0..<2000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) })
    for count in stride(from: 3, to: bytes.count, by: 7) {
      #expect(kind(Array(bytes.prefix(count))) == .malformed, "\(count)")
    }
    // Beyond the header, whose time may be any, each changed byte is found: by the checksum at the latest.
    for place in 10..<bytes.count {
      var changed = bytes
      changed[place] ^= 0x55
      #expect(kind(changed) == .malformed, "\(place)")
    }
  }

  @Test("A small file does not become a large one")
  func bombs() throws {
    let limits = SceneLimits()
    // A megabyte may be of any ratio; beyond that, 200 times what there is.
    #expect(kind(packed([UInt8](repeating: 0, count: 1 << 20))) == nil)
    #expect(kind(packed([UInt8](repeating: 0, count: 4 << 20))) == .tooLarge)
    var few = limits
    few.documentBytes = 999
    #expect(kind(packed([UInt8](repeating: 1, count: 999)), few) == nil)
    #expect(kind(packed([UInt8](repeating: 1, count: 1000)), few) == .tooLarge)
    // Members count together.
    let member = packed([UInt8](repeating: 0, count: 1 << 20))
    #expect(kind((0..<300).flatMap { _ in member }) == .tooLarge)
  }

  @Test("A source is what its file holds, whatever its name")
  func sources() throws {
    let folder = try TemporaryFolder()
    let text = #"{"layers": []}"#
    for name in ["a.tgs", "a.json", "a"] {
      let path = try folder.write(packed(Array(text.utf8)), to: name)
      let source = try SceneSource(path: path, options: SceneLoadOptions(), expecting: "a scene")
      #expect(source.firstText == text && !source.isArchive)
      #expect(try source.document() == Array(text.utf8))
    }
    let broken = try folder.write(Array(packed(Array(text.utf8)).dropLast(9)), to: "b.tgs")
    #expect(throws: SceneFileError.self) {
      _ = try SceneSource(path: broken, options: SceneLoadOptions(), expecting: "a scene")
    }
  }
}
