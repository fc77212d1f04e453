/// A format of image files: how its files are recognised, read and written. `ImageCodec.all` of the module ImageCodecs
/// is the table of formats; reading, writing, ImageIO's types and the command's help and messages are made from it. To
/// add a format: its codec, and its row.
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
  /// Whether a file begins as this format's do; its name does not count. True for one that is cut off within the
  /// signature as soon as no other format is possible: it is reported as truncated, not as unknown.
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

  package var names: String { map(\.name).listed(by: "or") }

  /// The usual suffix of each: `.png, .jpg, .webp or .gif`.
  package var usualSuffixes: String { map { ".\($0.suffixes[0])" }.listed(by: "or") }
}

extension Collection<String> {
  package func listed(by conjunction: String) -> String {
    count < 2 ? first ?? "" : "\(dropLast().joined(separator: ", ")) \(conjunction) \(suffix(1).joined())"
  }
}

/// The structure of a file of one format: where its pixels lie and how they are decoded.
package protocol ImageContainer: Sendable {
  /// The pixels of a still picture. `reduction`: the part of the size that is enough, down to 1/8; or all.
  func decodePicture(
    of bytes: [UInt8], _ header: ImageFileHeader, reduction: Double, name: String
  ) throws(ImageFileError) -> StraightPixels

  /// The pixels of a frame of an animation; called where the header says that the file is one.
  func decodeFrame(
    _ index: Int, of bytes: [UInt8], _ header: ImageFileHeader, name: String
  ) throws(ImageFileError) -> StraightPixels

  /// The scale of a picture that is decoded at `reduction`, where sides are rounded up, so that the last pixels reach
  /// beyond the picture; nil where the decoder fits the picture to the sides.
  func decodedPart(at reduction: Double) -> Double?
}

extension ImageContainer {
  package func decodePicture(
    of bytes: [UInt8], _ header: ImageFileHeader, reduction: Double, name: String
  ) throws(ImageFileError) -> StraightPixels {
    preconditionFailure("\(Self.self) holds animations only")
  }

  package func decodeFrame(
    _ index: Int, of bytes: [UInt8], _ header: ImageFileHeader, name: String
  ) throws(ImageFileError) -> StraightPixels {
    preconditionFailure("\(Self.self) holds no animation")
  }

  package func decodedPart(at reduction: Double) -> Double? { nil }
}

/// The pixels that a format's decoder returns, before the steps that all formats share.
package struct StraightPixels: Sendable {
  /// Components in rows from the top, tight; colours are not multiplied by alpha.
  package enum Samples: Sendable {
    case rgba8([UInt8])
    /// 16 bits a component, in the machine's byte order.
    case rgba16([UInt16])
    /// Amounts of ink, 255 for all.
    case cmyk8([UInt8])
  }

  package var width: Int
  package var height: Int
  package var samples: Samples
  /// Whether some alpha may be below full.
  package var mayHaveAlpha: Bool

  package init(width: Int, height: Int, samples: Samples, mayHaveAlpha: Bool) {
    (self.width, self.height, self.samples, self.mayHaveAlpha) = (width, height, samples, mayHaveAlpha)
  }
}
