import CLibAV
import CoreGraphics

/// The description of a stream of pictures by its container, checked before anything is decoded.
struct ClipDescription: Sendable {
  let width: Int
  let height: Int
  let layout: ClipLayout
  var decoder: String
  let codec: String
  /// Whether the codec is intra-only: each picture can be decoded without those before it.
  let isIntraOnly: Bool
  let colors: ClipColors
  /// The data of the film's light; of PQ's films without any in the container, that of the first picture.
  var highRange: HighRangeMetadata
  private let dolbyVision: DolbyVision?
  let turn: ClipTurn
  /// The width of a pixel, in its heights.
  let pixelAspect: Double
  let isPremultiplied: Bool
  private let timeScale: Int

  /// - Throws: `cannotRead` for unsupported kinds, and for sizes outside of `ClipLimits`.
  init(_ stream: UnsafeMutablePointer<AVStream>, of input: InputFile, name: String) throws(VideoError) {
    let parameters = stream.parameters
    codec = String(cString: avcodec_get_name(parameters[\.codec_id]))
    isIntraOnly = (avcodec_descriptor_get_by_name(codec)?.pointee.props ?? 0) & AV_CODEC_PROP_INTRA_ONLY != 0
    decoder = try Self.decoder(for: stream, codec: codec, name: name)
    (width, height) = (Int(parameters[\.width]), Int(parameters[\.height]))
    guard ClipLimits.take(width: width, height: height) else {
      throw .cannotRead(
        path: name,
        reason: "pictures of \(width)x\(height) pixels; expected 1 to \(ClipLimits.longestSide) a side, and at most "
          + "\(ClipLimits.mostPixels) in all")
    }
    let isTransparent = Self.hasPlaneOfAlpha(stream)
    var format = parameters[\.format]
    // libavcodec's own decoder, which fills in the description, leaves alpha out.
    if isTransparent, format == AV_PIX_FMT_YUV420P.rawValue { format = AV_PIX_FMT_YUVA420P.rawValue }
    guard format >= 0 else { throw .cannotRead(path: name, reason: "its first pictures cannot be decoded") }
    guard let layout = ClipLayout(format) else {
      throw .cannotRead(path: name, reason: "pictures of a layout that is not read, number \(format) of libavutil's")
    }
    self.layout = layout
    colors = ClipColors(parameters, layout: layout)
    highRange = HighRangeMetadata(stream)
    dolbyVision = HighRangeMetadata.dolbyVision(stream)
    guard colors.weights != nil else {
      throw .cannotRead(
        path: name,
        reason: "colours by a matrix that is not read, number \(parameters[\.color_space].rawValue) of H.273")
    }
    turn = ClipTurn(stream)
    isPremultiplied = layout.hasAlpha && input.isQuickTime && input.quickTimeFile.isPremultiplied
    let aspect = av_guess_sample_aspect_ratio(input.context, stream, nil)
    let ratio = aspect.num > 0 && aspect.den > 0 ? Double(aspect.num) / Double(aspect.den) : 1
    let isRead =
      ratio <= ClipLimits.widestPixel && ratio >= 1 / ClipLimits.widestPixel
      && ClipLimits.take(width: max(Int(bounded: (Double(width) * ratio).rounded()), 1), height: height)
    pixelAspect = isRead ? ratio : 1
    let base = stream[\.time_base]
    timeScale = max(Int(base.den), 1)
  }

  /// The colours that are converted to sRGB's; nil if they are shown as these.
  var film: FilmColors? {
    FilmColors(transfer: colors.transfer, primaries: colors.primaries, peak: highRange.peak)
  }

  /// The bytes of a picture, decoded and as an image.
  var pictureMemory: Int { width * height * (layout.componentBytes * 3 + 4) }

  /// The width of a picture with square pixels, before it is turned.
  var squareWidth: Int { squareWidth(of: width) }

  /// Returns the width with square pixels of a picture that has other columns than the stream.
  func squareWidth(of columns: Int) -> Int { max(1, Int(bounded: (Double(columns) * pixelAspect).rounded())) }

  var size: CGSize {
    turn.isTransposed ? CGSize(width: height, height: squareWidth) : CGSize(width: squareWidth, height: height)
  }

  func pictures(_ index: ClipIndex, start: Double) -> ClipPictures {
    ClipPictures(
      codedWidth: width, codedHeight: height, layout: layout,
      alpha: !layout.hasAlpha ? nil : isPremultiplied ? .premultiplied : .straight, coding: colors.coding,
      hasWrittenMatrix: colors.weights == ClipColors.Weights(colors.coding.matrix), siting: colors.siting,
      transfer: colors.transfer, primaries: colors.primaries, highRange: highRange, dolbyVision: dolbyVision,
      orientation: turn.transform(width: CGFloat(squareWidth), height: CGFloat(height)), turn: turn,
      pixelAspect: pixelAspect,
      nominalFrameRate: index.rate,
      densestFrameRate: index.isConstantRate ? nil : FrameRate.densest(of: index.starts),
      isConstantRate: index.isConstantRate, timeScale: timeScale, count: index.count,
      start: start, keyFrames: index.keys.map { Int(index.places[Int($0)]) }.filter { $0 >= 0 }, codec: codec)
  }

  private static func decoder(
    for stream: UnsafeMutablePointer<AVStream>, codec: String, name: String
  ) throws(VideoError) -> String {
    let id = stream.parameters[\.codec_id]
    var found = avcodec_find_decoder(id)
    if hasPlaneOfAlpha(stream) {
      found = avcodec_find_decoder_by_name(id == .vp9 ? "libvpx-vp9" : "libvpx") ?? found
    }
    guard let found else { throw .cannotRead(path: name, reason: "libavcodec does not decode its pictures, \(codec)") }
    let decoder = String(cString: found.pointee.name)
    guard InputRules.film.decoders.contains(decoder) else {
      throw .cannotRead(path: name, reason: "its pictures are of a kind that is not read, \(decoder)")
    }
    return decoder
  }

  /// Whether alpha is stored separately from each picture, as in WebM.
  private static func hasPlaneOfAlpha(_ stream: UnsafeMutablePointer<AVStream>) -> Bool {
    let id = stream.parameters[\.codec_id]
    guard id == .vp9 || id == AV_CODEC_ID_VP8,
      let entry = av_dict_get(stream[\.metadata], "alpha_mode", nil, 0)
    else { return false }
    return String(cString: entry.pointee.value) == "1"
  }
}

/// The description that a stream, or one of its pictures, gives of its colours.
struct ClipColors: Equatable, Sendable {
  let coding: YUVCoding
  /// The weights of red and blue in luma; nil if luma is not a sum of red, green and blue.
  let weights: Weights?
  let siting: ClipSiting
  let transfer: Int
  let primaries: Int

  struct Weights: Equatable, Sendable {
    let red: Double
    let blue: Double

    init(red: Double, blue: Double) { (self.red, self.blue) = (red, blue) }

    init(_ matrix: YUVMatrix) { self.init(red: matrix.red, blue: matrix.blue) }
  }

  init(_ parameters: UnsafeMutablePointer<AVCodecParameters>, layout: ClipLayout) {
    self.init(
      matrix: parameters[\.color_space], range: parameters[\.color_range], location: parameters[\.chroma_location],
      transfer: Int(parameters[\.color_trc].rawValue), primaries: Int(parameters[\.color_primaries].rawValue),
      layout: layout, height: Int(parameters[\.height]))
  }

  /// Creates the description of a picture; the stream's values replace values that the picture lacks.
  init(_ frame: UnsafeMutablePointer<AVFrame>, layout: ClipLayout, stream: ClipColors) {
    let own = ClipColors(
      matrix: frame[\.colorspace], range: frame[\.color_range], location: frame[\.chroma_location],
      transfer: stream.transfer, primaries: stream.primaries, layout: layout, height: Int(frame[\.height]))
    let saysMatrix = frame[\.colorspace] != AVCOL_SPC_UNSPECIFIED
    let saysRange = frame[\.color_range] != AVCOL_RANGE_UNSPECIFIED || layout.isJPEG
    coding = YUVCoding(
      matrix: saysMatrix ? own.coding.matrix : stream.coding.matrix,
      range: saysRange ? own.coding.range : stream.coding.range)
    weights = saysMatrix ? own.weights : stream.weights
    siting = frame[\.chroma_location] != AVCHROMA_LOC_UNSPECIFIED ? own.siting : stream.siting
    (transfer, primaries) = (stream.transfer, stream.primaries)
  }

  /// Creates the description of a picture by its own tags.
  init(_ frame: UnsafeMutablePointer<AVFrame>, layout: ClipLayout) {
    self.init(
      matrix: frame[\.colorspace], range: frame[\.color_range], location: frame[\.chroma_location],
      transfer: Int(frame[\.color_trc].rawValue), primaries: Int(frame[\.color_primaries].rawValue), layout: layout,
      height: Int(frame[\.height]))
  }

  private init(
    matrix: AVColorSpace, range: AVColorRange, location: AVChromaLocation, transfer: Int, primaries: Int,
    layout: ClipLayout, height: Int
  ) {
    (self.transfer, self.primaries) = (transfer, primaries)
    let isFull = range == AVCOL_RANGE_JPEG || layout.isJPEG || layout.colors != .yuv
    let standard = YUVMatrix.standard(height: height)
    let known: (matrix: YUVMatrix, weights: Weights?)
    switch matrix {
    case AVCOL_SPC_BT709: known = (.bt709, Weights(.bt709))
    case AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M: known = (.bt601, Weights(.bt601))
    case AVCOL_SPC_FCC: known = (.bt601, Weights(red: 0.3, blue: 0.11))
    case AVCOL_SPC_SMPTE240M: known = (.bt709, Weights(red: 0.212, blue: 0.087))
    case AVCOL_SPC_BT2020_NCL: known = (.bt2020, Weights(.bt2020))
    case AVCOL_SPC_UNSPECIFIED, AVCOL_SPC_RESERVED: known = (standard, Weights(standard))
    // RGB and grey need no weights.
    default: known = (standard, layout.colors == .yuv ? nil : Weights(standard))
    }
    coding = YUVCoding(matrix: known.matrix, range: isFull ? .full : .limited)
    weights = known.weights
    switch location {
    case AVCHROMA_LOC_CENTER: siting = .middle
    case AVCHROMA_LOC_TOPLEFT: siting = ClipSiting(isLeft: true, row: .top)
    case AVCHROMA_LOC_TOP: siting = ClipSiting(isLeft: false, row: .top)
    case AVCHROMA_LOC_BOTTOMLEFT: siting = ClipSiting(isLeft: true, row: .bottom)
    case AVCHROMA_LOC_BOTTOM: siting = ClipSiting(isLeft: false, row: .bottom)
    default: siting = .left
    }
  }
}

extension ClipLayout {
  /// Whether the layout's name (`yuvj420p`) says that the range is full.
  fileprivate var isJPEG: Bool {
    [AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P, AV_PIX_FMT_YUVJ440P].contains {
      $0.rawValue == format
    }
  }
}

/// The transposition and the mirroring that make pictures upright.
struct ClipTurn: Equatable, Sendable {
  /// Whether rows become columns, before the mirroring.
  var isTransposed = false
  var mirrorsX = false
  var mirrorsY = false

  /// Reads the turn of a stream from its display matrix, to the nearest quarter of a turn.
  init(_ stream: UnsafeMutablePointer<AVStream>) {
    var size = 0
    guard let bytes = clibav_stream_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size),
      size >= 9 * MemoryLayout<Int32>.size
    else { return }
    // The rows are (a, b, u), (c, d, v) and (x, y, w).
    let entries = UnsafeRawPointer(bytes)
    func entry(_ at: Int) -> Double { Double(entries.loadUnaligned(fromByteOffset: at * 4, as: Int32.self)) }
    let (a, b, c, d) = (entry(0), entry(1), entry(3), entry(4))
    isTransposed = abs(b) + abs(c) > abs(a) + abs(d)
    (mirrorsX, mirrorsY) = isTransposed ? (c < 0, b < 0) : (a < 0, d < 0)
  }

  init() {}

  var isIdentity: Bool { self == ClipTurn() }

  /// Returns the turn as a transform of pictures of a size, with the result's corner at 0.
  func transform(width: CGFloat, height: CGFloat) -> CGAffineTransform {
    let (x, y): (CGFloat, CGFloat) = (mirrorsX ? -1 : 1, mirrorsY ? -1 : 1)
    let size = isTransposed ? (height, width) : (width, height)
    let (tx, ty) = (mirrorsX ? size.0 : 0, mirrorsY ? size.1 : 0)
    return isTransposed
      ? CGAffineTransform(a: 0, b: y, c: x, d: 0, tx: tx, ty: ty)
      : CGAffineTransform(a: x, b: 0, c: 0, d: y, tx: tx, ty: ty)
  }
}

/// The bounds of films as input, which are checked before memory is allocated.
enum ClipLimits {
  static let longestSide = 16_384
  static let mostPixels = 1 << 26
  /// The most pictures of a film: 19 hours at 60 a second.
  static let mostPictures = 1 << 22
  /// The longest duration, in seconds: 100 hours.
  static let longest = 360_000.0
  /// The most streams of sound that a clip lists.
  static let mostSounds = 16
  /// The largest ratio of a pixel's sides; a pixel beyond it is taken for square.
  static let widestPixel = 16.0

  static func take(width: Int, height: Int) -> Bool {
    (1...longestSide).contains(width) && (1...longestSide).contains(height) && width * height <= mostPixels
  }
}
