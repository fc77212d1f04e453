// The names of films that pages ask for, and one film at a time. tools/preview makes films in a browser.

import Foundation
import Testing

@testable import Preview

@MainActor struct PreviewExportsTests {
  private let folder = NSTemporaryDirectory() + "PreviewExportsTests-\(UUID().uuidString)"

  private func exports() throws -> PreviewExports {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return PreviewExports(EventStreams(), folder: folder, parentVariable: "")
  }

  @Test("A name of a film in the folder", arguments: ["a.mp4", "Ümläut 1.webm", "a b.c.wav"])
  func named(name: String) throws {
    let exports = try exports()
    #expect(try exports.reserve(name, replaces: false, hasAllRows: false) == "\(folder)/\(name)")
    #expect(exports.state.stage == .running)
  }

  @Test(
    "What leads elsewhere, or is no film",
    arguments: [
      "", "a", "mp4", ".mp4", ".a.mp4", "-o.mp4", "../a.mp4", "/a.mp4", "b/a.mp4", "a\\b.mp4", "{row}.mp4", "a\n.mp4",
      "a.json",
      "a.mp4/", String(repeating: "a", count: 300) + ".mp4",
    ])
  func refused(name: String) throws {
    let exports = try exports()
    #expect(throws: PreviewFailure.self) { try exports.reserve(name, replaces: true, hasAllRows: false) }
    #expect(exports.state.stage == .none)
  }

  @Test("Rows have a film each; a file that is there is asked about; one film is made at a time")
  func taken() throws {
    let exports = try exports()
    #expect(try exports.reserve("a.mp4", replaces: false, hasAllRows: true) == "\(folder)/a-{row}.mp4")
    #expect(throws: PreviewFailure.self) { try exports.reserve("b.mp4", replaces: false, hasAllRows: false) }
    exports.cancel()
    #expect(exports.state.stage == .cancelled)
    #expect(FileManager.default.createFile(atPath: folder + "/c.mp4", contents: Data()))
    #expect(throws: PreviewFailure.self) { try exports.reserve("c.mp4", replaces: false, hasAllRows: false) }
    #expect(try exports.reserve("c.mp4", replaces: true, hasAllRows: false) == "\(folder)/c.mp4")
    exports.giveUp("it cannot be made")
    #expect(exports.state.stage == .failed && exports.state.message == "it cannot be made")
  }
}
