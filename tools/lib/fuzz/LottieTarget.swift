// Lottie files: an input is a program that LottieGrammar writes a document by, or a document, of which bytes are
// damaged. It is read, once as it is and once with replacements, and drawn at three times, by frames and by
// `CALayer.render(in:)`; the same frame once more must have the same bytes.

import CoreGraphics
import Foundation
import Multiplane
import QuartzCore
import SceneFiles

/// Reads documents and draws them.
enum LottieTarget: DocumentTarget {
  static let name = "lottie"
  static var memoryLimit: Int? { 512 << 20 }
  /// A document is read twice, and each time its expressions and its computed points may take their whole limits: 3 s
  /// without the sanitizer.
  static var cpuSeconds: Int { 90 }

  static let seed: UInt64 = 47

  static func document(by program: ByteProgram) -> String {
    var grammar = LottieGrammar(program)
    return grammar.document()
  }

  static func run(_ input: [UInt8]) throws -> String {
    let file = SceneTarget.folder.appending(path: "film.json")
    try Data(document(input)).write(to: file)
    var answer = ""
    for isReplaced in [false, true] {
      var options = SceneLoadOptions()
      if isReplaced {
        // The way to fit follows from the input, so that it is the same when it is run again.
        options.lottie.replacements.textFit = LottieTextFit.allCases[input.count % LottieTextFit.allCases.count]
        options.lottie.replacements.imageFit = LottieImageFit.allCases[input.count % LottieImageFit.allCases.count]
        options.lottie.replacements.colors = [("**", CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 0.5))]
      }
      let clock = MediaClock(startingAt: 0)
      MediaClock.current = clock
      let scene: Scene
      do throws(SceneFileError) {
        scene = try Scene(contentsOf: file, options: options)
      } catch {
        expect(!error.message.isEmpty && error.location.file.hasSuffix("film.json"), "an error without a place")
        answer += "\(error.kind) \(error.message)"
        continue
      }
      answer += try draw(scene, clock)
    }
    return answer
  }

  private static func draw(_ scene: Scene, _ clock: MediaClock) throws -> String {
    let size = CGSize(width: min(scene.size.width, 200), height: min(scene.size.height, 200))
    let renderer = try OffscreenRenderer(size: size, options: .init(clock: clock), sharing: SceneTarget.device)
    var pixels: [UInt8]?
    for time in [0, 0.3, 1.9] {
      guard SceneTarget.isDrawn(scene, by: renderer, at: time) else { return "too much" }
      pixels = try withinMemory { try renderer.pixels(of: scene.rootLayer, at: time) }
    }
    if let pixels {
      let again = try renderer.pixels(of: scene.rootLayer, at: 1.9)
      expect(pixels == again, "drawn again, the frame has other bytes")
    }
    let context = CGContext(
      data: nil, width: Int(size.width), height: Int(size.height), bitsPerComponent: 8, bytesPerRow: 0,
      space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
    if let context { (scene.rootLayer.presentation() ?? scene.rootLayer).render(in: context) }
    let notes = Set(scene.notes.map { $0.message.prefix { $0 != "'" && $0 != ":" } }).sorted().joined(separator: ";")
    return "\(notes) \(renderer.takeIssues().count > 0 ? "issues" : "")"
  }
}
