// A file that is written beside its target under another name and renamed when whole.
//
// The temporary name lies in the target's own folder, because rename is atomic only within one file system. A process
// that is killed leaves the temporary file (its name starts with a dot and ends in ".partial"), never half a target.
import Glibc
import Synchronization

/// An output file in the making. It is removed when it is let go of without `publish()`.
package final class UnfinishedFile {
  /// The name that `publish()` gives the file, with symbolic links followed.
  package let target: String
  /// Where the bytes are until then.
  package let temporaryPath: String
  private var descriptor: CInt
  private var isPublished = false

  /// Creates the temporary file.
  ///
  /// - Throws: `ImageFileError` with `unwritable` and the system's reason when the folder is missing or may not be
  ///   written to, or when `path` is a folder or a device: renaming would replace it.
  package init(for path: String) throws(ImageFileError) {
    target = try Self.resolve(path)
    temporaryPath = Self.temporaryName(beside: target)
    descriptor = open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw ImageFileError(path, .unwritable, "cannot write", errno: errno) }
  }

  deinit { discard() }

  /// Removes the temporary file; nothing happens after `publish()`.
  package func discard() {
    closeDescriptor()
    if !isPublished { unlink(temporaryPath) }
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
    precondition(!isPublished, "UnfinishedFile: \(target) is published already")
    closeDescriptor()
    guard rename(temporaryPath, target) == 0 else {
      throw ImageFileError(target, .unwritable, "cannot write", errno: errno)
    }
    isPublished = true
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

  /// A name in `path`'s folder that no other process and no other call uses.
  package static func temporaryName(beside path: String) -> String {
    let number = counter.add(1, ordering: .relaxed).newValue
    let folderEnd = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    return "\(path[..<folderEnd]).multiplane-\(getpid())-\(number).partial"
  }

  private static let counter = Atomic<Int>(0)

  private func closeDescriptor() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  /// `path` with symbolic links followed, so that a link stays a link to the new file.
  private static func resolve(_ path: String) throws(ImageFileError) -> String {
    var status = stat()
    // What cannot be looked at (a missing file or folder) is left to `open`, whose errno says why.
    guard stat(path, &status) == 0 else { return path }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw ImageFileError(path, .unwritable, "cannot write", errno: EISDIR)
    default: throw ImageFileError(path, .unwritable, "cannot write: it exists and is not a regular file")
    }
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
