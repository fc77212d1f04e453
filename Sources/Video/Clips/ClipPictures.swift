import CLibAV
package import CoreGraphics

package struct ClipPictures: Sendable {
  /// The pictures' own columns, before they are turned and stretched.
  package let codedWidth: Int
  /// The pictures' own rows.
  package let codedHeight: Int
  package let layout: ClipLayout
  /// The convention of the colours with alpha; nil without alpha.
  package let alpha: AlphaConvention?
  /// The matrix and range of the colours. If the film does not name them, those that suit its size.
  package let coding: YUVCoding
  /// Whether `coding` has their matrix, and not one near to it: FCC's and SMPTE 240M's are read, and not written.
  let hasWrittenMatrix: Bool
  package let siting: ClipSiting
  /// libavcodec's number of the transfer curve (ITU-T H.273); 2 where the film does not say.
  package let transfer: Int
  /// libavcodec's number of the primaries (ITU-T H.273); 2 where the film does not say.
  package let primaries: Int
  /// The transform that turns and mirrors the pictures upright, in pixels, y downwards; Apple's `preferredTransform`.
  package let orientation: CGAffineTransform
  /// The quarter turn and the mirroring of `orientation`.
  let turn: ClipTurn
  /// The width of a pixel, in its heights.
  package let pixelAspect: Double
  /// Pictures a second, or their mean at a variable rate; nil for a single picture of unknown duration.
  package let nominalFrameRate: FrameRate?
  /// The highest usual rate at which pictures of a variable rate come; nil for other clips.
  package let densestFrameRate: FrameRate?
  /// Whether picture n begins `n / nominalFrameRate` after the first, but for rounding to the film's unit of time.
  package let isConstantRate: Bool
  /// Units of time in a second.
  package let timeScale: Int
  package let count: Int
  /// The begin time of the first picture, in seconds of the clip: 0 unless sound begins before it.
  package let start: Double
  /// The places, among those that are shown, where decoding can begin.
  package let keyFrames: [Int]
  package let codec: String

  /// The transfer curve's name where it is one of a high dynamic range (ITU-R BT.2100), which nothing here maps; else
  /// nil.
  var highRangeCurve: String? { [16: "PQ", 18: "HLG"][transfer] }
}

/// The position of a colour difference that several pixels share.
package struct ClipSiting: Equatable, Sendable {
  package enum Row: Sendable { case top, middle, bottom }

  /// Whether it lies at the left one of two pixels; otherwise it lies in their middle.
  package var isLeft: Bool
  /// The row at which it lies: the upper or lower one of two, or their middle.
  package var row: Row

  package static let left = ClipSiting(isLeft: true, row: .middle)
  package static let middle = ClipSiting(isLeft: false, row: .middle)

  /// Returns the place after a turn of the picture. H.273 has no value for the right pixel of two; it becomes their
  /// middle.
  func turned(by turn: ClipTurn) -> ClipSiting {
    var place = (x: isLeft ? -1 : 0, y: row == .top ? -1 : row == .bottom ? 1 : 0)
    if turn.isTransposed { place = (place.y, place.x) }
    if turn.mirrorsX { place.x = -place.x }
    if turn.mirrorsY { place.y = -place.y }
    return ClipSiting(isLeft: place.x < 0, row: place.y < 0 ? .top : place.y > 0 ? .bottom : .middle)
  }
}

/// A stream of sound of a film.
package struct ClipSound: Sendable {
  /// The number of the stream in its file.
  package let stream: Int
  package let codec: String
  /// Samples a second.
  package let rate: Int
  package let channels: Int
  /// The time of the first sample that is heard, in seconds of the clip; negative if the clip begins with pictures,
  /// during the sound.
  package let start: Double
  /// The end time, in seconds of the clip.
  package let end: Double
  /// Samples that a decoder makes before the first that is heard.
  package let priming: Int
  /// Whether each packet has its times, and is decoded later than the one before.
  let isOrdered: Bool
}

/// The layout of a decoded picture's samples, as libavutil describes it.
package struct ClipLayout: Equatable, Sendable {
  package enum Colors: Sendable {
    case yuv
    /// Red, green and blue, or a palette of them.
    case rgb
    case grey
  }

  package let colors: Colors
  /// The subsampling of the colour differences; full for RGB and grey.
  package let chroma: PictureLayout.Chroma
  /// Bits of a component.
  package let depth: Int
  package let hasAlpha: Bool
  /// Whether each component has a plane of its own, in the order luma, blue and red difference, alpha, of bytes, or of
  /// words in the machine's order where they have more than 8 bits.
  package let isPlanar: Bool

  let format: CInt
  /// A plane has numbers of colours, and another the colours.
  let hasPalette: Bool
  let isBigEndian: Bool
  /// The components' planes, bytes from one to the next, first byte and shift: of luma or red first, alpha last.
  let components: [Component]

  struct Component: Equatable, Sendable {
    let plane: Int
    let step: Int
    let offset: Int
    let shift: Int
    let depth: Int
  }

  /// Nil for layouts that are not read: those on GPUs, of single bits, of floating-point numbers, of sensors, and with
  /// differences of colour for more than 2x2 pixels.
  init?(_ format: CInt) {
    guard let pointer = av_pix_fmt_desc_get(AVPixelFormat(format)) else { return nil }
    let description = pointer.pointee
    func has(_ flag: Int32) -> Bool { description.flags & UInt64(flag) != 0 }
    let refused = [
      AV_PIX_FMT_FLAG_HWACCEL, AV_PIX_FMT_FLAG_BITSTREAM, AV_PIX_FMT_FLAG_FLOAT, AV_PIX_FMT_FLAG_BAYER,
    ]
    guard !refused.contains(where: has), description.log2_chroma_w <= 1, description.log2_chroma_h <= 1 else {
      return nil
    }
    self.format = format
    (hasAlpha, hasPalette) = (has(AV_PIX_FMT_FLAG_ALPHA), has(AV_PIX_FMT_FLAG_PAL))
    isBigEndian = has(AV_PIX_FMT_FLAG_BE)
    let count = Int(description.nb_components)
    let all = [description.comp.0, description.comp.1, description.comp.2, description.comp.3]
    components = all.prefix(count).map {
      Component(
        plane: Int($0.plane), step: Int($0.step), offset: Int($0.offset), shift: Int($0.shift), depth: Int($0.depth))
    }
    let colorCount = count - (hasAlpha && !hasPalette ? 1 : 0)
    guard let first = components.first, (1...16).contains(first.depth), components.allSatisfy({ $0.depth <= 16 }) else {
      return nil
    }
    depth = first.depth
    let isRGB = has(AV_PIX_FMT_FLAG_RGB) || hasPalette
    guard hasPalette || colorCount == 1 || colorCount == 3 else { return nil }
    colors = isRGB ? .rgb : colorCount == 1 ? .grey : .yuv
    chroma = description.log2_chroma_h == 1 ? .quarter : description.log2_chroma_w == 1 ? .half : .full
    // Half the rows and all columns is no layout of films.
    guard description.log2_chroma_h <= description.log2_chroma_w else { return nil }
    let size = first.depth > 8 ? 2 : 1
    isPlanar =
      colors == .yuv && !(isBigEndian && size == 2)
      && components.enumerated().allSatisfy {
        $1.plane == $0 && $1.step == size && $1.offset == 0 && $1.shift == 0 && $1.depth == first.depth
      }
  }

  var name: String {
    guard let description = av_pix_fmt_desc_get(AVPixelFormat(format)) else { return "\(format)" }
    return String(cString: description.pointee.name)
  }

  var componentBytes: Int { depth > 8 ? 2 : 1 }
}

/// The samples of a decoded picture, as they lie in memory; valid as long as the call that they are given to.
package struct ClipPlanes {
  package struct Plane {
    /// The first sample of the first row.
    package let bytes: UnsafePointer<UInt8>
    /// Bytes from one row to the next; negative where rows go upwards.
    package let stride: Int
    /// Samples of a row.
    package let width: Int
    package let height: Int
  }

  package let width: Int
  package let height: Int
  package let layout: ClipLayout
  /// The matrix and the range of the colours.
  package let coding: YUVCoding
  /// Luma, blue and red difference and, perhaps, alpha; empty unless `layout.isPlanar`.
  package let planes: [Plane]
}
