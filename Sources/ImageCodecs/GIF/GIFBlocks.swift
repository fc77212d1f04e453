import CGIF
import ImageFiles

/// The blocks of a GIF file, except the pixels. Layout: GIF89a specification.
struct GIFBlocks: Sendable {
  struct Picture: Sendable {
    var frame: ImageFileHeader.Frame
    /// The bytes from the image descriptor to the end of the last block of pixels.
    var bytes: Range<Int>
    var isInterlaced: Bool
    /// The number of colours in its own table; 0 if it uses the file's.
    var localColours: Int
    /// The index that leaves a pixel unchanged; nil for none.
    var transparent: Int?
  }

  /// The end of the signature, the screen and the file's colours, which each picture needs.
  private(set) var headerEnd = 0
  private(set) var globalColours = 0
  private(set) var pictures: [Picture] = []
  private(set) var header = ImageFileHeader(width: 1, height: 1)

  private var transparent: Int?
  private var delay = 0.0
  private var disposal = ImageFileHeader.Disposal.keep
  private var loopCount: Int?

  /// Reads the blocks from the signature to the trailer. A missing trailer, as of some writers, is noted after a whole
  /// block. Throws `truncated` if a block exceeds the end, `corrupt` for an unknown block or no picture, `tooLarge`.
  init(_ bytes: [UInt8], name: String) throws(ImageFileError) {
    guard bytes.count >= 13 else { throw Self.truncated(bytes, name) }
    let (width, height) = (Self.short(bytes, 6), Self.short(bytes, 8))
    var notes: [String] = []
    globalColours = Self.colours(bytes[10])
    headerEnd = 13 + globalColours * 3
    var offset = headerEnd
    walk: while true {
      guard offset < bytes.count else {
        guard offset == bytes.count, !pictures.isEmpty else { throw Self.truncated(bytes, name) }
        notes.append("it ends without GIF's trailer")
        break
      }
      switch bytes[offset] {
      case 0x3B: break walk
      case 0x21: try readExtension(bytes, &offset, name)
      case 0x2C: try readPicture(bytes, &offset, name)
      default:
        throw ImageFileError(
          name, .corrupt, "not a valid GIF: no block begins with \(bytes[offset])", at: .byte(offset))
      }
    }
    guard let first = pictures.first?.frame else {
      throw ImageFileError(name, .corrupt, "not a valid GIF: no picture before the trailer", at: .byte(offset))
    }
    // The screen grows to the first picture, as in browsers, if it is smaller, or missing.
    header = ImageFileHeader(width: max(width, first.x + first.width), height: max(height, first.y + first.height))
    try ImageFile.checkSize(width: header.width, height: header.height, name: name)
    header.frames = pictures.map(\.frame)
    header.loopCount = loopCount ?? 1
    header.isIndexed = true
    header.mayHaveAlpha = true
    header.notes = notes
  }

  private mutating func readExtension(_ bytes: [UInt8], _ offset: inout Int, _ name: String) throws(ImageFileError) {
    guard offset + 2 < bytes.count else { throw Self.truncated(bytes, name) }
    let (label, data) = (bytes[offset + 1], offset + 3)
    let size = Int(bytes[offset + 2])
    guard data + size < bytes.count else { throw Self.truncated(bytes, name) }
    if label == 0xF9, size >= 4 {
      let flags = bytes[data]
      disposal = flags >> 2 & 7 == 2 ? .clear : flags >> 2 & 7 == 3 ? .restore : .keep
      delay = Double(Self.short(bytes, data + 1)) / 100
      transparent = flags & 1 != 0 ? Int(bytes[data + 3]) : nil
    } else if label == 0xFF, size == 11,
      bytes.hasText("NETSCAPE2.0", at: data) || bytes.hasText("ANIMEXTS1.0", at: data),
      data + 14 < bytes.count, bytes[data + 11] == 3, bytes[data + 12] == 1
    {
      loopCount = Self.short(bytes, data + 13)
    }
    offset += 2
    try skipBlocks(bytes, &offset, name)
  }

  private mutating func readPicture(_ bytes: [UInt8], _ offset: inout Int, _ name: String) throws(ImageFileError) {
    let start = offset
    guard start + 10 < bytes.count else { throw Self.truncated(bytes, name) }
    guard pictures.count < ImageFile.maximumFrames else {
      throw ImageFileError(name, .tooLarge, "more than \(ImageFile.maximumFrames) frames")
    }
    var frame = ImageFileHeader.Frame(width: Self.short(bytes, start + 5), height: Self.short(bytes, start + 7))
    (frame.x, frame.y) = (Self.short(bytes, start + 1), Self.short(bytes, start + 3))
    (frame.delay, frame.disposal, frame.blends) = (delay, disposal, true)
    let flags = bytes[start + 9]
    let localColours = Self.colours(flags)
    guard localColours + globalColours > 0 else {
      throw ImageFileError(name, .corrupt, "not a valid GIF: a picture without a colour table", at: .byte(start))
    }
    try ImageFile.checkSize(width: frame.width, height: frame.height, name: name)
    // The blocks follow the table and the size of the first codes.
    offset = start + 10 + localColours * 3 + 1
    guard offset < bytes.count else { throw Self.truncated(bytes, name) }
    let data = offset
    try skipBlocks(bytes, &offset, name)
    // A code has at least two bits and stands for at most 4,096 pixels.
    guard (offset - data) * 4 * 4096 >= frame.width * frame.height else {
      throw ImageFileError(
        name, .corrupt, "\(frame.width)x\(frame.height) pixels in \(offset - data) bytes of GIF", at: .byte(start))
    }
    pictures.append(
      Picture(
        frame: frame, bytes: start..<offset, isInterlaced: flags & 0x40 != 0, localColours: localColours,
        transparent: transparent))
    (transparent, delay, disposal) = (nil, 0, .keep)
  }

  /// Skips blocks up to and with the empty one that ends them.
  private func skipBlocks(_ bytes: [UInt8], _ offset: inout Int, _ name: String) throws(ImageFileError) {
    while true {
      guard offset < bytes.count else { throw Self.truncated(bytes, name) }
      let size = Int(bytes[offset])
      offset += 1 + size
      if size == 0 { return }
    }
  }

  /// Returns the number of entries of the colour table that a byte of flags describes.
  private static func colours(_ flags: UInt8) -> Int { flags & 0x80 != 0 ? 2 << Int(flags & 7) : 0 }

  private static func short(_ bytes: [UInt8], _ offset: Int) -> Int {
    bytes.integer(at: offset, size: 2, .littleEndian) ?? 0
  }

  private static func truncated(_ bytes: [UInt8], _ name: String) -> ImageFileError {
    ImageFileError(
      name, .truncated, "truncated GIF: it ends inside a block, after \(bytes.count) bytes", at: .byte(bytes.count))
  }
}

// giflib decompresses a file of the header and one picture, so that the pictures before it cost nothing.
extension GIFBlocks: ImageContainer {
  /// Decodes a picture; unchanged pixels are transparent.
  func decodeFrame(
    _ index: Int, of bytes: [UInt8], _ header: ImageFileHeader, name: String
  ) throws(ImageFileError) -> StraightPixels {
    let picture = pictures[index]
    let (width, height) = (picture.frame.width, picture.frame.height)
    let indices = try indices(of: picture, index, bytes, name)
    let colours = colours(of: picture, bytes)
    // An interlaced picture has every eighth row first, then those in between.
    let order = picture.isInterlaced ? Self.interlacedRows(height) : Array(0..<height)
    var places = [Int](repeating: 0, count: height)
    for (stored, row) in order.enumerated() { places[row] = stored }
    let rgba = [UInt8](unsafeUninitializedCapacity: width * height * 4) { buffer, count in
      var target = 0
      for row in 0..<height {
        for entry in indices[places[row] * width..<(places[row] + 1) * width] {
          for i in 0..<4 { buffer[target + i] = colours[Int(entry) * 4 + i] }
          target += 4
        }
      }
      count = target
    }
    return StraightPixels(width: width, height: height, samples: .rgba8(rgba), mayHaveAlpha: true)
  }

  /// Returns the rows of the picture in the order of the file.
  private static func interlacedRows(_ height: Int) -> [Int] {
    [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { first, step in Array(stride(from: first, to: height, by: step)) }
  }

  /// Returns 256 colours; those beyond the table are transparent.
  private func colours(of picture: Picture, _ bytes: [UInt8]) -> [UInt8] {
    let isLocal = picture.localColours > 0
    let (start, count) = isLocal ? (picture.bytes.lowerBound + 10, picture.localColours) : (13, globalColours)
    return (0..<256).flatMap { index -> [UInt8] in
      guard index < count, index != picture.transparent else { return [0, 0, 0, 0] }
      return Array(bytes[start + index * 3..<start + index * 3 + 3]) + [255]
    }
  }

  private func indices(
    of picture: Picture, _ index: Int, _ bytes: [UInt8], _ name: String
  ) throws(ImageFileError) -> [UInt8] {
    let (width, height) = (picture.frame.width, picture.frame.height)
    var code = D_GIF_SUCCEEDED
    var row = 0
    var input = GIFInput(bytes: bytes, parts: [0..<headerEnd, picture.bytes])
    let indices = [UInt8](unsafeUninitializedCapacity: width * height) { buffer, count in
      withUnsafeMutablePointer(to: &input) { input in
        var opening = D_GIF_SUCCEEDED
        guard
          let file = DGifOpen(
            input,
            { file, target, wanted in
              let input = file!.pointee.UserData.assumingMemoryBound(to: GIFInput.self)
              return Int32(input.pointee.read(Int(wanted), into: target!))
            }, &opening)
        else {
          code = opening
          return
        }
        defer { DGifCloseFile(file, nil) }
        var kind = UNDEFINED_RECORD_TYPE
        guard DGifGetRecordType(file, &kind) == GIF_OK, kind == IMAGE_DESC_RECORD_TYPE,
          DGifGetImageDesc(file) == GIF_OK, Int(file.pointee.Image.Width) == width,
          Int(file.pointee.Image.Height) == height
        else {
          code = file.pointee.Error == D_GIF_SUCCEEDED ? D_GIF_ERR_IMAGE_DEFECT : file.pointee.Error
          return
        }
        while row < height {
          guard DGifGetLine(file, buffer.baseAddress! + row * width, Int32(width)) == GIF_OK else {
            code = file.pointee.Error == D_GIF_SUCCEEDED ? D_GIF_ERR_IMAGE_DEFECT : file.pointee.Error
            return
          }
          row += 1
        }
      }
      count = code == D_GIF_SUCCEEDED ? width * height : 0
    }
    guard code == D_GIF_SUCCEEDED else {
      let reason = GifErrorString(code).map { String(cString: $0) } ?? "error \(code)"
      throw ImageFileError(
        name, .corrupt, "not a valid GIF: \(reason), in row \(row) of frame \(index)",
        at: .byte(picture.bytes.lowerBound))
    }
    return indices
  }
}

private struct GIFInput {
  let bytes: [UInt8]
  var parts: [Range<Int>]

  /// Copies up to `count` bytes, and returns their number.
  mutating func read(_ count: Int, into target: UnsafeMutablePointer<UInt8>) -> Int {
    var done = 0
    while done < count, let part = parts.first {
      let length = min(part.count, count - done)
      bytes.withUnsafeBufferPointer { (target + done).update(from: $0.baseAddress! + part.lowerBound, count: length) }
      done += length
      if length == part.count { parts.removeFirst() } else { parts[0] = part.lowerBound + length..<part.upperBound }
    }
    return done
  }
}
