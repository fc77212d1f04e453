// What a film says of its pictures.
package import CoreGraphics

/// The stream of pictures of a film.
package struct ClipPictures: Sendable {
  /// The pictures' own columns, before they are turned and stretched.
  package let codedWidth: Int
  /// The pictures' own rows.
  package let codedHeight: Int
  /// The layout of the pictures that the decoder gives.
  package let layout: ClipLayout
  /// The convention of the colours with alpha; nil without alpha.
  package let alpha: AlphaConvention?
  /// The matrix and range of the colours. If the film does not name them, those that suit its size.
  package let coding: YUVCoding
  /// Whether `coding` has their matrix, and not one near to it: FCC's and SMPTE 240M's are read, and not written.
  let hasWrittenMatrix: Bool
  /// The position of a colour difference among the pixels that share it.
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
  /// The number of pictures that are shown.
  package let count: Int
  /// The begin time of the first picture, in seconds of the clip: 0 unless sound begins before it.
  package let start: Double
  /// The places, among those that are shown, where decoding can begin.
  package let keyFrames: [Int]
  /// libavcodec's name of the codec.
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
  /// libavcodec's name of the codec.
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
