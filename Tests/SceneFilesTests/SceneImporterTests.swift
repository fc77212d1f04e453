// The table of formats: what it takes to add one, and which one a file is read in, whatever it is called.

import CoreGraphics
import Documents
import Foundation
import QuartzCore
import TestDocuments
import TestSupport
import Testing

@testable import SceneFiles

struct SceneImporterTests {
  /// A format that the module does not have: "swatch 30x20" is a scene of that size.
  private struct Swatch: SceneDocument {
    let size: CGSize

    init(_ source: SceneSource) throws(SceneFileError) {
      let words = String(decoding: try source.document(), as: UTF8.self).split { $0 == " " || $0 == "x" }
      guard words.count == 3, let width = Double(words[1]), let height = Double(words[2]) else {
        throw SceneFileError(.malformed, file: source.path, "no swatch; expected 'swatch WxH'")
      }
      size = CGSize(width: width, height: height)
    }

    func names() -> SceneNames {
      var names = SceneNames()
      names.hasColor = { $0 == "Swatch" }
      return names
    }

    func read(replacing replacements: SceneReplacements) -> Scene {
      let layer = CALayer()
      layer.frame = CGRect(origin: .zero, size: size)
      layer.backgroundColor = replacements.colors.last?.color
      return Scene(rootLayer: layer, path: "scene", size: size, duration: 2, states: [Dimmed(layer)])
    }
  }

  private static let swatch = SceneImporter(
    title: "a swatch", suffix: "swatch", noun: "file", recognizes: { $0.firstText.hasPrefix("swatch ") },
    open: { (source) throws(SceneFileError) in try Swatch(source) })

  private final class Dimmed: SceneStates {
    let names = ["Dimmed"]
    private let layer: CALayer
    init(_ layer: CALayer) { self.layer = layer }
    func setsValues(in name: String) -> Bool { names.contains(name) }
    func set(_ name: String?, transitionsAt time: CFTimeInterval?, in root: CALayer) {
      layer.opacity = name == "Dimmed" ? 0.5 : 1
    }
  }

  private let importers = SceneImporter.all + [swatch]

  @Test(
    "A format in the table is read by its suffix or by its first bytes", arguments: ["a.swatch", "A.SWATCH", "a.txt"])
  func addedFormat(name: String) throws {
    let folder = try TemporaryFolder()
    var options = SceneLoadOptions()
    options.replacements.colors = [("Swatch", CGColor(gray: 0.25, alpha: 1))]
    let scene = try Scene(path: folder.write("swatch 30x20", to: name), options: options, importers: importers)
    #expect(scene.size == CGSize(width: 30, height: 20) && scene.duration == 2 && scene.stateNames == ["Dimmed"])
    #expect(scene.rootLayer.backgroundColor?.rgba == SIMD4(0.25, 0.25, 0.25, 1))
    try scene.setState("Dimmed")
    #expect(scene.rootLayer.opacity == 0.5)
    #expect(throws: SceneFileError.self) { try scene.setState("Bright") }
  }

  @Test("Messages and help name what is in the table")
  func messages() throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: SceneFileError.self) { try Scene(path: folder.path + "/none", importers: importers) }
    #expect(
      error?.message
        == "no such file; expected a .caml, .ca, .tendies, .scene.json, .film.json, .json, .lottie or .swatch scene")
    #expect(
      importers.nouns
        == "a .caml file, a .ca folder, a .tendies archive, a .scene.json file, a .film.json file, a .json file, "
        + "a .lottie archive, a .swatch file")
    #expect(importers.suffixes == ".caml, .ca, .tendies, .scene.json, .film.json, .json, .lottie, .swatch")
    #expect(importers.titles.hasSuffix("a Lottie archive (.lottie), a swatch (.swatch)"))
    #expect(Set(SceneImporter.all.map(\.suffix)).count == SceneImporter.all.count)
  }

  @Test(
    "A document with another name is known by its first bytes",
    arguments: ["", "<?xml version='1.0' encoding='UTF-8'?>\n<!-- eine Szene für uns -->\n", "\n\n", "\u{FEFF}"])
  func sniffedDocument(prolog: String) throws {
    let folder = try TemporaryFolder()
    let url = URL(filePath: try folder.write(prolog + Fixtures.emptyDocument, to: "scene.xml"))
    #expect(try Scene(contentsOf: url).size == CGSize(width: 100, height: 200))
  }

  @Test("What no format recognises is an error", arguments: ["", "<svg/>", "PK", "caml", "{\"v\": \"5\"}"])
  func unknown(text: String) throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: SceneFileError.self) { try Scene(path: folder.write(text, to: "scene")) }
    #expect(error?.kind == .unsupported)
  }

  @Test func archivesOfNoScene() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/files.zip"
    try ZipWriter.write([.init(name: "manifest.json", bytes: Array("{}".utf8))], to: path)
    #expect(#expect(throws: SceneFileError.self) { try Scene(path: path) }?.kind == .unsupported)
  }
}

// MARK: - Names that say another format, or none

/// Every form of a scene with a card and a text, under names of other forms: read as what it is, by itself, with
/// replacements, and with rows of data.
struct MisnamedSceneTests {
  private let folder: TemporaryFolder
  private let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)

  init() throws { folder = try TemporaryFolder() }

  enum Form: CaseIterable {
    case document, package, wallpaper, lottieDocument, lottieArchive

    var isLottie: Bool { self == .lottieDocument || self == .lottieArchive }
    /// The path of its card's colour.
    var color: String { isLottie ? "Card" : "Card.backgroundColor" }
  }

  private static let caml = Fixtures.document(
    """
    <sublayers>
      <CALayer name="Card" bounds="0 0 50 50" backgroundColor="0 0 1"/>
      <CATextLayer name="Title" bounds="0 0 80 20" string="as it is" fontSize="12"/>
    </sublayers>
    """)

  /// Its assets come first, and are longer than what a format is told by.
  private static let lottie = """
    {"assets": [{"id": "\(String(repeating: "x", count: 2000))", "layers": []}],
     "w": 100, "h": 200, "fr": 10, "ip": 0, "op": 10, "layers": [
      {"ty": 1, "nm": "Card", "ip": 0, "op": 10, "st": 0, "sw": 50, "sh": 50, "sc": "#0000ff", "ks": {}},
      {"ty": 5, "nm": "Title", "ip": 0, "op": 10, "st": 0, "ks": {}, "t": {"d": {"k": [
        {"t": 0, "s": {"s": 12, "f": "Inter", "t": "as it is", "j": 0, "fc": [0, 0, 0]}}]}, "a": []}}]}
    """

  private func write(_ form: Form, as name: String) throws -> String {
    let path = folder.path + "/" + name
    switch form {
    case .document: return try folder.write(Self.caml, to: name)
    case .package: try folder.write(Self.caml, to: name + "/main.caml")
    case .wallpaper:
      let document = Fixtures.packagePath("Background") + "main.caml"
      try ZipWriter.write([.init(name: document, bytes: Array(Self.caml.utf8))], to: path)
    case .lottieDocument: return try folder.write(Self.lottie, to: name)
    case .lottieArchive:
      let manifest = #"{"version": "2", "animations": [{"id": "x"}]}"#
      try ZipWriter.write(
        [
          .init(name: "manifest.json", bytes: Array(manifest.utf8)),
          .init(name: "a/x.json", bytes: Array(Self.lottie.utf8)),
        ], to: path)
    }
    return path
  }

  /// Whether something of a scene is as a test has it in the place of what the file says.
  private func isRed(_ scene: Scene) -> Bool { scene.rootLayer.has { $0.backgroundColor?.rgba == red.rgba } }

  private static let names = [
    "scene", "scene.txt", "scene.caml", "scene.ca", "scene.tendies", "scene.json", "scene.lottie",
  ]

  @Test(arguments: Form.allCases, names) func replaced(form: Form, name: String) throws {
    let path = try write(form, as: name)
    var options = SceneLoadOptions()
    #expect(try !isRed(Scene(path: path)))
    options.replacements.texts["Title"] = "Hello"
    options.replacements.colors = [(form.color, red)]
    let scene = try Scene(path: path, options: options)
    #expect(scene.size == CGSize(width: 100, height: 200) && scene.isFitted == form.isLottie)
    #expect(isRed(scene))
    options.replacements.texts["Headline"] = "Hello"
    let error = #expect(throws: SceneFileError.self) { try Scene(path: path, options: options) }
    #expect(error?.kind == .unknownName && error?.message.contains("'Title'") == true)
  }

  @Test(arguments: Form.allCases, names) func withRows(form: Form, name: String) throws {
    let path = try write(form, as: name)
    let table = try DataTable(path: folder.write("Title,color:\(form.color),other\nHello,red,1\n", to: "rows.csv"))
    let binding = try DataBinding(table, path: path, options: SceneLoadOptions()) { $0 == "red" ? red : nil }
    #expect(binding.unbound == ["other"])
    #expect(try isRed(binding.makeScene(for: table.rows[0])))
  }

  @Test("A folder of another name is a package, or an unpacked Lottie archive, by what is in it")
  func folders() throws {
    try folder.write(Self.lottie, to: "film/animations/x.json")
    try folder.write(#"{"animations": [{"id": "x"}]}"#, to: "film/manifest.json")
    #expect(try Scene(path: folder.path + "/film").isFitted)
    try folder.write("{}", to: "web/manifest.json")
    #expect(#expect(throws: SceneFileError.self) { try Scene(path: folder.path + "/web") }?.kind == .unsupported)
  }

  @Test("Where nothing is recognised, the reader of the suffix says what is wrong", arguments: names.dropFirst(2))
  func damaged(name: String) throws {
    let path = try folder.write("damaged", to: name)
    let error = #expect(throws: SceneFileError.self) { try Scene(path: path) }
    #expect(error?.kind == .malformed)
  }

  @Test("Rows share images by what is in the files: in archives two of a name may differ")
  func imagesOfOneName() throws {
    let document = Fixtures.document(
      #"<sublayers><CALayer bounds="0 0 9 9"><contents type="CGImage" src="assets/a.png"/></CALayer></sublayers>"#)
    var entries: [ZipWriter.Entry] = []
    for (role, width) in [("Background", 3), ("Foreground", 5)] {
      let package = Fixtures.packagePath(role)
      entries.append(.init(name: package + "main.caml", bytes: Array(document.utf8)))
      entries.append(.init(name: package + "assets/a.png", bytes: try Fixtures.png(width: width)))
    }
    let path = folder.path + "/a.tendies"
    try ZipWriter.write(entries, to: path)
    let table = try DataTable(path: folder.write("n\n1\n2\n", to: "rows.csv"))
    let binding = try DataBinding(table, path: path, options: SceneLoadOptions()) { _ in nil }
    for row in table.rows {
      let root = try binding.makeScene(for: row).rootLayer
      for width in [3, 5] { #expect(root.has { ($0.contents as? CGImage)?.width == width }) }
    }
  }
}

extension CALayer {
  /// Whether a layer of the tree is as asked.
  fileprivate func has(_ isAsked: (CALayer) -> Bool) -> Bool {
    isAsked(self) || (sublayers ?? []).contains { $0.has(isAsked) }
  }
}
