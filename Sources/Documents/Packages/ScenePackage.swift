package import Foundation
import ImageFiles
import Synchronization

/// The files of a package: a folder or an archive. Nothing is unpacked to disk.
package protocol PackageStorage {
  /// The path of the folder or archive, as the user named it.
  var name: String { get }
  func displayName(of path: PackagePath) -> String
  /// Returns the sorted paths of all files, without those that macOS leaves behind (`__MACOSX`, `.DS_Store`).
  func paths() throws(SceneFileError) -> [PackagePath]
  func contains(_ path: PackagePath) throws(SceneFileError) -> Bool
  func read(_ path: PackagePath) throws(SceneFileError) -> [UInt8]
}

extension PackageStorage {
  /// Returns the file's path, as its name in errors and notes.
  package func displayName(of path: PackagePath) -> String { path.components.isEmpty ? name : "\(name)/\(path)" }
}

extension PackagePath {
  var isSystemLitter: Bool { components.first == "__MACOSX" || components.last == ".DS_Store" }
}

/// The files of a `.ca` package, in any storage.
package struct ScenePackage {
  private let storage: any PackageStorage
  private let folder: PackagePath

  package init(_ storage: any PackageStorage, folder: PackagePath = .root) {
    self.storage = storage
    self.folder = folder
  }

  package var name: String { storage.displayName(of: folder) }

  package func displayName(of path: PackagePath) -> String { storage.displayName(of: folder.appending(path)) }

  package func contains(_ path: PackagePath) throws(SceneFileError) -> Bool {
    try storage.contains(folder.appending(path))
  }

  package func read(_ path: PackagePath) throws(SceneFileError) -> [UInt8] { try storage.read(folder.appending(path)) }
}

// MARK: - References

extension ScenePackage {
  /// Returns the path to which a document refers at `location`: as written, or else without percent escapes.
  package func path(of source: String, from location: SourceLocation) throws(SceneFileError) -> PackagePath {
    let path = try checked(source, from: location)
    guard let decoded = source.removingPercentEncoding, decoded != source, try !contains(path) else { return path }
    return try checked(decoded, from: location)
  }

  private func checked(_ source: String, from location: SourceLocation) throws(SceneFileError) -> PackagePath {
    do throws(PackagePathError) {
      return try PackagePath(source)
    } catch {
      throw SceneFileError(
        .malformed, at: location,
        "the asset path '\(source.excerpt)' \(error.reason); expected a path inside the package")
    }
  }
}

/// A relative path of plain names, which cannot lead out of the package. (For links see `PackageFolder`.)
package struct PackagePath: Hashable, CustomStringConvertible {
  package let components: [String]

  package static let root = PackagePath(components: [])

  private init(components: [String]) { self.components = components }

  /// Parses a path with `/` between names, without `.` and empty names. Throws for an absolute one, `..`, `\` or NUL.
  package init(_ text: String) throws(PackagePathError) {
    if text.hasPrefix("/") { throw PackagePathError(reason: "is absolute") }
    if text.contains("\\") { throw PackagePathError(reason: "has a backslash") }
    if text.utf8.contains(0) { throw PackagePathError(reason: "has a NUL") }
    let names = text.split(separator: "/").map(String.init).filter { $0 != "." }
    if names.contains("..") { throw PackagePathError(reason: "leaves the package with '..'") }
    components = names
  }

  func appending(_ path: PackagePath) -> PackagePath { PackagePath(components: components + path.components) }

  package func prefix(_ count: Int) -> PackagePath { PackagePath(components: Array(components.prefix(count))) }

  func relative(to folder: PackagePath) -> PackagePath? {
    guard components.count > folder.components.count, components.starts(with: folder.components) else { return nil }
    return PackagePath(components: Array(components.dropFirst(folder.components.count)))
  }

  package var description: String { components.joined(separator: "/") }
}

/// The reason why a text is not a path inside a package.
package struct PackagePathError: Error {
  /// The rest of a sentence that begins with the path: "is absolute".
  package let reason: String
}

/// A folder with subfolders. Symbolic links may lead anywhere inside it; reading refuses others.
package struct PackageFolder: PackageStorage {
  package let name: String
  private let root: URL
  private let limits: SceneLimits

  /// Creates the package of an existing folder.
  package init(path: String, limits: SceneLimits) {
    name = path
    root = URL(fileURLWithPath: path, isDirectory: true).resolvingSymlinksInPath()
    self.limits = limits
  }

  package func paths() throws(SceneFileError) -> [PackagePath] {
    guard let files = FileManager.default.enumerator(atPath: root.path) else {
      throw SceneFileError(.unreadable, file: name, "the folder cannot be read")
    }
    var found: [PackagePath] = []
    var count = 0
    for case let file as String in files {
      count += 1
      guard count <= limits.entryCount else {
        throw SceneFileError(
          .tooLarge, file: name, "more than \(limits.entryCount) files; that is the most a package may have")
      }
      // A name that is no package path (Linux allows a backslash) cannot be referred to.
      guard let path = try? PackagePath(file), !path.isSystemLitter else { continue }
      found.append(path)
    }
    return found.sorted { $0.description < $1.description }
  }

  package func contains(_ path: PackagePath) throws(SceneFileError) -> Bool {
    let resolved = try resolve(path)
    SceneFileLog.noteLooking(for: resolved)
    return FileManager.default.fileExists(atPath: resolved)
  }

  package func read(_ path: PackagePath) throws(SceneFileError) -> [UInt8] {
    try FileBytes.read(resolve(path), as: displayName(of: path), limit: limits.entryBytes)
  }

  /// Returns the address of a file, with symbolic links resolved.
  package func url(of path: PackagePath) throws(SceneFileError) -> URL { URL(fileURLWithPath: try resolve(path)) }

  private func resolve(_ path: PackagePath) throws(SceneFileError) -> String {
    let resolved = root.appendingPathComponent(path.description).resolvingSymlinksInPath().path
    let inside = root.path.hasSuffix("/") ? root.path : root.path + "/"
    guard resolved.hasPrefix(inside) else {
      throw SceneFileError(
        .malformed, file: displayName(of: path),
        "the symbolic link leads out of the package; expected a file inside of it")
    }
    return resolved
  }
}

package enum SceneFileLog {
  /// The files that were read or looked for, by their paths without symbolic links, in order, except archives.
  package struct Record: Sendable {
    package fileprivate(set) var paths: [String] = []
    /// The bytes of the read files, by their paths.
    fileprivate var bytes: [String: [UInt8]] = [:]
    /// The films and sounds that are read later.
    fileprivate var media: Set<String> = []
    package var readPaths: [String] { Array(Set(bytes.keys).union(media)) }

    package init() {}
  }

  private struct State {
    /// The record being made; nil without recording.
    var record: Record?
    /// The record that replaces the files; nil to read the files.
    var replayed: Record?
  }

  private static let state = Mutex(State())

  /// Records that a file is looked for, by its path without symbolic links.
  static func noteLooking(for path: String) { state.withLock { $0.record?.paths.append(path) } }

  /// Records a film or a sound that is read later, by its path without symbolic links.
  package static func noteMedia(_ path: String) { state.withLock { _ = $0.record?.media.insert(path) } }

  fileprivate static func note(_ bytes: [UInt8], of path: String) { state.withLock { $0.record?.bytes[path] = bytes } }

  /// Returns the recorded bytes of a file; nil to read the file.
  fileprivate static func replayed(_ path: String) -> [UInt8]? { state.withLock { $0.replayed?.bytes[path] } }

  /// Runs `body` and returns its result with the record of the files that it read or looked for, even if it fails.
  package static func record<Answer>(
    _ body: () throws -> Answer
  ) -> (answer: Result<Answer, any Error>, record: Record) {
    state.withLock { $0.record = Record() }
    defer { state.withLock { $0.record = nil } }
    let answer = Result { try body() }
    return (answer, state.withLock { $0.record ?? Record() })
  }

  /// Runs `body` with the recorded files as they were; others are read.
  package static func replaying<Answer>(_ record: Record, _ body: () throws -> Answer) rethrows -> Answer {
    state.withLock { $0.replayed = record }
    defer { state.withLock { $0.replayed = nil } }
    return try body()
  }
}

/// Reads whole files, after checking their kind, as a pipe would block, and their size, which is allocated.
package enum FileBytes {
  /// Reads a regular file of at most `limit` bytes, following symbolic links; errors name it.
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
    // Another process may have replaced the file by a pipe, at which opening must not block.
    guard let bytes = try? FileContents.read(resolved) else {
      throw SceneFileError(.unreadable, file: name, "the file cannot be read; check its permissions")
    }
    SceneFileLog.note(bytes, of: resolved)
    return bytes
  }

  /// Returns at most the first `count` bytes of a regular file; none of anything else, which might block.
  package static func beginning(of path: String, count: Int) throws(SceneFileError) -> [UInt8] {
    let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: resolved)
    guard attributes?[.type] as? FileAttributeType == .typeRegular else { return [] }
    guard let descriptor = try? FileContents.open(resolved),
      case let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true),
      let data = try? file.read(upToCount: count) ?? Data()
    else {
      throw SceneFileError(.unreadable, file: path, "the file cannot be read; check its permissions")
    }
    return [UInt8](data)
  }
}
