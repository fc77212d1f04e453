import CGcrypt
import Glibc

package enum FileContents {
  /// The beginning of the reason if a file does not exist or may not be read.
  package static let cannotOpen = "cannot open"

  /// Opens the regular file at `path` for reading, without blocking at a FIFO; the caller closes it. Throws `notFound`,
  /// or `unreadable`, also for a FIFO, a device, a socket and a folder.
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

  /// Returns the bytes of the file at `path`, at most `ImageFile.maximumFileBytes`.
  package static func read(_ path: String) throws(ImageFileError) -> [UInt8] {
    let descriptor = try open(path)
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw ImageFileError(path, .unreadable, "cannot read", errno: errno) }
    let size = Int(status.st_size)
    guard size <= ImageFile.maximumFileBytes else { throw ImageFileError(tooLong: size, name: path) }
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

/// SHA-256, which identifies files on other machines. libgcrypt digests the 8 MB of a frame of 1920x1080 in 4.2 ms;
/// OpenSSL takes as long, and half a millisecond more at the process's start; libavutil takes 16.
package final class SHA256 {
  /// A digest as 64 lowercase hexadecimal digits.
  package typealias Digest = String

  /// Whether the library is initialized, which detects the processor.
  private static let isReady = gcry_check_version(nil) != nil

  private let state: gcry_md_hd_t

  package init() {
    var state: gcry_md_hd_t?
    guard Self.isReady, gcry_md_open(&state, CInt(GCRY_MD_SHA256.rawValue), 0) == 0, let state else {
      fatalError("SHA256: libgcrypt does not support it, or cannot allocate memory")
    }
    self.state = state
  }

  deinit { gcry_md_close(state) }

  package func update(_ bytes: UnsafeRawBufferPointer) { gcry_md_write(state, bytes.baseAddress, bytes.count) }

  package func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

  /// Returns the digest of all added bytes. Nothing can be added afterwards.
  package func finalized() -> Digest {
    UnsafeBufferPointer(start: gcry_md_read(state, CInt(GCRY_MD_SHA256.rawValue)), count: 32).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  package static func digest(of bytes: [UInt8]) -> Digest {
    let digest = SHA256()
    digest.update(bytes)
    return digest.finalized()
  }

  /// Returns the digest of a file's first `byteCount` bytes, or all. Throws `notFound` or `unreadable`.
  package static func digest(ofFile path: String, byteCount: Int? = nil) throws(ImageFileError) -> Digest {
    let descriptor = try FileContents.open(path)
    defer { close(descriptor) }
    let digest = SHA256()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
    defer { buffer.deallocate() }
    var left = byteCount ?? .max
    while true {
      let count = read(descriptor, buffer.baseAddress, min(buffer.count, left))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw ImageFileError(path, .unreadable, "cannot read", errno: errno) }
      guard count > 0 else { return digest.finalized() }
      digest.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      left -= count
    }
  }
}

/// Makes the missing folders of a run's outputs and caches, and removes them. Only this, `UnfinishedFile` and
/// `UnfinishedFolder` make files and folders.
package enum OutputFolder {
  /// Makes the missing ones of a folder and those above it, with the permissions `mode` less the process's mask, and
  /// returns them, the outermost first. Throws `unwritable` with the system's reason, leaving none behind.
  @discardableResult
  package static func make(_ path: String, mode: UInt32 = 0o777) throws(ImageFileError) -> [String] {
    var made: [String] = []
    do throws(ImageFileError) { try make(path, mode, &made) } catch {
      remove(made)
      throw error
    }
    return made
  }

  @discardableResult
  package static func make(for file: String) throws(ImageFileError) -> [String] {
    guard let folder = above(file) else { return [] }
    return try make(folder)
  }

  /// Removes folders that were made, unless they contain anything.
  package static func remove(_ made: [String]) { for folder in made.reversed() { rmdir(folder) } }

  private static func make(_ path: String, _ mode: UInt32, _ made: inout [String]) throws(ImageFileError) {
    guard !path.isEmpty else { return }
    var code = mkdir(path, mode) == 0 ? 0 : errno
    if code == ENOENT || code == ENOTDIR, let above = above(path) {
      try make(above, mode, &made)
      // Another process may have made it.
      code = mkdir(path, mode) == 0 ? 0 : errno
    }
    guard code != 0 else {
      made.append(path)
      return
    }
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw ImageFileError(path, .unwritable, "cannot make the folder", errno: code)
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw ImageFileError(path, .unwritable, "it is a file, and no folder to write into")
    }
  }

  /// Returns the folder of a path; nil for the root, and for a path without folders.
  private static func above(_ path: String) -> String? {
    var path = path[...]
    while path.count > 1, path.last == "/" { path.removeLast() }
    guard let slash = path.lastIndex(of: "/") else { return nil }
    return slash == path.startIndex ? nil : String(path[..<slash])
  }
}
