import CLibAV
import ImageFiles

package struct PictureEncoding: Sendable {
  /// The encoder; nil if frames are written as they are.
  package let kind: EncoderKind?
  /// The convention of alpha; nil if alpha is left out.
  package let alpha: AlphaConvention?
  package let coding: YUVCoding
  let layout: PictureLayout
  /// Bits of a component.
  var depth = 8
  /// The tag of the transfer curve; nil for pictures without one.
  package var transfer: YUVTransfer?
  /// The range of the colours; frames over a clip's planes have it before they are encoded.
  var dynamicRange = DynamicRange.sdr
  /// The data of the film's light; empty for none.
  var highRange = HighRangeMetadata()
  /// The colour tags of the clip below the frames; nil if the colours are the frames' own.
  var tags: ColorTags?
  /// The form of the clips' pictures that pass into the film; nil for none.
  var passedForm: PictureForm?
  /// The reason why the requested encoder is not used; nil if it is.
  package var fallBack: String?

  /// Whether the frames lie over a clip's planes.
  package var isOverPlanes: Bool { tags != nil }

  /// Whether the film has a high dynamic range.
  package var isHighRange: Bool {
    dynamicRange != .sdr || tags.map { DynamicRange(transfer: Int($0.transfer)) != .sdr } ?? false
  }

  package var encoderName: String? { kind?.encoder }

  /// Whether a clip's pictures of a form can pass into the film as they are, but for its matrix, range and place of
  /// colour differences, which can be the clip's.
  func takes(_ form: PictureForm) -> Bool {
    guard let kind, kind.device == nil, kind.isSegmented, tags == nil, layout == form.layout else { return false }
    return dynamicRange == form.dynamicRange && form.film?.primaries == dynamicRange.film?.primaries
  }

  /// Returns the shape of pictures of frames of a shape: the same, or with even sides if that is requested and needed.
  func padded(_ shape: FrameShape, _ options: VideoOptions) -> FrameShape {
    guard options.padsToEven else { return shape }
    var shape = shape
    if layout.needsEven.width { shape.width += shape.width % 2 }
    if layout.needsEven.height { shape.height += shape.height % 2 }
    return shape
  }

  /// Returns the planes in which frames of a shape come; nil for pixels. For encoders on a GPU, both colour differences
  /// alternate in one plane.
  func packing(of shape: FrameShape) -> PlanePacking? {
    guard alpha == nil, dynamicRange == .sdr else { return nil }
    return PlanePacking(
      layout, coding: coding, width: shape.width, height: shape.height, isInterleaved: kind?.device != nil)
  }

  /// Whether frames of half floats keep more than 8 bits of a component.
  package var takesDeepFrames: Bool {
    guard tags == nil, case .yuv(_, _, let alpha) = layout else { return depth == 16 }
    return depth > 8 && !alpha
  }

  /// Throws for 16 bits of frames that have 8.
  func checkDepth(_ areFramesDeep: Bool) throws(VideoError) {
    guard depth == 8 || areFramesDeep else {
      throw .badOption("the frames have 8 bits a component, and `depth` 16 is asked for; frames over a clip have 8")
    }
  }

  var isLossy: Bool { kind.map { !$0.isLossless } ?? false }

  /// Whether a film's pictures can be encoded in segments. PNG and WebP animations cannot: a picture is its difference
  /// from the one before, and a WebP is one packet.
  var isSegmented: Bool { kind?.isSegmented ?? true }
}

/// The container, the encoder and their settings that libav opens for a film.
struct EncoderRecipe {
  /// libavformat's short name of the container, and its options.
  let container: String
  let containerOptions: [(String, String)]
  /// libavcodec's name of the encoder, and its options.
  let encoder: String
  let encoderOptions: [(String, String)]
  let threads: Int
  let encoding: PictureEncoding
  /// The planes of frames that come as planes; nil if frames come as pixels.
  let packing: PlanePacking?
  /// The pictures under the frames, through which the frames come; nil for none.
  let underlay: Underlay?
  let timecode: String?

  init(
    container: String, containerOptions: [(String, String)], encoding: PictureEncoding, shape: FrameShape,
    options: VideoOptions
  ) {
    guard let kind = encoding.kind else { preconditionFailure("\(container) without an encoder") }
    (self.container, self.containerOptions) = (container, containerOptions)
    (encoder, threads, self.encoding, timecode) = (kind.encoder, options.threads, encoding, options.timecode)
    underlay = encoding.tags == nil ? nil : options.underlay
    packing =
      options.takesPlanes && underlay == nil && encoding.passedForm == nil ? encoding.packing(of: shape) : nil
    encoderOptions = kind.settings(
      EncoderRequest(
        crf: options.crf ?? kind.crf?.standard, bitrate: options.bitrate, preset: options.preset ?? .standard,
        width: shape.width, threads: options.threads, highRange: encoding.highRange))
  }

  /// Whether the container keeps the stream's headers apart from its packets.
  var wantsGlobalHeader: Bool {
    av_guess_format(container, nil, nil).map { $0.pointee.flags & AVFMT_GLOBALHEADER != 0 } ?? false
  }

  /// libavutil's layouts for the encoder, the best first.
  var pixelFormats: [AVPixelFormat] {
    if packing?.isInterleaved == true { return [packing?.componentBytes == 1 ? AV_PIX_FMT_NV12 : .p010] }
    return encoding.layout.pixelFormats
  }
}

extension PictureLayout {
  var pixelFormats: [AVPixelFormat] {
    switch self {
    case .rgba: [AV_PIX_FMT_RGBA]
    case .argb: [AV_PIX_FMT_ARGB]
    case .bgra: [AV_PIX_FMT_BGRA]
    case .bgrx: [AV_PIX_FMT_BGR0, AV_PIX_FMT_BGRA]
    case .rgb: [AV_PIX_FMT_RGB24]
    case .packed(let order): preconditionFailure("no libav format has the bytes \(order)")
    case .planes(let alpha): [alpha ? AV_PIX_FMT_GBRAP : AV_PIX_FMT_GBRP]
    case .yuv(.quarter, 8, let alpha): [alpha ? AV_PIX_FMT_YUVA420P : AV_PIX_FMT_YUV420P]
    case .yuv(.quarter, _, let alpha): [alpha ? AV_PIX_FMT_YUVA420P10LE : AV_PIX_FMT_YUV420P10LE]
    case .yuv(.half, 8, let alpha): [alpha ? AV_PIX_FMT_YUVA422P : AV_PIX_FMT_YUV422P]
    case .yuv(.half, _, let alpha): [alpha ? AV_PIX_FMT_YUVA422P10LE : AV_PIX_FMT_YUV422P10LE]
    case .yuv(.full, 8, let alpha): [alpha ? AV_PIX_FMT_YUVA444P : AV_PIX_FMT_YUV444P]
    case .yuv(.full, _, let alpha): [alpha ? AV_PIX_FMT_YUVA444P10LE : AV_PIX_FMT_YUV444P10LE]
    }
  }
}
