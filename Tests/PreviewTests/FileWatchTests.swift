// Which changes of files are seen: however an editor saves them.

import Foundation
import TestSupport
import Testing

@testable import Preview

@Suite struct FileWatchTests {
  @Test("Written over, renamed over, removed, made: each is seen once")
  func changes() throws {
    let folder = try TemporaryFolder()
    func path(_ name: String) -> String { "\(folder.path)/\(name)" }
    try folder.write(Array("one".utf8), to: "a")
    var watch = FileWatch([path("a"), path("b")])
    func hasChanged() -> Bool { watch.hasChanged() }
    #expect(!hasChanged())
    try folder.write(Array("three".utf8), to: "a")
    #expect(hasChanged())
    #expect(!hasChanged())
    try folder.write(Array("again".utf8), to: "c")
    #expect(rename(path("c"), path("a")) == 0)
    #expect(hasChanged())
    try folder.write(Array("new".utf8), to: "b")
    #expect(hasChanged())
    #expect(unlink(path("b")) == 0)
    #expect(hasChanged())
    #expect(!hasChanged())
  }

  @Test("A change between two looks is seen although the list of files is given anew")
  func following() throws {
    let folder = try TemporaryFolder()
    try folder.write([1], to: "a")
    var watch = FileWatch(["\(folder.path)/a"])
    func hasChanged() -> Bool { watch.hasChanged() }
    try folder.write([1, 2], to: "a")
    watch.follow(["\(folder.path)/a", "\(folder.path)/b"])
    #expect(hasChanged())
    // One that nothing was known of counts where it was written since its reading began.
    try folder.write([1], to: "c")
    watch.follow(["\(folder.path)/c"], readSince: Date(timeIntervalSinceNow: -600))
    #expect(hasChanged())
    #expect(!hasChanged())
    watch.follow(["\(folder.path)/c", "\(folder.path)/a"], readSince: Date(timeIntervalSinceNow: 600))
    #expect(!hasChanged())
  }

  @Test("Of many files none is asked while nothing changes in them, whatever else does in their folders")
  func manyFiles() throws {
    let folder = try TemporaryFolder()
    let paths = try (0..<400).map { index -> String in
      try folder.write([1], to: "\(index)")
      return "\(folder.path)/\(index)"
    }
    var watch = FileWatch(paths)
    let before = watch.askedCount
    for look in 0..<20 {
      try folder.write([UInt8(look)], to: "other")
      let hasChanged = watch.hasChanged()
      #expect(!hasChanged && watch.askedCount == before)
    }
    try folder.write([1, 2], to: "399")
    let hasChanged = watch.hasChanged()
    #expect(hasChanged && watch.askedCount == before + 400)
    // Changes that the kernel does not report are found, too.
    for _ in 0..<30 { _ = watch.hasChanged() }
    #expect(watch.askedCount >= before + 800)
  }

  @Test("A file behind a link is seen to change, and so is a link to another file")
  func links() throws {
    let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
    try other.write([1], to: "a")
    try other.write([1, 2], to: "b")
    let link = "\(folder.path)/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "\(other.path)/a")
    var watch = FileWatch([link])
    func hasChanged() -> Bool { watch.hasChanged() }
    #expect(!hasChanged())
    try other.write([1, 2, 3], to: "a")
    #expect(hasChanged())
    try FileManager.default.removeItem(atPath: link)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "\(other.path)/b")
    #expect(hasChanged())
    try other.write([4], to: "b")
    #expect(hasChanged())
    #expect(!hasChanged())
  }
}
