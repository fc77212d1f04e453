// Images as textures, uploaded when a frame first shows them and kept while there is room.

import CoreGraphics

/// The textures of images. An image that was not shown for a while gives way to newer ones.
struct ImageTextures {
  private struct Entry {
    let texture: Texture
    /// Keeps the image, so that its identity stays its own.
    let image: CGImage
    var lastFrame: UInt64
  }

  /// In no order; an entry's place is in `places`.
  private var entries: [Entry] = []
  private var places: [ObjectIdentifier: Int] = [:]
  private var frame: UInt64 = 0
  private var bytes = 0
  /// Bytes of textures that are kept at most, unless one frame needs more.
  var budget = 512 << 20
  /// How many images were uploaded so far, and their bytes.
  private(set) var uploadCount = 0
  private(set) var uploadedBytes = 0

  /// The texture of an image.
  mutating func texture(
    of image: CGImage, _ device: GLDevice, layout: PixelLayout
  ) throws(GLError) -> Texture {
    if let place = places[ObjectIdentifier(image)] {
      entries[place].lastFrame = frame
      return entries[place].texture
    }
    let size = image.pixels.count
    makeRoom(for: size)
    // A closure that throws goes through a Result: `withUnsafeBytes` has no typed throws here.
    let result = image.pixels.withUnsafeBytes { bytes in
      Result { () throws(GLError) in
        try Texture(device, layout: layout, width: image.width, height: image.height, pixels: bytes.baseAddress)
      }
    }
    let texture = try result.get()
    uploadCount += 1
    uploadedBytes += size
    bytes += size
    places[ObjectIdentifier(image)] = entries.count
    entries.append(Entry(texture: texture, image: image, lastFrame: frame))
    return texture
  }

  mutating func endFrame() { frame += 1 }

  /// Lets go of the images that were shown longest ago, but never of one that this frame shows.
  private mutating func makeRoom(for size: Int) {
    guard bytes + size > budget else { return }
    entries.sort { $0.lastFrame > $1.lastFrame }
    while bytes + size > budget, let oldest = entries.last, oldest.lastFrame < frame {
      bytes -= oldest.image.pixels.count
      entries.removeLast()
    }
    places = Dictionary(uniqueKeysWithValues: entries.indices.map { (ObjectIdentifier(entries[$0].image), $0) })
  }
}
