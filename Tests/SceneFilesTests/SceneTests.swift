import CoreGraphics
import Foundation
import QuartzCore
import TestDocuments
import TestSupport
import Testing

@testable import SceneFiles

struct SceneTests {
  /// A document's y is up: its origin is the scene's lower left.
  @Test func uprightInACanvasWithYDown() throws {
    let scene = try Fixtures.load(
      Fixtures.document("<sublayers><CALayer bounds='0 0 10 10' position='20 30'/></sublayers>"))
    #expect(scene.size == CGSize(width: 100, height: 200))
    #expect(scene.rootLayer.frame == CGRect(x: 0, y: 0, width: 100, height: 200))
    let root = try #require(scene.rootLayer.sublayers?.first?.sublayers?.first)
    let child = try #require(root.sublayers?.first)
    #expect(canvas(CGPoint(x: 0, y: 0), of: root, in: scene) == CGPoint(x: 0, y: 200))
    #expect(canvas(CGPoint(x: 5, y: 5), of: child, in: scene) == CGPoint(x: 20, y: 170))
    #expect(scene.rootLayer.sublayers?.first?.isGeometryFlipped == false)
  }

  @Test func flippedRootHasYDown() throws {
    let scene = try Fixtures.load(
      Fixtures.document(rootAttributes: "geometryFlipped='1'", "<sublayers><CALayer position='20 30'/></sublayers>"))
    let child = try #require(scene.rootLayer.sublayers?.first?.sublayers?.first?.sublayers?.first)
    #expect(canvas(.zero, of: child, in: scene) == CGPoint(x: 20, y: 30))
  }

  @Test func flippedDocumentHasYDown() throws {
    let folder = try TemporaryFolder()
    try folder.write(Fixtures.document("<sublayers><CALayer position='20 30'/></sublayers>"), to: "a.ca/main.caml")
    try folder.write("<plist><dict><key>geometryFlipped</key><true/></dict></plist>", to: "a.ca/index.xml")
    let scene = try Scene(path: folder.path + "/a.ca")
    #expect(scene.rootLayer.sublayers?.first?.isGeometryFlipped == true)
    let child = try #require(scene.rootLayer.sublayers?.first?.sublayers?.first?.sublayers?.first)
    #expect(canvas(.zero, of: child, in: scene) == CGPoint(x: 20, y: 30))
  }

  /// A root fills its document wherever its position is, and moves from there.
  @Test func rootIsCentred() throws {
    let scene = try Fixtures.load(
      """
      <caml><CALayer bounds='0 0 100 200' position='390 0'><sublayers><CALayer position='20 30'/></sublayers></CALayer>
      </caml>
      """)
    let root = try #require(scene.rootLayer.sublayers?.first?.sublayers?.first)
    let child = try #require(root.sublayers?.first)
    #expect(canvas(.zero, of: child, in: scene) == CGPoint(x: 20, y: 170))
    #expect(root.position == CGPoint(x: 390, y: 0))
    root.position.x += 5
    #expect(canvas(.zero, of: child, in: scene) == CGPoint(x: 25, y: 170))
    #expect(scene.notes.count == 1)
  }

  @Test func sizeOfTheIndex() throws {
    let folder = try TemporaryFolder()
    try folder.write(Fixtures.emptyDocument, to: "a.ca/other.caml")
    try folder.write(
      """
      <plist><dict><key>rootDocument</key><string>other.caml</string>
      <key>documentWidth</key><real>300</real></dict></plist>
      """, to: "a.ca/index.xml")
    #expect(try Scene(path: folder.path + "/a.ca/").size == CGSize(width: 300, height: 200))
  }

  @Test func wallpaper() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/w.tendies"
    let png = try Fixtures.png()
    func document(_ name: String) -> [UInt8] {
      Array(
        Fixtures.document(rootAttributes: "name='\(name)'", "<contents><CGImage src='assets/a.png'/></contents>").utf8)
    }
    try ZipWriter.write(
      ["Foreground", "Background", "Floating"].flatMap {
        [
          ZipWriter.Entry(name: Fixtures.packagePath($0) + "main.caml", bytes: document($0)),
          ZipWriter.Entry(name: Fixtures.packagePath($0) + "assets/a.png", bytes: png),
        ]
      }, to: path)
    let scene = try Scene(path: path)
    let roots = try #require(scene.rootLayer.sublayers).compactMap { $0.sublayers?.first }
    #expect(roots.map(\.name) == ["Background", "Floating", "Foreground"])
    #expect(roots.allSatisfy { $0.contents != nil })
    #expect(scene.notes == [])
    #expect(scene.initialState == nil)
  }

  @Test("D-5: a wallpaper is first shown Locked, where it has that state; other documents have no state at first")
  func initialState() throws {
    let folder = try TemporaryFolder()
    func document(_ states: [String]) -> String {
      Fixtures.document("<states>\(states.map { "<LKState name='\($0)'/>" }.joined())</states>")
    }
    func archive(_ states: [String]) throws -> Scene {
      try? FileManager.default.removeItem(atPath: folder.path + "/w.tendies")
      try ZipWriter.write(
        [.init(name: Fixtures.packagePath("Floating") + "main.caml", bytes: Array(document(states).utf8))],
        to: folder.path + "/w.tendies")
      return try Scene(path: folder.path + "/w.tendies")
    }
    #expect(try archive(["Unlock", "Locked"]).initialState == "Locked")
    #expect(try archive(["Unlock", "Sleep"]).initialState == nil)
    #expect(try Fixtures.load(document(["Locked"])).initialState == nil)
  }

  @Test("Errors of a scene name the file, not the composition: of states and markers, of Lottie files and documents")
  func errorsNameTheFile() throws {
    let folder = try TemporaryFolder()
    let lottie = #"{"v": "5", "fr": 30, "ip": 0, "op": 30, "w": 10, "h": 10, "nm": "Comp 1", "layers": []}"#
    for (text, name) in [(lottie, "film.json"), (Fixtures.document(""), "main.caml")] {
      let path = try folder.write(text, to: name)
      let scene = try Scene(path: path)
      let marker = #expect(throws: SceneFileError.self) { try scene.marker(named: "end") }
      let state = #expect(throws: SceneFileError.self) { try scene.setState("Locked") }
      #expect(marker?.location.file == path && state?.location.file == path, "\(marker!), \(state!)")
    }
  }

  @Test("D-4: a file in an archive is named by its last two components")
  func namesInArchives() throws {
    let folder = try TemporaryFolder()
    let place = Fixtures.packagePath("Floating")
    try ZipWriter.write(
      [.init(name: place + "main.caml", bytes: Array(Fixtures.document("<wobble/>").utf8))],
      to: folder.path + "/w.tendies")
    let scene = try Scene(path: folder.path + "/w.tendies")
    let name = try #require(place.split(separator: "/").last)
    #expect(scene.notes.map(\.description) == ["\(name)/main.caml:3:1: <wobble> in CALayer is not known; skipped"])
    try ZipWriter.write([.init(name: "a.ca/main.caml", bytes: Array("<caml>".utf8))], to: folder.path + "/v.tendies")
    let error = #expect(throws: SceneFileError.self) { try Scene(path: folder.path + "/v.tendies") }
    #expect(error?.description.hasPrefix("a.ca/main.caml:1:") == true)
  }

  @Test func whatIsNoScene() throws {
    let folder = try TemporaryFolder()
    func failure(_ name: String, exists: Bool = true) throws -> SceneFileError? {
      if exists { try folder.write("x", to: name) }
      return #expect(throws: SceneFileError.self) { try Scene(path: folder.path + "/" + name) }
    }
    #expect(try failure("none.caml", exists: false)?.kind == .notFound)
    #expect(try failure("a.lottie")?.kind == .malformed)
    #expect(try failure("a.json")?.description.contains("a.json:1:1:") == true)
    #expect(
      try failure("a.txt")?.message
        == "neither what it holds nor its suffix is that of a scene; expected .caml, .ca, .tendies, .scene.json, "
        + ".film.json, .json or .lottie")
    #expect(try failure("a.ca")?.kind == .malformed)
    #expect(try failure("a.tendies")?.kind == .malformed)
    try folder.write("x", to: "b.ca/readme")
    #expect(try failure("b.ca", exists: false)?.message == "the package has no 'main.caml'; expected its root document")
    try folder.write("x", to: "b.tendies/readme")
    #expect(try failure("b.tendies", exists: false)?.message.hasPrefix("no .ca package inside") == true)
  }

  private func canvas(_ point: CGPoint, of layer: CALayer, in scene: Scene) -> CGPoint {
    // The scene root's own flip is about its bounds, so its superlayer's space is the canvas.
    let canvas = CALayer()
    canvas.addSublayer(scene.rootLayer)
    let p = layer.convert(point, to: canvas)
    return CGPoint(x: (p.x * 1e9).rounded() / 1e9, y: (p.y * 1e9).rounded() / 1e9)
  }
}
