// The encoding that a format and the options give: the encoder, the alpha convention, the depth and the layout.

/// The encoding of the pictures of a film.
package struct PictureEncoding: Sendable {
  /// The encoder; nil where frames are written as they are.
  package let kind: EncoderKind?
  /// The convention of alpha; nil if alpha is left out.
  package let alpha: AlphaConvention?
  /// Matrix and range of YUV.
  package let coding: YUVCoding
  let layout: PictureLayout
  /// The tag of the transfer curve; nil if the pictures do not have such a tag.
  package var transfer: YUVTransfer?
  /// The colour tags of the clip that the frames lie over; nil if the colours are the frames' own.
  var tags: ColorTags?
  /// The reason why the encoder is not the one that was asked for; nil if it is.
  package var fallBack: String?

  /// Whether the frames lie over a clip's planes.
  package var isOverPlanes: Bool { tags != nil }

  /// libavcodec's name of the encoder; nil if frames are written as they are.
  package var encoderName: String? { kind?.encoder }

  /// The sides of pictures of frames of a size: the same, or even ones where that is asked for and needed.
  func padded(_ shape: FrameShape, _ options: VideoOptions) -> FrameShape {
    guard options.padsToEven else { return shape }
    var shape = shape
    if layout.needsEven.width { shape.width += shape.width % 2 }
    if layout.needsEven.height { shape.height += shape.height % 2 }
    return shape
  }

  /// Returns the planes in which frames of a size come; nil if they cannot come as planes. For encoders on a GPU, a
  /// plane has both colour differences in turn.
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
