// The formats of image files, in the order in which messages name them.
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

  /// The format of a suffix (`png`, `apng`, `jpg`..., in any case); nil for others.
  package init?(suffix: String) {
    guard let codec = Self.all.codec(forSuffix: suffix) else { return nil }
    self = codec
  }

  /// The format whose signature `bytes` start with; nil for none.
  package init?(signatureOf bytes: [UInt8]) {
    guard let codec = Self.all.codec(forSignatureOf: bytes) else { return nil }
    self = codec
  }

  /// The format of Apple's name for a type (`public.png`); nil for others.
  package init?(typeIdentifier: String) {
    guard let codec = Self.all.first(where: { $0.typeIdentifier == typeIdentifier }) else { return nil }
    self = codec
  }

  /// The libraries that read and write image files, with the versions in use.
  package static var libraries: [(name: String, version: String)] {
    all.map { $0.library() } + [ImageFile.colorLibrary]
  }
}
