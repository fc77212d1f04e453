// Whether a file is a film: where a document names a picture, a film may stand, and plays. What is in it is read later,
// by whoever can.
//
// Tested by SceneClipTests.

package import Foundation

/// The beginnings of files that hold films.
package enum FilmSignature {
  /// The number of bytes that identify a film.
  static let length = 12

  /// Returns whether bytes are those of a container of films: MP4 and QuickTime, Matroska and WebM, AVI, Ogg. Pictures
  /// in an MP4's container, HEIC and AVIF, do not count.
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
