/// The formats of image files that are read and written.
package enum ImageFileFormat: String, CaseIterable, Sendable {
  case png, jpeg, webp, gif

  /// The format that a path's suffix names (`png`, `apng`, `jpg`, `jpeg`, `webp`, `gif`, in any case), nil for others.
  package init?(suffix: String) {
    switch suffix.lowercased() {
    case "png", "apng": self = .png
    case "jpg", "jpeg": self = .jpeg
    case "webp": self = .webp
    case "gif": self = .gif
    default: return nil
    }
  }

  /// The format whose signature `bytes` start with; a file's name is never believed.
  ///
  /// Two bytes of a PNG's signature or a JPEG's start-of-image marker are enough, and four of a GIF's, so that a file
  /// cut off within its signature is reported as truncated and not as unknown.
  package init?(signatureOf bytes: [UInt8]) {
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    if bytes.count >= 2, png.starts(with: bytes.prefix(png.count)) {
      self = .png
    } else if bytes.starts(with: [0xFF, 0xD8]) {
      self = .jpeg
    } else if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) {
      self = .webp
    } else if ["GIF87a", "GIF89a"].contains(where: { bytes.count >= 4 && $0.utf8.starts(with: bytes.prefix(6)) }) {
      self = .gif
    } else {
      return nil
    }
  }

  /// The format's name in messages: `PNG`, `JPEG`, `WebP`, `GIF`.
  package var name: String {
    switch self {
    case .png: "PNG"
    case .jpeg: "JPEG"
    case .webp: "WebP"
    case .gif: "GIF"
    }
  }
}
