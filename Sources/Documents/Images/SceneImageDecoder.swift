// Tested by InlineImageTests and SceneClipTests.

package import CoreGraphics
import Foundation
import ImageCodecs
import ImageFiles
import ImageIO
package import QuartzCore

/// Decodes the images of scenes of all formats within one budget.
package final class SceneImageDecoder {
  private let budget: ImageBudget
  private let notes: NoteCollector
  private let cache: ImageCache?
  /// The frames of animated files by their first images.
  private var animations: [ObjectIdentifier: CAKeyframeAnimation] = [:]

  /// Creates the decoder; `cache` has images of other scenes of the same file.
  package init(budget: ImageBudget, notes: NoteCollector, cache: ImageCache? = nil) {
    self.budget = budget
    self.notes = notes
    self.cache = cache
  }

  /// Returns the frames of the animated file whose first one an image is; nil for others.
  package func animation(of image: CGImage) -> CAKeyframeAnimation? { animations[ObjectIdentifier(image)] }

  /// Decodes a file, to which the scene refers at `location`; errors and notes name it.
  package func decode(
    _ bytes: [UInt8], as name: String, from location: SourceLocation
  ) throws(SceneFileError) -> CGImage {
    if let known = cache?[bytes] {
      try budget.take(known.image.width * known.image.height * 4, for: name, at: location)
      if let frames = known.frames { animations[ObjectIdentifier(known.image)] = frames }
      return known.image
    }
    let reader: ImageFileReader
    do throws(ImageFileError) {
      reader = try ImageFileReader(bytes, name: name)
    } catch {
      throw failure(error, at: location)
    }
    // The header gives the size. An animation's frames count before they are decoded; the readers bound sizes and
    // counts, so that the product does not overflow.
    try budget.take(reader.header.width * reader.header.height * 4 * reader.frameCount, for: name, at: location)
    do throws(ImageFileError) {
      let decoded = try reader.pictureToBeSeen(at: 0)
      let image = decoded.image
      if reader.frameCount > 1 { animations[ObjectIdentifier(image)] = try CAKeyframeAnimation(framesOf: reader) }
      for note in decoded.notes { notes.add(note, at: SourceLocation(file: name)) }
      cache?.keep((image, animation(of: image)), of: bytes)
      return image
    } catch {
      throw failure(error, at: location)
    }
  }

  /// Decodes an image that the scene embeds as a `data:` address.
  package func decode(_ source: String, from location: SourceLocation) throws(SceneFileError) -> CGImage {
    try decode(DataURI.bytes(of: source, at: location), as: "data:", from: location)
  }

  private func failure(_ error: ImageFileError, at location: SourceLocation) -> SceneFileError {
    SceneFileError(error.problem == .tooLarge ? .tooLarge : .malformed, at: location, error.description)
  }
}

/// The budget of a scene for images' bytes, which are counted before decoding, for all its documents together.
package final class ImageBudget {
  private let limit: Int
  package private(set) var taken = 0

  package init(limit: Int) { self.limit = limit }

  /// Counts an image. Throws `tooLarge` beyond the limit.
  package func take(_ bytes: Int, for name: String, at location: SourceLocation) throws(SceneFileError) {
    let (sum, overflows) = taken.addingReportingOverflow(bytes)
    guard !overflows, sum <= limit else {
      throw SceneFileError(
        .tooLarge, at: location,
        "the images up to '\(name)' decode to more than \(limit) bytes; raise `imageBytes` to read them")
    }
    taken = sum
  }
}

/// A file embedded in a document (RFC 2397): `data:image/png;base64,iVBOR...`.
package struct DataURI {
  package private(set) var bytes: [UInt8] = []

  /// Whether a text is such an address, valid or not.
  package static func isOne(_ text: String) -> Bool { text.prefix(5).lowercased() == "data:" }

  /// Decodes an address. Throws its fault, and what was expected.
  init(_ text: String) throws(DataURIError) {
    let text = text.utf8
    guard let comma = text.firstIndex(of: UInt8(ascii: ",")) else {
      throw DataURIError(reason: "has no comma; expected data:image/png;base64, and the bytes")
    }
    let head = String(decoding: text[..<comma].dropFirst(5), as: UTF8.self).lowercased()
    let isBase64 = head.split(separator: ";").last.map { $0.filter { !$0.isWhitespace } } == "base64"
    let payload = text[text.index(after: comma)...]
    bytes.reserveCapacity(isBase64 ? payload.count / 4 * 3 + 3 : payload.count)
    if isBase64 { try readBase64(payload) } else { try readPlain(payload) }
  }

  /// Returns the bytes of an address in a document.
  package static func bytes(of text: String, at location: SourceLocation) throws(SceneFileError) -> [UInt8] {
    do throws(DataURIError) {
      return try DataURI(text).bytes
    } catch {
      throw SceneFileError(.malformed, at: location, "the address '\(text.excerpt)' \(error.reason)")
    }
  }

  private mutating func readPlain(_ payload: Substring.UTF8View) throws(DataURIError) {
    var rest = payload
    while let byte = try Self.next(&rest) { bytes.append(byte) }
  }

  /// Decodes base64 as found in files: with line breaks (spaces in XML), without padding, in the alphabet for URLs.
  private mutating func readBase64(_ payload: Substring.UTF8View) throws(DataURIError) {
    let damaged = DataURIError(reason: "is damaged; expected base64 after the comma")
    var rest = payload
    var (bits, digits, isPadded) = (UInt32(0), 0, false)
    while let byte = try Self.next(&rest) {
      let value: UInt8
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - 65
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - 71
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte + 4
      case UInt8(ascii: "+"), UInt8(ascii: "-"): value = 62
      case UInt8(ascii: "/"), UInt8(ascii: "_"): value = 63
      case UInt8(ascii: "="):
        isPadded = true
        continue
      case 0x20, 0x09...0x0D: continue
      default: throw damaged
      }
      guard !isPadded else { throw damaged }
      bits = bits << 6 | UInt32(value)
      digits += 1
      if digits % 4 != 1 { bytes.append(UInt8(truncatingIfNeeded: bits >> (6 - UInt32(digits - 1) % 4 * 2))) }
    }
    guard digits % 4 != 1 else { throw damaged }
  }

  /// Removes a byte from the front, which may be written as `%` and two hexadecimal digits; returns nil at the end.
  private static func next(_ rest: inout Substring.UTF8View) throws(DataURIError) -> UInt8? {
    guard let byte = rest.popFirst() else { return nil }
    guard byte == UInt8(ascii: "%") else { return byte }
    guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
      throw DataURIError(reason: "is damaged; expected two hexadecimal digits after '%'")
    }
    return high << 4 | low
  }

  private static func digit(_ byte: UInt8) -> UInt8? { Character(UnicodeScalar(byte)).hexDigitValue.map(UInt8.init) }
}

/// The reason why a text is not a readable `data:` address.
struct DataURIError: Error {
  /// The rest of a sentence that begins with the address: "has no comma; expected ...".
  let reason: String
}

/// The signatures of films, which a document may name in place of pictures.
package enum FilmSignature {
  /// The number of bytes that identify a film.
  static let length = 12

  /// Returns whether bytes are a film's: MP4 and QuickTime (not HEIC and AVIF), Matroska and WebM, AVI, Ogg.
  package static func isFilm(_ bytes: some Collection<UInt8>) -> Bool {
    let start = Array(bytes.prefix(length))
    guard start.count == length else { return false }
    func text(_ range: Range<Int>) -> String { String(decoding: start[range], as: UTF8.self) }
    switch text(4..<8) {
    case "ftyp": return !["heic", "heix", "heim", "heis", "mif1", "msf1", "avif", "avis"].contains(text(8..<12))
    case "moov", "mdat", "wide": return true
    default: break
    }
    return start.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) || text(0..<4) == "OggS"
      || (text(0..<4) == "RIFF" && text(8..<12) == "AVI ")
  }

  /// Returns whether a file begins as a film; false for an unreadable one.
  package static func isFilm(_ url: URL) -> Bool {
    guard let bytes = try? FileBytes.beginning(of: url.path, count: length) else { return false }
    return isFilm(bytes)
  }
}

/// The decoded images of the scenes of a file, kept for the next scene.
package final class ImageCache {
  /// An image, and, if it is an animated file's first one, all of that file's frames.
  package typealias Picture = (image: CGImage, frames: CAKeyframeAnimation?)

  /// The pictures by the bytes of their files, as names in messages are short and may be shared.
  private var pictures: [[UInt8]: Picture] = [:]
  private var bytes = 0

  /// The limit of bytes, beyond which all images are released: each row may have images of its own.
  private static let mostBytes = 256 << 20

  package init() {}

  subscript(file: [UInt8]) -> Picture? { pictures[file] }

  func keep(_ picture: Picture, of file: [UInt8]) {
    bytes += picture.image.width * picture.image.height * 4
    if bytes > Self.mostBytes {
      pictures = [:]
      bytes = picture.image.width * picture.image.height * 4
    }
    pictures[file] = picture
  }
}
