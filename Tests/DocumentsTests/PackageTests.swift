import Foundation
import TestDocuments
import TestSupport
import Testing

@testable import Documents

struct PackagePathTests {
  @Test func plainNames() throws {
    #expect(try PackagePath("assets/./a b.png").components == ["assets", "a b.png"])
    #expect(try PackagePath("a//b/").description == "a/b")
    #expect(try PackagePath("..a/b..").components == ["..a", "b.."])
  }

  @Test(arguments: [
    ("/etc/passwd", "is absolute"), ("../a", "leaves the package with '..'"),
    ("a/../../b", "leaves the package with '..'"),
    ("a\\b", "has a backslash"), ("a\0b", "has a NUL"),
  ])
  func refused(text: String, reason: String) {
    do throws(PackagePathError) {
      _ = try PackagePath(text)
      Issue.record("accepted")
    } catch {
      #expect(error.reason == reason)
    }
  }
}

struct ZipArchiveTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path + "/a.tendies" }

  init() throws { folder = try TemporaryFolder() }

  private func failure(
    _ entries: [ZipWriter.Entry], limits: SceneLimits = SceneLimits()
  ) throws -> SceneFileError? {
    try ZipWriter.write(entries, to: path)
    do throws(SceneFileError) {
      _ = try ZipArchive(path: path, limits: limits)
      return nil
    } catch {
      return error
    }
  }

  @Test func readsEntries() throws {
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    try ZipWriter.write(
      [
        .init(name: "d/", bytes: []), .init(name: "d/a", bytes: bytes), .init(name: "d/empty"),
        .init(name: "__MACOSX/d/._a", bytes: [1]), .init(name: "d/.DS_Store", bytes: [1]),
      ], to: path)
    let archive = try ZipArchive(path: path, limits: SceneLimits())
    #expect(archive.paths().map(\.description) == ["d/a", "d/empty"])
    #expect(try archive.read(PackagePath("d/a")) == bytes)
    #expect(try archive.read(PackagePath("d/empty")) == [])
    #expect(throws: SceneFileError(.notFound, file: "d/b", "no such entry in the archive")) {
      try archive.read(PackagePath("d/b"))
    }
  }

  @Test(arguments: ["../evil", "a/../../evil", "/evil", "a\\..\\evil"])
  func namesThatLeave(name: String) throws {
    let error = try #require(try failure([.init(name: "good"), .init(name: name)]))
    #expect(error.kind == .malformed)
    #expect(error.description.hasPrefix("\(path): the entry '\(name)' "))
  }

  @Test func symbolicLinks() throws {
    let error = try #require(try failure([.init(name: "link", bytes: Array("/etc".utf8), mode: 0o120777)]))
    #expect(error.message == "the entry 'link' is a symbolic link; expected a file")
    #expect(try failure([.init(name: "file", mode: 0o100644)]) == nil)
  }

  @Test func bombs() throws {
    let zeros = [UInt8](repeating: 0, count: 4 << 20)
    let error = try #require(try failure([.init(name: "bomb", bytes: zeros)]))
    #expect(error.kind == .tooLarge)
    #expect(error.message.contains("'bomb' unpacks to") && error.message.contains("at most 200 times"))

    var limits = SceneLimits()
    limits.compressionRatio = 10_000
    limits.entryBytes = 1 << 20
    #expect(try failure([.init(name: "big", bytes: zeros)], limits: limits)?.kind == .tooLarge)
    limits.entryBytes = 8 << 20
    limits.archiveBytes = 6 << 20
    let two = [ZipWriter.Entry(name: "1", bytes: zeros), ZipWriter.Entry(name: "2", bytes: zeros)]
    #expect(try failure(two, limits: limits)?.message.contains("reached at '2'") == true)
    limits.entryCount = 1
    #expect(try failure(two, limits: limits)?.message == "2 entries; at most 1 are read")
  }

  @Test func damage() throws {
    try folder.write("no archive", to: "a.tendies")
    let notZip = #expect(throws: SceneFileError.self) { try ZipArchive(path: path, limits: SceneLimits()) }
    #expect(notZip?.kind == .malformed)
    // A changed byte in the data is found by the checksum.
    var random = SeededRandom(seed: 1)
    let bytes = (0..<1000).map { _ in UInt8.random(in: 0...255, using: &random) }
    try ZipWriter.write([.init(name: "a", bytes: bytes)], to: path)
    var file = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    file[200] ^= 0x55
    try folder.write(file, to: "a.tendies")
    let archive = try ZipArchive(path: path, limits: SceneLimits())
    let damaged = #expect(throws: SceneFileError.self) { try archive.read(PackagePath("a")) }
    #expect(damaged?.kind == .malformed)
  }
}

struct PackageFolderTests {
  @Test func linksMustStayInside() throws {
    let outside = try TemporaryFolder()
    try outside.write("secret", to: "secret")
    let folder = try TemporaryFolder()
    try folder.write("inside", to: "p/a")
    let links = FileManager.default
    try links.createSymbolicLink(atPath: folder.path + "/p/in", withDestinationPath: "a")
    try links.createSymbolicLink(atPath: folder.path + "/p/out", withDestinationPath: outside.path + "/secret")
    let package = PackageFolder(path: folder.path + "/p", limits: SceneLimits())
    #expect(try package.read(PackagePath("in")) == Array("inside".utf8))
    let error = #expect(throws: SceneFileError.self) { try package.read(PackagePath("out")) }
    #expect(error?.message.contains("leads out of the package") == true)
  }

  @Test func sizesAndKinds() throws {
    let folder = try TemporaryFolder()
    try folder.write("12345", to: "a")
    try folder.write("x", to: "d/b")
    var limits = SceneLimits()
    limits.entryBytes = 4
    let package = PackageFolder(path: folder.path, limits: limits)
    #expect(#expect(throws: SceneFileError.self) { try package.read(PackagePath("a")) }?.kind == .tooLarge)
    #expect(#expect(throws: SceneFileError.self) { try package.read(PackagePath("d")) }?.kind == .unreadable)
    #expect(#expect(throws: SceneFileError.self) { try package.read(PackagePath("c")) }?.kind == .notFound)
  }
}
