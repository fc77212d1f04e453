// A file that is written beside its target under another name and renamed when whole.
//
// The temporary name lies in the target's own folder, because rename is atomic only within one file system. A process
// that is killed outright leaves the temporary file (its name starts with a dot and ends in ".partial"), never half a
// target.
import Glibc

/// An output file in the making. It is removed when it is let go of without `publish()`.
package final class UnfinishedFile {
  /// The name that `publish()` gives the file, with symbolic links followed.
  package let target: String
  /// Where the bytes are until then.
  package let temporaryPath: String
  /// The open file, for reading and writing; -1 when it is closed. It stays the file's own: nobody else closes it.
  package private(set) var descriptor: CInt
  private var isSettled = false

  /// Creates the temporary file.
  ///
  /// - Throws: `ImageFileError` with `unwritable` and the system's reason when the folder is missing or may not be
  ///   written to, or when `path` is a folder or a device: renaming would replace it.
  package init(for path: String) throws(ImageFileError) {
    target = try Self.resolve(path)
    let made = UnfinishedOutputs.create(beside: target) { open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
    switch made {
    case .success(let file): (temporaryPath, descriptor) = (file.path, file.value)
    case .failure(let failure): throw ImageFileError(path, .unwritable, "cannot write", errno: failure.code)
    }
  }

  deinit { discard() }

  /// Removes the temporary file; nothing happens after `publish()`.
  package func discard() {
    closeDescriptor()
    guard !isSettled else { return }
    isSettled = true
    UnfinishedOutputs.settle(temporaryPath) {
      unlink(temporaryPath)
      return true
    }
  }

  /// Appends `bytes`.
  package func write(_ bytes: [UInt8]) throws(ImageFileError) {
    try write(bytes.span.bytes)
  }

  /// Appends `bytes`.
  package func write(_ bytes: RawSpan) throws(ImageFileError) {
    let code = bytes.withUnsafeBytes { Self.writeAll($0, to: descriptor) }
    guard code == 0 else { throw ImageFileError(target, .unwritable, "cannot write", errno: code) }
  }

  /// Gives the file its final name, in place of what had it before. Call it once, after the last write.
  package func publish() throws(ImageFileError) {
    precondition(!isSettled, "UnfinishedFile: \(target) is published already")
    closeDescriptor()
    var code: CInt = 0
    UnfinishedOutputs.settle(temporaryPath) {
      code = rename(temporaryPath, target) == 0 ? 0 : errno
      isSettled = code == 0
      return isSettled
    }
    guard code == 0 else { throw ImageFileError(target, .unwritable, "cannot write", errno: code) }
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

// MARK: - The target

extension UnfinishedFile {
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
    // What cannot be looked at (a missing file or folder) is left to `open`, whose errno says why.
    guard errno == ENOENT, let destination = destination(ofLink: path) else { return path }
    let folderEnd = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    return try resolve(destination.hasPrefix("/") ? destination : path[..<folderEnd] + destination)
  }

  /// Why a file of that path cannot be replaced: EISDIR for a folder, ELOOP for a link that leads to itself, 0 for what
  /// is no regular file otherwise; nil where it can, or there is none.
  static func unusableTarget(_ path: String) -> CInt? {
    var status = stat()
    guard stat(path, &status) == 0 else { return errno == ELOOP ? ELOOP : nil }
    return switch status.st_mode & S_IFMT {
    case S_IFREG: nil
    case S_IFDIR: EISDIR
    default: 0
    }
  }

  /// What a symbolic link holds; nil for anything else.
  private static func destination(ofLink path: String) -> String? {
    withUnsafeTemporaryAllocation(byteCount: Int(PATH_MAX), alignment: 1) { buffer in
      let count = readlink(path, buffer.baseAddress!.assumingMemoryBound(to: CChar.self), buffer.count)
      return count > 0 ? String(decoding: buffer.prefix(count), as: UTF8.self) : nil
    }
  }
}
