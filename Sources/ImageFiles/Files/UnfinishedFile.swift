// A nameless file that gets its name when it is complete.
//
// On file systems with nameless files (O_TMPFILE: ext4, XFS, Btrfs, tmpfs), the system removes an unfinished one at the
// process's end, however it ends. Elsewhere the file has a temporary name beside its target (from a dot to ".partial"),
// which a killed process leaves behind, and is renamed: rename is atomic only inside one file system. An incomplete
// target never exists.
//
// Tested by FileTests and SHA256Tests.
import Glibc

/// An output file under construction. Its release without `publish()` removes it.
package final class UnfinishedFile {
  /// The name from `publish()` on, with symbolic links resolved.
  package let target: String
  /// The temporary path of the file before `publish()`; nil for a nameless file.
  package let temporaryPath: String?
  /// The open file, for reading and writing; -1 when it is closed. Only this object closes it.
  package private(set) var descriptor: CInt
  private var isSettled = false

  /// Creates the file, with a temporary name if `hasName` or needed. Throws `unwritable` with the system's reason if
  /// the folder is missing or read-only, or if `path` is a folder or a device, which renaming would replace.
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

  /// Removes the file. After `publish()` it only closes a file that was kept open.
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

  /// Gives the file its final name, replacing a previous one. Call it once. `keepsOpen` is for files that grow
  /// afterwards, as records of a run's progress.
  package func publish(keepsOpen: Bool = false) throws(ImageFileError) {
    precondition(!isSettled, "UnfinishedFile: \(target) is published already")
    // Until then the file has no other name, and a nameless file goes when it is closed.
    defer { if !keepsOpen { closeDescriptor() } }
    let code = named()
    guard code == 0 else { throw ImageFileError(target, .unwritable, "cannot write", errno: code) }
    isSettled = true
  }

  /// Writes all of `bytes` to a descriptor, by as many calls as needed; returns 0 or errno.
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
    // A link does not replace an existing name; no signal ends the process in between.
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

  /// Creates a nameless file in a path's folder; returns nil if that is unsupported, or if it could not be named later.
  private static func nameless(in path: String) -> CInt? {
    // It is named through /proc, as naming it by the descriptor alone needs the superuser.
    guard access("/proc/self/fd", X_OK) == 0 else { return nil }
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    // O_TMPFILE, a macro that Swift cannot import.
    let descriptor = open(folder, 0o20_000_000 | O_DIRECTORY | O_RDWR | O_CLOEXEC, 0o666)
    return descriptor >= 0 ? descriptor : nil
  }

  /// Gives a nameless file a name; returns errno, or 0.
  private static func link(_ descriptor: CInt, to path: String) -> CInt {
    linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 ? 0 : errno
  }

  // MARK: - The target

  /// Returns `path` with symbolic links resolved, even dangling ones, so that a link remains one to the new file.
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
    // `open` reports a missing file or folder by its errno.
    guard errno == ENOENT, let destination = destination(ofLink: path) else { return path }
    let folderEnd = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    return try resolve(destination.hasPrefix("/") ? destination : path[..<folderEnd] + destination)
  }

  /// Returns the error for a target that cannot be replaced: EISDIR for a folder, ELOOP for a link to itself, 0 for any
  /// other that is no regular file; nil for a regular or missing file.
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
