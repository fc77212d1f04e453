// Animated files on a clock, and as keyframes.
import QuartzCore
import Synchronization
import Testing

@testable import ImageIO

@Suite struct MotionTests {
  private let truth = Truth.animations[0]

  @Test func framesAreKeyframesOfContents() throws {
    let source = try #require(CGImageSourceCreateWithURL(truth.url, nil))
    let animation = try #require(CAKeyframeAnimation(framesOf: source))
    #expect(animation.keyPath == "contents" && animation.calculationMode == .discrete)
    // 70, 10 (shown as 100), 200, 40, 500 milliseconds.
    #expect(abs(animation.duration - 0.91) < 1e-9 && animation.repeatCount == 3)
    let times = try #require(animation.keyTimes).map(\.doubleValue)
    let expected = [0, 0.07, 0.17, 0.37, 0.41, 0.91].map { $0 / 0.91 }
    #expect(zip(times, expected).allSatisfy { abs($0 - $1) < 1e-9 } && times.count == 6)
    #expect(animation.values?.count == 5)
    let endless = try #require(CGImageSourceCreateWithURL(Truth.animations[1].url, nil))
    #expect(CAKeyframeAnimation(framesOf: endless)?.repeatCount == .infinity)
    #expect(CAKeyframeAnimation(framesOf: CGImageSourceCreateIncremental(nil)) == nil)
  }

  @Test("X-A9: a still image is two keyframes, as one has no effect")
  func stillImage() throws {
    let source = try #require(CGImageSourceCreateWithURL(Truth.stills[0].url, nil))
    let animation = try #require(CAKeyframeAnimation(framesOf: source))
    #expect(animation.values?.count == 2 && animation.keyTimes == [0, 1])
  }

  @Test func aLayerShowsEachFrameInItsTime() throws {
    let source = try #require(CGImageSourceCreateWithURL(truth.url, nil))
    let animation = try #require(CAKeyframeAnimation(framesOf: source))
    let clock = MediaClock(startingAt: 0)
    let layer = CALayer()
    let host = LayerHost(layer: layer, clock: clock)
    animation.beginTime = 0
    layer.add(animation, forKey: "frames")
    CATransaction.flush()
    let expected = try truth.pixels
    for (time, frame) in [(0.03, 0), (0.08, 1), (0.2, 2), (0.39, 3), (0.6, 4), (0.92, 0), (2.7, 4), (3, 4)] {
      clock.advance(to: time)
      let shown = try #require(layer.presentation()?.contents)
      let image = try #require(shown as? CGImage)
      #expect(image.pixels == expected[frame], "at \(time) s")
    }
    _ = host
  }

  @Test func callbacksComeByTheClock() throws {
    let clock = MediaClock(startingAt: 10)
    let calls = Mutex<[(Int, Double)]>([])
    let status = animate(
      CGImageSourceCreateWithURL(truth.url, nil), [kCGImageAnimationLoopCount: 2] as CFDictionary, on: clock
    ) { index, _, _ in
      calls.withLock { $0.append((index, clock.now)) }
    }
    #expect(status == 0)
    clock.advance(to: 20)
    let found = calls.withLock { $0 }
    #expect(found.map(\.0) == [0, 1, 2, 3, 4, 0, 1, 2, 3, 4])
    let expected = [10, 10.07, 10.17, 10.37, 10.41, 10.91, 10.98, 11.08, 11.28, 11.32]
    #expect(zip(found, expected).allSatisfy { abs($0.1 - $1) < 1e-9 })
  }

  @Test func aCallbackCanStop() throws {
    let clock = MediaClock(startingAt: 0)
    let count = Mutex(0)
    let status = animate(CGImageSourceCreateWithURL(truth.url, nil), nil, on: clock) { index, _, stop in
      count.withLock { $0 += 1 }
      if index == 2 { stop.pointee = true }
    }
    clock.advance(to: 100)
    #expect(status == 0 && count.withLock { $0 } == 3)
  }

  @Test func whatCannotBeShownSaysWhy() throws {
    func status(_ data: Data, _ options: CFDictionary? = nil) -> OSStatus {
      CGAnimateImageDataWithBlock(data, options) { _, _, _ in }
    }
    #expect(status(Data("text".utf8)) == CGImageAnimationStatus.unsupportedFormat.rawValue)
    let whole = try truth.bytes
    #expect(status(whole.prefix(200)) == CGImageAnimationStatus.incompleteInputImage.rawValue)
    #expect(
      status(whole, [kCGImageAnimationStartIndex: 5] as CFDictionary) == CGImageAnimationStatus.parameterError.rawValue)
  }
}
