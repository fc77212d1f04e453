// Contents that move by themselves, in rendered frames: which image shows follows from formulas of Core Animation's
// times, and what corners, masks and perspective make of an image from the same scene with that image.

import Compositor
import CoreGraphics
import Foundation
import QuartzCore
import Synchronization
import TestScenes
import Testing

@testable import Multiplane

/// Flat frames whose grey is their number, each as long as the others.
final class FlatFrames: MovingContents {
  let duration: CFTimeInterval
  let images: [CGImage]
  /// The frame from which on there is none.
  private let end: Int

  init(_ count: Int, rate: Double, size: Int = 4, end: Int = .max) {
    (duration, self.end) = (Double(count) / rate, end)
    images = (0..<count).map { Self.image(UInt8($0), size) }
  }

  static func image(_ grey: UInt8, _ size: Int) -> CGImage {
    let pixels = [UInt8](unsafeUninitializedCapacity: size * size * 4) { buffer, count in
      for index in 0..<size * size * 4 { buffer[index] = index % 4 == 3 ? 255 : grey }
      count = size * size * 4
    }
    return CGImage(width: size, height: size, premultipliedRGBA: pixels)
  }

  /// The number of the frame that shows at a time.
  func number(at time: CFTimeInterval) -> Int {
    max(0, min(images.count - 1, Int(((time + 1e-6) / duration * Double(images.count)).rounded(.down))))
  }

  func image(at time: CFTimeInterval) -> CGImage? {
    guard number(at: time) < end else {
      isMissed.store(true, ordering: .relaxed)
      return nil
    }
    return images[number(at: time)]
  }

  private let isMissed = Atomic(false)
  struct Missing: Error, CustomStringConvertible { let description = "a frame is missing" }
  var failure: (any Error & CustomStringConvertible)? { isMissed.load(ordering: .relaxed) ? Missing() : nil }
}

extension RenderingTests {
  @MainActor @Suite struct MovingContentsTests {
    private let canvas = Canvas(width: 4, height: 4)

    /// The greys that a layer shows at the frames of a film of 30 a second; -1 for nothing.
    private func greys(
      of count: Int, rate: Double = 30, _ configure: (CALayer) -> Void
    ) throws -> [Int] {
      let shown = layer(0, 0, 4, 4)
      configure(shown)
      let (renderer, root) = (try canvas.makeRenderer(), canvas.root([shown]))
      return try (0..<count).map { frame in
        let pixel = try renderer.pixels(of: root, at: Double(frame) / rate)
        return pixel[3] == 0 ? -1 : Int(pixel[0])
      }
    }

    @Test("Each frame of a film has its own image: 0 wrong of 1,000, forwards and in loops of 0.3333 and 1.1 seconds")
    func frames() throws {
      let long = FlatFrames(250, rate: 30)
      #expect(try greys(of: 250) { $0.add(MovingContentsAnimation(long), forKey: nil) } == Array(0..<250))
      for count in [10, 33] {
        let loop = MovingContentsAnimation(FlatFrames(count, rate: 30))
        loop.repeatCount = .infinity
        let shown = try greys(of: 1000) { $0.add(loop, forKey: nil) }
        #expect(shown == (0..<1000).map { $0 % count }, "\(count) frames")
      }
    }

    @Test("Speeds, offsets, ways back, and what shows after the end")
    func times() throws {
      func film(_ configure: (MovingContentsAnimation) -> Void) throws -> [Int] {
        let animation = MovingContentsAnimation(FlatFrames(10, rate: 30))
        configure(animation)
        return try greys(of: 14) { $0.add(animation, forKey: nil) }
      }
      let none = [Int](repeating: -1, count: 4)
      #expect(try film { _ in } == Array(0..<10) + none)
      #expect(try film { $0.speed = 2 } == [0, 2, 4, 6, 8] + none + none + [-1])
      #expect(try film { $0.speed = 0.5 } == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6])
      #expect(try film { $0.duration *= 2 } == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6])
      #expect(try film { $0.timeOffset = 0.2 } == [6, 7, 8, 9, 0, 1, 2, 3, 4, 5] + none)
      #expect(
        try film { ($0.fillMode, $0.isRemovedOnCompletion) = (.forwards, false) } == Array(0..<10) + [9, 9, 9, 9])
      #expect(
        try film { ($0.beginTime, $0.fillMode) = (2.0 / 30, .backwards) } == [0, 0] + Array(0..<10) + [-1, -1])
      #expect(try film { $0.repeatCount = 1.25 } == Array(0..<10) + [0, 1, 2, -1])
      // Half a frame off, so that no frame lies on the turn.
      #expect(
        try film { ($0.autoreverses, $0.timeOffset) = (true, 0.5 / 30) } == Array(0..<10) + [9, 8, 7, 6])
      #expect(
        try film { ($0.speed, $0.timeOffset) = (-1, -0.5 / 30) } == Array((0..<10).reversed()) + none)
    }

    @Test("A layer's own time holds for its contents: paused, slow, late, and in a group")
    func layers() throws {
      func film(_ configure: (CALayer) -> Void) throws -> [Int] {
        try greys(of: 6) {
          let animation = MovingContentsAnimation(FlatFrames(10, rate: 30))
          animation.fillMode = .both
          animation.isRemovedOnCompletion = false
          configure($0)
          animation.beginTime = 1e-9
          $0.add(animation, forKey: nil)
        }
      }
      #expect(try film { ($0.speed, $0.timeOffset) = (0, 0.1) } == [3, 3, 3, 3, 3, 3])
      #expect(try film { $0.speed = 0.5 } == [0, 0, 1, 1, 2, 2])
      #expect(try film { $0.beginTime = 0.1 } == [0, 0, 0, 0, 1, 2])
      let group = CAAnimationGroup()
      (group.animations, group.duration, group.speed) = ([MovingContentsAnimation(FlatFrames(10, rate: 30))], 1, 2)
      #expect(try greys(of: 6) { $0.add(group, forKey: nil) } == [0, 2, 4, 6, 8, -1])
    }

    @Test("Delayed copies show other times of the same film")
    func copies() throws {
      let replicator = CAReplicatorLayer()
      replicator.frame = CGRect(x: 0, y: 0, width: 4, height: 4)
      (replicator.instanceCount, replicator.instanceDelay) = (4, 2.0 / 30)
      replicator.instanceTransform = CATransform3DMakeTranslation(1, 0, 0)
      let shown = layer(0, 0, 1, 4)
      let animation = MovingContentsAnimation(FlatFrames(100, rate: 30))
      animation.fillMode = .backwards
      shown.add(animation, forKey: nil)
      replicator.addSublayer(shown)
      let (renderer, root) = (try canvas.makeRenderer(), canvas.root([replicator]))
      for frame in 0..<50 {
        let pixels = try renderer.pixels(of: root, at: Double(frame) / 30)
        #expect((0..<4).map { Int(pixels[$0 * 4]) } == (0..<4).map { max(0, frame - 2 * $0) }, "frame \(frame)")
      }
    }

    @Test("The presentation layer has the image of the moment; the model keeps its own")
    func presentation() throws {
      let film = FlatFrames(10, rate: 10)
      let shown = layer(0, 0, 4, 4)
      shown.add(MovingContentsAnimation(film), forKey: "film")
      #expect(shown.animationKeys() == ["film"])
      let (renderer, root) = (try canvas.makeRenderer(), canvas.root([shown]))
      for time in [0, 0.55] { _ = try renderer.pixels(of: root, at: time) }
      let contents = shown.presentation()?.contents as? CGImage
      #expect(contents === film.images[5])
      #expect(shown.contents == nil)
    }

    @Test("Corners, masks, gravity, shadows, filters and perspective work on a frame as on an image")
    func effects() throws {
      // Each frame a picture of its own, with alpha.
      let pictures = (0..<3).map { CGImage.sample(20 + $0, 16, isOpaque: $0 != 1) }
      final class Pictures: MovingContents {
        let images: [CGImage]
        let duration = 3.0
        let failure: (any Error & CustomStringConvertible)? = nil
        init(_ images: [CGImage]) { self.images = images }
        func image(at time: CFTimeInterval) -> CGImage? { images[min(Int(time), 2)] }
      }
      func scene(_ fill: (CALayer) -> Void) -> [CALayer] {
        [
          layer(4, 4, 50, 40) {
            ($0.cornerRadius, $0.masksToBounds, $0.contentsGravity) = (12, true, .resizeAspectFill)
            fill($0)
          },
          layer(60, 10, 60, 50) {
            $0.transform = tilt(40, 0, 1, distance: 200)
            ($0.shadowOpacity, $0.shadowRadius) = (0.8, 4)
            fill($0)
          },
          layer(10, 60, 60, 60) {
            $0.mask = layer(10, 10, 40, 30, .black) { $0.cornerRadius = 15 }
            fill($0)
          },
          layer(90, 70, 16, 12) {
            $0.filters = [CAFilter(type: "colorInvert"), CAFilter(type: "gaussianBlur")]
            fill($0)
          },
          layer(120, 90, 60, 50) {
            $0.contentsRect = CGRect(x: 0.25, y: 0, width: 0.5, height: 0.75)
            ($0.opacity, $0.compositingFilter) = (0.7, CAFilter(type: "screenBlendMode"))
            fill($0)
          },
        ]
      }
      let large = Canvas(width: 200, height: 160, background: .teal)
      for (index, picture) in pictures.enumerated() {
        for canvas in large.byEachRasterizer {
          let moving = scene { $0.add(MovingContentsAnimation(Pictures(pictures)), forKey: nil) }
          let still = scene { $0.contents = picture }
          let shown = try canvas.makeRenderer().pixels(of: canvas.root(moving), at: Double(index) + 0.5)
          #expect(try canvas.makeRenderer().pixels(of: canvas.root(still)) == shown, "picture \(index)")
        }
      }
    }

    @Test("An hour of frames keeps no more of them than some: the table of images, and OpenGL's textures")
    func memory() throws {
      final class Counted: MovingContents {
        let duration = 1e6
        let failure: (any Error & CustomStringConvertible)? = nil
        func image(at time: CFTimeInterval) -> CGImage? { FlatFrames.image(UInt8(Int(time * 30 + 0.001) % 256), 8) }
      }
      for canvas in canvas.byEachRasterizer {
        let shown = layer(0, 0, 4, 4) { $0.add(MovingContentsAnimation(Counted()), forKey: nil) }
        let (renderer, root) = (try canvas.makeRenderer(), canvas.root([shown]))
        var most = 0
        weak var early: CGImage?
        for frame in 0..<2000 {
          let time = Double(frame) / 30
          let pixels = try renderer.pixels(of: root, at: time)
          #expect(Int(pixels[0]) == frame % 256)
          let (_, tree) = renderer.record(root, at: time)
          most = max(most, tree.images.count)
          if frame == 100 { early = tree.images[tree.looks[Int(shown.renderIndex)].image] }
        }
        #expect(most < 100)
        #expect(early == nil)
      }
    }

    @Test("Where a frame is missing, the frame ends with the reason, as a film does")
    func failure() throws {
      let shown = layer(0, 0, 4, 4) { $0.add(MovingContentsAnimation(FlatFrames(10, rate: 10, end: 5)), forKey: nil) }
      let (renderer, root) = (try canvas.makeRenderer(), canvas.root([shown]))
      #expect(try renderer.pixels(of: root, at: 0.4)[0] == 4)
      #expect(throws: RenderingError.deviceFailed("a frame is missing")) {
        _ = try renderer.pixels(of: root, at: 0.7)
      }
    }

    @Test("An animation of what takes no image, or of nothing that moves, is an issue and shows nothing")
    func issues() throws {
      let film = MovingContentsAnimation(FlatFrames(10, rate: 10))
      film.keyPath = "opacity"
      let empty = MovingContentsAnimation(keyPath: "contents")
      let shown = layer(0, 0, 4, 4) { layer in
        for animation in [film, empty] { layer.add(animation, forKey: nil) }
      }
      let renderer = try canvas.makeRenderer()
      #expect(try renderer.pixels(of: canvas.root([shown]))[3] == 0)
      #expect(renderer.takeIssues().count == 2)
    }
  }
}
