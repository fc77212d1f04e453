// How a decoder gives its pictures, by libavutil's own descriptions of its 200 layouts.
import CLibAV

/// The layout of a decoded picture's samples.
package struct ClipLayout: Equatable, Sendable {
  package enum Colors: Sendable {
    /// Luma and two differences of colour.
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

  /// libavutil's number of it.
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

  /// libavutil's name of it.
  var name: String {
    guard let description = av_pix_fmt_desc_get(AVPixelFormat(format)) else { return "\(format)" }
    return String(cString: description.pointee.name)
  }

  /// The bytes of a component.
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

  /// Pixels.
  package let width: Int
  /// Pixels.
  package let height: Int
  package let layout: ClipLayout
  /// The matrix and the range of the colours.
  package let coding: YUVCoding
  /// Luma, blue and red difference and, perhaps, alpha; empty unless `layout.isPlanar`.
  package let planes: [Plane]
}
