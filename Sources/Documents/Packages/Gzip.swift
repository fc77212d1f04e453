// Decompression of gzip files (RFC 1952): Telegram's stickers are gzip-compressed Lottie documents, and web servers
// store documents so. The decompressed bytes are counted as they come, so that a small file cannot become a large one.
//
// Tested by GzipTests.

import CZlib

/// A decompressor of gzip files.
package enum Gzip {
  /// Returns whether bytes are a gzip file, by its magic number and its only compression method.
  package static func isOne(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B, 8]) }

  /// Returns the decompressed bytes of a gzip file, of all its members.
  ///
  /// - Parameters:
  ///   - name: the name of the file in errors.
  ///   - limits: the most decompressed bytes, and their largest ratio to the compressed ones.
  /// - Throws: `tooLarge`; `malformed` for bytes that are damaged, or end too soon.
  package static func unpack(
    _ bytes: [UInt8], as name: String, limits: SceneLimits
  ) throws(SceneFileError) -> [UInt8] {
    let byRatio = bytes.count.multipliedReportingOverflow(by: limits.compressionRatio)
    let most = min(
      limits.documentBytes, max(limits.ratioExemptBytes, byRatio.overflow ? Int.max : byRatio.partialValue))
    var result: [UInt8] = []
    let outcome = bytes.withUnsafeBufferPointer { inflate($0, upTo: most, into: &result) }
    switch outcome {
    case .done: return result
    case .tooLong:
      throw SceneFileError(
        .tooLarge, file: name, "a gzip file of \(bytes.count) bytes that unpacks to more than \(most)")
    case .damaged(let words):
      throw SceneFileError(.malformed, file: name, "a damaged gzip file: \(words)")
    }
  }

  private enum Outcome {
    case done, tooLong
    case damaged(String)
  }

  private static func inflate(
    _ packed: UnsafeBufferPointer<UInt8>, upTo most: Int, into result: inout [UInt8]
  ) -> Outcome {
    var stream = z_stream()
    guard packed.count < Int(UInt32.max), czlib_begin(&stream) == Z_OK else { return .tooLong }
    defer { inflateEnd(&stream) }
    stream.next_in = UnsafeMutablePointer(mutating: packed.baseAddress)
    stream.avail_in = UInt32(packed.count)
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let status = piece.withUnsafeMutableBufferPointer { buffer in
        stream.next_out = buffer.baseAddress
        stream.avail_out = UInt32(buffer.count)
        return CZlib.inflate(&stream, Z_NO_FLUSH)
      }
      let count = piece.count - Int(stream.avail_out)
      guard result.count + count <= most else { return .tooLong }
      result += piece[..<count]
      switch status {
      case Z_OK: continue
      case Z_STREAM_END:
        // Another member may follow; gzip itself ignores anything else as padding.
        let rest = packed.suffix(Int(stream.avail_in))
        guard rest.starts(with: [0x1F, 0x8B]) else { return .done }
        inflateReset(&stream)
      case Z_BUF_ERROR: return .damaged("it ends too soon")
      default: return .damaged(stream.msg.map { String(cString: $0) } ?? "zlib's error \(status)")
      }
    }
  }
}
