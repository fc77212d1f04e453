// A format of image files, as one value. The formats that there are stand in one table, `ImageCodec.all` of the module
// ImageCodecs; reading, writing, ImageIO's types and the command's help and messages are made from it. To add a format:
// its codec, and its row.

/// A format of image files: how its files are recognised, read and written.
package struct ImageCodec: Sendable, Equatable, CustomStringConvertible {
  /// Reads a file's structure; no pixel is decoded.
  package typealias Reader =
    @Sendable (_ bytes: [UInt8], _ name: String) throws(ImageFileError) -> (
      container: any ImageContainer, header: ImageFileHeader
    )
  /// Encodes pictures of one size; several only where the format holds animations.
  package typealias Writer =
    @Sendable (_ frames: [OutputFrame], _ settings: OutputSettings, _ name: String) throws(ImageFileError) -> [UInt8]

  /// The format's name in messages: `PNG`.
  package let name: String
  /// The suffixes of its files, lower case and without the dot, the usual one first.
  package let suffixes: [String]
  /// Apple's name for the type: `public.png`.
  package let typeIdentifier: String
  /// ImageIO's name for the dictionary of the format's properties, `{PNG}`, where the format holds animations.
  package let animationProperties: String?
  /// Whether pixels may be transparent; otherwise pictures are shown over white.
  package let hasAlpha: Bool
  /// The library that decodes and encodes the pixels, and its version.
  package let library: @Sendable () -> (name: String, version: String)
  /// Whether a file begins as this format's do; a file's name is never believed. Answers true for a file that is cut
  /// off within the signature as soon as no other format is possible, so that it is reported as truncated and not as
  /// unknown.
  package let isSignature: @Sendable (_ bytes: [UInt8]) -> Bool
  let read: Reader
  let write: Writer

  package init(
    name: String, suffixes: [String], typeIdentifier: String, animationProperties: String? = nil, hasAlpha: Bool = true,
    library: @escaping @Sendable () -> (name: String, version: String),
    isSignature: @escaping @Sendable (_ bytes: [UInt8]) -> Bool, read: @escaping Reader, write: @escaping Writer
  ) {
    (self.name, self.suffixes, self.typeIdentifier) = (name, suffixes, typeIdentifier)
    (self.animationProperties, self.hasAlpha, self.library) = (animationProperties, hasAlpha, library)
    (self.isSignature, self.read, self.write) = (isSignature, read, write)
  }

  /// Whether a file may hold several pictures, with times.
  package var holdsAnimations: Bool { animationProperties != nil }

  package var description: String { name }

  /// Formats are the same when their names are.
  package static func == (a: ImageCodec, b: ImageCodec) -> Bool { a.name == b.name }
}

extension Collection<ImageCodec> {
  /// The format that a suffix names, in any case; nil for others.
  package func codec(forSuffix suffix: String) -> ImageCodec? {
    let suffix = suffix.lowercased()
    return first { $0.suffixes.contains(suffix) }
  }

  /// The format whose signature a file starts with; nil for none of them.
  package func codec(forSignatureOf bytes: [UInt8]) -> ImageCodec? { first { $0.isSignature(bytes) } }

  /// `PNG, JPEG, WebP or GIF`.
  package var names: String { map(\.name).listed(by: "or") }

  /// The usual suffix of each: `.png, .jpg, .webp or .gif`.
  package var usualSuffixes: String { map { ".\($0.suffixes[0])" }.listed(by: "or") }
}

extension Collection<String> {
  /// `a, b or c`.
  package func listed(by conjunction: String) -> String {
    count < 2 ? first ?? "" : "\(dropLast().joined(separator: ", ")) \(conjunction) \(suffix(1).joined())"
  }
}
