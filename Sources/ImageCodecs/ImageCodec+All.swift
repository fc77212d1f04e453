// The formats of image files, in the order of messages.
//
// The folders stand in one order; each uses only those before it (FolderOrderTests):
//
//   WebP   the format
//   GIF    the format, and its palettes
//   .      the list of all

package import ImageFiles

extension ImageCodec {
  /// All formats that are read and written.
  package static let all: [ImageCodec] = [.png, .jpeg, .webp, .gif]

  /// Creates the format of a suffix (`png`, `apng`, `jpg`..., in any case); returns nil for others.
  package init?(suffix: String) {
    guard let codec = Self.all.codec(forSuffix: suffix) else { return nil }
    self = codec
  }

  /// Creates the format whose signature `bytes` have; returns nil for none.
  package init?(signatureOf bytes: [UInt8]) {
    guard let codec = Self.all.codec(forSignatureOf: bytes) else { return nil }
    self = codec
  }

  /// Creates the format of Apple's type identifier (`public.png`); returns nil for others.
  package init?(typeIdentifier: String) {
    guard let codec = Self.all.first(where: { $0.typeIdentifier == typeIdentifier }) else { return nil }
    self = codec
  }

  /// The libraries that read and write image files, with their versions.
  package static var libraries: [(name: String, version: String)] {
    all.map { $0.library() } + [ImageFile.colorLibrary]
  }
}

extension ImageFileReader {
  /// Reads the structure of a file in memory, of any format.
  package convenience init(_ bytes: [UInt8], name: String) throws(ImageFileError) {
    try self.init(bytes, name: name, codecs: ImageCodec.all)
  }

  /// Reads the structure of the file at `path`.
  package convenience init(contentsOfFile path: String) throws(ImageFileError) {
    try self.init(FileContents.read(path), name: path)
  }
}

extension ImageFile {
  /// Decodes the file at `path`, whose signature determines its format. Throws if it is missing, unreadable, of an
  /// unknown format, damaged, or beyond the limits.
  package static func decode(contentsOfFile path: String) throws(ImageFileError) -> DecodedImage {
    try decode(FileContents.read(path), name: path)
  }

  /// Decodes a whole file in memory; errors contain `name`. Converts colours to sRGB and applies the EXIF orientation.
  /// Returns the first frame of an animation.
  package static func decode(
    _ bytes: [UInt8], name: String, codecs: [ImageCodec] = ImageCodec.all
  ) throws(ImageFileError) -> DecodedImage {
    try ImageFileReader(bytes, name: name, codecs: codecs).pictureToBeSeen(at: 0)
  }

  /// Writes a bitmap to `path` in the format of its suffix; the file has its name only when it is complete. Throws
  /// `unknownFormat` for another suffix, `unwritable` with the system's reason.
  package static func write(
    _ bitmap: Bitmap, to path: String, quality: Double? = nil, codecs: [ImageCodec] = ImageCodec.all
  ) throws(ImageFileError) {
    guard let codec = codecs.codec(forPath: path) else {
      throw ImageFileError(path, .unknownFormat, "the suffix names no image format; use \(codecs.usualSuffixes)")
    }
    // The file is made before the encoding, which may take long, so that a wrong path fails at once.
    let file = try UnfinishedFile(for: path)
    try file.write(encode(bitmap, as: codec, quality: quality, name: path))
    try file.publish()
  }
}

extension Collection<ImageCodec> {
  /// Returns the format of a path's suffix; nil for others, and for a name that is only a suffix.
  package func codec(forPath path: String) -> ImageCodec? {
    let suffix = path.split(separator: "/").last.flatMap { $0.split(separator: ".").dropFirst().last } ?? ""
    return codec(forSuffix: String(suffix))
  }
}
