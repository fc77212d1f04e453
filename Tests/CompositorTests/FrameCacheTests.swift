// What is kept from frame to frame: for how long, and that all of it together stays within the memory limit.

import CoreGraphics
import QuartzCore
import Testing

@testable import Compositor

@Suite struct FrameCacheTests {
  @Test("A value stays for so many frames after the last one that asked for it")
  func age() {
    var cache = FrameCache<String, Int>(keptFrames: 2)
    cache.keep(1, under: "a")
    let number = cache.keep(2, under: "b")
    var went = cache.endFrame()
    let first = cache.value(of: "a")
    #expect(!went && first == 1 && cache.isOfThisFrame(0) && !cache.isOfThisFrame(number))
    went = cache.endFrame()
    #expect(!went)
    went = cache.endFrame()
    #expect(went, "b, which the two frames after its own did not ask for")
    #expect(cache.known("a") != nil && cache.known("b") == nil && cache.allNumbers == [0])
    let next = cache.keep(3, under: "c")
    #expect(next == number, "a number that is free is given again")
    #expect(cache.key(number) == "c" && cache[number] == 3)
  }

  @Test("Beyond the budget all goes that the frame did not ask for, and nothing that it did")
  func budget() {
    var cache = FrameCache<Int, String>(keptFrames: 60, budget: 100)
    cache.keep("small", bytes: 40, under: 1)
    cache.endFrame()
    cache.keep("large", bytes: 90, under: 2)
    cache.keep("larger", bytes: 70, under: 3)
    #expect(cache.bytes == 200)
    var went = cache.endFrame()
    #expect(went && cache.known(1) == nil && cache.bytes == 160)
    cache.setBytes(0, of: cache.known(3)!)
    cache.keep("in the place of large", bytes: 5, under: 2)
    went = cache.endFrame()
    let value = cache.value(of: 2)
    #expect(!went && cache.bytes == 5 && value == "in the place of large")
    cache.removeAll { $0 == 3 }
    #expect(cache.known(3) == nil && !cache.isEmpty)
    cache.removeAll()
    #expect(cache.isEmpty && cache.bytes == 0)
  }

  @Test("The shares of all caches are together no more than the limit", arguments: [0, 1, 1 << 20, 1 << 30, 1 << 33])
  func shares(limit: Int) {
    #expect(CacheBudget.allCases.reduce(0) { $0 + $1.bytes(within: limit) } <= limit)
    for cache in CacheBudget.allCases { #expect(cache.bytes(within: limit) <= cache.bytes()) }
  }

  @Test("What is kept of pictures stays within the limit, whatever the frames before showed")
  func sum() throws {
    let recorder = FrameRecorder()
    recorder.pictureLimit = 6 << 20
    let (shape, text, gradient) = (CAShapeLayer(), CATextLayer(), CAGradientLayer())
    let (image, shadow, soft) = (CALayer(), CALayer(), CALayer())
    for layer in [shape, text, gradient, image, shadow, soft] {
      layer.frame = CGRect(x: 0, y: 0, width: 200, height: 150)
      recorder.root.addSublayer(layer)
    }
    (text.fontSize, soft.shadowOpacity, shadow.shadowOpacity) = (40, 1, 1)
    var shown = 0
    for frame in 0..<60 {
      let path = CGMutablePath()
      path.addLines(between: [CGPoint(x: 10, y: 10 + frame), CGPoint(x: 190, y: 20), CGPoint(x: 90, y: 140)])
      shape.path = path
      shadow.shadowPath = path
      soft.shadowRadius = CGFloat(frame) / 4 + 2
      soft.backgroundColor = CGColor(gray: 0, alpha: 1)
      text.string = "Number \(frame)"
      gradient.colors = [CGColor(gray: CGFloat(frame) / 60, alpha: 1), CGColor(gray: 1, alpha: 1)]
      let pixels = [UInt8](repeating: UInt8(frame), count: 1200 * 600 * 4)
      image.contents = CGImage(width: 1200, height: 600, premultipliedRGBA: pixels)
      let list = recorder.frame(at: Double(frame) / 60)
      try #require(list.leftOutBytes == 0)
      shown = list.bitmaps.reduce(0) { $0 + $1.pixels.count }
      #expect(recorder.keptPictureBytes <= recorder.pictureLimit + shown)
    }
    #expect(shown > 100_000)
    // Without the limit more is kept.
    let free = FrameRecorder(image)
    // They stay: an image at the address of one that is gone takes its place in what is kept.
    var images: [CGImage] = []
    for frame in 0..<60 {
      let pixels = [UInt8](repeating: UInt8(frame), count: 1200 * 600 * 4)
      images.append(CGImage(width: 1200, height: 600, premultipliedRGBA: pixels))
      image.contents = images[frame]
      _ = free.frame(at: Double(frame) / 60)
    }
    #expect(free.keptPictureBytes > recorder.pictureLimit + shown)
  }
}
