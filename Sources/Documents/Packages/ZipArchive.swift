// A package in a zip archive, read by libzip. Opening checks all entries, even unused ones: an archive with an entry
// that leads out of it, or exceeds its size, is refused as a whole.
//
// Pitfall: libzip ends a name at a NUL, as its names are C strings; it is still a name inside the package.
//
// Tested by PackagePathTests and GzipTests.

import CZip
import CZlib
import Foundation
import ImageFiles

package final class ZipArchive: PackageStorage {
  package let name: String
  private let handle: OpaquePointer
  private let limits: SceneLimits
  private var entries: [PackagePath: Entry] = [:]

  private struct Entry {
    let index: zip_uint64_t
    let size: Int
  }

  /// Opens an existing archive, and checks its entries.
  package init(path: String, limits: SceneLimits) throws(SceneFileError) {
    // Given a path, libzip would block on a pipe until another process opened it for writing.
    guard let descriptor = try? FileContents.open(path) else {
      throw SceneFileError(.unreadable, file: path, "this is no regular file that can be read; expected a zip archive")
    }
    var code: CInt = 0
    guard let handle = zip_fdopen(descriptor, 0, &code) else {
      close(descriptor)
      var error = zip_error_t()
      zip_error_init_with_code(&error, code)
      defer { zip_error_fini(&error) }
      let reason = String(cString: zip_error_strerror(&error))
      let isForeign = [ZIP_ER_NOZIP, ZIP_ER_INCONS, ZIP_ER_MULTIDISK, ZIP_ER_EOF].contains(code)
      throw SceneFileError(isForeign ? .malformed : .unreadable, file: path, "\(reason); expected a zip archive")
    }
    self.handle = handle
    self.limits = limits
    name = path
    try readEntries()
  }

  deinit { zip_discard(handle) }

  /// Returns the archive's name and the last two components of a file's path: the folders of a wallpaper have long
  /// names without meaning, and no editor opens such a path anyway.
  package func displayName(of path: PackagePath) -> String {
    guard !path.components.isEmpty else { return name }
    let archive = URL(fileURLWithPath: name).lastPathComponent
    return ([archive] + path.components).suffix(2).joined(separator: "/")
  }

  package func paths() -> [PackagePath] { entries.keys.sorted { $0.description < $1.description } }

  package func contains(_ path: PackagePath) -> Bool { entries[path] != nil }

  package func read(_ path: PackagePath) throws(SceneFileError) -> [UInt8] {
    let file = displayName(of: path)
    guard let entry = entries[path] else { throw SceneFileError(.notFound, file: file, "no such entry in the archive") }
    guard let stream = zip_fopen_index(handle, entry.index, 0) else {
      throw SceneFileError(.malformed, file: file, "the entry cannot be read: \(String(cString: zip_strerror(handle)))")
    }
    defer { zip_fclose(stream) }
    // One byte more than declared: at the end libzip verifies the checksum, and a longer entry is detected.
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: entry.size + 1) { buffer, initialized in
      while count < buffer.count {
        let read = zip_fread(stream, buffer.baseAddress! + count, zip_uint64_t(buffer.count - count))
        guard read > 0 else {
          if read < 0 { count = -1 }
          break
        }
        count += Int(read)
      }
      initialized = max(count, 0)
    }
    guard count == entry.size else {
      let reason = count < 0 ? String(cString: zip_file_strerror(stream)) : "its size is not the declared one"
      throw SceneFileError(.malformed, file: file, "the entry is damaged: \(reason); expected \(entry.size) bytes")
    }
    return bytes
  }
}

// MARK: - Checking

extension ZipArchive {
  private func readEntries() throws(SceneFileError) {
    let count = zip_get_num_entries(handle, 0)
    guard count <= limits.entryCount else {
      throw SceneFileError(.tooLarge, file: name, "\(count) entries; at most \(limits.entryCount) are read")
    }
    var total = 0
    for index in 0..<zip_uint64_t(max(count, 0)) {
      var status = zip_stat_t()
      guard zip_stat_index(handle, index, 0, &status) == 0, let rawName = status.name,
        status.valid & zip_uint64_t(ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE) == ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE
      else { throw SceneFileError(.malformed, file: name, "entry \(index) cannot be read; expected a name and a size") }
      let entryName = String(cString: rawName)
      let path = try checkedPath(entryName)
      try checkKind(of: entryName, index: index)
      total += try checkedSize(of: entryName, size: status.size, compressed: status.comp_size)
      guard total <= limits.archiveBytes else {
        throw SceneFileError(
          .tooLarge, file: name, "more than \(limits.archiveBytes) bytes unpacked, reached at '\(entryName.excerpt)'")
      }
      if entryName.hasSuffix("/") || path.isSystemLitter { continue }
      guard entries.updateValue(Entry(index: index, size: Int(status.size)), forKey: path) == nil else {
        throw SceneFileError(.malformed, file: name, "two entries named '\(entryName.excerpt)'; expected one")
      }
    }
  }

  private func checkedPath(_ entryName: String) throws(SceneFileError) -> PackagePath {
    do throws(PackagePathError) {
      return try PackagePath(entryName)
    } catch {
      throw SceneFileError(
        .malformed, file: name,
        "the entry '\(entryName.excerpt)' \(error.reason); expected a relative path inside the archive")
    }
  }

  /// Refuses symbolic links, which could not be followed, as nothing is unpacked.
  private func checkKind(of entryName: String, index: zip_uint64_t) throws(SceneFileError) {
    var system: zip_uint8_t = 0
    var attributes: zip_uint32_t = 0
    guard zip_file_get_external_attributes(handle, index, 0, &system, &attributes) == 0 else { return }
    // Archives made on Unix have the file's mode in the upper half.
    let isLink = system == zip_uint8_t(ZIP_OPSYS_UNIX) && (attributes >> 16) & 0o170000 == 0o120000
    guard !isLink else {
      throw SceneFileError(
        .malformed, file: name, "the entry '\(entryName.excerpt)' is a symbolic link; expected a file")
    }
  }

  private func checkedSize(
    of entryName: String, size: zip_uint64_t, compressed: zip_uint64_t
  ) throws(SceneFileError) -> Int {
    guard size <= limits.entryBytes else {
      throw SceneFileError(
        .tooLarge, file: name,
        "the entry '\(entryName.excerpt)' unpacks to \(size) bytes; at most \(limits.entryBytes) are read")
    }
    guard size <= limits.ratioExemptBytes || size / max(compressed, 1) <= limits.compressionRatio else {
      throw SceneFileError(
        .tooLarge, file: name,
        "the entry '\(entryName.excerpt)' unpacks to \(size / max(compressed, 1)) times its size; "
          + "at most \(limits.compressionRatio) times is read")
    }
    return Int(size)
  }
}

/// A decompressor of gzip files (RFC 1952), which Telegram's stickers (Lottie documents) and files of web servers are.
/// It counts the decompressed bytes as they arrive, so that a small file cannot become a large one.
package enum Gzip {
  /// Returns whether bytes are a gzip file, by its magic number and its only compression method.
  package static func isOne(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B, 8]) }

  /// Returns the decompressed bytes of all members of a gzip file, within the limits of bytes and of compression.
  /// Throws `tooLarge`, or `malformed` for damaged or incomplete bytes.
  package static func unpack(_ bytes: [UInt8], as name: String, limits: SceneLimits) throws(SceneFileError) -> [UInt8] {
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
    case .damaged(let words): throw SceneFileError(.malformed, file: name, "a damaged gzip file: \(words)")
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
        // Another member may follow; gzip ignores anything else as padding.
        let rest = packed.suffix(Int(stream.avail_in))
        guard rest.starts(with: [0x1F, 0x8B]) else { return .done }
        inflateReset(&stream)
      case Z_BUF_ERROR: return .damaged("it ends too soon")
      default: return .damaged(stream.msg.map { String(cString: $0) } ?? "zlib's error \(status)")
      }
    }
  }
}
