// What tools/conformance draws Lottie files with: every frame of a manifest in one process, as renderers draw it and as
// `CALayer.render(in:)` does, to OUT/frames/NAME.png and OUT/render/NAME.png.
//
// A sample that cannot be read is said on standard error, and the others go on.

import CoreGraphics
import Foundation
import ImageCodecs
import ImageFiles
import Multiplane
import QuartzCore
import SceneFiles
import UIKit

@main enum LottieFrames {
  static func main() throws {
    let arguments = try LottieFramesArguments(CommandLine.arguments.dropFirst().map { $0 })
    var failed = false
    for sample in try arguments.samples() {
      do {
        let file = arguments.folder.appending(path: sample.file)
        for route in arguments.routes {
          try route.draw(
            sample, of: file, as: arguments.player, to: arguments.output.appending(path: route.rawValue))
        }
      } catch {
        failed = true
        FileHandle.standardError.write(Data("lottie-frames: \(sample.name): \(error)\n".utf8))
      }
    }
    if failed { exit(1) }
  }
}

/// `MANIFEST OUT [--short] [--samples A,B] [--route frames|render] [--like lottie-ios|format]`.
struct LottieFramesArguments {
  let manifest: URL
  let output: URL
  private var names: Set<String>?
  /// Whether every other frame of a sample is drawn.
  private var isShort = false
  private(set) var routes = LottieRoute.allCases
  /// Whose ways the files are drawn in: by default those of the references' engine; nil for the format's own.
  private(set) var player: LottiePlayer? = .lottieIOS

  /// Where the manifest's files are.
  var folder: URL { manifest.deletingLastPathComponent() }

  struct Usage: Error, CustomStringConvertible {
    var description: String {
      "usage: lottie-frames MANIFEST OUT [--short] [--samples A,B] [--route frames|render] [--like lottie-ios|format]"
    }
  }

  init(_ arguments: [String]) throws {
    guard arguments.count >= 2 else { throw Usage() }
    manifest = URL(filePath: arguments[0])
    output = URL(filePath: arguments[1])
    var rest = arguments.dropFirst(2)
    while let option = rest.popFirst() {
      if option == "--short" {
        isShort = true
        continue
      }
      guard let value = rest.popFirst() else { throw Usage() }
      switch option {
      case "--samples": names = Set(value.split(separator: ",").map(String.init))
      case "--route":
        guard let route = LottieRoute(rawValue: value) else { throw Usage() }
        routes = [route]
      case "--like":
        player = LottiePlayer(rawValue: value)
        guard player != nil || value == "format" else { throw Usage() }
      default: throw Usage()
      }
    }
  }

  struct UnknownSamples: Error, CustomStringConvertible {
    let names: [String]
    var description: String { "the manifest has no sample \(names.joined(separator: ", "))" }
  }

  /// The manifest's samples, those that were asked for.
  func samples() throws -> [LottieSample] {
    var all = try JSONDecoder().decode([LottieSample].self, from: Data(contentsOf: manifest))
    if isShort {
      for index in all.indices {
        all[index].frames = stride(from: 0, to: all[index].frames.count, by: 2).map { all[index].frames[$0] }
      }
    }
    guard let names else { return all }
    let unknown = names.subtracting(all.map(\.name))
    guard unknown.isEmpty else { throw UnknownSamples(names: unknown.sorted()) }
    return all.filter { names.contains($0.name) }
  }
}

/// A sample of the manifest.
struct LottieSample: Decodable {
  let name: String
  /// Relative to the manifest's folder.
  let file: String
  let width: Double
  let height: Double
  let frameRate: Double
  let inPoint: Double
  let outPoint: Double
  var frames: [Frame]

  struct Frame: Decodable {
    /// The picture's name, as that of what is written.
    let image: String
    let pixelWidth: Int
    let pixelHeight: Int
    /// A part of the time from in point to out point.
    let progress: Double?
    /// A frame of the composition; in place of the progress.
    let frame: Double?
  }

  /// When a frame is, in seconds from the in point.
  func time(of frame: Frame) -> Double {
    if let number = frame.frame { return (number - inPoint) / frameRate }
    return (outPoint - inPoint) * (frame.progress ?? 0) / frameRate
  }

  /// The composition's size in the references, in points: the longer side at most 500.
  var fittedSize: CGSize { CGSize(width: width * fit, height: height * fit) }

  /// Points of the references to one of the composition.
  var fit: Double { min(1, 500 / max(width, height)) }
}
