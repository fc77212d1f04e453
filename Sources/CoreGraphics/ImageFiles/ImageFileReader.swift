// An image file in memory: its header is read at once, its pictures when they are asked for.
//
//   bytes --signature--> container walk (sizes, frames, orientation, colour) --limits--> ImageFileHeader
//   frame --library decoder--> straight pixels --colour--> straight sRGB --premultiply--> canvas --> CGImage
//
// The walk over a file's blocks is ours and comes first: it knows the sizes before anything is allocated, where a
// cut-off file ends, and what the decoding libraries do not hand out (EXIF, profiles, animation). A size that the
// file's length cannot bear is refused there, as far as the format has a bound (see `checkPlausible` of each).

import Synchronization

/// Reads one image file.
package final class ImageFileReader: Sendable {
  /// What errors call the file.
  package let name: String
  package let format: ImageFileFormat
  package let header: ImageFileHeader
  let bytes: [UInt8]
  private let container: Container
  /// The canvas of an animation as the last frame asked for left it: most callers ask for one after the other.
  private let canvas = Mutex<AnimationCanvas?>(nil)

  private enum Container: Sendable {
    case png(PNGChunks)
    case jpeg(JPEGSegments)
    case webp(WebPChunks)
    case gif(GIFBlocks)
  }

  /// Reads the structure of a file; no pixel is decoded.
  ///
  /// - Throws: `ImageFileError` when the bytes are of no known format, end early, break the format's rules, or speak of
  ///   pictures beyond the limits of `ImageFile`.
  package init(_ bytes: [UInt8], name: String) throws(ImageFileError) {
    guard let format = ImageFileFormat(signatureOf: bytes) else {
      throw ImageFileError(
        name, .unknownFormat, "not a PNG, JPEG, WebP or GIF file: its first bytes are none of theirs")
    }
    (self.bytes, self.name, self.format) = (bytes, name, format)
    switch format {
    case .png:
      let chunks = try PNGChunks(bytes, name: name)
      (container, header) = (.png(chunks), try chunks.header(bytes, name: name))
    case .jpeg:
      let segments = try JPEGSegments(bytes, name: name)
      (container, header) = (.jpeg(segments), try segments.header(bytes, name: name))
    case .webp:
      let chunks = try WebPChunks(bytes, name: name)
      (container, header) = (.webp(chunks), try chunks.header(bytes, name: name))
    case .gif:
      let blocks = try GIFBlocks(bytes, name: name)
      (container, header) = (.gif(blocks), blocks.header)
    }
  }

  /// Reads the structure of the file at `path`.
  package convenience init(contentsOfFile path: String) throws(ImageFileError) {
    try self.init(FileContents.read(path), name: path)
  }

  /// Pictures in the file.
  package var frameCount: Int { header.frames.count }

  /// A picture as it is stored, not turned by the orientation; of an animation the whole canvas at that frame.
  ///
  /// - Parameters:
  ///   - index: from 0; must be below ``frameCount``.
  ///   - reduction: the part of the size that is enough, down to 1/8; formats that cannot do with less give all.
  /// - Throws: `ImageFileError` when the pixels cannot be decoded.
  package func picture(at index: Int, reduction: Double = 1) throws(ImageFileError) -> DecodedImage {
    precondition(
      header.frames.indices.contains(index), "ImageFileReader: no frame \(index); there are \(frameCount)")
    guard header.isAnimated else {
      let (pixels, notes) = try premultiplied(stillPixels(reduction: reduction))
      let image = CGImage(width: pixels.width, height: pixels.height, premultipliedRGBA: pixels.rgba)
      return DecodedImage(image: image, notes: header.notes + notes)
    }
    // The lock is held over the decoding: two threads that ask for frames of one file would undo each other's work.
    return try canvas.withLock { (canvas) throws(ImageFileError) in try self.frame(index, on: &canvas) }
  }

  /// A picture turned upright.
  package func pictureToBeSeen(at index: Int) throws(ImageFileError) -> DecodedImage {
    let stored = try picture(at: index)
    return DecodedImage(image: stored.image.turned(header.orientation), notes: stored.notes)
  }

  /// A picture whose longer side is at most `limit` pixels, never enlarged, decoded at a reduced size where the format
  /// can; not turned by the orientation.
  package func picture(at index: Int, fitting limit: Int) throws(ImageFileError) -> DecodedImage {
    let side = max(header.width, header.height)
    let scale = min(Double(max(limit, 1)) / Double(side), 1)
    let decoded = try picture(at: index, reduction: scale)
    let width = max(Int((Double(header.width) * scale).rounded()), 1)
    let height = max(Int((Double(header.height) * scale).rounded()), 1)
    // The last pixels of a reduced JPEG reach beyond the picture, whose sides are no whole number of them.
    let part = format == .jpeg ? Double(JPEGSegments.eighths(scale)) / 8 : nil
    let extent = part.map { (Double(header.width) * $0, Double(header.height) * $0) }
    let image = decoded.image.resampled(width: width, height: height, extent: extent)
    return DecodedImage(image: image, notes: decoded.notes)
  }

  private func frame(_ index: Int, on canvas: inout AnimationCanvas?) throws(ImageFileError) -> DecodedImage {
    var notes: [String] = []
    let start = firstFrame(neededFor: index)
    if canvas == nil || canvas!.nextFrame > index + 1 || canvas!.nextFrame < start {
      canvas = AnimationCanvas(width: header.width, height: header.height, nextFrame: start)
    }
    while canvas!.nextFrame <= index {
      let next = canvas!.nextFrame
      let (pixels, found) = try premultiplied(animationPixels(next))
      canvas!.draw(header.frames[next], pixels)
      notes = found
    }
    return DecodedImage(image: canvas!.image, notes: header.notes + notes)
  }

  /// The last frame before `index` that owes nothing to those before it.
  private func firstFrame(neededFor index: Int) -> Int {
    for candidate in stride(from: index, to: 0, by: -1) {
      let (frame, before) = (header.frames[candidate], header.frames[candidate - 1])
      if !frame.blends, covers(frame), frame.disposal != .restore { return candidate }
      if before.disposal == .clear, covers(before) { return candidate }
    }
    return 0
  }

  private func covers(_ frame: ImageFileHeader.Frame) -> Bool {
    frame.x <= 0 && frame.y <= 0 && frame.x + frame.width >= header.width && frame.y + frame.height >= header.height
  }

  private func stillPixels(reduction: Double) throws(ImageFileError) -> StraightPixels {
    switch container {
    case .png(let chunks): try chunks.decode(bytes, header, name: name)
    case .jpeg(let segments): try segments.decode(bytes, header, reduction: reduction, name: name)
    case .webp(let chunks): try chunks.decode(bytes, header, reduction: reduction, name: name)
    case .gif: preconditionFailure("a GIF is an animation")
    }
  }

  private func animationPixels(_ index: Int) throws(ImageFileError) -> StraightPixels {
    switch container {
    case .png(let chunks): try chunks.decodeFrame(index, of: bytes, header, name: name)
    case .webp(let chunks): try chunks.decodeFrame(index, of: bytes, name: name)
    case .gif(let blocks): try blocks.decodeFrame(index, of: bytes, name: name)
    case .jpeg: preconditionFailure("a JPEG is no animation")
    }
  }

  /// Premultiplied sRGB, and what could not be honoured on the way.
  private func premultiplied(
    _ pixels: StraightPixels
  ) -> (pixels: (width: Int, height: Int, rgba: [UInt8]), notes: [String]) {
    var notes: [String] = []
    var rgba = pixels.standardRGB(from: header.color, gray: header.colorModel == .gray, notes: &notes)
    if pixels.mayHaveAlpha { premultiply(&rgba) }
    return ((pixels.width, pixels.height, rgba), notes)
  }
}

/// What a format's decoder hands back, before the steps that all formats share.
struct StraightPixels {
  /// Components in rows from the top, tight; colours are not multiplied by alpha.
  enum Samples {
    case rgba8([UInt8])
    /// 16 bits a component, in the machine's byte order.
    case rgba16([UInt16])
    /// Amounts of ink, 255 for all.
    case cmyk8([UInt8])
  }

  var width: Int
  var height: Int
  var samples: Samples
  /// Whether some alpha may be below full.
  var mayHaveAlpha: Bool
}
