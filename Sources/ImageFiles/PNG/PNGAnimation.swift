// libpng has no functions for animations (1.6.39 in Debian; others patch theirs), so that each frame is passed to it as
// a PNG file. Layout: PNG specification, third edition, clause 11.3.6.

/// The chunks of an animated PNG (acTL, fcTL and fdAT), in the order of the file.
struct PNGAnimation: Sendable {
  enum Outcome {
    case none
    case frames([ImageFileHeader.Frame], plays: Int)
    case broken(String)
  }

  /// The compressed pixels of each frame, without sequence numbers; empty for a frame that is the picture.
  private(set) var data: [[Range<Int>]] = []
  private var frames: [ImageFileHeader.Frame] = []
  private var announced: Int?
  private var plays = 0
  private var nextSequence = 0
  private var hasImageData = false
  /// Whether the picture that every reader shows is the first frame.
  private(set) var startsWithPicture = false
  private var problem: String?

  mutating func readImageData() {
    if !hasImageData { startsWithPicture = frames.count == 1 }
    hasImageData = true
  }

  mutating func read(_ type: String, _ chunk: ArraySlice<UInt8>, width: Int, height: Int) {
    guard problem == nil else { return }
    if type == "acTL" {
      guard !hasImageData, announced == nil, let count = chunk.integer(at: chunk.startIndex, size: 4, .bigEndian),
        let plays = chunk.integer(at: chunk.startIndex + 4, size: 4, .bigEndian)
      else { return fail("its acTL chunk") }
      (announced, self.plays) = (count, plays)
      return
    }
    guard announced != nil, chunk.integer(at: chunk.startIndex, size: 4, .bigEndian) == nextSequence else {
      return fail("\(type) out of sequence")
    }
    nextSequence += 1
    if type == "fdAT" {
      guard hasImageData, !frames.isEmpty, !(startsWithPicture && frames.count == 1) else {
        return fail("fdAT without a frame")
      }
      data[frames.count - 1].append(chunk.startIndex + 4..<chunk.endIndex)
      return
    }
    guard let frame = ImageFileHeader.Frame(pngControl: chunk, width: width, height: height) else {
      return fail("its fcTL chunk of frame \(frames.count)")
    }
    guard frames.count < ImageFile.maximumFrames else { return fail("more than \(ImageFile.maximumFrames) frames") }
    if !hasImageData, frames.count == 1 { return fail("two fcTL chunks before the picture") }
    if !hasImageData, frame.width != width || frame.height != height { return fail("a first frame of another size") }
    frames.append(frame)
    data.append([])
  }

  private mutating func fail(_ reason: String) { problem = reason }

  func frames(in bytes: [UInt8]) -> Outcome {
    guard let announced else { return .none }
    if let problem { return .broken(problem) }
    guard announced == frames.count, announced > 0 else { return .broken("\(frames.count) of \(announced) frames") }
    for (index, parts) in data.enumerated() where !(index == 0 && startsWithPicture) {
      let (frame, count) = (frames[index], parts.reduce(0) { $0 + $1.count })
      // At least a bit a pixel, compressed by deflate at most 1,032 times.
      guard count * 1032 >= frame.height * ((frame.width + 7) / 8) else {
        return .broken("frame \(index) has \(count) bytes for \(frame.width)x\(frame.height) pixels")
      }
    }
    var shown = frames
    // The first frame has nothing to restore.
    if shown[0].disposal == .restore { shown[0].disposal = .clear }
    return .frames(shown, plays: plays)
  }
}

extension ImageFileHeader.Frame {
  /// Reads an fcTL chunk's data; returns nil if the rectangle exceeds the canvas or a number is invalid.
  fileprivate init?(pngControl chunk: ArraySlice<UInt8>, width: Int, height: Int) {
    let start = chunk.startIndex
    func number(_ offset: Int, _ size: Int = 4) -> Int? { chunk.integer(at: start + offset, size: size, .bigEndian) }
    guard let frameWidth = number(4), let frameHeight = number(8), let x = number(12), let y = number(16),
      let numerator = number(20, 2), let denominator = number(22, 2), let disposal = number(24, 1),
      let blend = number(25, 1), frameWidth > 0, frameHeight > 0, x + frameWidth <= width, y + frameHeight <= height,
      disposal <= 2, blend <= 1
    else { return nil }
    self.init(x: x, y: y, width: frameWidth, height: frameHeight)
    // A denominator of 0 means hundredths.
    delay = Double(numerator) / Double(denominator == 0 ? 100 : denominator)
    self.disposal = [.keep, .clear, .restore][disposal]
    blends = blend == 1
  }
}

extension PNGChunks {
  func decodeFrame(
    _ index: Int, of bytes: [UInt8], _ header: ImageFileHeader, name: String
  ) throws(ImageFileError) -> StraightPixels {
    if index == 0, animation.startsWithPicture { return try decodePicture(of: bytes, header, reduction: 1, name: name) }
    let frame = header.frames[index]
    let start = Self.signatureSize
    // IHDR has 13 bytes: the size, then five numbers that all frames share.
    var file = Array(bytes[..<start])
    let rest = Array(bytes[start + 16..<start + 21])
    ImageFile.appendPNGChunk(
      "IHDR", ImageFile.bigEndian(frame.width) + ImageFile.bigEndian(frame.height) + rest, to: &file)
    for chunk in palette { file += bytes[chunk] }
    for part in animation.data[index] {
      // The checksum includes the sequence number; libpng gets a new one.
      guard ImageFile.hasPNGChecksum(bytes, part.lowerBound - 8..<part.upperBound) else {
        throw ImageFileError(
          name, .corrupt, "not a valid PNG: a wrong checksum in frame \(index)", at: .byte(part.upperBound))
      }
      ImageFile.appendPNGChunk("IDAT", bytes[part], to: &file)
    }
    ImageFile.appendPNGChunk("IEND", [], to: &file)
    do throws(ImageFileError) {
      return try ImageFile.pngPixels(
        file, width: frame.width, height: frame.height, header, mayHaveAlpha: header.mayHaveAlpha, name: name)
    } catch {
      throw ImageFileError(name, error.problem, "\(error.detail), in frame \(index)", at: error.place)
    }
  }
}
