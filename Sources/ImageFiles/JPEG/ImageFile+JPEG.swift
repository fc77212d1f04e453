// Tested by RoundTripTests, OrientationTests and DamagedFileTests.

import CJPEG
import Glibc

extension JPEGSegments: ImageContainer {
  /// Returns the number of eighths of the size that suffice for a part of it.
  private static func eighths(_ reduction: Double) -> Int {
    // Bounded: a part of 1; NaN is the least part.
    reduction >= 1 ? 8 : reduction > 0 ? max(Int((reduction * 8).rounded(.up)), 1) : 1
  }

  /// The last pixels of a reduced picture exceed it, as its sides are no whole number of pixels.
  func decodedPart(at reduction: Double) -> Double? { Double(Self.eighths(reduction)) / 8 }

  func decodePicture(
    of bytes: [UInt8], _ header: ImageFileHeader, reduction: Double, name: String
  ) throws(ImageFileError) -> StraightPixels {
    let eighths = Self.eighths(reduction)
    let (outWidth, outHeight) = ((width * eighths + 7) / 8, (height * eighths + 7) / 8)
    // Inks are kept only for a profile; without one libjpeg's module converts them row by row.
    let keepsInks = header.colorModel == .cmyk && header.color != .sRGB
    var failure = CJPEGFailure()
    var succeeded = false
    let size = outWidth * outHeight * 4
    let pixels = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      succeeded = cjpeg_decode(
        bytes, bytes.count, UInt32(width), UInt32(height), UInt32(eighths), keepsInks ? CJPEG_CMYK : CJPEG_RGBA,
        buffer.baseAddress, &failure)
      count = succeeded ? size : 0
    }
    guard succeeded else {
      // The C code gives the file's length as the place if libjpeg read beyond the end.
      let isTruncated = failure.offset >= bytes.count
      throw ImageFileError(
        name, isTruncated ? .truncated : .corrupt,
        "\(isTruncated ? "truncated" : "not a valid") JPEG: \(ImageFile.text(failure.message)), in row \(failure.row)",
        at: .byte(failure.offset))
    }
    return StraightPixels(
      width: outWidth, height: outHeight, samples: keepsInks ? .cmyk8(pixels) : .rgba8(pixels), mayHaveAlpha: false)
  }
}

extension ImageFile {
  static func encodeJPEG(
    _ image: Bitmap, quality: Double, backdrop: UInt8 = 255, name: String
  ) throws(ImageFileError) -> [UInt8] {
    var failure = CJPEGFailure()
    var count = 0
    let encoded = cjpeg_encode(
      flattened(image.pixels, over: backdrop), UInt32(image.width), UInt32(image.height),
      CInt(((quality > 0 ? min(quality, 1) : 0) * 99 + 1).rounded()), &count, &failure)
    guard let encoded else {
      throw ImageFileError(name, .encodingFailed, "cannot encode JPEG: \(text(failure.message))")
    }
    defer { free(encoded) }
    return Array(UnsafeBufferPointer(start: encoded, count: count))
  }
}

extension ImageCodec {
  package static let jpeg = ImageCodec(
    name: "JPEG", suffixes: ["jpg", "jpeg"], typeIdentifier: "public.jpeg", hasAlpha: false,
    library: { ("libjpeg", String(cString: cjpeg_version())) },
    // The start-of-image marker.
    isSignature: { $0.starts(with: [0xFF, 0xD8]) },
    read: { (bytes, name) throws(ImageFileError) in
      let segments = try JPEGSegments(bytes, name: name)
      return (segments, try segments.header(bytes, name: name))
    },
    write: { (frames, settings, name) throws(ImageFileError) in
      let file = try ImageFile.encodeJPEG(frames[0].bitmap, quality: settings.quality ?? 0.9, name: name)
      guard let exif = settings.exif else { return file }
      // After the start of the image and JFIF's segment, whose length is in bytes 4 and 5.
      let end = 4 + (file.integer(at: 4, size: 2, .bigEndian) ?? 16)
      let data = Array("Exif\0\0".utf8) + exif
      let length = data.count + 2
      return file[..<end] + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + data + file[end...]
    })
}

// The markers are read here, as libjpeg, though faster (0.4 µs for a small file, here 2.7), neither locates damage nor
// detects truncation, gives only whole profiles, and does not limit sizes; as much C code would be needed around it.

/// The contents of the marker segments before the first scan of a JPEG file. Layout: ITU-T T.81, annex B.
struct JPEGSegments: Sendable {
  private(set) var width = 0
  private(set) var height = 0
  private(set) var depth = 8
  private(set) var orientation = ImageOrientation.up
  private(set) var resolution: (x: Double, y: Double)?
  /// The number of blocks of each component, across and down, in the smallest unit of a scan.
  private var sampling: [(x: Int, y: Int)] = []
  /// Whether each block takes at least a bit; with arithmetic coding it takes nearly none.
  private var isHuffman = true
  /// The parts of a profile by their numbers; the next is the number of parts.
  private var profileParts: [Int: Range<Int>] = [:]
  private var profilePartCount = 0
  /// The offset of the first scan's header, in bytes.
  private var scanOffset = 0

  private static let startOfScan = 0xDA
  private static let endOfImage = 0xD9

  /// Reads the segments from the start of the image to its first scan. Throws `truncated` if a segment exceeds the end,
  /// `corrupt` if a marker is missing, or if no frame header precedes the scan.
  init(_ bytes: [UInt8], name: String) throws(ImageFileError) {
    var offset = 2
    while true {
      guard offset + 1 < bytes.count else { throw Self.truncated(bytes, atLeast: offset + 2, name) }
      guard bytes[offset] == 0xFF else {
        throw ImageFileError(name, .corrupt, "not a valid JPEG: no marker where one is expected", at: .byte(offset))
      }
      let marker = Int(bytes[offset + 1])
      // Any number of 0xFF may precede a marker.
      if marker == 0xFF {
        offset += 1
        continue
      }
      if marker == Self.startOfScan || marker == Self.endOfImage { break }
      offset += 2
      // RST0 to RST7 and TEM have no segment.
      if (0xD0...0xD7).contains(marker) || marker == 0x01 { continue }
      guard let length = bytes.integer(at: offset, size: 2, .bigEndian) else {
        throw Self.truncated(bytes, atLeast: offset + 2, name)
      }
      guard length >= 2 else {
        throw ImageFileError(name, .corrupt, "not a valid JPEG: a segment of \(length) bytes", at: .byte(offset))
      }
      guard offset + length <= bytes.count else { throw Self.truncated(bytes, atLeast: offset + length, name) }
      read(bytes[offset + 2..<offset + length], of: marker)
      offset += length
    }
    guard width > 0 || height > 0 else {
      throw ImageFileError(name, .corrupt, "not a valid JPEG: no frame header before the scan", at: .byte(offset))
    }
    scanOffset = offset
  }

  private mutating func read(_ segment: ArraySlice<UInt8>, of marker: Int) {
    let start = segment.startIndex
    switch marker {
    // The frame headers SOF0 to SOF15; DHT, JPG and DAC are in the same range.
    case 0xC0...0xCF where marker != 0xC4 && marker != 0xC8 && marker != 0xCC:
      depth = segment.integer(at: start, size: 1, .bigEndian) ?? 8
      height = segment.integer(at: start + 1, size: 2, .bigEndian) ?? 0
      width = segment.integer(at: start + 3, size: 2, .bigEndian) ?? 0
      isHuffman = marker < 0xC8
      let count = segment.integer(at: start + 5, size: 1, .bigEndian) ?? 0
      sampling = (0..<count).map { component in
        let factors = segment.integer(at: start + 7 + component * 3, size: 1, .bigEndian) ?? 0x11
        return (max(factors >> 4, 1), max(factors & 15, 1))
      }
    case 0xE0 where segment.hasText("JFIF\0", at: start):
      let perInch = [0, 1, 2.54][min(segment.integer(at: start + 7, size: 1, .bigEndian) ?? 0, 2)]
      if perInch > 0, let x = segment.integer(at: start + 8, size: 2, .bigEndian),
        let y = segment.integer(at: start + 10, size: 2, .bigEndian)
      {
        resolution = (Double(x) * perInch, Double(y) * perInch)
      }
    case 0xE1 where segment.hasText("Exif\0\0", at: start):
      orientation = ImageOrientation(exif: segment.dropFirst(6)) ?? .up
    case 0xE2 where segment.hasText("ICC_PROFILE\0", at: start):
      // A profile longer than a segment has several: number, count, bytes.
      guard let number = segment.integer(at: start + 12, size: 1, .bigEndian),
        let count = segment.integer(at: start + 13, size: 1, .bigEndian)
      else { break }
      profileParts[number] = start + 14..<segment.endIndex
      profilePartCount = count
    default: break
    }
  }

  private static func truncated(_ bytes: [UInt8], atLeast expected: Int, _ name: String) -> ImageFileError {
    ImageFileError(
      name, .truncated, "truncated JPEG: \(bytes.count) of at least \(expected) bytes", at: .byte(bytes.count))
  }

  /// Returns the file's header. Throws `tooLarge` beyond the limits, `truncated` for more than the file can contain.
  func header(_ bytes: [UInt8], name: String) throws(ImageFileError) -> ImageFileHeader {
    try ImageFile.checkSize(width: width, height: height, name: name)
    try checkPlausible(bytes, name)
    var header = ImageFileHeader(width: width, height: height)
    header.depth = depth
    header.colorModel = sampling.count == 1 ? .gray : sampling.count == 4 ? .cmyk : .rgb
    header.orientation = orientation
    header.resolution = resolution
    if profilePartCount > 0 {
      let parts = (1...profilePartCount).compactMap { profileParts[$0] }
      if parts.count == profilePartCount {
        header.color = .profile(parts.flatMap { bytes[$0] })
      } else {
        header.notes.append("its ICC colour profile has \(parts.count) of \(profilePartCount) parts: read as sRGB")
      }
    }
    return header
  }

  /// Refuses more pixels than the bytes can contain: with Huffman codes each unit of a scan takes at least a bit.
  private func checkPlausible(_ bytes: [UInt8], _ name: String) throws(ImageFileError) {
    guard isHuffman, let across = sampling.map(\.x).max(), let down = sampling.map(\.y).max() else { return }
    let units = ((width + across * 8 - 1) / (across * 8)) * ((height + down * 8 - 1) / (down * 8))
    guard (bytes.count - scanOffset) * 8 >= units else {
      throw ImageFileError(
        name, .truncated,
        "truncated JPEG: \(width)x\(height) pixels in \(bytes.count - scanOffset) bytes; expected at least "
          + "\(units / 8)",
        at: .byte(bytes.count))
    }
  }
}
