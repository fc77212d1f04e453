// Images and films of documents, and what a caller has in their place.

import CoreGraphics
import Documents
import Foundation
import ImageCodecs
import ImageFiles
import QuartzCore
import SceneFiles
import TestDocuments
import TestFilms
import TestSupport
import Testing

struct SceneImageTests {
  @Test("An image is a file below the document's folder, or an address with its bytes") func images() throws {
    let png = try Fixtures.png(width: 3, height: 2)
    let address = "data:image/png;base64,\(Data(png).base64EncodedString())"
    let text = try SceneText(
      layers: """
        {"type": "image", "image": "pictures/a b.png"}, {"type": "image", "image": "./pictures/a b.png"},
        {"type": "image", "image": "\(address)"}, {"contents": "\(address)"}, {"type": "image", "image": null},
        {"type": "emitter", "emitterCells": [{"contents": "pictures/a b.png"}]}, {"type": "image"}
        """)
    try text.folder.write(png, to: "pictures/a b.png")
    let scene = try text.scene()
    let layers = try #require(scene.rootLayer.sublayers)
    #expect(layers.map { $0.values.contents?.width } == [3, 3, 3, 3, nil, nil, nil] && scene.notes == [])
    #expect((layers[5] as? CAEmitterLayer)?.emitterCells?.first?.contents != nil)
    #expect(layers[0].bounds.size == CGSize(width: 3, height: 2) && layers[4].bounds.size == .zero)
    // An address is decoded once.
    #expect(layers[2].values.contents === layers[3].values.contents)
  }

  @Test("An animated file plays from the scene's beginning") func animated() throws {
    let frames = (0..<3).map { index in
      OutputFrame(
        CGImage(width: 2, height: 2, premultipliedRGBA: Array(repeating: UInt8(index * 80), count: 16)),
        delay: 0.5)
    }
    let text = try SceneText(layers: "{\"type\": \"image\", \"image\": \"a.gif\"}")
    try text.folder.write(ImageFile.encode(frames, as: .gif, OutputSettings(), name: "a.gif"), to: "a.gif")
    #expect(try text.layer().animation(forKey: "contents.frames")?.duration == 1.5)
  }

  @Test(arguments: [
    ("\"image\": \"b.png\"", "/layers/0/image: no file 'b.png' in the document's folder"),
    ("\"image\": 3", "/layers/0/image: 3; expected a file's path"), ("\"image\": \"text.png\"", "text.png"),
    ("\"image\": {\"slot\": \"a\", \"default\": \"b.png\"}", "/layers/0/image/default: no file 'b.png'"),
  ])
  func errors(members: String, message: String) throws {
    let text = try SceneText(layers: "{\"type\": \"image\", \(members)}")
    try text.folder.write("no picture", to: "text.png")
    let problem = try #require(text.problem())
    #expect(problem.hasPrefix("a.scene.json:1:") && problem.contains(message), "\(problem)")
  }

  @Test("A limit on the bytes of images is one on all of a document's") func budget() throws {
    let text = try SceneText(
      layers: "{\"type\": \"image\", \"image\": \"a.png\"}, {\"type\": \"image\", \"image\": \"b.png\"}")
    for name in ["a.png", "b.png"] { try text.folder.write(Fixtures.png(width: 100, height: 100), to: name) }
    var options = SceneLoadOptions()
    options.limits.imageBytes = 60_000
    let error = #expect(throws: SceneFileError.self) { try Scene(path: text.path, options: options) }
    #expect(error?.kind == .tooLarge)
  }
}

/// Films are made by ffmpeg; each picture carries its number.
@MainActor @Suite(.enabled(if: FFmpeg.isInstalled)) struct SceneFilmTests {
  private static let frame = "\"frame\": [0, 0, 96, 32]"

  /// A document with a film of 2 seconds, 10 pictures each, beside it.
  private func document(_ members: String) throws -> SceneText {
    let text = try SceneText(layers: "{\"name\": \"screen\", \(Self.frame), \(members)}")
    try BarCode.write(20, rate: "10", to: text.folder.file("clip.mp4"), ["-c:v", "libx264", "-preset", "veryfast"])
    return text
  }

  /// The numbers that the layer shows as time goes on; nil for no image.
  private func numbers(
    _ text: SceneText, at times: [Double], _ change: (inout SceneReplacements) -> Void = { _ in }
  ) throws -> [Int?] {
    let host = LayerHost(layer: try text.scene(change).rootLayer, clock: MediaClock(startingAt: 0))
    CATransaction.flush()
    return times.map { time in
      host.clock.advance(to: time)
      CATransaction.flush()
      return (host.layer.sublayers?.first?.presentation()?.contents as? CGImage).map { BarCode.number(of: $0) }
    }
  }

  @Test(
    "A film plays its range, and ends as it says",
    arguments: [
      ("", [0, 5, 15, nil, nil]), (", \"ending\": \"hold\"", [0, 5, 15, 19, 19]),
      (", \"ending\": \"loop\"", [0, 5, 15, 5, 5]), (", \"start\": 1, \"ending\": \"hold\"", [10, 15, 19, 19, 19]),
      (", \"start\": 0.5, \"end\": 1, \"ending\": \"nothing\"", [5, nil, nil, nil, nil]),
      (", \"start\": 0.5, \"end\": 1, \"ending\": \"loop\"", [5, 5, 5, 5, 5]),
    ])
  func course(members: String, expected: [Int?]) throws {
    let text = try document("\"type\": \"video\", \"video\": \"clip.mp4\"" + members)
    #expect(try numbers(text, at: [0, 0.55, 1.55, 2.55, 4.55]) == expected)
  }

  @Test("A user's film or picture takes the place of a document's") func replaced() throws {
    let text = try document("\"type\": \"video\", \"video\": {\"slot\": \"Film\", \"default\": \"clip.mp4\"}")
    let other = text.folder.file("other.mp4")
    try BarCode.write(40, rate: "10", to: other, ["-c:v", "libx264", "-preset", "veryfast"])
    var clip = SceneClipFile(URL(filePath: other))
    clip.start = 3
    #expect(try numbers(text, at: [0, 0.55]) { $0.clips["Film"] = clip } == [30, 35])
    #expect(try numbers(text, at: [0, 0.55]) { $0.clips["screen"] = clip } == [30, 35])
    #expect(try numbers(text, at: [3.55]) { $0.slots["Film"] = .image(clip.url) } == [35])
    let picture = try text.folder.write(Fixtures.png(width: 7, height: 5), to: "a.png")
    let shown = try text.layer { $0.images["Film"] = URL(filePath: picture) }
    #expect(shown.values.contents?.width == 7)
    // An image's slot takes a film, too, which plays on and on.
    let image = try document("\"type\": \"image\", \"image\": {\"slot\": \"Photo\", \"default\": \"a.png\"}")
    try image.folder.write(Fixtures.png(), to: "a.png")
    #expect(
      try numbers(image, at: [0, 0.55, 2.55]) {
        $0.images["Photo"] = image.folder.url.appending(path: "clip.mp4")
      } == [0, 5, 5])
  }

  @Test(arguments: [
    ("\"type\": \"video\"", "/layers/0: a layer of type 'video' needs 'video'"),
    ("\"type\": \"video\", \"video\": \"none.mp4\"", "/layers/0/video: no file 'none.mp4'"),
    ("\"type\": \"video\", \"video\": \"../clip.mp4\"", "/layers/0/video: "),
    ("\"type\": \"video\", \"video\": \"a.scene.json\"", "'a.scene.json' is no film"),
    ("\"type\": \"video\", \"video\": \"data:video/mp4;base64,AAAA\"", "the address is no film"),
    (
      "\"type\": \"video\", \"video\": \"clip.mp4\", \"start\": 2, \"end\": 1",
      "/layers/0/end: 1; expected an end after"
    ),
    ("\"type\": \"video\", \"video\": \"clip.mp4\", \"start\": -1", "/layers/0/start: -1"),
    ("\"type\": \"video\", \"video\": \"clip.mp4\", \"ending\": \"stop\"", "expected one of nothing, hold, loop"),
    ("\"type\": \"video\", \"video\": 3", "/layers/0/video: 3; expected a film's path"),
  ])
  func errors(members: String, message: String) throws {
    let problem = try #require(try document(members).problem())
    #expect(problem.contains(message), "\(problem)")
  }

  @Test("A film's layer needs a size, as its picture does not give one") func size() throws {
    let text = try SceneText(layers: "{\"type\": \"video\", \"video\": \"clip.mp4\", \"left\": 3, \"width\": 96}")
    #expect(text.problem()?.contains("a film's layer needs a size; expected 'height' or 'bounds'") == true)
  }
}
