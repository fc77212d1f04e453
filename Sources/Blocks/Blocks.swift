// The blocks that come with the program: scenes as JSON to begin with, and texts about scenes. The folder Files holds
// them; the build puts them into the program.
//
// Tested by BlockTests.

import Foundation

/// A scene to begin with.
package struct Block: Sendable, Decodable {
  /// The name of the block and of its file.
  package let name: String
  package let title: String
  /// The content of the block, in a line.
  package let about: String
  /// The group of the block: "lower third", "chart".
  package let kind: String
  /// The second of its best picture.
  package let at: Double

  /// The document.
  package var document: String { Block.text("\(name).scene.json") }

  /// All blocks, in the order in which they are listed.
  package static let all: [Block] = {
    let list = try? JSONDecoder().decode([Block].self, from: Data(text("blocks.json").utf8))
    precondition(list?.isEmpty == false, "Blocks: blocks.json is no list of blocks")
    return list ?? []
  }()

  package static func named(_ name: String) -> Block? { all.first { $0.name == name } }

  /// The page about scenes, in Markdown.
  package static var page: String { text("help-scene.md") }

  /// The text for programs that write scenes, in Markdown.
  package static var advice: String { text("AGENTS.md") }

  private static func text(_ file: String) -> String {
    guard let text = EmbeddedFiles.all[file] else { preconditionFailure("Blocks: there is no file \(file)") }
    return "\(text)"
  }
}
