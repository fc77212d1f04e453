// The walk over a WebP file's chunks is ours, as libwebpdemux finds each frame from the first one on (65,535 frames
// take it 3.4 s, here 0.16) and says of a bad file only that it is one: not whether it is too large, cut short or
// damaged, nor in which frame.

import CWebP
import ImageFiles

/// The contents of the chunks of a WebP file, apart from the pixels. Layout: WebP container specification (RFC 9649).
struct WebPChunks: Sendable {
  private(set) var orientation = ImageOrientation.up
  /// The frames of an animation; empty for a still picture.
  private(set) var frames: [ImageFileHeader.Frame] = []
  /// The chunks with each frame's pixels.
  private(set) var frameData: [Range<Int>] = []
  private var profile: Range<Int>?
  /// The number of times that the animation is shown, 0 for ever; nil for a still picture.
  private var loopCount: Int?
  private var canvas: (width: Int, height: Int)?

  /// Walks over the RIFF chunks.
  ///
  /// - Throws: `truncated` when the file is shorter than its RIFF header says, `corrupt` when a frame leaves the
  ///   canvas.
  init(_ bytes: [UInt8], name: String) throws(ImageFileError) {
    let riffHeader = 8
    let size = riffHeader + (bytes.integer(at: 4, size: 4, .littleEndian) ?? 0)
    guard size <= bytes.count else {
      throw ImageFileError(name, .truncated, "truncated WebP: \(bytes.count) of \(size) bytes", at: .byte(bytes.count))
    }
    var offset = riffHeader + 4
    while let length = bytes.integer(at: offset + 4, size: 4, .littleEndian), offset + 8 + length <= bytes.count {
      let data = offset + 8..<offset + 8 + length
      if bytes.hasText("EXIF", at: offset) {
        // Some writers keep JPEG's prefix before the TIFF block.
        let tiff = bytes.hasText("Exif\0\0", at: data.lowerBound) ? bytes[data].dropFirst(6) : bytes[data]
        orientation = ImageOrientation(exif: tiff) ?? .up
      } else if bytes.hasText("ICCP", at: offset) {
        profile = data
      } else if bytes.hasText("VP8X", at: offset), length >= 10 {
        func side(_ at: Int) -> Int { (bytes.integer(at: at, size: 3, .littleEndian) ?? 0) + 1 }
        canvas = (side(data.lowerBound + 4), side(data.lowerBound + 7))
        if bytes[data.lowerBound] & 2 != 0 { loopCount = 0 }
      } else if bytes.hasText("ANIM", at: offset), loopCount != nil {
        loopCount = bytes.integer(at: data.lowerBound + 4, size: 2, .littleEndian) ?? 0
      } else if bytes.hasText("ANMF", at: offset), loopCount != nil {
        try readFrame(bytes, data, name)
      }
      // Chunks are padded to an even length.
      offset += 8 + length + length % 2
    }
  }

  private mutating func readFrame(_ bytes: [UInt8], _ data: Range<Int>, _ name: String) throws(ImageFileError) {
    func number(_ offset: Int) -> Int { bytes.integer(at: data.lowerBound + offset, size: 3, .littleEndian) ?? 0 }
    guard data.count > 16, let canvas else {
      throw ImageFileError(
        name, .corrupt, "not a valid WebP: a frame of \(data.count) bytes", at: .byte(data.lowerBound))
    }
    guard frames.count < ImageFile.maximumFrames else {
      throw ImageFileError(name, .tooLarge, "more than \(ImageFile.maximumFrames) frames")
    }
    var frame = ImageFileHeader.Frame(width: number(6) + 1, height: number(9) + 1)
    (frame.x, frame.y) = (number(0) * 2, number(3) * 2)
    guard frame.x + frame.width <= canvas.width, frame.y + frame.height <= canvas.height else {
      throw ImageFileError(
        name, .corrupt,
        "not a valid WebP: frame \(frames.count) leaves the canvas of \(canvas.width)x\(canvas.height) pixels",
        at: .byte(data.lowerBound))
    }
    frame.delay = Double(number(12)) / 1000
    let flags = bytes[data.lowerBound + 15]
    frame.disposal = flags & 1 != 0 ? .clear : .keep
    frame.blends = flags & 2 == 0
    frames.append(frame)
    frameData.append(data.lowerBound + 16..<data.upperBound)
  }
}

extension WebPChunks {
  /// The file's header; of a still picture libwebp knows the size.
  func header(_ bytes: [UInt8], name: String) throws(ImageFileError) -> ImageFileHeader {
    var header: ImageFileHeader
    if let loopCount, let canvas {
      try ImageFile.checkSize(width: canvas.width, height: canvas.height, name: name)
      guard !frames.isEmpty else {
        throw ImageFileError(name, .corrupt, "not a valid WebP: an animation without frames")
      }
      header = ImageFileHeader(width: canvas.width, height: canvas.height)
      header.frames = frames
      header.loopCount = loopCount
      header.mayHaveAlpha = true
    } else {
      var features = WebPBitstreamFeatures()
      try ImageFile.check(WebPGetFeatures(bytes, bytes.count, &features), name)
      guard features.has_animation == 0 else {
        throw ImageFileError(name, .corrupt, "not a valid WebP: an animation without its header")
      }
      try ImageFile.checkSize(width: Int(features.width), height: Int(features.height), name: name)
      header = ImageFileHeader(width: Int(features.width), height: Int(features.height))
      header.mayHaveAlpha = features.has_alpha != 0
    }
    header.orientation = orientation
    if let profile { header.color = .profile(Array(bytes[profile])) }
    return header
  }
}
