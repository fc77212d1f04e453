// Reading and writing one file. A file is written beside its place and then moved there: at no time is there half of
// one.

import Foundation

enum SourceFile {
  /// No source that people write is longer, in bytes.
  static let maximumSize = 8 << 20

  /// The bytes of a source.
  static func read(_ path: String) throws(PortError) -> [UInt8] {
    let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber)?.intValue
    if let size, size > maximumSize {
      throw PortError(kind: .malformed, description: "\(path): left alone: longer than \(maximumSize >> 20) MiB")
    }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw PortError(kind: .malformed, description: "\(path): left alone: the file cannot be read")
    }
    guard String(validating: data, as: UTF8.self) != nil else {
      throw PortError(kind: .malformed, description: "\(path): left alone: not text in UTF-8")
    }
    return [UInt8](data)
  }

  /// Puts bytes in the place of a file, which keeps its permissions.
  ///
  /// - Parameter like: the file whose permissions the new one has.
  static func write(_ bytes: [UInt8], to path: String, like: String) throws(PortError) {
    let place = URL(filePath: path)
    let temporary = place.deletingLastPathComponent()
      .appending(path: ".\(place.lastPathComponent).\(ProcessInfo.processInfo.processIdentifier)").path
    do {
      let permissions = try FileManager.default.attributesOfItem(atPath: like)[.posixPermissions] as? NSNumber
      try Data(bytes).write(to: URL(filePath: temporary))
      try FileManager.default.setAttributes([.posixPermissions: permissions ?? 0o644], ofItemAtPath: temporary)
    } catch {
      try? FileManager.default.removeItem(atPath: temporary)
      throw PortError(kind: .cannotWrite, description: "\(path): cannot be written")
    }
    guard rename(temporary, path) == 0 else {
      let reason = String(cString: strerror(errno))
      try? FileManager.default.removeItem(atPath: temporary)
      throw PortError(kind: .cannotWrite, description: "\(path): cannot be written: \(reason)")
    }
  }
}

/// Why a file, or a folder, could not be ported.
struct PortError: Error, CustomStringConvertible {
  /// The exit statuses of sysexits.h.
  enum Kind: Int32 {
    case malformed = 65
    case notFound = 66
    case cannotWrite = 73
  }

  var kind: Kind
  /// What failed, and where.
  var description: String
}
