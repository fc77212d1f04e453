// YUV4MPEG2 is a line of text, then for each frame the word FRAME and the planes Y, U and V. 420jpeg in the header says
// that chroma lies in the middle of four pixels, as from averaging (420p10, for 10 bits, does not say it). MPEG tools
// do not take it for a range, which XCOLORRANGE states. There is no field for the matrix.

import Glibc
import ImageCodecs
import ImageFiles

final class Y4MSink: FileSink {
  let file: UnfinishedFile
  private let shape: FrameShape
  private let converter: PictureConverter
  private let bytesPerComponent: Int
  private let planes: FrameMemory
  let packing: PlanePacking?

  init(
    path: String, shape: FrameShape, encoding: PictureEncoding, options: VideoOptions
  ) throws(VideoError) {
    self.shape = shape
    packing = options.takesPlanes ? encoding.packing(of: shape) : nil
    bytesPerComponent = encoding.layout == .yuv(.quarter, depth: 8, alpha: false) ? 1 : 2
    planes = try FrameMemory.make(byteCount: shape.width * shape.height * 3 / 2 * bytesPerComponent)
    converter = try PictureConverter(
      encoding.layout, shape: shape, alpha: nil, coding: encoding.coding, isLossy: false,
      isDeep: options.areFramesDeep)
    let chroma = bytesPerComponent == 1 ? "C420jpeg XYSCSS=420JPEG" : "C420p10 XYSCSS=420P10"
    let header =
      "YUV4MPEG2 W\(shape.width) H\(shape.height) F\(shape.rate.numerator):\(shape.rate.denominator) Ip A1:1 "
      + "\(chroma) XCOLORRANGE=\(encoding.coding.range.rawValue.uppercased())\n"
    file = try VideoError.ofFile { () throws(ImageFileError) -> UnfinishedFile in
      let file = try UnfinishedFile(for: path)
      try file.write(Array(header.utf8))
      return file
    }
  }

  func write(_ frame: UnsafeRawBufferPointer, at index: Int) throws(VideoError) {
    let (row, luma) = (shape.width * bytesPerComponent, shape.width * shape.height * bytesPerComponent)
    let y = planes.bytes.bindMemory(to: UInt8.self).baseAddress!
    let target = PicturePlanes(bytes: [y, y + luma, y + luma * 5 / 4], strides: [row, row / 2, row / 2])
    if let packing { packing.copy(frame, to: target) } else { converter.convert(frame, into: target) }
    try VideoError.ofFile { () throws(ImageFileError) in try file.write(Array("FRAME\n".utf8)) }
    try file.write(all: UnsafeRawBufferPointer(planes.bytes))
  }

  func complete() {}
}

/// Writes the frames' RGBA, bytes or half floats, without header or padding, to standard output (or another descriptor,
/// for tests). If its reader is gone, a write throws `closedPipe` or, unless SIGPIPE is ignored, ends the process.
final class RawSink: FrameSink {
  private let descriptor: CInt
  private let shape: FrameShape
  /// The converter of frames and its output; nil if frames are written as they are.
  private var conversion: (converter: PictureConverter, bytes: FrameMemory)?

  init(
    descriptor: CInt = STDOUT_FILENO, shape: FrameShape, encoding: PictureEncoding, areFramesDeep: Bool = false
  ) throws(VideoError) {
    (self.descriptor, self.shape) = (descriptor, shape)
    guard encoding.alpha != .premultiplied else {
      try encoding.checkDepth(areFramesDeep)
      return
    }
    guard encoding.depth == 8 else {
      throw .badOption("raw output of half floats has premultiplied colours; use `alpha` premultiplied")
    }
    let layout: PictureLayout = encoding.alpha == nil ? .packed([0, 1, 2, 4]) : .rgba
    let converter = try PictureConverter(
      layout, shape: shape, alpha: encoding.alpha, coding: encoding.coding, isLossy: false)
    conversion = (converter, try FrameMemory.make(byteCount: shape.width * shape.height * 4))
  }

  func write(_ frame: UnsafeRawBufferPointer, at index: Int) throws(VideoError) {
    var frame = frame
    if let (converter, bytes) = conversion {
      let plane = bytes.bytes.bindMemory(to: UInt8.self).baseAddress!
      converter.convert(frame, into: PicturePlanes(bytes: [plane], strides: [shape.width * 4]))
      frame = UnsafeRawBufferPointer(bytes.bytes)
    }
    let code = UnfinishedFile.writeAll(frame, to: descriptor)
    guard code != EPIPE else { throw .closedPipe }
    guard code == 0 else {
      throw .cannotWrite(path: "standard output", reason: "cannot write: \(String(cString: strerror(code)))")
    }
  }

  func complete() {}
  func publish() {}
  func discard() {}
}

/// Writes a GIF file that loops for ever.
final class GIFSink: FileSink {
  let file: UnfinishedFile
  private let film: GIFFilm
  private let rate: FrameRate
  private let bytes: Bytes
  private var frameCount = 0

  /// The output of giflib, which writes a few bytes at a time.
  private final class Bytes {
    let descriptor: CInt
    var waiting: [UInt8] = []
    /// The error number of a failed write; 0 for none.
    var code: CInt = 0

    init(_ descriptor: CInt) { self.descriptor = descriptor }

    func add(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
      waiting.append(contentsOf: bytes)
      return waiting.count < 1 << 16 || flush()
    }

    func flush() -> Bool {
      if code == 0 { code = waiting.withUnsafeBytes { UnfinishedFile.writeAll($0, to: descriptor) } }
      waiting.removeAll(keepingCapacity: true)
      return code == 0
    }
  }

  init(path: String, shape: FrameShape) throws(VideoError) {
    rate = shape.rate
    file = try VideoError.ofFile { () throws(ImageFileError) in try UnfinishedFile(for: path) }
    let bytes = Bytes(file.descriptor)
    self.bytes = bytes
    do throws(GIFFilm.Failure) {
      film = try GIFFilm(width: shape.width, height: shape.height, kind: .film, loopCount: 0) { bytes.add($0) }
    } catch {
      throw .encodingFailed(operation: "write \(path)", reason: error.reason)
    }
  }

  func write(_ frame: UnsafeRawBufferPointer, at index: Int) throws(VideoError) {
    frameCount = index + 1
    try perform { () throws(GIFFilm.Failure) in try film.add(frame, at: time(of: index)) }
  }

  func complete() throws(VideoError) {
    try perform { () throws(GIFFilm.Failure) in try film.finish(at: time(of: frameCount)) }
    guard bytes.flush() else { throw unwritable }
  }

  /// Returns the time of a frame, in hundredths of a second, rounded to nearest so that errors do not add up.
  private func time(of frame: Int) -> Int {
    (frame * rate.denominator * 200 + rate.numerator) / (rate.numerator * 2)
  }

  private var unwritable: VideoError {
    .cannotWrite(path: file.target, reason: "cannot write: \(String(cString: strerror(bytes.code)))")
  }

  private func perform(_ body: () throws(GIFFilm.Failure) -> Void) throws(VideoError) {
    do throws(GIFFilm.Failure) { try body() } catch {
      guard bytes.code == 0 else { throw unwritable }
      throw .encodingFailed(operation: "write \(file.target)", reason: error.reason)
    }
  }
}

/// Writes a sequence of numbered pictures; all files get their names when the last one is complete. Files of an
/// earlier, longer sequence stay.
final class PictureSequenceSink: FrameSink {
  private let pattern: SequencePattern
  private let codec: ImageCodec
  private let shape: FrameShape
  private let hasAlpha: Bool
  private let areFramesDeep: Bool
  private let folder: UnfinishedFolder
  private let first: Int
  /// The folders above the pictures that the sink made.
  private var madeFolders: [String]
  private var frameCount = 0

  init(
    path: String, codec: ImageCodec, shape: FrameShape, hasAlpha: Bool, first: Int, areFramesDeep: Bool
  ) throws(VideoError) {
    (self.codec, self.shape, self.hasAlpha, self.first) = (codec, shape, hasAlpha, first)
    self.areFramesDeep = areFramesDeep
    pattern = try SequencePattern(path, suffix: ".\(codec.suffixes[0])")
    do throws(ImageFileError) {
      madeFolders = try OutputFolder.make(for: path)
      do throws(ImageFileError) { folder = try UnfinishedFolder(beside: path) } catch {
        OutputFolder.remove(madeFolders)
        throw error
      }
    } catch {
      throw VideoError(error)
    }
  }

  /// A film that never began leaves nothing either.
  deinit { discard() }

  func write(_ frame: UnsafeRawBufferPointer, at index: Int) throws(VideoError) {
    let name = pattern.name(ofFrame: first + index)
    let target = pattern.folder + name
    do throws(ImageFileError) {
      // Finds a bad target before later frames are rendered.
      try UnfinishedFolder.check(target)
      let file = "\(folder.path)/\(name)"
      if areFramesDeep {
        let picture = DeepPicture(width: shape.width, height: shape.height, pixels: frame, isOpaque: !hasAlpha)
        try ImageFile.writePNG(picture, to: file)
      } else {
        var pixels = Array(frame)
        // Makes the frame opaque, over black.
        if !hasAlpha { for index in stride(from: 3, to: pixels.count, by: 4) { pixels[index] = 255 } }
        try ImageFile.write(
          Bitmap(width: shape.width, height: shape.height, pixels: pixels), to: file, codecs: [codec])
      }
    } catch {
      throw .cannotWrite(path: target, reason: error.detail)
    }
    frameCount = index + 1
  }

  func complete() {}

  func publish() throws(VideoError) {
    try VideoError.ofFile { () throws(ImageFileError) in
      try folder.publish(frameCount) { index in
        let name = pattern.name(ofFrame: first + index)
        return (name, pattern.folder + name)
      }
    }
    madeFolders = []
  }

  func discard() {
    folder.discard()
    OutputFolder.remove(madeFolders)
  }
}
