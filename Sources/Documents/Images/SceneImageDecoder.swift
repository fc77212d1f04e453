// Tested by InlineImageTests and SceneClipTests.

package import CoreGraphics
import Foundation
import ImageCodecs
import ImageFiles
import ImageIO
package import QuartzCore

/// Decodes the images of a scene, of every format of scenes, within one budget.
package final class SceneImageDecoder {
  private let budget: ImageBudget
  private let notes: NoteCollector
  private let cache: ImageCache?
  /// The frames of animated files, by the image that stands for them.
  private var animations: [ObjectIdentifier: CAKeyframeAnimation] = [:]

  /// `cache` has images of other scenes of the same file.
  package init(budget: ImageBudget, notes: NoteCollector, cache: ImageCache? = nil) {
    self.budget = budget
    self.notes = notes
    self.cache = cache
  }

  /// The frames of the animated file that an image is the first one of; nil for others.
  package func animation(of image: CGImage) -> CAKeyframeAnimation? { animations[ObjectIdentifier(image)] }

  /// Decodes a file, named for errors and notes; the scene refers to it at `location`.
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
    // The header says how much it will be. An animation's frames count before they are decoded; the readers bound sizes
    // and counts, so that the product is in range.
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

  /// Decodes an image that is written into the scene as a `data:` address.
  package func decode(_ source: String, from location: SourceLocation) throws(SceneFileError) -> CGImage {
    try decode(DataURI.bytes(of: source, at: location), as: "data:", from: location)
  }

  private func failure(_ error: ImageFileError, at location: SourceLocation) -> SceneFileError {
    SceneFileError(error.problem == .tooLarge ? .tooLarge : .malformed, at: location, error.description)
  }
}

/// Counts the bytes of images before they are decoded: a scene's budget, for all its documents together.
package final class ImageBudget {
  private let limit: Int
  package private(set) var taken = 0

  package init(limit: Int) { self.limit = limit }

  /// Counts an image. Throws `tooLarge` when there are more bytes than may be.
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

/// A file inside the document, `data:image/png;base64,iVBOR...` (RFC 2397): a picture without a file.
package struct DataURI {
  /// The bytes, without whatever stood for them.
  package private(set) var bytes: [UInt8] = []

  /// Whether a text is such an address, good or bad.
  package static func isOne(_ text: String) -> Bool { text.prefix(5).lowercased() == "data:" }

  /// Reads an address. Throws what is wrong with it, and what was expected.
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

  /// The bytes of an address in a document.
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

  /// Base64 as it is found: with line breaks (in XML spaces), without padding, in the alphabet for addresses.
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

  /// Takes a byte off the front: what is written, or what `%` and two hexadecimal digits stand for; nil at the end.
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

/// The beginnings of files that hold films: where a document names a picture, a film may stand, and plays.
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

  /// Whether a file begins so; false for one that cannot be read.
  package static func isFilm(_ url: URL) -> Bool {
    guard let bytes = try? FileBytes.beginning(of: url.path, count: length) else { return false }
    return isFilm(bytes)
  }
}

/// The images that were decoded for the scenes of a file, kept for the next scene.
package final class ImageCache {
  /// An image, and the frames of the animated file that it is the first one of.
  package typealias Picture = (image: CGImage, frames: CAKeyframeAnimation?)

  /// The pictures by the bytes of their files: names in messages are short, and two files may share one.
  private var pictures: [[UInt8]: Picture] = [:]
  private var bytes = 0

  /// The most bytes of images that are kept. Beyond, all are released, as each row may have pictures of its own.
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
