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

  @Test(arguments: ["a.bmp", "png", ".png", "a.png/b"])
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
    let (first, second) = (try UnfinishedFile(for: folder.file("a")), try UnfinishedFile(for: folder.file("a")))
    #expect(first.temporaryPath != second.temporaryPath)
    #expect(!first.temporaryPath.contains("-\(getpid())"))
    first.discard()
    // What has the name now is somebody else's.
    #expect(FileManager.default.createFile(atPath: first.temporaryPath, contents: Data([1])))
    first.discard()
    #expect(FileManager.default.fileExists(atPath: first.temporaryPath))
    #expect(throws: ImageFileError.self) { try UnfinishedFile(for: folder.file("none/a")) }
  }

  @Test func anUnfinishedFileLeavesNothing() throws {
    do {
      let file = try UnfinishedFile(for: folder.file("a.bin"))
      try file.write([1, 2, 3])
      #expect(folder.contents.count == 1)
    }
    #expect(folder.contents == [])
  }
}
