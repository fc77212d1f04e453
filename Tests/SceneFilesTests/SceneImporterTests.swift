// The table of formats, and what it takes to add one: the importer, and its line in the table.

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

@testable import SceneFiles

struct SceneImporterTests {
  /// A format that the module does not have: "swatch 30x20 red" is a scene of that size and colour.
  private static let swatch = SceneImporter(
    title: "a swatch", suffix: "swatch", noun: "file", recognizes: { $0.starts(with: Array("swatch ".utf8)) },
    read: { (source) throws(SceneFileError) in
      let bytes = try FileBytes.read(source.path, as: source.path, limit: 100)
      let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: { $0 == " " || $0 == "x" })
      guard words.count == 3, let width = Double(words[1]), let height = Double(words[2]) else {
        throw SceneFileError(.malformed, file: source.path, "no swatch; expected 'swatch WxH'")
      }
      let layer = CALayer()
      layer.frame = CGRect(x: 0, y: 0, width: width, height: height)
      return Scene(rootLayer: layer, size: layer.bounds.size, duration: 2, states: [Dimmed(layer)])
    })

  private final class Dimmed: SceneStates {
    let names = ["Dimmed"]
    private let layer: CALayer
    init(_ layer: CALayer) { self.layer = layer }
    func set(_ name: String?, transitionsAt time: CFTimeInterval?, in root: CALayer) {
      layer.opacity = name == "Dimmed" ? 0.5 : 1
    }
  }

  private var options: SceneLoadOptions {
    var options = SceneLoadOptions()
    options.importers.append(Self.swatch)
    return options
  }

  @Test(
    "A format in the table is read by its suffix or by its first bytes", arguments: ["a.swatch", "A.SWATCH", "a.txt"])
  func addedFormat(name: String) throws {
    let folder = try TemporaryFolder()
    let scene = try Scene(path: folder.write("swatch 30x20", to: name), options: options)
    #expect(scene.size == CGSize(width: 30, height: 20) && scene.duration == 2 && scene.stateNames == ["Dimmed"])
    try scene.setState("Dimmed")
    #expect(scene.rootLayer.opacity == 0.5)
    #expect(throws: SceneFileError.self) { try scene.setState("Bright") }
  }

  @Test("Messages and help name what is in the table")
  func messages() throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: SceneFileError.self) { try Scene(path: folder.path + "/none", options: options) }
    #expect(error?.message == "no such file; expected a .caml, .ca, .tendies, .json, .lottie or .swatch scene")
    #expect(
      options.importers.nouns
        == "a .caml file, a .ca folder, a .tendies archive, a .json file, a .lottie archive, a .swatch file")
    #expect(options.importers.suffixes == ".caml, .ca, .tendies, .json, .lottie, .swatch")
    #expect(options.importers.titles.hasSuffix("a Lottie archive (.lottie), a swatch (.swatch)"))
    #expect(Set(SceneImporter.all.map(\.suffix)).count == SceneImporter.all.count)
  }

  @Test(
    "A document with another name is known by its first bytes",
    arguments: ["", "<?xml version='1.0' encoding='UTF-8'?>\n<!-- a scene -->\n", "\n\n"])
  func sniffedDocument(prolog: String) throws {
    let folder = try TemporaryFolder()
    let url = URL(filePath: try folder.write(prolog + Fixtures.emptyDocument, to: "scene.xml"))
    #expect(try Scene(contentsOf: url).size == CGSize(width: 100, height: 200))
  }

  @Test func sniffedArchive() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/wallpaper.zip"
    try ZipWriter.write(
      [.init(name: Fixtures.packagePath("Background") + "main.caml", bytes: Array(Fixtures.emptyDocument.utf8))],
      to: path)
    #expect(try Scene(path: path).size == CGSize(width: 100, height: 200))
  }

  @Test("What no format recognises is an error", arguments: ["", "<svg/>", "PK", "caml", "{\"v\": \"5\"}"])
  func unknown(text: String) throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: SceneFileError.self) { try Scene(path: folder.write(text, to: "scene")) }
    #expect(error?.kind == .unsupported)
  }
}
