// What a film says of its pictures.
package import CoreGraphics

/// The stream of pictures of a film.
package struct ClipPictures: Sendable {
  /// The pictures' own columns, before they are turned and stretched.
  package let codedWidth: Int
  /// The pictures' own rows.
  package let codedHeight: Int
  /// How the decoder gives them.
  package let layout: ClipLayout
  /// How colours are stored beside alpha; nil without alpha.
  package let alpha: AlphaConvention?
  /// The matrix and range of their colours. Where the film does not say, that of its size.
  package let coding: YUVCoding
  /// Whether `coding` has their matrix, and not one near to it: FCC's and SMPTE 240M's are read, and not written.
  let hasWrittenMatrix: Bool
  /// Where a difference of colour lies among the pixels that it stands for.
  package let siting: ClipSiting
  /// libavcodec's number of the transfer curve (ITU-T H.273); 2 where the film does not say.
  package let transfer: Int
  /// libavcodec's number of the primaries (ITU-T H.273); 2 where the film does not say.
  package let primaries: Int
  /// How the pictures are turned and mirrored to stand upright, in pixels, y downwards; Apple's `preferredTransform`.
  package let orientation: CGAffineTransform
  /// The quarter turn and the mirroring of `orientation`.
  let turn: ClipTurn
  /// The width of a pixel, in its heights.
  package let pixelAspect: Double
  /// Pictures a second; the mean, where they do not come at one rate. Nil for a single one whose time is not told.
  package let nominalFrameRate: FrameRate?
  /// The highest usual rate at which pictures of a variable rate come; nil for other clips.
  package let densestFrameRate: FrameRate?
  /// Whether picture n begins `n / nominalFrameRate` after the first, but for rounding to the film's unit of time.
  package let isConstantRate: Bool
  /// Units of time in a second.
  package let timeScale: Int
  /// How many are shown.
  package let count: Int
  /// When the first begins, in seconds of the clip: 0 unless sound begins before it.
  package let start: Double
  /// The places, among those that are shown, where decoding can begin.
  package let keyFrames: [Int]
  /// libavcodec's name of the codec.
  package let codec: String

  /// The transfer curve's name where it is one of a high dynamic range (ITU-R BT.2100), which nothing here maps; else
  /// nil.
  var highRangeCurve: String? { [16: "PQ", 18: "HLG"][transfer] }
}

/// Where a difference of colour lies that stands for more than one pixel.
package struct ClipSiting: Equatable, Sendable {
  package enum Row: Sendable { case top, middle, bottom }

  /// Whether it is the place of the left one of two, or their middle.
  package var isLeft: Bool
  /// Whether it is the place of the upper or lower one of two rows, or their middle.
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
  /// libavcodec's name of the codec.
  package let codec: String
  /// Samples a second.
  package let rate: Int
  package let channels: Int
  /// When its first sample is heard, in seconds of the clip; negative where the pictures begin within it.
  package let start: Double
  /// When it ends, in seconds of the clip.
  package let end: Double
  /// Samples that a decoder makes before the first that is heard.
  package let priming: Int
  /// Whether each packet has its times, and is decoded later than the one before.
  let isOrdered: Bool
}
