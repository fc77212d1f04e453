import CZip
import Foundation

/// Writes zip archives for tests, good ones and bad ones.
package enum ZipWriter {
  package struct Entry {
    package var name: String
    package var bytes: [UInt8] = []
    /// Unix mode, for the kind of the entry; nil leaves libzip's default.
    package var mode: UInt32?

    package init(name: String, bytes: [UInt8] = [], mode: UInt32? = nil) {
      (self.name, self.bytes, self.mode) = (name, bytes, mode)
    }
  }

  package static func write(_ entries: [Entry], to path: String) throws {
    var code: CInt = 0
    guard let archive = zip_open(path, ZIP_CREATE | ZIP_TRUNCATE, &code) else { throw CocoaError(.fileWriteUnknown) }
    for entry in entries {
      var copy: UnsafeMutableRawPointer?
      if !entry.bytes.isEmpty {
        copy = malloc(entry.bytes.count)
        entry.bytes.withUnsafeBytes { copy!.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
      }
      // The last argument tells libzip to free the copy when it has written it.
      guard let source = zip_source_buffer(archive, copy, zip_uint64_t(entry.bytes.count), 1) else {
        throw CocoaError(.fileWriteUnknown)
      }
      let index = zip_file_add(archive, entry.name, source, zip_flags_t(ZIP_FL_ENC_UTF_8))
      guard index >= 0 else { throw CocoaError(.fileWriteUnknown) }
      if let mode = entry.mode {
        zip_file_set_external_attributes(
          archive, zip_uint64_t(index), 0, zip_uint8_t(ZIP_OPSYS_UNIX), zip_uint32_t(mode << 16))
      }
    }
    guard zip_close(archive) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }
}
