// Solids, images, nulls, markers and slots, and the scene's own numbers.

import CoreGraphics
import Documents
import Foundation
import ImageCodecs
import ImageFiles
import QuartzCore
import TestSupport
import Testing

@testable import Lottie

@MainActor struct ContentTests {
  @Test("Colours of solids", arguments: ["#00ff00", "00ff00", "#0f0", "#ff00ff00"])
  func solids(color: String) throws {
    try expect(Film([solid(color, 30, 20)]), shows: [box(0, 0, 30, 20, .green)])
  }

  @Test("What is no colour is black, as in lottie-web, and said", arguments: ["red", ""])
  func noColor(text: String) throws {
    let film = try Film([solid(text, 30, 20)])
    try expect(film, shows: [box(0, 0, 30, 20, .lottieBlack)])
    #expect(film.notes == ["layers[0]: '\(text)' is no colour; expected #rrggbb, black is drawn"])
  }

  /// Left half green, right half blue.
  private static func image(_ width: Int, _ height: Int) throws -> [UInt8] {
    let pixels = (0..<width * height).flatMap {
      $0 % width < width / 2 ? [0, 255, 0, 255] : [0, 0, 255, 255] as [UInt8]
    }
    return try ImageFile.encode(Bitmap(width: width, height: height, pixels: pixels), as: .png)
  }

  private static func asset(_ width: Int, _ height: Int, _ place: String) -> String {
    #"{"id":"i","w":\#(width),"h":\#(height),\#(place)}"#
  }

  @Test("Images beside the document, in a folder, and in it")
  func images() throws {
    let bytes = try Self.image(40, 20)
    let data = "data:image/png;base64," + Data(bytes).base64EncodedString()
    let expected = [box(0, 0, 20, 20, .green), box(20, 0, 20, 20, .blue)]
    for (place, files) in [
      (#""u":"","p":"a.png","e":0"#, ["a.png": bytes]), (#""u":"","p":"\#(data)","e":1"#, [:]),
    ] {
      let film = try Film(
        [layer(2, LayerOptions(), "", #""refId":"i""#)], assets: [Self.asset(40, 20, place)], files: files)
      try expect(film, shows: expected)
      #expect(film.notes.isEmpty)
    }
  }

  @Test("An image of an archive's folder")
  func archivedImage() throws {
    let folder = try TemporaryFolder()
    for name in ["a", "i"] {
      try FileManager.default.createDirectory(atPath: folder.path + "/" + name, withIntermediateDirectories: true)
    }
    try folder.write(#"{"version":"2","animations":[{"id":"film"}]}"#, to: "manifest.json")
    try folder.write(Self.image(40, 20), to: "i/a.png")
    let asset = Self.asset(40, 20, #""u":"","p":"a.png","e":0"#)
    try folder.write(
      Film.document([layer(2, LayerOptions(), "", #""refId":"i""#)], assets: [asset]), to: "a/film.json")
    let scene = try LottieScene(contentsOf: URL(filePath: folder.path))
    scene.rootLayer.speed = 0
    let shown = try picture(of: [canvas([scene.rootLayer])])
    #expect(shown[10, 10] == [0, 255, 0, 255] && shown[30, 10] == [0, 0, 255, 255] && shown[50, 10] == [0, 0, 0, 0])
  }

  @Test("An image is as large as the document says, whatever its pixels")
  func scaledImages() throws {
    let asset = Self.asset(60, 30, #""u":"","p":"a.png""#)
    let film = try Film(
      [layer(2, LayerOptions(), "", #""refId":"i""#)], assets: [asset], files: ["a.png": Self.image(4, 2)])
    let picture = try film.picture()
    #expect(picture[5, 15] == [0, 255, 0, 255] && picture[55, 15] == [0, 0, 255, 255])
    #expect(
      picture[59, 29] == [0, 0, 255, 255] && picture[60, 15] == [0, 0, 0, 0] && picture[30, 30] == [0, 0, 0, 0])
  }

  /// A picture of 40x20, left half green, right half blue, in a rectangle of 30x30: covered by the middle 20 columns,
  /// 1.5 times as large; contained at 0.75, 30x15 in the middle; or stretched.
  @Test(
    "An image of another shape is cut as lottie-web does, or as is asked for",
    arguments: [
      (
        nil, nil, LottiePlayer?.none,
        [CGRect(x: 0, y: 0, width: 15, height: 30), CGRect(x: 15, y: 0, width: 15, height: 30)]
      ),
      (
        .contain, nil, nil, [CGRect(x: 0, y: 7.5, width: 15, height: 15), CGRect(x: 15, y: 7.5, width: 15, height: 15)]
      ),
      (.fill, nil, nil, [CGRect(x: 0, y: 0, width: 15, height: 30), CGRect(x: 15, y: 0, width: 15, height: 30)]),
      // Only the green part is left.
      (nil, "xMinYMid slice", nil, [CGRect(x: 0, y: 0, width: 30, height: 30), .zero]),
      (nil, "xMaxYMax slice", nil, [.zero, CGRect(x: 0, y: 0, width: 30, height: 30)]),
      (
        nil, "xMidYMax", nil, [CGRect(x: 0, y: 15, width: 15, height: 15), CGRect(x: 15, y: 15, width: 15, height: 15)]
      ),
      (.cover, "none", nil, [CGRect(x: 0, y: 0, width: 15, height: 30), CGRect(x: 15, y: 0, width: 15, height: 30)]),
    ] as [(LottieImageFit?, String?, LottiePlayer?, [CGRect])])
  func otherShapes(fit: LottieImageFit?, own: String?, player: LottiePlayer?, shown: [CGRect]) throws {
    var replacements = LottieReplacements()
    replacements.imageFits = fit.map { ["i": $0] } ?? [:]
    let asset = Self.asset(30, 30, #""u":"","p":"a.png""# + (own.map { #","pr":"\#($0)""# } ?? ""))
    let film = try Film(
      [layer(2, LayerOptions(), "", #""refId":"i""#)], assets: [asset], files: ["a.png": Self.image(40, 20)],
      like: player, replacing: replacements)
    // Where colours meet, what is enlarged mixes them.
    let (actual, expected) = try (
      film.picture(),
      picture(of: zip(shown, [CGColor.green, .blue]).map { box($0.minX, $0.minY, $0.width, $0.height, $1) })
    )
    for (x, y) in [(1, 1), (1, 14), (9, 28), (12, 16), (18, 16), (28, 1), (28, 28), (28, 14), (31, 14), (14, 31)] {
      #expect(actual[x, y] == expected[x, y], "\(x), \(y)")
    }
  }

  /// The left half of 40x20 would be the left half of the rectangle either way; of a portrait it is seen which it is.
  @Test("lottie-ios stretches; a portrait in a square shows its middle otherwise")
  func portraits() throws {
    // Rows: the upper quarter red, the rest green.
    let pixels = (0..<20 * 40).flatMap { $0 / 20 < 10 ? [255, 0, 0, 255] : [0, 255, 0, 255] as [UInt8] }
    let bytes = try ImageFile.encode(Bitmap(width: 20, height: 40, pixels: pixels), as: .png)
    func pixel(_ y: Int, _ fit: LottieImageFit?, _ player: LottiePlayer?) throws -> [UInt8] {
      var replacements = LottieReplacements()
      replacements.imageFit = fit
      let film = try Film(
        [layer(2, LayerOptions(), "", #""refId":"i""#)], assets: [Self.asset(40, 40, #""u":"","p":"a.png""#)],
        files: ["a.png": bytes], like: player, replacing: replacements)
      return try film.picture()[20, y]
    }
    let (red, green): ([UInt8], [UInt8]) = ([255, 0, 0, 255], [0, 255, 0, 255])
    // Twice as large, its rows 10 to 30 are seen: none of the red ones.
    #expect(try pixel(2, nil, nil) == green)
    #expect(try pixel(2, nil, .lottieIOS) == red && pixel(8, nil, .lottieIOS) == red)
    #expect(try pixel(12, nil, .lottieIOS) == green)
    #expect(try pixel(2, .fill, nil) == red && pixel(2, .cover, .lottieIOS) == green)
  }

  @Test("An image that is not there is said, and all else is drawn")
  func missingImages() throws {
    let film = try Film(
      [
        layer(2, LayerOptions(), "", #""refId":"i""#), layer(2, LayerOptions(), "", #""refId":"j""#),
        solid("#ff0000", 9, 9),
      ],
      assets: [Self.asset(4, 4, #""u":"","p":"a.png""#)])
    try expect(film, shows: [box(0, 0, 9, 9)])
    #expect(
      film.notes == [
        "layers[1]: no image 'j'; the layer is left out", "assets[0]: no file 'a.png'; the layer is drawn without it",
      ])
  }

  @Test("A null shows nothing")
  func nulls() throws {
    try expect(Film([layer(3, LayerOptions(), "", ##""sw":10,"sh":10,"sc":"#ff0000""##)]), shows: [])
  }

  @Test("Markers are by seconds from the film's beginning")
  func markers() throws {
    let markers = #""markers":[{"cm":"intro","tm":0,"dr":20},{"cm":" end\r","tm":75.5,"dr":0},{"tm":3}]"#
    let film = try Film([], markers)
    #expect(
      film.scene.markers == [
        LottieMarker(name: "intro", time: 0, duration: 2), LottieMarker(name: "end", time: 7.55, duration: 0),
      ])
    let later = try Film(text: Film.document([], markers).replacing(#""ip":0"#, with: #""ip":20"#))
    #expect(later.scene.markers.map(\.time) == [-2, 5.55])
  }

  @Test("A slot's value is that of all properties with its id")
  func slots() throws {
    let slots = #""slots":{"ink":{"p":\#(fixed(0, 1, 0))},"way":{"p":\#(moving(key(0, [0, 0]), key(100, [40, 0])))}}"#
    let film = try Film(
      [
        shapes([rectangle(0, 0, 10, 10), #"{"ty":"fl","c":{"sid":"ink"}}"#], transform: #""p":{"sid":"way"}"#),
        shapes([rectangle(0, 20, 10, 10), #"{"ty":"fl","c":{"sid":"ink","a":0,"k":[1,0,0]}}"#]),
      ], slots)
    try expect(film, at: 50, shows: [box(20, 0, 10, 10, .green), box(0, 20, 10, 10, .green)])
  }

  @Test("The scene's numbers are the document's")
  func numbers() throws {
    let scene = try Film([solid("#ff0000", 20, 20)], #""nm":"Film""#).scene
    #expect(scene.size == CGSize(width: 64, height: 64) && scene.frameRate == 10 && scene.duration == 10)
    #expect(scene.inPoint == 0 && scene.outPoint == 100 && scene.rootLayer.name == "Film")
    #expect(scene.layer(named: "A") != nil && scene.layer(named: "B") == nil)
  }

  @Test("What is outside of the film is not seen")
  func clipped() throws {
    let film = try Film([solid("#ff0000", 200, 200, transform: #""p":\#(fixed(-50, -50))"#)])
    #expect(film.scene.rootLayer.masksToBounds)
    try expect(film, shows: [box(0, 0, 64, 64)])
  }
}
