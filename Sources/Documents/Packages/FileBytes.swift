// Reading a whole file, its kind and size checked first: a pipe would block, and a size decides how much is
// allocated.

import Foundation
import Synchronization

/// What scenes are read from.
package enum SceneFileLog {
  private static let paths = Mutex<[(path: String, isRead: Bool)]?>(nil)

  /// Notes a file, by its path without symbolic links.
  ///
  /// - Parameter isRead: whether it could be read, or was looked for alone.
  static func note(_ path: String, isRead: Bool) { paths.withLock { $0?.append((path, isRead)) } }

  /// The files that `body` had read, by their paths without symbolic links, in order; archives aside.
  package static func files<Failure: Error>(readBy body: () throws(Failure) -> Void) throws(Failure) -> [String] {
    paths.withLock { $0 = [] }
    defer { paths.withLock { $0 = nil } }
    try body()
    return paths.withLock { $0 ?? [] }.filter(\.isRead).map(\.path)
  }

  /// What `body` comes to, and the files that it read or looked for, also where it fails.
  package static func record<Answer>(
    _ body: () throws -> Answer
  ) -> (answer: Result<Answer, any Error>, files: [String]) {
    paths.withLock { $0 = [] }
    defer { paths.withLock { $0 = nil } }
    let answer = Result { try body() }
    return (answer, paths.withLock { $0 ?? [] }.map(\.path))
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
    SceneFileLog.note(resolved, isRead: false)
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
    guard let data = FileManager.default.contents(atPath: resolved) else {
      throw SceneFileError(.unreadable, file: name, "the file cannot be read; check its permissions")
    }
    SceneFileLog.note(resolved, isRead: true)
    return [UInt8](data)
  }

  /// The first bytes of a regular file, at most `count`; none of anything else, which might block.
  ///
  /// - Parameter path: the file to open, and what errors call it.
  package static func beginning(of path: String, count: Int) throws(SceneFileError) -> [UInt8] {
    let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: resolved)
    guard attributes?[.type] as? FileAttributeType == .typeRegular else { return [] }
    guard let file = FileHandle(forReadingAtPath: resolved), let data = try? file.read(upToCount: count) ?? Data()
    else {
      throw SceneFileError(.unreadable, file: path, "the file cannot be read; check its permissions")
    }
    return [UInt8](data)
  }
}
