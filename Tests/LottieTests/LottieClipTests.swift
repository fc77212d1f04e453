// Films in Lottie documents, their own and those that are put into their layers: which picture a rendered frame shows.
// Films are made by ffmpeg; each picture carries its number.

import CoreGraphics
import Documents
import Foundation
import Multiplane
import QuartzCore
import SceneFiles
import TestDocuments
import TestFilms
import TestSupport
import Testing

@testable import Lottie

@MainActor @Suite(.enabled(if: FFmpeg.isInstalled)) struct LottieClipTests {
  private let folder: TemporaryFolder

  /// A film of 4 seconds, 25 pictures each, lies in the folder.
  init() throws {
    folder = try TemporaryFolder()
    try BarCode.write(
      100, rate: "25", to: folder.file("clip.mp4"), ["-c:v", "libx264", "-preset", "veryfast", "-bf", "2", "-g", "20"])
  }

  private var clip: SceneClipFile { SceneClipFile(folder.url.appending(path: "clip.mp4")) }

  private static let film = #"{"id":"film","w":96,"h":32,"u":"","p":"clip.mp4","e":0}"#

  /// A document of 10 seconds, 10 frames each, as large as the film.
  private func document(_ layers: [String], assets: [String] = [film]) -> String {
    object(
      #""v":"5.9.0","fr":10,"ip":0,"op":100,"w":96,"h":32"#,
      #""assets":[\#(assets.joined(separator: ","))],"layers":[\#(layers.joined(separator: ","))]"#)
  }

  private func scene(
    _ layers: [String], assets: [String] = [film], _ configure: (inout SceneReplacements) -> Void = { _ in }
  ) throws -> Scene {
    var options = SceneLoadOptions()
    configure(&options.replacements)
    return try Scene(
      contentsOf: URL(filePath: folder.write(document(layers, assets: assets), to: "film.json")), options: options)
  }

  /// A layer of the film.
  private func video(_ options: LayerOptions = LayerOptions(), type: Int = 9, _ members: String = "") -> String {
    layer(type, options, "", #""refId":"film""# + (members.isEmpty ? "" : "," + members))
  }

  /// The numbers that a scene shows at frames; -1 for nothing.
  private func numbers(_ scene: Scene, at frames: [Double]) throws -> [Int] {
    let renderer = try OffscreenRenderer(size: scene.size)
    return try frames.map { frame in
      let image = try renderer.image(of: scene.rootLayer, at: frame / 10)
      return image.pixels[3] == 0 ? -1 : BarCode.number(of: image)
    }
  }

  /// No frame lies at the edge of a picture.
  private static let frames = (0..<95).map { Double($0) + 0.1 }

  /// The numbers by the film's second at a frame: before its beginning the first, after its end the last.
  private func expected(_ second: (Double) -> Double?) -> [Int] {
    Self.frames.map { frame in second(frame).map { Int((min(max($0, 0), 3.999) * 25).rounded(.down)) } ?? -1 }
  }

  // MARK: The document's own

  @Test("At its own pace, from the layer's beginning to the layer's end", arguments: [9, 2])
  func pace(type: Int) throws {
    let plain = try scene([video(type: type)])
    #expect(plain.notes.isEmpty && plain.duration == 10)
    #expect(try numbers(plain, at: Self.frames) == expected { $0 / 10 })
    let late = try scene([video(LayerOptions(start: 5), type: type)])
    #expect(try numbers(late, at: Self.frames) == expected { ($0 - 5) / 10 })
    let part = try scene([video(LayerOptions(frames: 10...30, start: -7), type: type)])
    #expect(try numbers(part, at: Self.frames) == expected { 10..<30 ~= $0 ? ($0 + 7) / 10 : nil })
  }

  @Test("Stretched, and backwards", arguments: [2, 0.5, -1])
  func stretch(stretch: Double) throws {
    let start = stretch < 0 ? 40.0 : 3
    let scene = try scene([video(LayerOptions(start: start), #""sr":\#(stretch)"#)])
    #expect(try numbers(scene, at: Self.frames) == expected { ($0 - start) / stretch / 10 })
  }

  @Test("By a time remap: even, standing, back, and along a curve", arguments: [9, 2])
  func remap(type: Int) throws {
    let even = moving(key(0, [0]), key(20, [3]), key(40, [3]), key(60, [1], .hold), key(80, [2]))
    let scene = try scene([video(type: type, #""tm":\#(even)"#)])
    let shown = expected { frame in
      switch frame {
      case ..<20: frame / 20 * 3
      case ..<40: 3.001
      case ..<60: 3 - (frame - 40) / 10
      case ..<80: 1.001
      default: 2.001
      }
    }
    #expect(try numbers(scene, at: Self.frames) == shown)
    // x and y of a curve from 0 to 1 by its parameter, solved for x by halving.
    func eased(_ x: Double) -> Double {
      func along(_ t: Double, _ first: Double, _ second: Double) -> Double {
        3 * (1 - t) * (1 - t) * t * first + 3 * (1 - t) * t * t * second + t * t * t
      }
      var (low, high) = (0.0, 1.0)
      for _ in 0..<60 {
        let middle = (low + high) / 2
        if along(middle, 0.7, 0.2) < x { low = middle } else { high = middle }
      }
      return along(low, 0, 1)
    }
    let curve = moving(key(0, [0.013], .curve(0.7, 0, 0.2, 1)), key(90, [3.613]))
    let curved = try self.scene([video(type: type, #""tm":\#(curve)"#)])
    let frames = (0..<90).map(Double.init)
    let seconds = frames.map { (0.013 + 3.6 * eased($0 / 90)) * 25 }
    let numbers = try numbers(curved, at: frames)
    for (number, second) in zip(numbers, seconds) {
      // A curve's value is one of single precision.
      #expect(number == Int(second.rounded(.down)) || abs(second - second.rounded()) < 0.01, "\(number), \(second)")
    }
  }

  @Test("In compositions in compositions, with their own beginnings, stretches and remaps")
  func nested() throws {
    let assets = [Self.film, composition("inner", video(LayerOptions(start: 5)))]
    func inner(_ options: LayerOptions = LayerOptions(), _ members: String = "") -> String {
      precomposition("inner", 96, 32, options, members)
    }
    let stretched = try scene([inner(LayerOptions(start: 10), #""sr":2"#)], assets: assets)
    // A stretched layer is seen by the outer time; the inner film has 100 frames.
    #expect(try numbers(stretched, at: Self.frames) == expected { $0 < 10 ? nil : (($0 - 10) / 2 - 5) / 10 })
    let remapped = try scene([inner(LayerOptions(), #""tm":\#(moving(key(0, [1]), key(90, [4])))"#)], assets: assets)
    #expect(
      try numbers(remapped, at: Self.frames.filter { $0 < 90 })
        == Self.frames.filter { $0 < 90 }.map { Int(((1 + $0 / 30 - 0.5) * 25).rounded(.down)) })
    let twice = try scene(
      [precomposition("outer", 96, 32, LayerOptions(start: 3))], assets: assets + [composition("outer", inner())])
    #expect(try numbers(twice, at: Self.frames) == expected { $0 < 3 ? nil : ($0 - 3 - 5) / 10 })
  }

  @Test("In an archive, in the folders of both versions; an asset may leave its size out")
  func archives() throws {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: folder.file("clip.mp4"))))
    let asset = #"{"id":"film","u":"","p":"clip.mp4","e":0}"#
    for (index, place) in ["i/clip.mp4", "v/clip.mp4", "images/clip.mp4", "videos/clip.mp4"].enumerated() {
      let path = folder.file("\(index).lottie")
      let text = document([video()], assets: [index % 2 == 0 ? Self.film : asset])
      try ZipWriter.write(
        [
          ZipWriter.Entry(name: "manifest.json", bytes: Array(#"{"version":"2","animations":[{"id":"a"}]}"#.utf8)),
          ZipWriter.Entry(name: "a/a.json", bytes: Array(text.utf8)), ZipWriter.Entry(name: place, bytes: bytes),
        ], to: path)
      let scene = try Scene(contentsOf: URL(filePath: path))
      #expect(scene.notes.isEmpty, "\(place): \(scene.notes)")
      #expect(try numbers(scene, at: [0.1, 20.1, 60.1]) == [0, 50, 99], "\(place)")
    }
  }

  // MARK: Put into its layers

  @Test("A film in the place of an image's, a solid's or a composition's content, from the layer's beginning on")
  func layers() throws {
    let options = LayerOptions(frames: 10...90, start: 10)
    let photo = #"{"id":"photo","w":96,"h":32,"u":"","p":"none.png","e":0}"#
    for content in [
      layer(2, options, "", #""refId":"photo""#), solid("#ff0000", 96, 32, options),
      precomposition("inner", 96, 32, options),
    ] {
      for ending in SceneClipEnding.allCases {
        var clip = clip
        (clip.start, clip.end, clip.ending) = (1, 3, ending)
        let scene = try scene([content], assets: [photo, composition("inner", solid())]) { $0.clips["A"] = clip }
        #expect(scene.notes.isEmpty, "\(scene.notes)")
        let shown = expected { frame in
          guard 10..<90 ~= frame else { return nil }
          let second = (frame - 10) / 10
          return switch ending {
          case .nothing: second < 2 ? 1 + second : nil
          case .hold: 1 + min(second, 1.99)
          case .loop: 1 + second.truncatingRemainder(dividingBy: 2)
          }
        }
        #expect(try numbers(scene, at: Self.frames) == shown, "\(ending)")
      }
    }
  }

  @Test("A film in the place of a document's image, which plays once and holds")
  func image() throws {
    let photo = #"{"id":"photo","w":96,"h":32,"u":"","p":"none.png","e":0}"#
    let scene = try scene([layer(2, LayerOptions(start: 5), "", #""refId":"photo""#)], assets: [photo]) {
      $0.images["photo"] = clip.url
    }
    #expect(try numbers(scene, at: Self.frames) == expected { ($0 - 5) / 10 })
  }

  @Test("A film of another shape fills its layer as images do")
  func fits() throws {
    for (fit, isSeen) in [(SceneImageFit.contain, false), (.cover, true), (.fill, true)] {
      let scene = try scene([solid("#ff0000", 96, 16)]) {
        ($0.clips["A"], $0.imageFit) = (clip, fit)
      }
      let image = try OffscreenRenderer(size: scene.size).image(of: scene.rootLayer, at: 0.41)
      // Half of the width is the film's where it is seen whole, in the middle.
      #expect((image.pixels[(8 * 96 + 4) * 4 + 3] == 255) == isSeen, "\(fit)")
      #expect(image.pixels[(8 * 96 + 48) * 4 + 3] == 255 && image.pixels[(24 * 96 + 48) * 4 + 3] == 0, "\(fit)")
      if fit == .fill { #expect(BarCode.number(of: image.upper) == 10) }
    }
  }

  @Test("Layers that there are not, or that show no picture, are refused; films that cannot be read are as images are")
  func refusals() throws {
    func refusal(_ layers: [String], _ configure: (inout SceneReplacements) -> Void) -> SceneFileError? {
      do { _ = try scene(layers, configure) } catch { return error as? SceneFileError }
      return nil
    }
    let shape = shapes([rectangle(0, 0, 9, 9), fill()], LayerOptions(name: "Shape"))
    for name in ["Shape", "B"] {
      let error = refusal([solid(), shape]) { $0.clips[name] = clip }
      #expect(error?.kind == .unknownName)
      let words = "no layer of an image, a solid or a composition '\(name)'; expected one of 'A'"
      #expect(error?.message.hasPrefix(words) == true, "\(String(describing: error))")
    }
    try folder.write("no film", to: "text.mp4")
    let error = refusal([solid()]) { $0.clips["A"] = SceneClipFile(folder.url.appending(path: "text.mp4")) }
    #expect(error?.kind == .malformed && error?.description.contains("text.mp4") == true)
  }

  @Test("A document's own film that is damaged, missing, or at an address, is a note")
  func ownFaults() throws {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: folder.file("clip.mp4"))))
    try folder.write(bytes.prefix(300), to: "cut.mp4")
    try folder.write(Array("OggS".utf8) + [UInt8](repeating: 7, count: 500), to: "lies.ogv")
    #expect(mkfifo(folder.file("fifo.mp4"), 0o600) == 0)
    for name in ["cut.mp4", "lies.ogv", "missing.mp4", "fifo.mp4", "http://127.0.0.1:9/a.mp4", "/dev/zero"] {
      let time = CPUTime()
      let asset = #"{"id":"film","w":96,"h":32,"u":"","p":"\#(name)","e":0}"#
      do {
        let scene = try scene([video()], assets: [asset])
        #expect(scene.notes.count == 1, "\(name): \(scene.notes)")
        #expect(try numbers(scene, at: [0, 10]) == [-1, -1], "\(name)")
      } catch let error as SceneFileError {
        #expect(!error.message.isEmpty)
      }
      #expect(time.seconds < 5, "\(name)")
    }
  }

  @Test("Curves that would take a step for each of endless frames are bounded")
  func hostileTimes() throws {
    let far = moving(key(-1e9, [0], .curve(0.5, 0, 0.5, 1)), key(1e9, [1e12]))
    let time = CPUTime()
    for layer in [
      video(#""tm":\#(far)"#), video(LayerOptions(frames: -1e30...1e30, start: -1e20), #""sr":1e-20"#),
      video(LayerOptions(), #""sr":1e30"#),
    ] {
      _ = try? numbers(scene([layer]), at: [0, 50])
    }
    #expect(time.seconds < 20)
  }
}

extension LottieClipTests {
  private func video(_ members: String) -> String { video(LayerOptions(), members) }
}

extension CGImage {
  /// The upper half, as high as the whole: each row twice.
  fileprivate var upper: CGImage {
    let rows = (0..<height).flatMap { row in
      let start = row / 2 * width * 4
      return pixels[start..<start + width * 4]
    }
    return CGImage(width: width, height: height, premultipliedRGBA: Array(rows))
  }
}
