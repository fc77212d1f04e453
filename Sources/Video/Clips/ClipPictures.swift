import CLibAV
package import CoreGraphics

package struct ClipPictures: Sendable {
  /// The width of the stored pictures, before they are turned and stretched.
  package let codedWidth: Int
  /// The height of the stored pictures.
  package let codedHeight: Int
  package let layout: ClipLayout
  /// The convention of the colours with alpha; nil without alpha.
  package let alpha: AlphaConvention?
  /// The matrix and the range of the colours; by the pictures' size if the film does not name them.
  package let coding: YUVCoding
  /// Whether `coding` has the film's own matrix. FCC's and SMPTE 240M's are only read, and replaced by a near one.
  let hasWrittenMatrix: Bool
  package let siting: ClipSiting
  /// The transfer curve's number (ITU-T H.273); 2 if the film does not name it.
  package let transfer: Int
  /// The primaries' number (ITU-T H.273); 2 if the film does not name them.
  package let primaries: Int
  /// The film's data of its mastering display and its light.
  package let highRange: HighRangeMetadata
  /// The film's data of Dolby Vision, which only Dolby's players use; nil without.
  var dolbyVision: DolbyVision?
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

  package var dynamicRange: DynamicRange { DynamicRange(transfer: transfer) }
}

/// The position of a colour difference that several pixels share.
package struct ClipSiting: Equatable, Sendable {
  package enum Row: Sendable { case top, middle, bottom }

  /// Whether it lies at the left one of two pixels, rather than between them.
  package var isLeft: Bool
  /// The row at which it lies: the upper or lower one of two, or their middle.
  package var row: Row

  package static let left = ClipSiting(isLeft: true, row: .middle)
  package static let middle = ClipSiting(isLeft: false, row: .middle)

  /// Returns the position after a turn of the picture. The right one of two pixels becomes the middle: H.273 lacks it.
  func turned(by turn: ClipTurn) -> ClipSiting {
    var place = (x: isLeft ? -1 : 0, y: row == .top ? -1 : row == .bottom ? 1 : 0)
    if turn.isTransposed { place = (place.y, place.x) }
    if turn.mirrorsX { place.x = -place.x }
    if turn.mirrorsY { place.y = -place.y }
    return ClipSiting(isLeft: place.x < 0, row: place.y < 0 ? .top : place.y > 0 ? .bottom : .middle)
  }
}

package struct ClipSound: Sendable {
  package let stream: Int
  package let codec: String
  /// Samples a second.
  package let rate: Int
  package let channels: Int
  /// The time of the first heard sample, in seconds of the clip; negative if the clip begins later, with its pictures.
  package let start: Double
  /// The end time, in seconds of the clip.
  package let end: Double
  /// The number of samples that a decoder makes before the first one that is heard.
  package let priming: Int
  /// Whether each packet has its times and is decoded later than the one before.
  let isOrdered: Bool
}

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
  package let depth: Int
  package let hasAlpha: Bool
  /// Whether each component (luma, blue and red difference, alpha) has a plane of bytes or, for more than 8 bits, of
  /// words in the machine's order.
  package let isPlanar: Bool

  let format: CInt
  /// Whether a plane has indices of colours, and another one the colours.
  let hasPalette: Bool
  let isBigEndian: Bool
  /// Each component's plane, pixel stride, first byte and shift: luma or red first, alpha last.
  let components: [Component]

  struct Component: Equatable, Sendable {
    let plane: Int
    let step: Int
    let offset: Int
    let shift: Int
    let depth: Int
  }

  /// Nil for unsupported layouts: on GPUs, of single bits, of floating-point numbers, of sensors, and with chroma
  /// subsampled by more than 2x2.
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
    // Films are not subsampled in rows only.
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

/// The samples of a decoded picture in memory, valid only during the call that gets them.
package struct ClipPlanes {
  package struct Plane {
    /// The first sample of the first row.
    package let bytes: UnsafePointer<UInt8>
    /// Bytes from one row to the next; negative if rows go upwards.
    package let stride: Int
    /// Samples of a row.
    package let width: Int
    package let height: Int
  }

  package let width: Int
  package let height: Int
  package let layout: ClipLayout
  package let coding: YUVCoding
  /// Luma, blue and red difference and, perhaps, alpha; empty unless `layout.isPlanar`.
  package let planes: [Plane]
}
