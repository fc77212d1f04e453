// Reading and writing by path: suffixes, missing and unwritable places, and that nothing half-written is ever seen.
import Foundation
import ImageCodecs
import ImageFiles
import TestSupport
import Testing

@Suite struct FileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func writeError(_ path: String) -> ImageFileError? {
    do throws(ImageFileError) {
      try ImageFile.write(Samples.gradient(), to: path)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: ["a.png", "b.jpg", "c.JPEG", "d.webp", "e.tar.png"])
  func suffixPicksTheFormat(name: String) throws {
    try ImageFile.write(Samples.gradient(), to: folder.file(name))
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: folder.file(name))))
    #expect(ImageCodec(signatureOf: bytes) == ImageCodec(suffix: String(name.split(separator: ".").last!)))
    #expect(folder.contents == [name])
    #expect(try ImageFile.decode(contentsOfFile: folder.file(name)).bitmap.width == 64)
  }

  @Test(arguments: ["a.nope", "png", ".png", "a.png/b"])
  func otherSuffixesAreRefused(name: String) {
    #expect(writeError(folder.file(name))?.problem == .unknownFormat)
    #expect(folder.contents == [])
  }

  @Test func theContentsAndNotTheSuffixAreBelieved() throws {
    try ImageFile.write(Samples.gradient(), to: folder.file("a.png"))
    try FileManager.default.moveItem(atPath: folder.file("a.png"), toPath: folder.file("a.jpg"))
    #expect(try ImageFile.decode(contentsOfFile: folder.file("a.jpg")).bitmap.pixels == Samples.gradient().pixels)
  }

  @Test func missingFile() {
    let path = folder.file("none.png")
    #expect(throws: ImageFileError.self) { try ImageFile.decode(contentsOfFile: path) }
    do throws(ImageFileError) { _ = try ImageFile.decode(contentsOfFile: path) } catch {
      #expect(error.problem == .notFound)
      #expect(error.description == "\(path): cannot open: No such file or directory")
    }
  }

  @Test func missingFolder() {
    let path = folder.file("none/a.png")
    #expect(writeError(path)?.description == "\(path): cannot write: No such file or directory")
    #expect(writeError(path)?.problem == .unwritable)
  }

  @Test func foldersAndDevicesAreNotReplaced() throws {
    let path = folder.file("folder.png")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(writeError(path)?.problem == .unwritable)
    try FileManager.default.createSymbolicLink(atPath: folder.file("null.png"), withDestinationPath: "/dev/null")
    #expect(writeError(folder.file("null.png"))?.problem == .unwritable)
    #expect(folder.contents == ["folder.png", "null.png"])
  }

  @Test func aLinkStaysALink() throws {
    try ImageFile.write(Samples.gradient(), to: folder.file("a.png"))
    try FileManager.default.createSymbolicLink(atPath: folder.file("b.png"), withDestinationPath: folder.file("a.png"))
    try ImageFile.write(Samples.translucent(), to: folder.file("b.png"))
    #expect(try ImageFile.decode(contentsOfFile: folder.file("a.png")).bitmap.width == Samples.translucent().width)
  }

  @Test("R-C: a link that leads nowhere yet stays a link, and one to itself is an error")
  func danglingLinks() throws {
    let manager = FileManager.default
    try manager.createDirectory(atPath: folder.file("sub"), withIntermediateDirectories: false)
    // Over two links, relative to the folder of each.
    try manager.createSymbolicLink(atPath: folder.file("a.png"), withDestinationPath: "sub/b.png")
    try manager.createSymbolicLink(atPath: folder.file("sub/b.png"), withDestinationPath: "c.png")
    try ImageFile.write(Samples.gradient(), to: folder.file("a.png"))
    #expect(try manager.destinationOfSymbolicLink(atPath: folder.file("a.png")) == "sub/b.png")
    #expect(try manager.destinationOfSymbolicLink(atPath: folder.file("sub/b.png")) == "c.png")
    #expect(try ImageFile.decode(contentsOfFile: folder.file("sub/c.png")).bitmap.width == 64)
    try manager.createSymbolicLink(atPath: folder.file("self.png"), withDestinationPath: "self.png")
    let error = writeError(folder.file("self.png"))
    #expect(error?.problem == .unwritable && error?.detail.contains("Too many levels of symbolic links") == true)
    #expect(folder.contents == ["a.png", "self.png", "sub"])
  }

  @Test("R-A3: temporary names are random, and a file removes only what it made itself")
  func temporaryNames() throws {
    let first = try UnfinishedFile(for: folder.file("a"), hasName: true)
    let second = try UnfinishedFile(for: folder.file("a"), hasName: true)
    let name = try #require(first.temporaryPath)
    #expect(name != second.temporaryPath)
    #expect(!name.contains("-\(getpid())"))
    first.discard()
    // What has the name now is somebody else's.
    #expect(FileManager.default.createFile(atPath: name, contents: Data([1])))
    first.discard()
    #expect(FileManager.default.fileExists(atPath: name))
    #expect(throws: ImageFileError.self) { try UnfinishedFile(for: folder.file("none/a"), hasName: true) }
    #expect(throws: ImageFileError.self) { try UnfinishedFile(for: folder.file("none/a")) }
  }

  @Test("An unfinished file leaves nothing, with a name and without", arguments: [true, false])
  func anUnfinishedFileLeavesNothing(hasName: Bool) throws {
    do {
      let file = try UnfinishedFile(for: folder.file("a.bin"), hasName: hasName)
      try file.write([1, 2, 3])
      #expect(folder.contents.count == (file.temporaryPath == nil ? 0 : 1))
      #expect(!hasName || file.temporaryPath != nil)
    }
    #expect(folder.contents == [])
  }

  @Test(
    "A file gets its name with all its bytes, new and in place of another, also through a link",
    arguments: [true, false])
  func publishing(hasName: Bool) throws {
    func make(_ name: String, _ bytes: [UInt8]) throws {
      let file = try UnfinishedFile(for: folder.file(name), hasName: hasName)
      try file.write(bytes)
      try file.publish()
    }
    func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: folder.file(name)))) }
    try make("a", [1, 2])
    try make("a", [3])
    #expect(try bytes("a") == [3] && folder.contents == ["a"])
    try FileManager.default.createSymbolicLink(atPath: folder.file("b"), withDestinationPath: "a")
    try make("b", [4, 5])
    #expect(try bytes("a") == [4, 5] && folder.contents == ["a", "b"])
    // Two at a time: the last one to get the name has it.
    let (first, second) = (
      try UnfinishedFile(for: folder.file("c"), hasName: hasName),
      try UnfinishedFile(for: folder.file("c"), hasName: hasName)
    )
    try first.write([1])
    try second.write([2])
    try second.publish()
    try first.publish()
    #expect(try bytes("c") == [1] && folder.contents == ["a", "b", "c"])
    // As `umask` says, and no more.
    let mode = try FileManager.default.attributesOfItem(atPath: folder.file("c"))[.posixPermissions] as? Int
    // `umask` itself would change it for a moment, for all tests.
    let state = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let mask = try #require(state.firstMatch(of: /\nUmask:\t([0-7]+)\n/).flatMap { Int($0.1, radix: 8) })
    #expect(mode == 0o666 & ~mask)
  }

  @Test("A file that tells how far a run is has its name from the start")
  func growing() throws {
    let file = try UnfinishedFile(for: folder.file("log"))
    try file.publish(keepsOpen: true)
    try file.write([1])
    #expect(try Data(contentsOf: URL(filePath: folder.file("log"))) == Data([1]))
    try file.write([2])
    file.discard()
    #expect(try Data(contentsOf: URL(filePath: folder.file("log"))) == Data([1, 2]))
  }

  @Test("Folders are made with those above them, and a file in the way is told")
  func folders() throws {
    try OutputFolder.make(for: folder.file("a/b/c.png"))
    try OutputFolder.make(folder.file("a/b"))
    try OutputFolder.make(folder.file("d//e/"))
    #expect(folder.contents == ["a", "d"])
    #expect(FileManager.default.fileExists(atPath: folder.file("a/b")))
    #expect(FileManager.default.fileExists(atPath: folder.file("d/e")))
    try Data([1]).write(to: URL(filePath: folder.file("f")))
    do {
      try OutputFolder.make(for: folder.file("f/g/h.png"))
      Issue.record("a folder in a file")
    } catch {
      #expect(error.problem == .unwritable && error.description.contains("/f: it is a file"))
    }
    #expect(throws: ImageFileError.self) { try OutputFolder.make(folder.file("f")) }
  }
}
