// Tested by ProgramCacheTests and ProgramBinaryTests, and by tools/fuzz.

import Glibc
import ImageFiles

/// A folder of compiled programs, a file for each: two processes at a time then replace no more than the same file by
/// the same, and damage affects one program. Failures here are no errors: a missing program is compiled.
package final class ProgramCache {
  package let path: String
  /// The number of programs that this process has written.
  private var writes = 0

  /// The most bytes of all programs; beyond, the oldest are removed.
  private let limit: Int
  /// The number of written programs after which the folder's bytes are counted again.
  private static let writesToTrim = 16
  private static let suffix = ".program"

  /// The cache in a folder, which is made; nil if it cannot be made, or others may write to it.
  package init?(path: String, limit: Int = 64 << 20) {
    (self.path, self.limit) = (path, limit)
    // The folders above it are made, too, as the rules for cache folders ask.
    guard path.hasPrefix("/"), (try? OutputFolder.make(path, mode: 0o700)) != nil else { return nil }
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard Self.status(of: descriptor, kind: S_IFDIR) != nil else { return nil }
  }

  /// The environment variable of the folder: its whole path, or `none`.
  package static let environmentVariable = "MULTIPLANE_PROGRAM_CACHE"

  /// Returns an environment's folder: the variable's, or `multiplane/programs` in the user's caches; nil for none.
  package static func path(in environment: [String: String]) -> String? {
    if let chosen = environment[environmentVariable], !chosen.isEmpty { return chosen.hasPrefix("/") ? chosen : nil }
    if let caches = environment["XDG_CACHE_HOME"], caches.hasPrefix("/") { return "\(caches)/multiplane/programs" }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return "\(home)/.cache/multiplane/programs"
  }

  /// Returns the program of an identity; nil if the folder does not have it, or its file cannot be trusted.
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

  /// Keeps the program of an identity, in place of an older one.
  func keep(_ binary: ProgramBinary, of identity: [UInt8]) {
    if writes.isMultiple(of: Self.writesToTrim) { trim() }
    writes += 1
    let path = file(of: identity)
    // A link at the path would be followed.
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

  /// Removes the oldest programs beyond the limit, and no other files.
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

// The files of compiled programs. A driver may crash on foreign bytes, so that a file is used only if it is whole, and
// of the same driver and the same sources:
//
//   "multiplane program 1
// "
//   SHA-256 of the rest, in 64 hexadecimal digits
//   byte counts of the identity and of the binary, and the binary's format: UInt32 each, little-endian
//   identity
//   binary

/// A program as its driver compiled it, and can load it later.
package struct ProgramBinary: Equatable, Sendable {
  let format: UInt32
  let bytes: [UInt8]

  /// The longest binary that is kept, in bytes.
  static let mostBytes = 16 << 20
  static let mostFileBytes = mostBytes + 1 << 16

  private static let beginning = Array("multiplane program 1\n".utf8)
  private static let digestBytes = 64

  package init(format: UInt32, bytes: [UInt8]) { (self.format, self.bytes) = (format, bytes) }

  /// The program in a file; nil if it is not whole, or not of a program of that identity.
  package init?(file: [UInt8], identity: [UInt8]) {
    let rest = file.dropFirst(Self.beginning.count + Self.digestBytes)
    guard file.starts(with: Self.beginning), rest.count >= 12 else { return nil }
    let numbers = (0..<3).map { number in
      (0..<4).reduce(UInt32(0)) { $0 | UInt32(rest[rest.startIndex + number * 4 + $1]) << ($1 * 8) }
    }
    let (identityCount, count) = (Int(numbers[0]), Int(numbers[1]))
    let content = rest.dropFirst(12)
    guard identityCount == identity.count, 1...Self.mostBytes ~= count, content.count == identityCount + count,
      content.starts(with: identity),
      file.dropFirst(Self.beginning.count).starts(with: SHA256.digest(of: Array(rest)).utf8)
    else { return nil }
    self.init(format: numbers[2], bytes: Array(content.dropFirst(identityCount)))
  }

  /// Returns the file of the program with an identity.
  package func file(identity: [UInt8]) -> [UInt8] {
    let numbers = [UInt32(identity.count), UInt32(bytes.count), format]
    let rest =
      numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
      + identity + bytes
    return Self.beginning + SHA256.digest(of: rest).utf8 + rest
  }
}
