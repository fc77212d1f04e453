// Draws the frames of a manifest of Lottie files, as tools/conformance scores them: in one process, by the renderer's
// frames or by `CALayer.render(in:)`.
//
// usage: lottie-frames MANIFEST OUT [--route frames|render] [--samples A,B]
//
// As the references were made: the film fitted into 500 points, at scale 2, upon nothing; paused at the frame's time.

import CoreGraphics
import Foundation
import ImageIO
import Multiplane
import QuartzCore
import SceneFiles

@main
enum LottieFrames {
  struct Sample: Decodable {
    struct Frame: Decodable {
      let image: String
      let pixelWidth, pixelHeight: Int
      let progress, frame: Double?
    }
    let name, file: String
    let frames: [Frame]
  }

  enum Route: String { case frames, render }

  static func main() throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    func option(_ name: String) -> String? {
      guard let index = arguments.firstIndex(of: name), index + 1 < arguments.count else { return nil }
      defer { arguments.removeSubrange(index...(index + 1)) }
      return arguments[index + 1]
    }
    let samples = option("--samples").map { Set($0.split(separator: ",").map(String.init)) }
    guard let route = Route(rawValue: option("--route") ?? "frames"), arguments.count == 2 else {
      FileHandle.standardError.write(
        Data("usage: lottie-frames MANIFEST OUT [--route frames|render] [--samples A,B]\n".utf8))
      exit(64)
    }
    let (manifest, out) = (URL(filePath: arguments[0]), URL(filePath: arguments[1]))
    var failures = 0
    for sample in try JSONDecoder().decode([Sample].self, from: Data(contentsOf: manifest)) {
      if let samples, !samples.contains(sample.name) { continue }
      do {
        try draw(sample, in: manifest.deletingLastPathComponent(), to: out, by: route)
      } catch {
        print("\(sample.name): \(error)")
        failures += 1
      }
    }
    exit(failures == 0 ? 0 : 1)
  }

  private static func draw(_ sample: Sample, in folder: URL, to out: URL, by route: Route) throws {
    let scene = try LottieScene(contentsOf: folder.appending(path: sample.file))
    for note in scene.notes { print("\(sample.name): note: \(note)") }
    for frame in sample.frames {
      let time =
        if let number = frame.frame {
          (number - scene.inPoint) / scene.frameRate
        } else {
          scene.duration * (frame.progress ?? 0)
        }
      let size = CGSize(width: Double(frame.pixelWidth) / 2, height: Double(frame.pixelHeight) / 2)
      let root = scene.rootLayer
      // The shorter side is rounded to whole pixels.
      let scale = max(size.width, size.height) / max(scene.size.width, scene.size.height)
      root.transform = CATransform3DMakeScale(scale, scale, 1)
      root.position = CGPoint(x: scene.size.width * scale / 2, y: scene.size.height * scale / 2)
      // Paused, as the references were.
      root.speed = 0
      root.timeOffset = time
      let canvas = CALayer()
      canvas.frame = CGRect(origin: .zero, size: size)
      canvas.addSublayer(root)
      let renderer = try OffscreenRenderer(size: size, scale: 2)
      var image = try renderer.image(of: canvas)
      if route == .render { image = try draw(canvas, width: frame.pixelWidth, height: frame.pixelHeight) }
      let file = out.appending(path: frame.image)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try write(image, to: file)
    }
  }

  private static func draw(_ layer: CALayer, width: Int, height: Int) throws -> CGImage {
    guard
      let context = CGContext(
        data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
    else { throw Failure(description: "no context of \(width)x\(height) pixels") }
    // Origin top left, y down, as UIKit's contexts have it.
    context.translateBy(x: 0, y: CGFloat(height))
    context.scaleBy(x: 2, y: -2)
    guard let shown = layer.presentation() else { throw Failure(description: "nothing is presented") }
    shown.render(in: context)
    guard let image = context.makeImage() else { throw Failure(description: "no image") }
    return image
  }

  private static func write(_ image: CGImage, to file: URL) throws {
    guard let destination = CGImageDestinationCreateWithURL(file as CFURL, "public.png" as CFString, 1, nil) else {
      throw Failure(description: "cannot write \(file.path)")
    }
    CGImageDestinationAddImage(destination, image, nil)
    guard CGImageDestinationFinalize(destination) else { throw Failure(description: "cannot write \(file.path)") }
  }

  struct Failure: Error, CustomStringConvertible { let description: String }
}
