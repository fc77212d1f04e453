/// The structure of a file of one format: where its pixels lie and how they are decoded.
package protocol ImageContainer: Sendable {
  /// The pixels of a still picture.
  ///
  /// - Parameter reduction: the part of the size that is enough, down to 1/8; a format that cannot do with less gives
  ///   all.
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
