// The folder of programs that drivers compiled, a file for each: two processes at a time then replace no more than the
// same file by the same, and what is damaged is one program. Nothing that goes wrong here is an error: what is not
// found is compiled.
//
// Tested by ProgramCacheTests.

import Glibc
import ImageFiles

/// Programs in files, from one run to the next.
package final class ProgramCache {
  /// The folder.
  package let path: String
  /// The number of programs that this process has written.
  private var writes = 0

  /// Bytes of all programs, of which the oldest are removed beyond that.
  private let limit: Int
  /// The number of written programs after which the bytes in the folder are counted again.
  private static let writesToTrim = 16
  private static let suffix = ".program"

  /// The cache in a folder, which is made; nil where that cannot be, or others may write to it.
  package init?(path: String, limit: Int = 64 << 20) {
    (self.path, self.limit) = (path, limit)
    // Those above it, too, as the rules for cache folders ask.
    guard path.hasPrefix("/"), (try? OutputFolder.make(path, mode: 0o700)) != nil else { return nil }
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard Self.status(of: descriptor, kind: S_IFDIR) != nil else { return nil }
  }

  /// The environment variable that says where programs are kept: a folder's whole path, or `none`.
  package static let environmentVariable = "MULTIPLANE_PROGRAM_CACHE"

  /// The folder of an environment: the variable's, or `multiplane/programs` in the user's folder of caches; nil for
  /// none.
  package static func path(in environment: [String: String]) -> String? {
    if let chosen = environment[environmentVariable], !chosen.isEmpty { return chosen.hasPrefix("/") ? chosen : nil }
    if let caches = environment["XDG_CACHE_HOME"], caches.hasPrefix("/") { return "\(caches)/multiplane/programs" }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return "\(home)/.cache/multiplane/programs"
  }

  /// Returns the program of an identity; nil where the folder does not have it, or its file cannot be trusted.
  func program(of identity: [UInt8]) -> ProgramBinary? {
    let descriptor = open(file(of: identity), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard let status = Self.status(of: descriptor, kind: S_IFREG), 1...ProgramBinary.mostFileBytes ~= status.st_size
    else { return nil }
    let bytes = [UInt8](unsafeUninitializedCapacity: status.st_size) { buffer, count in
      while count < buffer.count {
        let got = read(descriptor, buffer.baseAddress! + count, buffer.count - count)
        if got < 0, errno == EINTR { continue }
        if got <= 0 { break }
        count += got
      }
    }
    return ProgramBinary(file: bytes, identity: identity)
  }

  /// Keeps the program of an identity, in place of one that there was.
  func keep(_ binary: ProgramBinary, of identity: [UInt8]) {
    if writes.isMultiple(of: Self.writesToTrim) { trim() }
    writes += 1
    let path = file(of: identity)
    // A link would be followed.
    var status = stat()
    if lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG { unlink(path) }
    guard let file = try? UnfinishedFile(for: path), fchmod(file.descriptor, 0o600) == 0,
      (try? file.write(binary.file(identity: identity))) != nil
    else { return }
    try? file.publish()
  }

  private func file(of identity: [UInt8]) -> String { "\(path)/\(SHA256.digest(of: identity))\(Self.suffix)" }

  /// Returns the status of an open file if it is of that kind, is ours, and nobody else may write to it.
  private static func status(of descriptor: CInt, kind: mode_t) -> stat? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == kind, status.st_uid == geteuid(),
      status.st_mode & (S_IWGRP | S_IWOTH) == 0
    else { return nil }
    return status
  }

  /// Removes the oldest programs beyond the limit; of other files in the folder none.
  private func trim() {
    guard let folder = opendir(path) else { return }
    defer { closedir(folder) }
    var files: [(path: String, bytes: Int, time: Int)] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard name.hasSuffix(Self.suffix), name.count == 64 + Self.suffix.count else { continue }
      var status = stat()
      guard lstat("\(path)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      files.append(("\(path)/\(name)", status.st_size, status.st_mtim.tv_sec))
    }
    var total = files.reduce(0) { $0 + $1.bytes }
    for file in files.sorted(by: { ($0.time, $0.path) < ($1.time, $1.path) }) {
      guard total > limit else { return }
      unlink(file.path)
      total -= file.bytes
    }
  }
}
