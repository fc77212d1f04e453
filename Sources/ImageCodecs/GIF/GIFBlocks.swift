import ImageFiles

/// The contents of the blocks of a GIF file, apart from the pixels. Layout: GIF89a specification.
struct GIFBlocks: Sendable {
  /// A picture's place in the file.
  struct Picture: Sendable {
    var frame: ImageFileHeader.Frame
    /// From the image descriptor to behind the last block of pixels.
    var bytes: Range<Int>
    var isInterlaced: Bool
    /// Colours of the table that belongs to it alone; 0 where it uses the file's.
    var localColours: Int
    /// The index that leaves a pixel as it was; nil for none.
    var transparent: Int?
  }

  /// The signature, the screen and the file's colours, which each picture needs.
  private(set) var headerEnd = 0
  private(set) var globalColours = 0
  private(set) var pictures: [Picture] = []
  private(set) var header = ImageFileHeader(width: 1, height: 1)

  private var transparent: Int?
  private var delay = 0.0
  private var disposal = ImageFileHeader.Disposal.keep
  private var loopCount: Int?

  /// Walks from the signature to the trailer. A file that ends between two blocks lacks its trailer only, as the work
  /// of some writers does, and is read with a note.
  ///
  /// - Throws: `truncated` when a block reaches past the end, `corrupt` when a block is of no known kind or there is no
  ///   picture, `tooLarge` beyond the limits.
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
    // A screen that does not hold the first picture, or none at all, grows to it, as browsers do.
    header = ImageFileHeader(
      width: max(width, first.x + first.width), height: max(height, first.y + first.height))
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
    // A code is two bits at least and stands for 4,096 pixels at most.
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

  /// Goes behind the empty block that ends a row of blocks.
  private func skipBlocks(_ bytes: [UInt8], _ offset: inout Int, _ name: String) throws(ImageFileError) {
    while true {
      guard offset < bytes.count else { throw Self.truncated(bytes, name) }
      let size = Int(bytes[offset])
      offset += 1 + size
      if size == 0 { return }
    }
  }

  /// Entries of the colour table that a byte of flags speaks of.
  private static func colours(_ flags: UInt8) -> Int { flags & 0x80 != 0 ? 2 << Int(flags & 7) : 0 }

  private static func short(_ bytes: [UInt8], _ offset: Int) -> Int {
    bytes.integer(at: offset, size: 2, .littleEndian) ?? 0
  }

  private static func truncated(_ bytes: [UInt8], _ name: String) -> ImageFileError {
    ImageFileError(
      name, .truncated, "truncated GIF: it ends inside a block, after \(bytes.count) bytes", at: .byte(bytes.count))
  }
}
