// Tested by RetentionTests and LifetimeTests.

import Compositor
import CoreGraphics
import Glibc

/// Pixels that never change, and are recognised by their identity.
protocol TextureContent: AnyObject {
  var width: Int { get }
  var height: Int { get }
  var format: Texels.Format { get }
  var pixels: [UInt8] { get }
  /// The same pixels as half floats, for deep frames; nil for none.
  var deepPixels: [UInt8]? { get }
}

extension CGImage: TextureContent {
  var format: Texels.Format { .color }
}

extension Texels: TextureContent {
  var deepPixels: [UInt8]? { nil }
}

extension TextureContent {
  /// Returns the content as a frame has it, deep or not.
  func shown(isDeep: Bool) -> (format: Texels.Format, pixels: [UInt8]) {
    if isDeep, let deepPixels { return (.deepColor, deepPixels) }
    return (format, pixels)
  }
}

/// The textures of images and bitmaps, or their parts of pages, uploaded when a frame first shows them; one that was
/// not shown for a while gives way to newer ones. An image that a layer drew in place of another takes over that one's
/// texture, and only the changes are uploaded.
struct ImageTextures {
  private struct Entry {
    let part: TexturePart
    /// The content of the texture, an image or else a bitmap; kept so that its identity stays its own.
    var image: CGImage?
    var bitmap: Texels?
    /// Bytes of the texture.
    let size: Int
    var lastFrame: UInt64

    var identity: ObjectIdentifier? { image.map { ObjectIdentifier($0) } ?? bitmap.map { ObjectIdentifier($0) } }
    /// The serial number of an image that a layer drew, by which its successors find the texture.
    var drawnSerial: UInt64? { image?.history?.serial }
  }

  /// The entries, in no order; an entry's index is in `indices`.
  private var entries: [Entry] = []
  private var indices: [ObjectIdentifier: Int] = [:]
  /// The indices of images that layers drew, by their serial numbers.
  private var drawn: [UInt64: Int] = [:]
  private var frame: UInt64 = 0
  private var bytes = 0
  /// The most bytes of textures that are kept, unless one frame needs more.
  var budget = CacheBudget.textures.bytes()
  /// The pages of pictures; nil if each picture has a texture of its own.
  private var pages: TexturePages?
  /// Textures without contents, for new contents of their size: a new texture costs more than its pixels.
  private var spares: [TexturePart] = []
  private static let mostSpares = 8
  /// Coverage on its way to a texture of four bytes a pixel; kept, as fresh memory costs more than writing it.
  private var spreadPixels: [UInt8] = []
  /// The number of uploads so far, and their bytes.
  private(set) var uploadCount = 0
  private(set) var uploadedBytes = 0
  /// Whether the frame is deep.
  var isDeep = false

  init(onPages: Bool = false) { pages = onPages ? TexturePages() : nil }

  mutating func texture(
    of content: some TextureContent, _ device: GLDevice, layout: PixelLayout
  ) throws(GLError) -> TexturePart {
    let shown = content.shown(isDeep: isDeep)
    if let index = indices[ObjectIdentifier(content)] {
      // A frame of the other kind may have shown the image before.
      if (entries[index].part.texture.format == .deepColor) == (shown.format == .deepColor) {
        entries[index].lastFrame = frame
        return entries[index].part
      }
      remove(index)
    }
    if let image = content as? CGImage, let part = takeOver(image, layout) { return part }
    let isSpread = isSpread(shown.format, layout)
    let size = content.width * content.height * (isSpread ? 4 : shown.format.bytesPerPixel)
    makeRoom(for: size)
    let part = try upload(content, shown.format, shown.pixels, device, layout)
    uploadCount += 1
    uploadedBytes += shown.pixels.count
    bytes += size
    indices[ObjectIdentifier(content)] = entries.count
    let entry = Entry(
      part: part, image: content as? CGImage, bitmap: content as? Texels, size: size, lastFrame: frame)
    if let serial = entry.drawnSerial { drawn[serial] = entries.count }
    entries.append(entry)
    return part
  }

  /// Updates and returns the texture of an image that this one replaces; nil without one, or while it is shown.
  private mutating func takeOver(_ image: CGImage, _ layout: PixelLayout) -> TexturePart? {
    guard let history = image.history else { return nil }
    for ancestor in history.ancestors {
      guard let index = drawn[ancestor.serial], entries[index].lastFrame < frame else { continue }
      let (part, before) = (entries[index].part, entries[index].image)
      if let identity = entries[index].identity { indices[identity] = nil }
      drawn[ancestor.serial] = nil
      (entries[index].image, entries[index].lastFrame) = (image, frame)
      indices[ObjectIdentifier(image)] = index
      drawn[history.serial] = index
      let region = ancestor.changed
      // An image that is drawn anew each frame is often unchanged.
      if let before, image.shows(before, in: region) { return part }
      image.pixels.withUnsafeBytes { part.replace(region, of: $0.baseAddress!, layout: layout) }
      uploadCount += 1
      uploadedBytes += region.width * region.height * 4
      return part
    }
    return nil
  }

  mutating func endFrame() {
    frame += 1
    let before = entries.count
    // In place: a copy of an entry would be a second reference.
    var index = 0
    while index < entries.count {
      if isGone(index) {
        entries.swapAt(index, entries.count - 1)
        entries.removeLast()
      } else {
        index += 1
      }
    }
    if entries.count < before { findIndices() }
    pages?.dropEmpty()
  }

  /// Whether nobody else has a bitmap or an image any more, so that it is never shown again; its texture is then free.
  /// Morphing shapes make new bitmaps each frame, and films new images: the sooner their memory is used again, the
  /// likelier it is in a cache. An image that a layer drew waits for its successor.
  private mutating func isGone(_ index: Int) -> Bool {
    guard entries[index].drawnSerial == nil,
      isKnownUniquelyReferenced(&entries[index].bitmap) || isKnownUniquelyReferenced(&entries[index].image)
    else { return false }
    bytes -= entries[index].size
    guard pages == nil else { return true }
    // The unused ones are the oldest: former sizes of a text or a shape.
    if spares.count == Self.mostSpares { spares.removeFirst() }
    spares.append(entries[index].part)
    return true
  }

  /// Whether each byte of coverage becomes four, as llvmpipe's linear rasteriser and pages take four bytes a pixel.
  private func isSpread(_ format: Texels.Format, _ layout: PixelLayout) -> Bool {
    format == .coverage && (layout == .swapped || pages != nil)
  }

  /// Removes an entry.
  private mutating func remove(_ index: Int) {
    bytes -= entries[index].size
    entries.remove(at: index)
    findIndices()
  }

  private mutating func upload(
    _ content: some TextureContent, _ own: Texels.Format, _ pixels: [UInt8], _ device: GLDevice, _ layout: PixelLayout
  ) throws(GLError) -> TexturePart {
    let isSpread = isSpread(own, layout)
    let format = isSpread ? .color : own
    if isSpread { spread(pixels) }
    let pixels = isSpread ? spreadPixels : pixels
    let spare = spares.lastIndex {
      $0.region.width == content.width && $0.region.height == content.height && $0.texture.format == format
    }
    var part = spare.map { spares.remove(at: $0) }
    if part == nil { part = try pages?.take(width: content.width, height: content.height, device, layout) }
    if let part {
      pixels.withUnsafeBytes { bytes in
        if let base = bytes.baseAddress { part.replace(base, layout: layout) }
      }
      return part
    }
    // A closure that throws goes through a Result: `withUnsafeBytes` has no typed throws here.
    let result = pixels.withUnsafeBytes { bytes in
      Result { () throws(GLError) in
        try Texture(
          device, layout: layout, width: content.width, height: content.height, pixels: bytes.baseAddress,
          format: format)
      }
    }
    return TexturePart(try result.get())
  }

  private mutating func spread(_ pixels: [UInt8]) {
    let count = pixels.count * 4
    if spreadPixels.count < count { spreadPixels = [UInt8](repeating: 0, count: count) }
    spreadPixels.withUnsafeMutableBytes { buffer in
      let words = buffer.bindMemory(to: UInt32.self)
      pixels.withUnsafeBufferPointer { bytes in
        for index in bytes.indices { words[index] = UInt32(bytes[index]) &* 0x0101_0101 }
      }
    }
  }

  /// Removes the textures that were shown longest ago, but never one of this frame.
  private mutating func makeRoom(for size: Int) {
    guard bytes + size > budget else { return }
    entries.sort { $0.lastFrame > $1.lastFrame }
    while bytes + size > budget, let oldest = entries.last, oldest.lastFrame < frame {
      bytes -= oldest.size
      entries.removeLast()
    }
    findIndices()
  }

  private mutating func findIndices() {
    indices = [:]
    drawn = [:]
    for (index, entry) in entries.enumerated() {
      if let identity = entry.identity { indices[identity] = index }
      if let serial = entry.drawnSerial { drawn[serial] = index }
    }
  }
}

extension CGImage {
  /// Whether a part has the same bytes in another image of the same size.
  fileprivate func shows(_ other: CGImage, in region: PixelRegion) -> Bool {
    guard other.width == width, other.height == height else { return false }
    return pixels.withUnsafeBytes { pixels in
      other.pixels.withUnsafeBytes { others in
        guard let first = pixels.baseAddress, let second = others.baseAddress else { return true }
        func isSame(_ row: Int) -> Bool {
          let start = (row * width + region.x) * 4
          return memcmp(first + start, second + start, region.width * 4) == 0
        }
        // A difference lies in the middle more often than in the first rows.
        let end = region.y + region.height
        return stride(from: region.y, to: end, by: 16).allSatisfy(isSame) && (region.y..<end).allSatisfy(isSame)
      }
    }
  }
}
