import ImageFiles

package enum PictureLayout: Sendable, Equatable {
  /// The subsampling of the colour differences.
  package enum Chroma: Sendable {
    /// One for 2x2 pixels.
    case quarter
    /// One for two pixels of a row.
    case half
    /// One for each pixel.
    case full
  }

  /// Planes of luma, two colour differences and, perhaps, alpha, of 8 or 10 bits a component.
  case yuv(Chroma, depth: Int, alpha: Bool)
  /// Interleaved bytes: the numbers of red 0, green 1, blue 2, alpha 3, in their order; 4 is a byte of 255.
  case packed([UInt8])
  /// Planes of green, blue, red and, perhaps, alpha.
  case planes(alpha: Bool)

  static let rgba = packed([0, 1, 2, 3])
  static let argb = packed([3, 0, 1, 2])
  static let bgra = packed([2, 1, 0, 3])
  static let bgrx = packed([2, 1, 0, 4])
  static let rgb = packed([0, 1, 2])

  /// Whether the sides must be even.
  var needsEven: (width: Bool, height: Bool) {
    guard case .yuv(let chroma, _, _) = self else { return (false, false) }
    return (chroma != .full, chroma == .quarter)
  }

  var isYUV: Bool {
    if case .yuv = self { true } else { false }
  }

  /// The mean number of bytes of a pixel.
  var bytesPerPixel: Double {
    switch self {
    case .yuv(let chroma, let depth, let alpha):
      let components = (chroma == .quarter ? 1.5 : chroma == .half ? 2 : 3) + (alpha ? 1 : 0)
      return depth > 8 ? 2 * components : components
    case .packed(let components): return Double(components.count)
    case .planes(let alpha): return alpha ? 4 : 3
    }
  }
}

/// The planes of a picture to fill: their first bytes and row strides.
struct PicturePlanes {
  var bytes: [UnsafeMutablePointer<UInt8>]
  var strides: [Int]

  func row(_ plane: Int, _ row: Int) -> UnsafeMutablePointer<UInt8> { bytes[plane] + row * strides[plane] }

  /// Returns a row of words, for components of more than 8 bits.
  func words(_ plane: Int, _ row: Int) -> UnsafeMutablePointer<UInt16> {
    UnsafeMutableRawPointer(self.row(plane, row)).assumingMemoryBound(to: UInt16.self)
  }
}

/// A clip's picture on its way into a film as it is.
package struct PassedPicture: Sendable {
  /// Copies the picture into planes of the film's form.
  let copy: @Sendable (PicturePlanes) -> Void
}

/// A convention for storing colours with alpha.
package enum AlphaConvention: String, Sendable, CaseIterable {
  /// Independent of alpha: `shown = colour * alpha + backdrop * (1 - alpha)`.
  case straight
  /// Multiplied by alpha: `shown = colour + backdrop * (1 - alpha)`.
  case premultiplied
}

/// A request for the transparency of a film.
public enum AlphaRequest: String, Sendable, CaseIterable {
  /// Alpha is kept, and colours are independent of it.
  case straight
  /// Alpha is kept, and colours are multiplied by it.
  case premultiplied
  /// The film is opaque: what the renderer's background leaves transparent is black.
  case none

  /// The requested convention; nil for no alpha.
  package var convention: AlphaConvention? { AlphaConvention(rawValue: rawValue) }
}

/// An output in the making. One thread calls `write` for each frame, then `complete` and `publish`, or at any point
/// `discard`, after which it calls nothing.
protocol FrameSink: AnyObject {
  /// The planes of the frames; nil for premultiplied RGBA, rows from the top, tight.
  var packing: PlanePacking? { get }
  /// Whether frames lie over pictures and come through an ``Underlay``; the frames to write are empty then.
  var hasUnderlay: Bool { get }
  /// Whether the sink takes pictures of ``VideoOptions/passedForm``.
  var takesPictures: Bool { get }
  func write(_ frame: UnsafeRawBufferPointer, at index: Int) throws(VideoError)
  /// Writes a picture that passes as it is. Default: not for such sinks.
  func write(_ picture: PassedPicture, at index: Int) throws(VideoError)
  /// Writes a frame that equals the one before. Default: as any other.
  func writeAgain(_ frame: UnsafeRawBufferPointer, at index: Int) throws(VideoError)
  /// Writes the rest, under the temporary name.
  func complete() throws(VideoError)
  func publish() throws(VideoError)
  func discard()
}

extension FrameSink {
  var packing: PlanePacking? { nil }
  var hasUnderlay: Bool { false }
  var takesPictures: Bool { false }

  func write(_ picture: PassedPicture, at index: Int) throws(VideoError) {
    preconditionFailure("FrameSink: a picture for a sink that takes frames")
  }

  func writeAgain(_ frame: UnsafeRawBufferPointer, at index: Int) throws(VideoError) { try write(frame, at: index) }
}

/// An output that is one file.
protocol FileSink: FrameSink {
  var file: UnfinishedFile { get }
}

extension FileSink {
  func publish() throws(VideoError) { try VideoError.ofFile { () throws(ImageFileError) in try file.publish() } }

  func discard() { file.discard() }
}
