// Reading whole files by POSIX calls: their errno goes into the error, and the size is checked before the allocation.
import Glibc

package enum FileContents {
  /// The beginning of the reason where a file does not exist or may not be read.
  package static let cannotOpen = "cannot open"

  /// Opens the regular file at `path` for reading, without waiting: `open` would wait for ever at a FIFO that nobody
  /// writes to. The caller closes the file.
  ///
  /// - Throws: `notFound`, or `unreadable`, also for a FIFO, a device, a socket and a folder.
  package static func open(_ path: String) throws(ImageFileError) -> CInt {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      let missing = errno == ENOENT || errno == ENOTDIR
      throw ImageFileError(path, missing ? .notFound : .unreadable, cannotOpen, errno: errno)
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw ImageFileError(path, .unreadable, "not a regular file")
    }
    return descriptor
  }

  /// The bytes of the file at `path`, at most `ImageFile.maximumFileBytes`.
  package static func read(_ path: String) throws(ImageFileError) -> [UInt8] {
    let descriptor = try open(path)
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw ImageFileError(path, .unreadable, "cannot read", errno: errno)
    }
    let size = Int(status.st_size)
    guard size <= ImageFile.maximumFileBytes else {
      throw ImageFileError(tooLong: size, name: path)
    }
    var code: CInt = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let got = Glibc.read(descriptor, buffer.baseAddress! + count, size - count)
        if got < 0, errno == EINTR { continue }
        if got < 0 { code = errno }
        if got <= 0 { break }
        count += got
      }
    }
    guard code == 0 else { throw ImageFileError(path, .unreadable, "cannot read", errno: code) }
    return bytes
  }
}
