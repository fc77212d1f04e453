import CoreGraphics
import CoreText
import Documents
import Foundation
import TestDocuments
import TestSupport
import Testing

@testable import Lottie

struct LottieArchiveTests {
  private let folder: TemporaryFolder
  private let here = SourceLocation(file: "a.json")

  init() throws { folder = try TemporaryFolder() }

  private func write(_ entries: [String: String]) throws -> String {
    let path = folder.path + "/a.lottie"
    let sorted = entries.sorted { $0.key < $1.key }
    try ZipWriter.write(sorted.map { ZipWriter.Entry(name: $0.key, bytes: Array($0.value.utf8)) }, to: path)
    return path
  }

  private func archive(_ entries: [String: String]) throws -> LottieArchive {
    let path = try write(entries)
    return try LottieArchive(ZipArchive(path: path, limits: SceneLimits()), path: "a.lottie", limits: SceneLimits())
  }

  private func failure(_ body: () throws -> Void) -> SceneFileError? {
    do { try body() } catch { return error as? SceneFileError }
    return nil
  }

  private static let version2 = [
    "manifest.json": """
    {"version": "2", "generator": "test", "initial": {"animation": "two"},
     "animations": [{"id": "one"}, {"id": "two", "initialTheme": "dark", "themes": ["dark"]}],
     "themes": [{"id": "dark"}, {"id": "light"}], "stateMachines": [{"id": "taps"}]}
    """,
    "a/one.json": #"{"nm": "first"}"#, "a/two.json": #"{"nm": "second"}"#,
    "t/dark.json": #"{"rules": [{"id": "ink", "type": "Color", "value": [0, 0, 0]}]}"#,
    "t/light.json": ##"{"rules": [{"id": "ink", "type": "Color", "value": "#ff8000", "animations": ["one"]}]}"##,
    "s/taps.json": "{}", "i/photo.png": "IMAGE", "f/Inter.ttf": "FONT", "u/drum.mp3": "SOUND",
  ]

  @Test func version2() throws {
    let archive = try archive(Self.version2)
    #expect(archive.animationIDs == ["one", "two"])
    #expect(archive.initialID == "two")
    #expect(archive.themeIDs == ["dark", "light"])
    #expect(try archive.document()["nm"]?.string == "second")
    #expect(try archive.document(id: "one")["nm"]?.string == "first")
    #expect(try archive.documentName(id: "one") == "a/one.json")
    #expect(archive.notes.map(\.description) == ["a.lottie: state machines are not run: taps"])
  }

  @Test func version1() throws {
    let archive = try archive([
      "manifest.json": """
      {"version": "1.0", "activeAnimationId": "b", "animations": [{"id": "a", "speed": 1.0}, {"id": "b"}]}
      """,
      "animations/a.json": #"{"nm": "a"}"#, "animations/b.json": #"{"nm": "b"}"#, "images/img_0.png": "IMAGE",
    ])
    #expect(try archive.document()["nm"]?.string == "b")
    #expect(archive.notes.isEmpty)
    // As documents refer to it: with the folder, from the archive on, or by the name alone.
    for asset in [("images/", "img_0.png"), ("/images/", "img_0.png"), ("", "img_0.png"), ("images", "img_0.png")] {
      let file = try archive.resource(.image, folder: asset.0, name: asset.1, from: here)
      #expect(file?.bytes == Array("IMAGE".utf8), "\(asset)")
    }
  }

  @Test func withoutManifest() throws {
    let archive = try archive(["a/x.json": "{}", "animations/y.json": #"{"nm": "y"}"#])
    #expect(archive.animationIDs == ["x", "y"])
    #expect(try archive.document(id: "y")["nm"]?.string == "y")
  }

  @Test func filesByKind() throws {
    let archive = try archive(Self.version2)
    let image = try archive.resource(.image, folder: "/i/", name: "photo.png", from: here)
    #expect(image?.bytes == Array("IMAGE".utf8))
    #expect(image?.name == "i/photo.png")
    #expect(try archive.resource(.font, name: "Inter.ttf", from: here)?.bytes == Array("FONT".utf8))
    #expect(try archive.resource(.sound, folder: "", name: "drum.mp3", from: here)?.bytes == Array("SOUND".utf8))
    #expect(try archive.resource(.image, name: "drum.mp3", from: here) == nil)
    #expect(try archive.resource(.image, name: "", from: here) == nil)
    #expect(try archive.resource(.image, name: "data:image/png;base64,QUI=", from: here)?.bytes == [65, 66])
  }

  @Test func themes() throws {
    let archive = try archive(Self.version2)
    func ink(_ theme: String?, _ animation: String?) throws -> JSON? {
      try archive.theme(id: theme, for: animation)?.slots["ink"]?["k"]
    }
    // The animation's own theme, where it has one; a rule is for the animations that it names.
    #expect(try ink(nil, nil) == .array([.number(0), .number(0), .number(0)]))
    #expect(try archive.theme(id: nil, for: "one") == nil)
    #expect(try ink("light", "one")?[1]?.number == 128 / 255)
    #expect(try ink("light", "two") == nil)
  }

  @Test func unknownNames() throws {
    let archive = try archive(Self.version2)
    let animation = failure { _ = try archive.document(id: "three") }
    #expect(animation?.kind == .unknownName)
    #expect(animation?.description == "a.lottie: no animation 'three'; expected one of 'one', 'two'")
    let theme = failure { _ = try archive.theme(id: "red", for: nil) }
    #expect(theme?.description == "a.lottie: no theme 'red'; expected one of 'dark', 'light'")
  }

  @Test(arguments: [
    (["manifest.json": "{}"], "manifest.json: expected an object with 'animations', a list"),
    (["manifest.json": "[1,"], "manifest.json:1:4: the file ends here; expected a value"),
    (
      ["manifest.json": #"{"animations": []}"#],
      "no animation inside; expected manifest.json with 'animations', and a/ID.json"
    ),
    (["readme.txt": "x"], "no animation inside; expected manifest.json with 'animations', and a/ID.json"),
  ])
  func malformed(entries: [String: String], message: String) throws {
    let error = failure { _ = try archive(entries) }
    #expect(error?.kind == .malformed)
    #expect(error?.description.hasSuffix(message) == true, "\(String(describing: error))")
  }

  @Test func documentsThatAreNotThere() throws {
    let archive = try archive(["manifest.json": #"{"animations": [{"id": "a"}, {"id": "../b"}]}"#])
    #expect(
      failure { _ = try archive.document() }?.message
        == "the manifest's animation 'a' is not there; expected a/ID.json")
    #expect(failure { _ = try archive.document(id: "../b") }?.message.contains("leaves the package") == true)
    #expect(
      failure { _ = try archive.resource(.image, folder: "../", name: "x.png", from: here) }?.kind == .malformed)
  }

  /// A document of its own has its folder, and nothing outside of it.
  @Test func folderOfADocument() throws {
    _ = try folder.write(Array("IMAGE".utf8), to: "images/a b.png")
    let resources = LottieFolder(package: ScenePackage(PackageFolder(path: folder.path, limits: SceneLimits())))
    func bytes(_ folder: String, _ name: String) throws -> [UInt8]? {
      try resources.resource(.image, folder: folder, name: name, from: here)?.bytes
    }
    #expect(try bytes("images/", "a b.png") == Array("IMAGE".utf8))
    #expect(try bytes("images", "a%20b.png") == Array("IMAGE".utf8))
    #expect(try bytes("", "a b.png") == nil)
    #expect(try bytes("", "http://example.com/a.png") == nil)
    for (folder, name) in [("../", "a.png"), ("", "/etc/passwd"), ("/etc/", "passwd"), ("images/..", "../a")] {
      #expect(failure { _ = try bytes(folder, name) }?.kind == .malformed, "\(folder)\(name)")
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link.png", withDestinationPath: "/etc/hostname")
    #expect(failure { _ = try bytes("", "link.png") }?.kind == .malformed)
  }

  @Test func sizesAreLimited() throws {
    _ = try folder.write([UInt8](repeating: 0, count: 100), to: "big.png")
    var limits = SceneLimits()
    limits.entryBytes = 99
    let resources = LottieFolder(package: ScenePackage(PackageFolder(path: folder.path, limits: limits)))
    #expect(failure { _ = try resources.resource(.image, name: "big.png", from: here) }?.kind == .tooLarge)
  }

  private struct Missing: Error {}

  @Test func imagesAreDecodedOnce() throws {
    _ = try folder.write(Fixtures.png(width: 3, height: 4), to: "a.png")
    let resources = LottieFolder(package: ScenePackage(PackageFolder(path: folder.path, limits: SceneLimits())))
    let budget = ImageBudget(limit: 60)
    let images = LottieImages(budget: budget, notes: NoteCollector())
    let first = try images.picture(folder: "", name: "a.png", in: resources, from: here)
    guard case .image(let image)? = first else { throw Missing() }
    #expect(image.width == 3)
    #expect(try images.picture(folder: "", name: "a.png", in: resources, from: here) == first)
    #expect(budget.taken == 48)
    #expect(try images.picture(folder: "", name: "b.png", in: resources, from: here) == nil)
    // What does not fit is not decoded.
    _ = try folder.write(Fixtures.png(width: 3, height: 4), to: "c.png")
    #expect(
      failure { _ = try images.picture(folder: "", name: "c.png", in: resources, from: here) }?.kind == .tooLarge)
  }
}

@MainActor struct LottieSourceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func aDocument() throws {
    let path = try folder.write(#"{"nm": "x"}"#, to: "a.json")
    let source = try LottieSource(path: path, options: SceneLoadOptions())
    #expect(source.name == path)
    #expect(try source.document(replacing: LottieReplacements()).document["nm"]?.string == "x")
    var options = SceneLoadOptions()
    options.lottie.animation = "main"
    #expect(throws: SceneFileError(.unknownName, file: path, "no animation 'main'; the file has no animation")) {
      try LottieSource(path: path, options: options)
    }
  }

  @Test func anUnpackedArchive() throws {
    _ = try folder.write(#"{"version": "2", "animations": [{"id": "x"}]}"#, to: "manifest.json")
    _ = try folder.write(#"{"nm": "y"}"#, to: "a/x.json")
    let source = try LottieSource(path: folder.path, options: SceneLoadOptions())
    #expect(try source.document(replacing: LottieReplacements()).document["nm"]?.string == "y")
  }

  @Test func nothingThere() {
    #expect(throws: SceneFileError.self) {
      try LottieSource(path: folder.path + "/none.json", options: SceneLoadOptions())
    }
  }

  /// A file that replaces an image is read from where the user says, which may be anywhere.
  @Test func replacedImages() throws {
    let other = try TemporaryFolder()
    let photo = try other.write(Array("PHOTO".utf8), to: "photo.png")
    let path = try folder.write(
      #"{"assets": [{"id": "p", "w": 2, "h": 2, "u": "images/", "p": "img.png"}]}"#, to: "a.json")
    let source = try LottieSource(path: path, options: SceneLoadOptions())
    var replacements = LottieReplacements()
    replacements.images["p"] = URL(fileURLWithPath: photo)
    let (document, resources) = try source.document(replacing: replacements)
    let asset = try #require(document["assets"]?[0])
    #expect(asset["w"]?.number == 2)
    let file = try resources.resource(
      .image, folder: asset["u"]?.string ?? "-", name: asset["p"]?.string ?? "-", from: SourceLocation(file: path))
    #expect(file?.bytes == Array("PHOTO".utf8))
    #expect(file?.name == photo)
  }

  /// The file of the font of machines without fonts.
  private static var font: Data {
    get throws {
      let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
      return try Data(contentsOf: root.appending(path: "Sources/C/CLastResort/MultiplaneSans.ttf"))
    }
  }

  @Test(
    "A text's font is the archive's own, wherever its path is said to begin",
    arguments: [
      ("/f/own.ttf", true), ("f/own.ttf", true), ("own.ttf", true), ("other.ttf", false), ("../own.ttf", false),
      ("https://example.com/own.ttf", false),
    ])
  func fonts(path: String, isThere: Bool) throws {
    let font = #"{"fName":"own","fFamily":"No such family","fStyle":"Regular","fPath":"\#(path)"}"#
    let text = #""t":{"d":{"k":[{"t":0,"s":{"t":"Text","f":"own","s":20,"fc":[1,0,0]}}]},"p":{},"a":[]}"#
    let document = Film.document(
      [layer(5, LayerOptions(), #""p":\#(fixed(2, 30))"#, text)], #""fonts":{"list":[\#(font)]}"#)
    let file = self.folder.path + "/font.lottie"
    try ZipWriter.write(
      [
        .init(name: "manifest.json", bytes: Array(#"{"version":"2","animations":[{"id":"t"}]}"#.utf8)),
        .init(name: "a/t.json", bytes: Array(document.utf8)), .init(name: "f/own.ttf", bytes: [UInt8](Self.font)),
        .init(name: "f/other.ttf", bytes: Array("no font".utf8)),
      ], to: file)
    let before = CTFontManagerCopyAvailableFontFamilyNames() as? [String]
    let notes = try LottieScene(contentsOf: URL(filePath: file)).notes.map(\.message)
    #expect(notes.isEmpty == isThere, "\(notes)")
    if path == "other.ttf" { #expect(notes.contains { $0.contains("no font that can be read") }, "\(notes)") }
    // It is the document's, and no other one's.
    #expect(CTFontManagerCopyAvailableFontFamilyNames() as? [String] == before)
  }

  @Test(
    "An image or a sound that cannot be read is left out, and said",
    arguments: [
      "../secret.png", "/etc/passwd", "bad.png", "data:image/png;base64,!!!",
    ])
  func damagedFiles(name: String) throws {
    let assets = [#"{"id":"i","w":9,"h":9,"u":"","p":"\#(name)"}"#, #"{"id":"s","u":"","p":"\#(name)"}"#]
    let layers = [layer(2, LayerOptions(), "", #""refId":"i""#), layer(6, LayerOptions(), "", #""refId":"s""#)]
    _ = try folder.write(Film.document(layers, assets: assets), to: "film.json")
    _ = try folder.write(Array("no picture".utf8), to: "bad.png")
    let scene = try LottieScene(contentsOf: URL(filePath: folder.path + "/film.json"))
    // The same note of both is one.
    #expect(!scene.notes.isEmpty && scene.notes.allSatisfy { $0.message.hasPrefix("assets[") }, "\(scene.notes)")
    #expect(scene.notes.allSatisfy { $0.message.hasSuffix("it is left out") }, "\(scene.notes)")
  }
}
