// Frames of half floats: the pictures of bytes with finer steps, the same by each rasteriser, with light and colours
// beyond sRGB.

import CoreGraphics
import Foundation
import Gallery
import ImageFiles
import QuartzCore
import TestScenes
import TestSupport
import Testing

@testable import Multiplane

@MainActor @Suite struct DeepFrameTests {
  private func renderer(
    _ format: OffscreenRenderer.PixelFormat = .rgba16Float, by kind: RendererChoice = .rows, width: CGFloat = 64,
    height: CGFloat = 64, jobs: Int? = 1, clock: MediaClock = MediaClock(startingAt: 0)
  ) throws -> OffscreenRenderer {
    var options = OffscreenRenderer.Options(clock: clock)
    (options.pixelFormat, options.renderer, options.jobs) = (format, kind, jobs)
    options.leastWorkerMilliseconds = 0
    return try OffscreenRenderer(size: CGSize(width: width, height: height), options: options)
  }

  /// Returns the components of half floats.
  private func components(_ pixels: [UInt8]) -> [Float] {
    pixels.withUnsafeBytes { bytes in
      (0..<bytes.count / 2).map { Float(bytes.load(fromByteOffset: $0 * 2, as: Float16.self)) }
    }
  }

  private func frame(_ name: String, _ format: OffscreenRenderer.PixelFormat, by kind: RendererChoice) throws -> [UInt8]
  {
    let demo = try #require(Gallery.demo(named: name))
    let clock = MediaClock(startingAt: 0)
    let renderer = try renderer(
      format, by: kind, width: min(demo.size.width, 320), height: min(demo.size.height, 240), clock: clock)
    return try renderer.pixels(of: demo.make(clock), at: 0.8)
  }

  @Test("Each scene of the gallery is the picture of bytes", arguments: Gallery.demos.map(\.name))
  func gallery(name: String) throws {
    let deep = try components(frame(name, .rgba16Float, by: .rows))
    let bytes = try frame(name, .rgba8, by: .rows)
    try #require(deep.count == bytes.count)
    // Frames of bytes round after each draw, and have no light above white.
    let differences = zip(deep, bytes).map { abs(min(max($0, 0), 1) * 255 - Float($1)) }
    let mean = differences.reduce(0, +) / Float(differences.count)
    #expect(mean < 0.7, "mean \(mean), most \(differences.max() ?? 0)")
    #expect(differences.count { $0 > 6 } < differences.count / 100)
  }

  @Test(
    "OpenGL draws the half floats of rows",
    arguments: ["features", "postcard", "tree", "cards", "labels", "frosted", "gauges", "shadow-cards", "transitions"])
  func rasterizers(name: String) throws {
    let rows = try components(frame(name, .rgba16Float, by: .rows))
    let gl = try components(frame(name, .rgba16Float, by: .gl))
    let differences = zip(rows, gl).map { abs($0 - $1) * 1023 }
    #expect(differences.reduce(0, +) / Float(differences.count) < 0.8)
    #expect(differences.count { $0 > 2 } < differences.count / 50, "\(differences.max() ?? 0)")
  }

  @Test("Workers and frames on their way give the bytes of single frames", arguments: ["morph", "cards", "tree"])
  func workers(name: String) throws {
    let demo = try #require(Gallery.demo(named: name))
    let times = [0.2, 0.5, 0.5, 0.9, 1.4]
    func frames(jobs: Int) throws -> [[UInt8]] {
      let clock = MediaClock(startingAt: 0)
      let renderer = try renderer(width: 200, height: 150, jobs: jobs, clock: clock)
      let root = demo.make(clock)
      var frames: [[UInt8]] = []
      try renderer.forEachFrame(of: root, at: times) { _, pixels in frames.append(Array(pixels)) }
      return frames
    }
    let alone = try frames(jobs: 1)
    #expect(try frames(jobs: 3) == alone)
    #expect(alone[0].count == 200 * 150 * 8 && alone[1] == alone[2] && alone[0] != alone[4])
  }

  @Test("A gradient has a level for each pixel", arguments: [RendererChoice.rows, .gl], [false, true])
  func levels(kind: RendererChoice, isTurned: Bool) throws {
    let gradient = CAGradientLayer()
    gradient.frame = CGRect(x: 0, y: 0, width: 1024, height: 4)
    gradient.colors = [CGColor(gray: 0.2, alpha: 1), CGColor(gray: 0.9, alpha: 1)]
    gradient.startPoint = CGPoint(x: 0, y: isTurned ? 0.499 : 0.5)
    gradient.endPoint = CGPoint(x: 1, y: 0.5)
    let renderer = try renderer(by: kind, width: 1024, height: 4)
    let row = try components(renderer.pixels(of: gradient))[..<4096]
    let reds = stride(from: 0, to: 4096, by: 4).map { row[$0] }
    #expect(zip(reds, reds.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(Set(reds).count > 900)
  }

  @Test("Colours beyond sRGB and white are kept, and clipped in bytes", arguments: [RendererChoice.rows, .gl])
  func colors(kind: RendererChoice) throws {
    let space = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let layers = [
      CGColor(colorSpace: space, components: [1, 0, 0, 1]), CGColor(red: 2, green: 1, blue: 0.5, alpha: 1),
      CGColor(red: 2, green: 1, blue: 0.5, alpha: 0.5),
    ].enumerated().map { index, color in
      let layer = CALayer()
      layer.frame = CGRect(x: index * 16, y: 0, width: 16, height: 16)
      layer.backgroundColor = color
      return layer
    }
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 48, height: 16)
    root.sublayers = layers
    let deep = try components(renderer(by: kind, width: 48, height: 16).pixels(of: root))
    func pixel(_ x: Int) -> [Float] { Array(deep[(8 * 48 + x) * 4..<(8 * 48 + x) * 4 + 4]) }
    // Display P3's red in extended sRGB, by CSS Color 4's matrices.
    for (found, wanted) in zip(pixel(8), [1.0931, -0.2267, -0.1501, 1] as [Float]) {
      #expect(abs(found - wanted) < 2e-3)
    }
    #expect(pixel(24) == [2, 1, 0.5, 1])
    #expect(pixel(40) == [1, 0.5, 0.25, 0.5])
    let bytes = try renderer(.rgba8, by: kind, width: 48, height: 16).pixels(of: root)
    #expect(Array(bytes[8 * 48 * 4 + 32..<8 * 48 * 4 + 36]) == [255, 0, 0, 255])
    #expect(Array(bytes[8 * 48 * 4 + 96..<8 * 48 * 4 + 100]) == [255, 255, 128, 255])
  }

  @Test("Layers keep, map or clip the light of their contents")
  func contents() throws {
    // Yellow of four times the light of white.
    let values: [Float16] = [1.8246, 1.8246, 0.8, 1]
    let data = values.withUnsafeBytes { Data($0) }
    let space = try #require(CGColorSpace(name: CGColorSpace.extendedSRGB))
    let info = CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue)
      .union([.floatComponents, .byteOrder16Little])
    let provider = try #require(CGDataProvider(data: data))
    let image = try #require(
      CGImage(
        headroom: 4, width: 1, height: 1, bitsPerComponent: 16, bitsPerPixel: 64, bytesPerRow: 8, space: space,
        bitmapInfo: info, provider: provider, decode: nil, shouldInterpolate: false,
        intent: .defaultIntent))
    #expect(image.bitsPerComponent == 16 && image.dataProvider?.data == data)
    func shown(_ change: (CALayer) -> Void) throws -> [Float] {
      let layer = CALayer()
      layer.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
      layer.contents = image
      change(layer)
      return Array(try components(renderer(width: 8, height: 8).pixels(of: layer))[..<4])
    }
    let whole = try shown { $0.preferredDynamicRange = .high }
    #expect(abs(whole[0] - 1.8246) < 2e-3)
    #expect(try shown { $0.wantsExtendedDynamicRangeContent = true } == whole)
    let standard = try shown { _ in }
    #expect(abs(standard[0] - 1.01) < 0.02 && abs(standard[2] - 0.43) < 0.02, "hue stays")
    let clipped = try shown { $0.toneMapMode = .never }
    #expect(clipped[0] == 1 && clipped[1] == 1 && abs(clipped[2] - 0.8) < 1e-3)
    // Twice the light of white is the signal 1.353.
    let constrained = try shown { $0.preferredDynamicRange = .constrainedHigh }
    #expect(abs(constrained[0] - 1.3532) < 0.03)
    // Frames of bytes clip it.
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
    layer.contents = image
    #expect(Array(try renderer(.rgba8, width: 8, height: 8).pixels(of: layer)[..<4]) == [255, 255, 204, 255])
    // A saturated colour is no light above white.
    let space3 = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let pixel = ([1, 0, 0, 1] as [Float16]).withUnsafeBytes { Data($0) }
    let redProvider = try #require(CGDataProvider(data: pixel))
    let red = try #require(
      CGImage(
        width: 1, height: 1, bitsPerComponent: 16, bitsPerPixel: 64, bytesPerRow: 8, space: space3, bitmapInfo: info,
        provider: redProvider, decode: nil,
        shouldInterpolate: false, intent: .defaultIntent))
    #expect(try abs(shown { $0.contents = red }[0] - 1.0931) < 2e-3)
  }

  @Test("Images of half floats keep their light when they are shown small, and in between", arguments: [16, 32, 9])
  func minified(side: Int) throws {
    let values = (0..<64 * 64).flatMap { _ in [1.5, 0.25, 0.25, 1] as [Float16] }
    let data = values.withUnsafeBytes { [UInt8]($0) }
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 0, width: side, height: side)
    layer.contents = CGImage(width: 64, height: 64, deepPixels: data)
    layer.preferredDynamicRange = .high
    for filter in [CALayerContentsFilter.linear, .trilinear, .nearest] {
      layer.minificationFilter = filter
      for kind in [RendererChoice.rows, .gl] {
        let pixels = try components(
          renderer(by: kind, width: CGFloat(side), height: CGFloat(side)).pixels(of: layer))
        #expect(abs(pixels[(side / 2 * side + side / 2) * 4] - 1.5) < 2e-3, "\(filter) \(kind)")
      }
    }
  }

  @Test("Pictures that are added in parts are opaque", arguments: [RendererChoice.rows, .gl])
  func sums(kind: RendererChoice) throws {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
    root.backgroundColor = CGColor(gray: 0.5, alpha: 1)
    let group = CALayer()
    group.frame = root.bounds
    group.opacity = 0.5
    let glass = CALayer()
    glass.frame = CGRect(x: 8, y: 8, width: 48, height: 48)
    glass.opacity = 0.5
    let blur = CAFilter(type: "gaussianBlur")
    blur.setValue(4, forKey: "inputRadius")
    glass.backgroundFilters = [blur]
    let below = CALayer()
    below.frame = group.bounds
    below.backgroundColor = CGColor(gray: 0.5, alpha: 1)
    group.sublayers = [below, glass]
    root.sublayers = [group]
    let deep = try components(renderer(by: kind).pixels(of: root))
    let bytes = try renderer(.rgba8, by: kind).pixels(of: root)
    let middle = (32 * 64 + 32) * 4
    #expect(abs(deep[middle] * 255 - Float(bytes[middle])) < 2)
    #expect(abs(deep[middle] - 0.5) < 0.01 && abs(deep[middle + 3] - 1) < 1e-3)
  }

  @Test("Frames are converted to the colour space that is asked for")
  func spaces() throws {
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
    layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    func shown(_ name: CFString, _ color: CGColor? = nil) throws -> [Float] {
      var options = OffscreenRenderer.Options()
      (options.pixelFormat, options.renderer) = (.rgba16Float, .rows)
      options.colorSpace = try #require(CGColorSpace(name: name))
      if let color { layer.backgroundColor = color }
      let renderer = try OffscreenRenderer(size: CGSize(width: 8, height: 8), options: options)
      let pixels = try renderer.pixels(of: layer)
      try renderer.forEachFrame(of: layer, at: [0, 0]) { _, frame in #expect(Array(frame) == pixels) }
      return Array(components(pixels)[..<4])
    }
    // sRGB's red in Display P3 by CSS Color 4; in linear sRGB; white and a bright grey by BT.2408 and BT.2100.
    let white = CGColor(gray: 1, alpha: 1)
    for (found, wanted) in [
      (try shown(CGColorSpace.displayP3), [0.9175, 0.2003, 0.1386, 1] as [Float]),
      (try shown(CGColorSpace.extendedLinearSRGB), [1, 0, 0, 1]),
      (try shown(CGColorSpace.itur_2100_PQ, white), [0.5807, 0.5807, 0.5807, 1]),
      (try shown(CGColorSpace.itur_2100_HLG, white), [0.7498, 0.7498, 0.7498, 1]),
      (try shown(CGColorSpace.extendedLinearSRGB, CGColor(gray: 1.5, alpha: 1)), [2.5371, 2.5371, 2.5371, 1]),
    ] {
      for (a, b) in zip(found, wanted) { #expect(abs(a - b) < 2e-3, "\(found)") }
    }
    var options = OffscreenRenderer.Options()
    options.colorSpace = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    #expect(throws: RenderingError.self) { try OffscreenRenderer(size: CGSize(width: 8, height: 8), options: options) }
  }

  @Test("A picture of half floats is an image of half floats")
  func image() throws {
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
    layer.backgroundColor = CGColor(red: 1.5, green: 0.5, blue: 0, alpha: 1)
    let renderer = try renderer(width: 8, height: 8)
    #expect(renderer.bytesPerRow == 64 && renderer.pixelFormat == .rgba16Float)
    let image = try renderer.image(of: layer)
    #expect(image.bitsPerComponent == 16 && image.bitmapInfo.contains(.floatComponents))
    let bytes = try #require(image.dataProvider?.data)
    #expect(Array(components([UInt8](bytes))[..<4]) == [1.5, 0.5, 0, 1])
    #expect(Array(image.bitmap.pixels[..<4]) == [255, 128, 0, 255])
    let part = try #require(image.cropping(to: CGRect(x: 2, y: 2, width: 3, height: 1)))
    #expect(part.dataProvider?.data?.count == 24)
  }
}
