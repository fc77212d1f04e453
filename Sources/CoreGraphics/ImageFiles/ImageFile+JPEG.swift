// JPEG: a walk over the marker segments for the size and the orientation, then libjpeg for the pixels.
import CJPEG
import Glibc

extension ImageFile {
  static func decodeJPEG(_ bytes: [UInt8], name: String) throws(ImageFileError) -> StraightImage {
    let header = try JPEGSegments(bytes, name: name)
    try checkSize(width: header.width, height: header.height, name: name)
    var failure = CJPEGFailure()
    var succeeded = false
    let size = header.width * header.height * 4
    let pixels = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      succeeded = cjpeg_decode(
        bytes, bytes.count, UInt32(header.width), UInt32(header.height), buffer.baseAddress, &failure)
      count = succeeded ? size : 0
    }
    guard succeeded else {
      // The C side gives the length of the file as the place when libjpeg looked for more than there is.
      let isTruncated = failure.offset >= bytes.count
      throw ImageFileError(
        name, isTruncated ? .truncated : .corrupt,
        "\(isTruncated ? "truncated" : "not a valid") JPEG: \(text(failure.message)), in row \(failure.row)",
        at: .byte(failure.offset))
    }
    return StraightImage(
      width: header.width, height: header.height, rgba: pixels, mayHaveAlpha: false,
      orientation: header.orientation, notes: header.notes)
  }

  static func encodeJPEG(_ image: CGImage, quality: Double, name: String) throws(ImageFileError) -> [UInt8] {
    var failure = CJPEGFailure()
    var count = 0
    let encoded = cjpeg_encode(
      flattened(image.pixels, over: 255), UInt32(image.width), UInt32(image.height),
      CInt((min(max(quality, 0), 1) * 99 + 1).rounded()), &count, &failure)
    guard let encoded else {
      throw ImageFileError(name, .encodingFailed, "cannot encode JPEG: \(text(failure.message))")
    }
    defer { free(encoded) }
    return Array(UnsafeBufferPointer(start: encoded, count: count))
  }
}

/// What the marker segments before the first scan of a JPEG file say. Layout: ITU-T T.81, annex B.
struct JPEGSegments {
  private(set) var width = 0
  private(set) var height = 0
  private(set) var orientation = ImageOrientation.up
  private(set) var notes: [String] = []

  private static let startOfScan = 0xDA
  private static let endOfImage = 0xD9

  /// Walks from the start of the image to its first scan.
  ///
  /// - Throws: `truncated` when a segment reaches past the end, `corrupt` when a byte is no marker where one must be,
  ///   or when no frame header comes before the scan.
  init(_ bytes: [UInt8], name: String) throws(ImageFileError) {
    var offset = 2
    while true {
      guard offset + 1 < bytes.count else { throw Self.truncated(bytes, atLeast: offset + 2, name) }
      guard bytes[offset] == 0xFF else {
        throw ImageFileError(name, .corrupt, "not a valid JPEG: no marker where one is expected", at: .byte(offset))
      }
      let marker = Int(bytes[offset + 1])
      // Any number of 0xFF may stand before a marker.
      if marker == 0xFF {
        offset += 1
        continue
      }
      if marker == Self.startOfScan || marker == Self.endOfImage { break }
      offset += 2
      // RST0 to RST7 and TEM stand alone.
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
  }

  private mutating func read(_ segment: ArraySlice<UInt8>, of marker: Int) {
    let start = segment.startIndex
    switch marker {
    // The frame headers SOF0 to SOF15; DHT, JPG and DAC share their range.
    case 0xC0...0xCF where marker != 0xC4 && marker != 0xC8 && marker != 0xCC:
      height = segment.integer(at: start + 1, size: 2, .bigEndian) ?? 0
      width = segment.integer(at: start + 3, size: 2, .bigEndian) ?? 0
    case 0xE1 where segment.hasText("Exif\0\0", at: start):
      orientation = ImageOrientation(exif: segment.dropFirst(6)) ?? .up
    // A profile longer than a segment comes in several; one note is enough.
    case 0xE2 where segment.hasText("ICC_PROFILE\0", at: start) && notes.isEmpty:
      notes.append("its ICC colour profile is ignored: read as sRGB")
    default:
      break
    }
  }

  private static func truncated(_ bytes: [UInt8], atLeast expected: Int, _ name: String) -> ImageFileError {
    ImageFileError(
      name, .truncated, "truncated JPEG: \(bytes.count) of at least \(expected) bytes", at: .byte(bytes.count))
  }
}
