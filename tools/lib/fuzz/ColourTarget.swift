// Colours from outside: images of half floats and of 16 bits in any space, layers that keep or map their light, and
// films whose tags are absurd, contradict each other, or are missing.

import CoreGraphics
import Foundation
import ImageFiles
import Multiplane
import QuartzCore
import Video

enum ColourTarget: FuzzTarget {
  static let name = "colour"
  static let memoryLimit: Int? = 768 << 20

  private static let mark = [UInt8]("deep".utf8)
  private static let side = 8

  /// Images with a head of choices, and films of a high range in each container.
  static func seeds(in folder: String?) throws -> [[UInt8]] {
    let floats: [Float] = [0, 1, -1, 0.5, 2, 65_504, .infinity, .nan, -.infinity, 1e-7, 4, 1e30]
    var seeds = [[UInt8]]()
    for choice in 0..<8 {
      let halves = (0..<side * side * 4).flatMap { index in
        withUnsafeBytes(of: Float16(floats[(index * (choice + 1)) % floats.count])) { Array($0) }
      }
      let head = [choice + choice * 16, choice * 37, choice * 11, 16, 1].map { UInt8(truncatingIfNeeded: $0) }
      seeds.append(mark + head + halves)
    }
    for (suffix, codec) in [("mp4", "hevc"), ("mkv", "hevc"), ("webm", "vp9"), ("mov", "prores")] {
      for range in [DynamicRange.hlg, .pq] {
        if let film = try film(suffix: suffix, codec: codec, range) { seeds.append(film) }
      }
    }
    return seeds
  }

  static func run(_ input: [UInt8]) throws -> String {
    input.starts(with: mark) ? try draw(Array(input.dropFirst(mark.count))) : open(input)
  }

  // MARK: Images and layers

  private static let spaces: [CFString] = [
    CGColorSpace.sRGB, CGColorSpace.extendedSRGB, CGColorSpace.extendedLinearSRGB, CGColorSpace.displayP3,
    CGColorSpace.itur_2100_PQ, CGColorSpace.itur_2100_HLG, CGColorSpace.rommrgb, CGColorSpace.acescgLinear,
  ]

  private static let headrooms: [Float] = [0, 1, 1.5, 4, 100, .infinity, .nan, -1]

  private static func draw(_ input: [UInt8]) throws -> String {
    guard input.count > 16 else { return "short" }
    let (kind, light, tint, bits) = (input[0], input[1], input[2], input[3] < 128 ? 16 : 32)
    let name = spaces[Int(kind) % spaces.count]
    guard let space = CGColorSpace(name: name), let provider = CGDataProvider(data: Data(input.dropFirst(5))) else {
      return "no space"
    }
    var info = CGBitmapInfo(
      rawValue: (input[4] & 1 == 1 ? CGImageAlphaInfo.premultipliedLast : .last).rawValue)
    if kind & 8 == 0 || bits == 32 { info.formUnion(.floatComponents) }
    if bits == 16 { info.formUnion(.byteOrder16Little) } else { info.formUnion(.byteOrder32Little) }
    func float(at offset: Int) -> Float {
      input.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: min(offset, $0.count - 4), as: Float.self) }
    }
    let image = CGImage(
      headroom: headrooms[Int(kind / 16) % headrooms.count], width: side, height: side, bitsPerComponent: bits,
      bitsPerPixel: bits * 4,
      bytesPerRow: side * bits / 2, space: space, bitmapInfo: info, provider: provider, decode: nil,
      shouldInterpolate: light & 1 == 1, intent: .defaultIntent)
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 24, height: 24)
    let components = (0..<4).map { CGFloat(float(at: 8 + $0 * 4)) }
    root.backgroundColor = CGColor(colorSpace: space, components: components)
    let gradient = CAGradientLayer()
    gradient.frame = CGRect(x: 0, y: 12, width: 24, height: 12)
    gradient.colors = [CGColor(colorSpace: space, components: components), CGColor(gray: CGFloat(tint) / 64, alpha: 1)]
      .compactMap(\.self)
    let layer = CALayer()
    layer.frame = CGRect(x: 2, y: 2, width: 12 + CGFloat(light % 3), height: 12)
    layer.contents = image
    layer.preferredDynamicRange = [.standard, .automatic, .high, .constrainedHigh][Int(light / 2) % 4]
    layer.toneMapMode = light & 64 == 0 ? .automatic : .never
    layer.contentsHeadroom = CGFloat(headrooms[Int(light / 8) % headrooms.count])
    layer.opacity = light & 128 == 0 ? 1 : 0.5
    layer.compositingFilter = tint & 7 == 1 ? "multiplyBlendMode" : tint & 7 == 2 ? "plusL" : nil
    root.sublayers = [gradient, layer]
    for format in [OffscreenRenderer.PixelFormat.rgba8, .rgba16Float] {
      var options = OffscreenRenderer.Options()
      (options.pixelFormat, options.renderer, options.jobs) = (format, .rows, 1)
      if format == .rgba16Float { options.colorSpace = CGColorSpace(name: spaces[Int(tint) % spaces.count]) ?? space }
      let renderer = try OffscreenRenderer(size: CGSize(width: 24, height: 24), options: options)
      let pixels = try renderer.pixels(of: root)
      expect(pixels.count == renderer.bytesPerRow * 24)
      let own = try renderer.image(of: root)
      expect(own.width == 24)
      guard let deep = own.deepPixels else { continue }
      let halves = deep.withUnsafeBytes { Array($0.bindMemory(to: Float16.self)) }
      expect(halves.allSatisfy(\.isFinite), "a half float that is no number")
      expect(stride(from: 3, to: halves.count, by: 4).allSatisfy { -0.01...1.01 ~= halves[$0] }, "alpha out of range")
      let picture = deep.withUnsafeBytes {
        DeepPicture(width: 24, height: 24, pixels: $0, space: .init(primaries: kind, transfer: light))
      }
      expect(try ImageFile.encodePNG(picture).count > 100)
    }
    return "\(image == nil ? "no image" : "image") \(name) \(bits)"
  }

  // MARK: Films

  private static func open(_ input: [UInt8]) -> String {
    do throws(VideoError) {
      let clip = try VideoClip(.data(Data(input), name: "input"))
      guard let pictures = clip.pictures else { return "sound" }
      let light = pictures.highRange
      expect(light.brightestPixel.map { $0 >= 0 } ?? true)
      let reader = try clip.makeReader(memory: 64 << 20)
      for number in [0, pictures.count - 1] {
        let frame = try reader.frame(number: number)
        if frame.withPlanes({ $0.width * $0.height <= 1 << 20 }) { _ = try frame.image() }
      }
      return "\(pictures.primariesName) \(pictures.transferName) \(pictures.matrixName) \(pictures.colorRemarks) "
        + "\(light.display == nil) \(clip.notes.take().count)"
    } catch {
      return error.description
    }
  }

  private static func film(suffix: String, codec: String, _ range: DynamicRange) throws -> [UInt8]? {
    let path = FileManager.default.temporaryDirectory.appending(path: "fuzz-\(getpid()).\(suffix)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    var options = VideoOptions(codec: codec)
    (options.dynamicRange, options.alpha) = (range, AlphaRequest.none)
    guard let format = try? VideoFormat(path: path),
      let writer = try? VideoWriter(
        path: path, format: format, width: 32, height: 32, frameRate: FrameRate(25), options: options)
    else { return nil }
    for number in 0..<2 {
      try writer.append((0..<32 * 32).flatMap { [UInt8($0 % 32 * 7), UInt8(number * 90), 40, 255] as [UInt8] })
    }
    try writer.finish()
    return FileManager.default.contents(atPath: path).map { [UInt8]($0) }
  }
}
