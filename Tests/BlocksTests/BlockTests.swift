// The blocks that come with the program: each opens in three shapes, and stands any text.
import Blocks
import CoreGraphics
import Foundation
import Multiplane
import QuartzCore
import SceneFiles
import TestSupport
import Testing
import Workshop

@testable import Documents

@Suite struct BlockTests {
  static let names = Block.all.map(\.name)

  private static func scene(
    _ block: Block, _ size: CGSize, _ change: (inout SceneReplacements) -> Void = { _ in }
  ) throws -> Scene {
    let folder = try TemporaryFolder()
    let path = try folder.write(block.document, to: "\(block.name).scene.json")
    var options = SceneLoadOptions()
    options.replacements.shape = .nearest(size)
    change(&options.replacements)
    return try Scene(path: path, options: options)
  }

  private static let sizes = [
    CGSize(width: 1920, height: 1080), CGSize(width: 1080, height: 1920), CGSize(width: 1080, height: 1080),
  ]

  @Test("There are forty, each with a name of its own") func count() {
    #expect(Block.all.count == 40 && Set(Self.names).count == 40)
    #expect(Block.all.allSatisfy { $0.about.count <= 80 && !$0.title.isEmpty && $0.at >= 0 })
  }

  @Test("Each has the three shapes, a duration and something to see", arguments: names) func shapes(name: String) throws
  {
    let block = try #require(Block.named(name))
    for size in Self.sizes {
      let scene = try Self.scene(block, size)
      #expect(scene.size == size && scene.notes.isEmpty, "\(scene.notes)")
      #expect((1...20).contains(try #require(scene.duration)))
      let renderer = try OffscreenRenderer(size: size, scale: 0.25)
      let picture = try renderer.image(of: scene.rootLayer, at: block.at)
      #expect(Set(stride(from: 0, to: picture.pixels.count, by: 4).map { picture.pixels[$0] }).count > 1)
    }
  }

  @Test("Long, empty, Arabic and Hebrew texts are read", arguments: names) func texts(name: String) throws {
    let block = try #require(Block.named(name))
    let slots = try SceneSlotTexts.ids(of: block.document)
    let long = String(repeating: "Unusually long words and names ", count: 5)
    for text in [long, "", "مرحبا بالعالم", "שלום עולם"] {
      for size in Self.sizes {
        let scene = try Self.scene(block, size) { replacements in
          for id in slots { replacements.texts[id] = text }
        }
        let renderer = try OffscreenRenderer(size: size, scale: 0.1)
        _ = try renderer.image(of: scene.rootLayer, at: block.at)
      }
    }
  }
}

/// The slots of a document whose value is a text.
private enum SceneSlotTexts {
  static func ids(of document: String) throws -> [String] {
    var ids: Set<String> = []
    collect(try JSON.read(Array(document.utf8), file: "", limits: SceneLimits()), key: "", into: &ids)
    return ids.sorted()
  }

  private static func collect(_ json: JSON, key: String, into ids: inout Set<String>) {
    switch json {
    case .array(let values): for value in values { collect(value, key: key, into: &ids) }
    case .object(let members):
      if let id = members["slot"]?.string, key == "text" || key == "string" { ids.insert(id) }
      for (name, value) in members {
        collect(value, key: name.contains(":") || name == "default" ? key : name, into: &ids)
      }
    default: break
    }
  }
}
