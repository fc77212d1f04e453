// A file that is written without a name, and gets its own when it is whole.
//
// Where the file system has files without a name (O_TMPFILE: ext4, XFS, Btrfs, tmpfs), the system frees what a process
// leaves unfinished, however it ended. Elsewhere the file has a name beside its target until then (it starts with a dot
// and ends in ".partial"), which a process leaves that is killed outright, and is renamed: rename is atomic only within
// one file system. There is never half a target.
//
// Tested by FileTests and SHA256Tests.
import Glibc

/// An output file in the making. It is gone when it is let go of without `publish()`.
package final class UnfinishedFile {
  /// The name that `publish()` gives the file, with symbolic links followed.
  package let target: String
  /// The path of the file until `publish()`; nil where it has no name until then.
  package let temporaryPath: String?
  /// The open file, for reading and writing; -1 when it is closed. It stays the file's own: nobody else closes it.
  package private(set) var descriptor: CInt
  private var isSettled = false

  /// Creates the file, with a temporary name in any case if `hasName`. Throws `unwritable` with the system's reason
  /// when the folder is missing or may not be written to, or `path` is a folder or a device: renaming would replace it.
  package init(for path: String, hasName: Bool = false) throws(ImageFileError) {
    target = try Self.resolve(path)
    if !hasName, let nameless = Self.nameless(in: target) {
      (temporaryPath, descriptor) = (nil, nameless)
      return
    }
    let made = UnfinishedOutputs.create(beside: target) { open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
    switch made {
    case .success(let file): (temporaryPath, descriptor) = (file.path, file.value)
    case .failure(let failure): throw ImageFileError(path, .unwritable, "cannot write", errno: failure.code)
    }
  }

  deinit { discard() }

  /// Removes the file; nothing happens after `publish()` but that a file that stayed open is closed.
  package func discard() {
    closeDescriptor()
    guard !isSettled else { return }
    isSettled = true
    guard let temporaryPath else { return }
    UnfinishedOutputs.settle(temporaryPath) {
      unlink(temporaryPath)
      return true
    }
  }

  package func write(_ bytes: [UInt8]) throws(ImageFileError) { try write(bytes.span.bytes) }

  package func write(_ bytes: RawSpan) throws(ImageFileError) {
    let code = bytes.withUnsafeBytes { Self.writeAll($0, to: descriptor) }
    guard code == 0 else { throw ImageFileError(target, .unwritable, "cannot write", errno: code) }
  }

  /// Gives the file its final name, in place of what had it before. Call it once. `keepsOpen`: more is written
  /// afterwards, to a file that tells how far a run has come.
  package func publish(keepsOpen: Bool = false) throws(ImageFileError) {
    precondition(!isSettled, "UnfinishedFile: \(target) is published already")
    // Until then the file has no other name, and without one it goes when it is closed.
    defer { if !keepsOpen { closeDescriptor() } }
    let code = named()
    guard code == 0 else { throw ImageFileError(target, .unwritable, "cannot write", errno: code) }
    isSettled = true
  }

  /// Writes all of `bytes` to a descriptor, however many calls that takes; returns errno, 0 when all went well.
  package static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt) -> CInt {
    var rest = bytes
    while !rest.isEmpty {
      let written = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if written < 0, errno != EINTR { return errno }
      if written > 0 { rest = UnsafeRawBufferPointer(rebasing: rest[written...]) }
    }
    return 0
  }

  private func closeDescriptor() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }
}

// MARK: - The name

extension UnfinishedFile {
  private func named() -> CInt {
    if let temporaryPath { return Self.rename(temporaryPath, to: target) }
    // A link takes no name that there is already. The process is not ended from outside in between.
    let new = UnfinishedOutputs.undisturbed { Self.link(descriptor, to: target) }
    guard new == EEXIST else { return new }
    let made = UnfinishedOutputs.create(beside: target) { path in
      let code = Self.link(descriptor, to: path)
      errno = code
      return code == 0 ? 0 : -1
    }
    switch made {
    case .success(let named):
      let code = Self.rename(named.path, to: target)
      if code != 0 {
        UnfinishedOutputs.settle(named.path) {
          unlink(named.path)
          return true
        }
      }
      return code
    case .failure(let failure): return failure.code
    }
  }

  private static func rename(_ name: String, to target: String) -> CInt {
    var code: CInt = 0
    UnfinishedOutputs.settle(name) {
      code = Glibc.rename(name, target) == 0 ? 0 : errno
      return code == 0
    }
    return code
  }

  /// A new file in a path's folder that has no name; nil where there is no such thing, or no way to name it later.
  private static func nameless(in path: String) -> CInt? {
    // Its name is given through /proc: by the descriptor alone only the superuser may.
    guard access("/proc/self/fd", X_OK) == 0 else { return nil }
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    // O_TMPFILE, a macro that Swift does not see.
    let descriptor = open(folder, 0o20_000_000 | O_DIRECTORY | O_RDWR | O_CLOEXEC, 0o666)
    return descriptor >= 0 ? descriptor : nil
  }

  /// Gives a file without a name one; errno, or 0.
  private static func link(_ descriptor: CInt, to path: String) -> CInt {
    linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 ? 0 : errno
  }

  // MARK: - The target

  /// `path` with symbolic links followed, so that a link stays a link to the new file, also one that leads nowhere yet.
  private static func resolve(_ path: String) throws(ImageFileError) -> String {
    if let code = unusableTarget(path) {
      guard code != 0 else {
        throw ImageFileError(path, .unwritable, "cannot write: it exists and is not a regular file")
      }
      throw ImageFileError(path, .unwritable, "cannot write", errno: code)
    }
    if let resolved = realpath(path, nil) {
      defer { free(resolved) }
      return String(cString: resolved)
    }
    // A missing file or folder is left to `open`, whose errno says why.
    guard errno == ENOENT, let destination = destination(ofLink: path) else { return path }
    let folderEnd = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    return try resolve(destination.hasPrefix("/") ? destination : path[..<folderEnd] + destination)
  }

  /// Returns the error that keeps a file from being replaced: EISDIR for a folder, ELOOP for a link to itself, 0 for
  /// anything else that is not a regular file; nil for a file that can be replaced or does not exist.
  static func unusableTarget(_ path: String) -> CInt? {
    var status = stat()
    guard stat(path, &status) == 0 else { return errno == ELOOP ? ELOOP : nil }
    return switch status.st_mode & S_IFMT {
    case S_IFREG: nil
    case S_IFDIR: EISDIR
    default: 0
    }
  }

  private static func destination(ofLink path: String) -> String? {
    withUnsafeTemporaryAllocation(byteCount: Int(PATH_MAX), alignment: 1) { buffer in
      let count = readlink(path, buffer.baseAddress!.assumingMemoryBound(to: CChar.self), buffer.count)
      return count > 0 ? String(decoding: buffer.prefix(count), as: UTF8.self) : nil
    }
  }
}
