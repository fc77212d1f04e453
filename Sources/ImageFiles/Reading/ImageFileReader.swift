// An image file in memory: its header is read at once, its pictures on demand.
//
//   bytes --signature--> container walk (sizes, frames, orientation, colour) --limits--> ImageFileHeader
//   frame --library decoder--> straight pixels --colour--> straight sRGB --premultiply--> canvas --> Bitmap
//
// The walk over a file's blocks is ours and comes first: it finds the sizes before anything is allocated, the place at
// which a truncated file ends, and what the decoding libraries do not return (EXIF, profiles, animation). It refuses a
// size that the file's length cannot contain, if the format has a bound (see `checkPlausible` of each).
//
// Tested by CodecTests, DamagedFileTests and OrientationTests.

import Synchronization

package final class ImageFileReader: Sendable {
  /// The name of the file in errors.
  package let name: String
  package let codec: ImageCodec
  package let header: ImageFileHeader
  let bytes: [UInt8]
  private let container: any ImageContainer
  /// The canvas of an animation after the last decoded frame, as most callers read frames in order.
  private let canvas = Mutex<AnimationCanvas?>(nil)

  /// Reads the structure of a file in one of `codecs` without decoding pixels. Throws if the bytes are of another
  /// format, end early, break the format's rules, or exceed the limits of `ImageFile`.
  package init(_ bytes: [UInt8], name: String, codecs: [ImageCodec]) throws(ImageFileError) {
    guard let codec = codecs.codec(forSignatureOf: bytes) else {
      throw ImageFileError(name, .unknownFormat, "not a \(codecs.names) file: its first bytes are none of theirs")
    }
    (self.bytes, self.name, self.codec) = (bytes, name, codec)
    (container, header) = try codec.read(bytes, name)
  }

  package var frameCount: Int { header.frames.count }

  /// Returns a picture as stored, without its orientation; of an animation the whole canvas at that frame. The index is
  /// below ``frameCount``. `reduction`: the part of the size that suffices, from 1/8 to 1.
  package func picture(at index: Int, reduction: Double = 1) throws(ImageFileError) -> DecodedImage {
    precondition(header.frames.indices.contains(index), "ImageFileReader: no frame \(index); there are \(frameCount)")
    guard header.isAnimated else {
      let (pixels, notes) = try premultiplied(
        container.decodePicture(of: bytes, header, reduction: reduction, name: name))
      return DecodedImage(bitmap: pixels, notes: header.notes + notes)
    }
    // The lock is held while decoding, as two threads would undo each other's work on one canvas.
    return try canvas.withLock { (canvas) throws(ImageFileError) in try self.frame(index, on: &canvas) }
  }

  /// Returns a picture turned upright.
  package func pictureToBeSeen(at index: Int) throws(ImageFileError) -> DecodedImage {
    let stored = try picture(at: index)
    return DecodedImage(bitmap: stored.bitmap.turned(header.orientation), notes: stored.notes)
  }

  /// Returns a picture, without its orientation, whose longer side is at most `limit` pixels, never enlarged; decoded
  /// at a reduced size if the format can.
  package func picture(at index: Int, fitting limit: Int) throws(ImageFileError) -> DecodedImage {
    let side = max(header.width, header.height)
    let scale = min(Double(max(limit, 1)) / Double(side), 1)
    let decoded = try picture(at: index, reduction: scale)
    // Bounded: a part of a side.
    let width = max(Int((Double(header.width) * scale).rounded()), 1)
    let height = max(Int((Double(header.height) * scale).rounded()), 1)
    let extent = container.decodedPart(at: scale).map { (Double(header.width) * $0, Double(header.height) * $0) }
    let bitmap = decoded.bitmap.resampled(width: width, height: height, extent: extent)
    return DecodedImage(bitmap: bitmap, notes: decoded.notes)
  }

  private func frame(_ index: Int, on canvas: inout AnimationCanvas?) throws(ImageFileError) -> DecodedImage {
    var notes: [String] = []
    let start = firstFrame(neededFor: index)
    if canvas == nil || canvas!.nextFrame > index + 1 || canvas!.nextFrame < start {
      canvas = AnimationCanvas(width: header.width, height: header.height, nextFrame: start)
    }
    while canvas!.nextFrame <= index {
      let next = canvas!.nextFrame
      let (pixels, found) = try premultiplied(container.decodeFrame(next, of: bytes, header, name: name))
      canvas!.draw(header.frames[next], pixels)
      notes = found
    }
    return DecodedImage(bitmap: canvas!.bitmap, notes: header.notes + notes)
  }

  /// Returns the last frame up to `index` that does not depend on earlier ones.
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

  /// Returns premultiplied sRGB, and notes on ignored parts.
  private func premultiplied(_ pixels: StraightPixels) -> (bitmap: Bitmap, notes: [String]) {
    var notes: [String] = []
    var rgba = pixels.standardRGB(from: header.color, gray: header.colorModel == .gray, notes: &notes)
    if pixels.mayHaveAlpha { premultiply(&rgba) }
    return (Bitmap(width: pixels.width, height: pixels.height, pixels: rgba), notes)
  }
}

/// The state of an animation between two frames. GIF, APNG and WebP share these rules (PNG specification, third
/// edition, clause 11.3.4; RFC 9649; GIF89a's graphic control extension). The canvas begins transparent: a GIF's or
/// WebP's background colour is ignored, as in browsers.
struct AnimationCanvas: Sendable {
  let width: Int
  let height: Int
  private(set) var nextFrame: Int
  /// The canvas as premultiplied RGBA.
  private var pixels: [UInt8]
  /// The last frame's disposal, which is done before the next frame.
  private var pending: Disposal?

  private struct Disposal: Sendable {
    var area: Area
    /// The pixels to restore; nil for transparency.
    var restored: [UInt8]?
  }

  private struct Area: Sendable {
    var columns: Range<Int>
    var rows: Range<Int>

    init(_ frame: ImageFileHeader.Frame, width: Int, height: Int) {
      func clipped(_ start: Int, _ length: Int, _ limit: Int) -> Range<Int> {
        let lower = min(max(start, 0), limit)
        return lower..<min(max(start + length, lower), limit)
      }
      columns = clipped(frame.x, frame.width, width)
      rows = clipped(frame.y, frame.height, height)
    }
  }

  init(width: Int, height: Int, nextFrame: Int) {
    (self.width, self.height, self.nextFrame) = (width, height, nextFrame)
    pixels = Array(repeating: 0, count: width * height * 4)
  }

  var bitmap: Bitmap { Bitmap(width: width, height: height, pixels: pixels) }

  /// Disposes of the last frame and draws the next one from its premultiplied pixels.
  mutating func draw(_ frame: ImageFileHeader.Frame, _ source: Bitmap) {
    dispose()
    let area = Area(frame, width: width, height: height)
    switch frame.disposal {
    case .keep: pending = nil
    case .clear: pending = Disposal(area: area, restored: nil)
    case .restore: pending = Disposal(area: area, restored: copy(area))
    }
    let canvasWidth = width
    pixels.withUnsafeMutableBufferPointer { canvas in
      source.pixels.withUnsafeBufferPointer { source_ in
        for row in area.rows {
          var from = ((row - frame.y) * source.width + area.columns.lowerBound - frame.x) * 4
          var to = (row * canvasWidth + area.columns.lowerBound) * 4
          for _ in area.columns {
            let alpha = UInt32(source_[from + 3])
            if !frame.blends || alpha == 255 {
              for i in 0..<4 { canvas[to + i] = source_[from + i] }
            } else if alpha > 0 {
              for i in 0..<4 {
                let below = (UInt32(canvas[to + i]) * (255 - alpha) + 127) / 255
                canvas[to + i] = UInt8(min(UInt32(source_[from + i]) + below, 255))
              }
            }
            from += 4
            to += 4
          }
        }
      }
    }
    nextFrame += 1
  }

  private mutating func dispose() {
    guard let disposal = pending else { return }
    pending = nil
    let (area, rowBytes) = (disposal.area, disposal.area.columns.count * 4)
    for (index, row) in area.rows.enumerated() {
      let start = (row * width + area.columns.lowerBound) * 4
      if let restored = disposal.restored {
        pixels.replaceSubrange(start..<start + rowBytes, with: restored[index * rowBytes..<(index + 1) * rowBytes])
      } else {
        for byte in start..<start + rowBytes { pixels[byte] = 0 }
      }
    }
  }

  private func copy(_ area: Area) -> [UInt8] {
    var kept: [UInt8] = []
    kept.reserveCapacity(area.columns.count * area.rows.count * 4)
    for row in area.rows {
      let start = (row * width + area.columns.lowerBound) * 4
      kept += pixels[start..<start + area.columns.count * 4]
    }
    return kept
  }
}
