// A layer of a composition.

import CoreGraphics
import Foundation

/// A layer of a composition.
struct LottieLayer {
  let name: String?
  let path: LottiePath
  /// The index by which other layers of the composition refer to it.
  let index: Int?
  let parent: Int?
  let transform: LottieTransform
  /// The frames between which it is shown, the second one not included.
  let (inPoint, outPoint): (Double, Double)
  /// The composition's frame at which the layer's own time begins.
  let start: Double
  /// Frames of the composition for one of the layer.
  let stretch: Double
  /// Whether it turns along its way.
  let orientsAlongPath: Bool
  let isHidden: Bool
  /// Whether it is there only for another to be cut by it.
  let isMatteSource: Bool
  let matte: Matte?
  let blendMode: Int
  let masks: [LottieMask]
  let effects: [LottieEffect]
  let styles: [LottieStyle]
  let content: Content

  enum Content {
    case null
    case shapes([ShapeItem])
    case solid(size: CGSize, color: String)
    case image(asset: String)
    /// - Parameter remap: the film's second by the composition's frame; nil for its own pace.
    case film(asset: String, remap: Track<Double>?)
    case composition(asset: String, size: CGSize, remap: Track<Double>?)
    case text(TextContent)
    case audio(asset: String, level: Track<[Double]>)
  }

  /// The track matte that cuts the layer.
  struct Matte {
    var kind: MatteKind
    /// The index of the layer that cuts it; nil for the one above.
    var source: Int?
  }
}

/// The way in which a track matte cuts a layer.
enum MatteKind: Int {
  case alpha = 1
  case invertedAlpha, luma, invertedLuma

  var isInverted: Bool { self == .invertedAlpha || self == .invertedLuma }
  var isLuma: Bool { self == .luma || self == .invertedLuma }
}

/// A path that shows or hides parts of a layer.
struct LottieMask {
  enum Mode: String {
    case none = "n"
    case add = "a"
    case subtract = "s"
    case intersect = "i"
    case lighten = "l"
    case darken = "d"
    case difference = "f"
  }

  let mode: Mode
  let isInverted: Bool
  let contour: Track<BezierContour>
  /// 0...1.
  let opacity: Track<Double>
  /// The distance by which the outline is moved out, in points.
  let expansion: Track<Double>
  /// The softness of the edge, in points.
  let feather: Track<[Double]>
  let path: LottiePath
}

/// An effect with its values, by their place.
struct LottieEffect {
  let kind: Kind
  let values: [LottieNode]
  let path: LottiePath

  enum Kind: Int {
    case tint = 20
    case fill = 21
    case stroke = 22
    case dropShadow = 25
    case gaussianBlur = 29
  }

  /// Returns the value at a place; nil if the document has fewer.
  func value(_ index: Int) -> LottieNode? { index < values.count ? values[index] : nil }
}

/// A layer style.
struct LottieStyle {
  let kind: Kind
  let node: LottieNode

  enum Kind: Int {
    case stroke = 0
    case dropShadow, innerShadow, outerGlow, innerGlow, bevel, satin, colorOverlay, gradientOverlay
  }
}
