/// A format of image files: the recognition, reading and writing of its files. `ImageCodec.all` of the module
/// ImageCodecs is the table of formats, from which reading, writing, ImageIO's types and the command's help and
/// messages follow. A new format takes its codec and a row there.
package struct ImageCodec: Sendable, Equatable, CustomStringConvertible {
  /// A function that reads a file's structure without decoding pixels.
  package typealias Reader =
    @Sendable (_ bytes: [UInt8], _ name: String) throws(ImageFileError) -> (
      container: any ImageContainer, header: ImageFileHeader
    )
  /// A function that encodes pictures of one size; several only for a format with animations.
  package typealias Writer =
    @Sendable (_ frames: [OutputFrame], _ settings: OutputSettings, _ name: String) throws(ImageFileError) -> [UInt8]

  /// The format's name in messages: `PNG`.
  package let name: String
  /// The suffixes of its files, lowercase and without the dot, the usual one first.
  package let suffixes: [String]
  /// Apple's identifier of the type: `public.png`.
  package let typeIdentifier: String
  /// ImageIO's key for the dictionary of the format's properties, `{PNG}`; nil for a format without animations.
  package let animationProperties: String?
  /// Whether pixels may be transparent; if not, pictures are drawn over white.
  package let hasAlpha: Bool
  /// The library that decodes and encodes the pixels, and its version.
  package let library: @Sendable () -> (name: String, version: String)
  /// Returns whether a file has the format's signature, whatever its name. True for a file that ends inside the
  /// signature where no other format is possible, so that it is reported as truncated instead of unknown.
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

  /// Whether a file may contain animations.
  package var holdsAnimations: Bool { animationProperties != nil }

  package var description: String { name }

  /// Whether the names of the formats are equal.
  package static func == (a: ImageCodec, b: ImageCodec) -> Bool { a.name == b.name }
}

extension Collection<ImageCodec> {
  /// Returns the format of a suffix in any case; nil for others.
  package func codec(forSuffix suffix: String) -> ImageCodec? {
    let suffix = suffix.lowercased()
    return first { $0.suffixes.contains(suffix) }
  }

  /// Returns the format whose signature a file has; nil for none.
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

/// The structure of a file of one format: the places of its pixels, and their decoder.
package protocol ImageContainer: Sendable {
  /// Decodes a still picture. `reduction`: the part of the size that suffices, from 1/8 to 1.
  func decodePicture(
    of bytes: [UInt8], _ header: ImageFileHeader, reduction: Double, name: String
  ) throws(ImageFileError) -> StraightPixels

  /// Decodes a frame of a file that is an animation by its header.
  func decodeFrame(
    _ index: Int, of bytes: [UInt8], _ header: ImageFileHeader, name: String
  ) throws(ImageFileError) -> StraightPixels

  /// Returns the scale of a picture decoded at `reduction` whose sides are rounded up, so that the last pixels exceed
  /// the picture; nil if the decoder fits the picture to the sides.
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

/// The pixels from a format's decoder, before the steps that all formats share.
package struct StraightPixels: Sendable {
  /// Components in rows from the top, without padding; colours are not premultiplied.
  package enum Samples: Sendable {
    case rgba8([UInt8])
    /// 16 bits a component, in the machine's byte order.
    case rgba16([UInt16])
    /// Amounts of ink; 255 is full ink.
    case cmyk8([UInt8])
  }

  package var width: Int
  package var height: Int
  package var samples: Samples
  /// Whether an alpha may be below its maximum.
  package var mayHaveAlpha: Bool

  package init(width: Int, height: Int, samples: Samples, mayHaveAlpha: Bool) {
    (self.width, self.height, self.samples, self.mayHaveAlpha) = (width, height, samples, mayHaveAlpha)
  }
}
