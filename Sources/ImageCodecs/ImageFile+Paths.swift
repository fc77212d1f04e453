// Whole files by their paths and names, in all formats of the table.

package import ImageFiles

extension ImageFileReader {
  /// Reads the structure of a file in memory, of any format of the table.
  package convenience init(_ bytes: [UInt8], name: String) throws(ImageFileError) {
    try self.init(bytes, name: name, codecs: ImageCodec.all)
  }

  /// Reads the structure of the file at `path`.
  package convenience init(contentsOfFile path: String) throws(ImageFileError) {
    try self.init(FileContents.read(path), name: path)
  }
}

extension ImageFile {
  /// Decodes the file at `path`, whose first bytes tell its format.
  ///
  /// - Throws: `ImageFileError` when it is missing, unreadable, of no known format, damaged, or larger than the limits.
  package static func decode(contentsOfFile path: String) throws(ImageFileError) -> DecodedImage {
    try decode(FileContents.read(path), name: path)
  }

  /// Decodes a whole file in memory; `name` is what errors call it.
  ///
  /// Colours are converted to sRGB, and EXIF orientation is applied: the image is as it is to be seen. An animation
  /// gives its first frame.
  package static func decode(
    _ bytes: [UInt8], name: String, codecs: [ImageCodec] = ImageCodec.all
  ) throws(ImageFileError) -> DecodedImage {
    try ImageFileReader(bytes, name: name, codecs: codecs).pictureToBeSeen(at: 0)
  }

  /// Writes a bitmap to `path` in the format of its suffix; the file appears under its name only when it is whole.
  ///
  /// - Throws: `ImageFileError` with `unknownFormat` for another suffix, `unwritable` with the system's reason.
  package static func write(
    _ bitmap: Bitmap, to path: String, quality: Double? = nil, codecs: [ImageCodec] = ImageCodec.all
  ) throws(ImageFileError) {
    guard let codec = codecs.codec(forPath: path) else {
      throw ImageFileError(
        path, .unknownFormat, "the suffix names no image format; use \(codecs.usualSuffixes)")
    }
    // The file is made before the encoding, which may take long, so that a wrong path is found at once.
    let file = try UnfinishedFile(for: path)
    try file.write(encode(bitmap, as: codec, quality: quality, name: path))
    try file.publish()
  }
}

extension Collection<ImageCodec> {
  /// The format that the suffix of a path's last part names; nil for others, and for a name that is nothing but a
  /// suffix.
  package func codec(forPath path: String) -> ImageCodec? {
    let suffix = path.split(separator: "/").last.flatMap { $0.split(separator: ".").dropFirst().last } ?? ""
    return codec(forSuffix: String(suffix))
  }
}
