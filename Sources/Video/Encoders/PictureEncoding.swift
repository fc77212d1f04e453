// What a format and the options come to: which encoder, which alpha, which depth, which layout.

/// How the pictures of a film are encoded.
package struct PictureEncoding: Sendable {
  /// The encoder; nil where frames are written as they are.
  package let kind: EncoderKind?
  /// What becomes of alpha; nil where it is left out.
  package let alpha: AlphaConvention?
  /// Matrix and range of YUV.
  package let coding: YUVCoding
  let layout: PictureLayout
  /// What is said of the transfer curve; nil where pictures have no such word.
  package var transfer: YUVTransfer?
  /// What is said of the colours where they are a clip's, over which the frames lie; nil where they are the frames'.
  var tags: ColorTags?
  /// Why the encoder is another one than was asked for; nil where it is not.
  package var fallBack: String?

  /// Whether the frames lie over a clip's planes.
  package var isOverPlanes: Bool { tags != nil }

  /// libavcodec's name of the encoder; nil where there is none.
  package var encoderName: String? { kind?.encoder }

  /// The sides of pictures of frames of a size: the same, or even ones where that is asked for and needed.
  func padded(_ shape: FrameShape, _ options: VideoOptions) -> FrameShape {
    guard options.padsToEven else { return shape }
    var shape = shape
    if layout.needsEven.width { shape.width += shape.width % 2 }
    if layout.needsEven.height { shape.height += shape.height % 2 }
    return shape
  }

  /// How frames of a size come as planes; nil where they cannot. A GPU's encoders have the differences of colour beside
  /// each other.
  func packing(of shape: FrameShape) -> PackedPlanes? {
    guard alpha == nil else { return nil }
    return PackedPlanes(
      layout, coding: coding, width: shape.width, height: shape.height, isInterleaved: kind?.device != nil)
  }

  /// Whether the encoder changes colours.
  var isLossy: Bool { kind.map { !$0.isLossless } ?? false }

  /// Whether the pictures of a film can be encoded in segments. An animation of PNG or WebP cannot: its pictures
  /// are what changed since the one before, and WebP's are one packet.
  var isSegmented: Bool { kind?.isSegmented ?? true }
}
