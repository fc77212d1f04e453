// The frames of an animated file, as contents of a layer in rendered frames.

import CoreGraphics
import Foundation
import ImageCodecs
import ImageFiles
import ImageIO
import Multiplane
import QuartzCore
import TestScenes
import Testing

extension RenderingTests {
  @MainActor @Suite struct AnimatedImageTests {
    /// An animation of 16 by 16 pixels: a square that goes from corner to corner, over nothing.
    private func file(_ format: ImageCodec) throws -> Data {
      let frames = (0..<4).map { index in
        var pixels = [UInt8](repeating: 0, count: 16 * 16 * 4)
        for y in index * 4..<index * 4 + 4 {
          for x in index * 4..<index * 4 + 4 {
            pixels.replaceSubrange((y * 16 + x) * 4..<(y * 16 + x) * 4 + 4, with: [200, UInt8(index * 60), 30, 255])
          }
        }
        return OutputFrame(CGImage(width: 16, height: 16, premultipliedRGBA: pixels), delay: 0.1 + Double(index) / 10)
      }
      return Data(try ImageFile.encode(frames, as: format, OutputSettings(), name: "frames"))
    }

    @Test("Each frame shows for its delay, round after round", arguments: [ImageCodec.gif, .png, .webp])
    func play(format: ImageCodec) throws {
      let source = try #require(CGImageSourceCreateWithData(try file(format), nil))
      let animation = try #require(CAKeyframeAnimation(framesOf: source))
      let canvas = Canvas(width: 16, height: 16, isFlipped: false)
      let layer = CALayer()
      layer.frame = CGRect(x: 0, y: 0, width: 16, height: 16)
      layer.add(animation, forKey: "frames")
      let renderer = try canvas.makeRenderer()
      let root = canvas.root([layer])
      // 0.1, 0.2, 0.3, 0.4 seconds.
      for (time, frame) in [
        (0.0, 0), (0.09, 0), (0.11, 1), (0.29, 1), (0.31, 2), (0.61, 3), (0.99, 3), (1.05, 0), (2.2, 1),
      ] {
        let image = try #require(CGImageSourceCreateImageAtIndex(source, frame, nil))
        #expect(try renderer.pixels(of: root, at: time) == image.pixels, "\(format), \(time) s")
      }
    }
  }
}
