// Images and bitmaps as textures, uploaded when a frame first shows them and kept while there is room. An image that a
// layer drew in place of another takes over that one's texture, and only what was drawn is uploaded.

import Compositor
import CoreGraphics

/// Pixels that never change, and are known again by their identity.
protocol TextureContent: AnyObject {
  var width: Int { get }
  var height: Int { get }
  var textureFormat: Bitmap.Format { get }
  var pixels: [UInt8] { get }
}

extension CGImage: TextureContent {
  var textureFormat: Bitmap.Format { .color }
}

extension Bitmap: TextureContent {
  var textureFormat: Bitmap.Format { format }
}

extension TextureContent {
  /// What an image that a layer drew is known by to those that replace it.
  fileprivate var drawnSerial: UInt64? { (self as? CGImage)?.history?.serial }
}

/// The textures of images and bitmaps. One that was not shown for a while gives way to newer ones.
struct ImageTextures {
  private struct Entry {
    let texture: Texture
    /// Keeps the content, so that its identity stays its own.
    var content: any TextureContent
    /// Bytes of the texture.
    let size: Int
    var lastFrame: UInt64
  }

  /// In no order; an entry's place is in `places`.
  private var entries: [Entry] = []
  private var places: [ObjectIdentifier: Int] = [:]
  /// The places of images that layers drew, by their serial numbers.
  private var drawn: [UInt64: Int] = [:]
  private var frame: UInt64 = 0
  private var bytes = 0
  /// Bytes of textures that are kept at most, unless one frame needs more.
  var budget = 512 << 20
  /// Textures of bitmaps that are gone, for new bitmaps of the same size: a new texture costs more than its pixels.
  private var spares: [Texture] = []
  private static let mostSpares = 8
  /// A bitmap that was not shown in so many frames is taken for gone: what morphs makes new ones each frame.
  private static let keptFrames: UInt64 = 4
  /// How many were uploaded so far, and their bytes.
  private(set) var uploadCount = 0
  private(set) var uploadedBytes = 0

  /// The texture of an image or a bitmap.
  mutating func texture(
    of content: some TextureContent, _ device: GLDevice, layout: PixelLayout
  ) throws(GLError) -> Texture {
    if let place = places[ObjectIdentifier(content)] {
      entries[place].lastFrame = frame
      return entries[place].texture
    }
    if let image = content as? CGImage, let texture = takeOver(image, layout) { return texture }
    let size = content.width * content.height * (isSpread(content, layout) || content.textureFormat == .color ? 4 : 1)
    makeRoom(for: size)
    let texture = try upload(content, device, layout)
    uploadCount += 1
    uploadedBytes += content.pixels.count
    bytes += size
    places[ObjectIdentifier(content)] = entries.count
    if let serial = content.drawnSerial { drawn[serial] = entries.count }
    entries.append(Entry(texture: texture, content: content, size: size, lastFrame: frame))
    return texture
  }

  /// The texture of an image that this one replaces, brought up to date; nil where there is none, or it is still shown.
  private mutating func takeOver(_ image: CGImage, _ layout: PixelLayout) -> Texture? {
    guard let history = image.history else { return nil }
    for ancestor in history.ancestors {
      guard let place = drawn[ancestor.serial], entries[place].lastFrame < frame else { continue }
      let texture = entries[place].texture
      places[ObjectIdentifier(entries[place].content)] = nil
      drawn[ancestor.serial] = nil
      (entries[place].content, entries[place].lastFrame) = (image, frame)
      places[ObjectIdentifier(image)] = place
      drawn[history.serial] = place
      let region = ancestor.changed
      image.pixels.withUnsafeBytes { texture.replace(region, of: $0.baseAddress!, layout: layout) }
      uploadCount += 1
      uploadedBytes += region.width * region.height * 4
      return texture
    }
    return nil
  }

  mutating func endFrame() {
    frame += 1
    guard frame % Self.keptFrames == 0, entries.contains(where: { isGone($0) }) else { return }
    for entry in entries where isGone(entry) {
      bytes -= entry.size
      if spares.count < Self.mostSpares { spares.append(entry.texture) }
    }
    let kept = entries.filter { !isGone($0) }
    entries = kept
    findPlaces()
  }

  private func isGone(_ entry: Entry) -> Bool { entry.lastFrame + Self.keptFrames < frame && entry.content is Bitmap }

  /// Whether each byte of coverage becomes four: llvmpipe's linear rasteriser samples nothing but four bytes a pixel.
  private func isSpread(_ content: some TextureContent, _ layout: PixelLayout) -> Bool {
    content.textureFormat == .coverage && layout == .swapped
  }

  private mutating func upload(
    _ content: some TextureContent, _ device: GLDevice, _ layout: PixelLayout
  ) throws(GLError) -> Texture {
    let isSpread = isSpread(content, layout)
    let isCoverage = content.textureFormat == .coverage && !isSpread
    let pixels = isSpread ? Self.spread(content.pixels) : content.pixels
    let spare = spares.firstIndex {
      $0.width == content.width && $0.height == content.height && $0.isCoverage == isCoverage
    }
    if let spare {
      let texture = spares.remove(at: spare)
      pixels.withUnsafeBytes { bytes in
        if let base = bytes.baseAddress { texture.replace(base, layout: layout) }
      }
      return texture
    }
    // A closure that throws goes through a Result: `withUnsafeBytes` has no typed throws here.
    let result = pixels.withUnsafeBytes { bytes in
      Result { () throws(GLError) in
        try Texture(
          device, layout: layout, width: content.width, height: content.height, pixels: bytes.baseAddress,
          isCoverage: isCoverage)
      }
    }
    return try result.get()
  }

  /// Each byte four times.
  private static func spread(_ pixels: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: pixels.count * 4) { buffer, count in
      UnsafeMutableRawBufferPointer(buffer).withMemoryRebound(to: UInt32.self) { words in
        pixels.withUnsafeBufferPointer { bytes in
          for index in bytes.indices { words[index] = UInt32(bytes[index]) &* 0x0101_0101 }
        }
      }
      count = pixels.count * 4
    }
  }

  /// Lets go of what was shown longest ago, but never of what this frame shows.
  private mutating func makeRoom(for size: Int) {
    guard bytes + size > budget else { return }
    entries.sort { $0.lastFrame > $1.lastFrame }
    while bytes + size > budget, let oldest = entries.last, oldest.lastFrame < frame {
      bytes -= oldest.size
      entries.removeLast()
    }
    findPlaces()
  }

  private mutating func findPlaces() {
    places = Dictionary(uniqueKeysWithValues: entries.indices.map { (ObjectIdentifier(entries[$0].content), $0) })
    drawn = [:]
    for place in entries.indices {
      if let serial = entries[place].content.drawnSerial { drawn[serial] = place }
    }
  }
}
