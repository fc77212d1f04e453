// Reading a whole file, its kind and size checked first: a pipe would block, and a size decides how much is
// allocated.

import Foundation
import ImageFiles
import Synchronization

/// The log of the files that scenes are read from.
package enum SceneFileLog {
  /// The files that something read or looked for, by their paths without symbolic links, in order; archives aside.
  package struct Record: Sendable {
    package fileprivate(set) var paths: [String] = []
    /// The bytes of the files that were read, by their paths.
    fileprivate var bytes: [String: [UInt8]] = [:]
    /// The paths of the files that were read, in no order.
    package var readPaths: [String] { Array(bytes.keys) }

    /// An empty record.
    package init() {}
  }

  private struct State {
    /// The record being made; nil while nothing is recorded.
    var record: Record?
    /// The record whose bytes are read in place of the files; nil to read the files.
    var replayed: Record?
  }

  private static let state = Mutex(State())

  /// Notes that a file is looked for, by its path without symbolic links.
  static func noteLooking(for path: String) { state.withLock { $0.record?.paths.append(path) } }

  /// Records the bytes that were read from a file.
  fileprivate static func note(_ bytes: [UInt8], of path: String) {
    state.withLock { $0.record?.bytes[path] = bytes }
  }

  /// Returns the bytes to read in place of a file; nil to read the file.
  fileprivate static func replayed(_ path: String) -> [UInt8]? { state.withLock { $0.replayed?.bytes[path] } }

  /// Runs `body` and returns its result, with the record of what it read or looked for, also where it fails.
  package static func record<Answer>(
    _ body: () throws -> Answer
  ) -> (answer: Result<Answer, any Error>, record: Record) {
    state.withLock { $0.record = Record() }
    defer { state.withLock { $0.record = nil } }
    let answer = Result { try body() }
    return (answer, state.withLock { $0.record ?? Record() })
  }

  /// Runs `body` with files as they were when they were recorded, whatever became of them; others are read.
  package static func replaying<Answer>(_ record: Record, _ body: () throws -> Answer) rethrows -> Answer {
    state.withLock { $0.replayed = record }
    defer { state.withLock { $0.replayed = nil } }
    return try body()
  }
}

/// The bytes of files.
package enum FileBytes {
  /// Reads a regular file.
  ///
  /// - Parameters:
  ///   - path: the file to open; symbolic links are followed.
  ///   - name: what errors call it.
  ///   - limit: the most bytes that are read.
  package static func read(_ path: String, as name: String, limit: Int) throws(SceneFileError) -> [UInt8] {
    let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    if let bytes = SceneFileLog.replayed(resolved) { return bytes }
    SceneFileLog.noteLooking(for: resolved)
    guard FileManager.default.fileExists(atPath: resolved) else {
      throw SceneFileError(.notFound, file: name, "no such file")
    }
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: resolved) else {
      throw SceneFileError(.unreadable, file: name, "the file's size cannot be read")
    }
    guard attributes[.type] as? FileAttributeType == .typeRegular else {
      throw SceneFileError(.unreadable, file: name, "this is no regular file; expected one")
    }
    let size = (attributes[.size] as? NSNumber)?.intValue ?? 0
    guard size <= limit else {
      throw SceneFileError(.tooLarge, file: name, "a file of \(size) bytes; at most \(limit) are read")
    }
    // Another process may have replaced the file with a pipe: opening it must not block.
    guard let bytes = try? FileContents.read(resolved) else {
      throw SceneFileError(.unreadable, file: name, "the file cannot be read; check its permissions")
    }
    SceneFileLog.note(bytes, of: resolved)
    return bytes
  }

  /// The first bytes of a regular file, at most `count`; none of anything else, which might block.
  ///
  /// - Parameter path: the file to open, and what errors call it.
  package static func beginning(of path: String, count: Int) throws(SceneFileError) -> [UInt8] {
    let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: resolved)
    guard attributes?[.type] as? FileAttributeType == .typeRegular else { return [] }
    // Another process may have replaced the file with a pipe: opening it must not block.
    guard let descriptor = try? FileContents.open(resolved),
      case let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true),
      let data = try? file.read(upToCount: count) ?? Data()
    else {
      throw SceneFileError(.unreadable, file: path, "the file cannot be read; check its permissions")
    }
    return [UInt8](data)
  }
}
