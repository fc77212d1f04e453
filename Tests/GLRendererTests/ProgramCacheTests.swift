// The folder of compiled programs: whose it is, what lies in it instead of files, and how much. Each is no program, and
// no error.

import Foundation
import TestSupport
import Testing

@testable import GLRenderer

@Suite struct ProgramCacheTests {
  private let folder: TemporaryFolder
  private let cache: ProgramCache
  private let identity = Array("a driver\nsolid\nsources".utf8)
  private let binary = ProgramBinary(format: 0x875F, bytes: [1, 2, 3])

  init() throws {
    folder = try TemporaryFolder()
    cache = try #require(ProgramCache(path: folder.file("a/b/programs")))
  }

  /// The file of the identity, after a program was kept.
  private func keptFile() throws -> String {
    cache.keep(binary, of: identity)
    let names = try FileManager.default.contentsOfDirectory(atPath: cache.path)
    #expect(names.count == 1)
    return "\(cache.path)/\(try #require(names.first))"
  }

  private func permissions(_ path: String) -> mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  @Test("A program is kept in a file and a folder of the user's alone, and found again")
  func kept() throws {
    #expect(cache.program(of: identity) == nil)
    let file = try keptFile()
    #expect(permissions(file) == 0o600)
    for path in ["a", "a/b", "a/b/programs"] { #expect(permissions(folder.file(path)) == 0o700) }
    #expect(try #require(ProgramCache(path: cache.path)).program(of: identity) == binary)
    #expect(cache.program(of: identity + [0]) == nil)
    let other = ProgramBinary(format: 1, bytes: [9])
    cache.keep(other, of: identity)
    #expect(cache.program(of: identity) == other && cache.program(of: []) == nil)
  }

  @Test("What is no file of the user's alone is not read, and replaced")
  func hostileFiles() throws {
    let file = try keptFile()
    let good = [UInt8](try Data(contentsOf: URL(filePath: file)))
    let elsewhere = try folder.write(good, to: "elsewhere")
    func expectRefused(_ name: String, isReplaced: Bool = true, _ make: () throws -> Void) throws {
      unlink(file)
      try make()
      #expect(cache.program(of: identity) == nil, "\(name)")
      cache.keep(binary, of: identity)
      #expect((cache.program(of: identity) == binary) == isReplaced, "\(name)")
    }
    try expectRefused("link") { #expect(symlink(elsewhere, file) == 0) }
    #expect([UInt8](try Data(contentsOf: URL(filePath: elsewhere))) == good)
    // Nobody writes to it: whoever waited for that would wait for ever.
    try expectRefused("FIFO") { #expect(mkfifo(file, 0o600) == 0) }
    try expectRefused("others may write") {
      #expect(FileManager.default.createFile(atPath: file, contents: Data(good)) && chmod(file, 0o622) == 0)
    }
    try expectRefused("empty") { #expect(FileManager.default.createFile(atPath: file, contents: nil)) }
    try expectRefused("large") {
      #expect(FileManager.default.createFile(atPath: file, contents: Data(good)))
      #expect(truncate(file, off_t(ProgramBinary.mostFileBytes) + 1) == 0)
    }
    try expectRefused("cut off") {
      #expect(FileManager.default.createFile(atPath: file, contents: Data(good.dropLast())))
    }
    if geteuid() == 0 {
      try expectRefused("foreign") {
        #expect(FileManager.default.createFile(atPath: file, contents: Data(good)) && chown(file, 1, 1) == 0)
      }
    }
    try expectRefused("folder", isReplaced: false) { #expect(mkdir(file, 0o700) == 0) }
  }

  @Test("A folder that is a link, a file, relative, another's, or that others may write to, is none")
  func hostileFolders() throws {
    func isNone(_ name: String) -> Bool { ProgramCache(path: folder.file(name)) == nil }
    #expect(symlink(cache.path, folder.file("link")) == 0 && isNone("link"))
    try folder.write("text", to: "file")
    #expect(isNone("file") && isNone("file/programs"))
    #expect(mkdir(folder.file("open"), 0o700) == 0 && chmod(folder.file("open"), 0o777) == 0 && isNone("open"))
    #expect(ProgramCache(path: "programs") == nil && ProgramCache(path: "") == nil)
    #expect(ProgramCache(path: "/proc/nowhere/programs") == nil)
    if geteuid() == 0 {
      #expect(mkdir(folder.file("foreign"), 0o700) == 0 && chown(folder.file("foreign"), 1, 1) == 0)
      #expect(isNone("foreign"))
    }
    // A folder that is gone is no error either.
    #expect(rmdir(cache.path) == 0)
    cache.keep(binary, of: identity)
    #expect(cache.program(of: identity) == nil)
  }

  @Test("The oldest programs go beyond the limit, and no other files")
  func limit() throws {
    func identity(_ number: Int) -> [UInt8] { Array("program \(number)".utf8) }
    for number in 0..<20 {
      cache.keep(binary, of: identity(number))
      let newest = try FileManager.default.contentsOfDirectory(atPath: cache.path).map { "\(cache.path)/\($0)" }
        .filter { permissions($0) == 0o600 }
      for file in newest {
        // As old as it is early: files of the same second have no order.
        var times = [timespec](repeating: timespec(tv_sec: 1_000_000 + number, tv_nsec: 0), count: 2)
        utimensat(AT_FDCWD, file, &times, 0)
        chmod(file, 0o400)
      }
    }
    let other = "\(cache.path)/film.mp4"
    #expect(FileManager.default.createFile(atPath: other, contents: Data(count: 10_000)))
    let size = binary.file(identity: identity(10)).count
    let bounded = try #require(ProgramCache(path: cache.path, limit: size * 6))
    bounded.keep(binary, of: identity(20))
    let left = (0...20).filter { bounded.program(of: identity($0)) != nil }
    #expect(left == Array(14...20))
    #expect(FileManager.default.fileExists(atPath: other))
  }

  @Test("The folder is the variable's, or in the folder of caches, or in the home; else there is none")
  func environment() {
    func path(_ environment: [String: String]) -> String? { ProgramCache.path(in: environment) }
    #expect(path(["HOME": "/home/film"]) == "/home/film/.cache/multiplane/programs")
    #expect(path(["HOME": "/home/film", "XDG_CACHE_HOME": "/c"]) == "/c/multiplane/programs")
    #expect(path(["HOME": "/home/film", "XDG_CACHE_HOME": "c"]) == "/home/film/.cache/multiplane/programs")
    #expect(path(["HOME": "/home/film", "MULTIPLANE_PROGRAM_CACHE": "/p"]) == "/p")
    #expect(path(["HOME": "/home/film", "MULTIPLANE_PROGRAM_CACHE": ""]) != nil)
    for word in ["none", "p", "./p"] { #expect(path(["HOME": "/h", "MULTIPLANE_PROGRAM_CACHE": word]) == nil) }
    #expect(path([:]) == nil && path(["HOME": ""]) == nil && path(["HOME": "film"]) == nil)
  }
}
