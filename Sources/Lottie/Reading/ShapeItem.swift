// What a shape layer is made of: paths, paints, modifiers and groups, in the order of the file, the topmost first.

import CoreGraphics
import Documents
import Foundation

/// An item of a shape layer or of a group.
struct ShapeItem {
  let name: String?
  let path: LottiePath
  let content: Content

  enum Content {
    case group([ShapeItem], LottieTransform)
    case path(ShapePath)
    case fill(ShapeFill)
    case stroke(ShapeStroke)
    case modifier(PathModifier)
    case trim(TrimPath)
    case merge(MergeMode)
    case `repeat`(ShapeRepeater)
  }
}

/// A path, by what it follows from.
enum ShapePath {
  case free(Track<BezierContour>)
  case rectangle(center: Track<[Double]>, size: Track<CGPoint>, radius: Track<Double>, isReversed: Bool)
  case ellipse(center: Track<[Double]>, size: Track<CGPoint>, isReversed: Bool)
  case star(Star)

  struct Star {
    var isPolygon: Bool
    var center: Track<[Double]>
    var points, rotation: Track<Double>
    /// Roundness is in percent.
    var outerRadius, outerRoundness: Track<Double>
    /// The inner radius of a star, and how round its inner points are.
    var innerRadius, innerRoundness: Track<Double>
    var isReversed: Bool
    /// Whose tangents it has.
    var player: ScenePlayer?
  }
}

/// The paint of a fill or a stroke.
enum ShapePaint {
  /// RGBA components, 0...1, the alpha left to the opacity.
  case color(Track<[Double]>)
  case gradient(ShapeGradient)
}

struct ShapeGradient {
  var isRadial: Bool
  /// The number of colours in the stops, before those of alpha.
  var colorCount: Int
  /// Four numbers a colour: its place and RGB; then two numbers for a place of alpha.
  var stops: Track<[Double]>
  var start, end: Track<[Double]>
  /// The highlight of a radial gradient: its distance from the centre, -1...1 of the radius, and its angle in degrees.
  var highlightLength, highlightAngle: Track<Double>
}

struct ShapeFill {
  var paint: ShapePaint
  /// 0...1.
  var opacity: Track<Double>
  var isEvenOdd: Bool
}

struct ShapeStroke {
  var paint: ShapePaint
  /// 0...1.
  var opacity: Track<Double>
  var width: Track<Double>
  var cap: CGLineCap
  var join: CGLineJoin
  var miterLimit: Double
  /// Dashes and gaps in turn; empty for a whole line.
  var dashes: [Track<Double>]
  var dashPhase: Track<Double>
}

/// A modifier, which changes the paths above it.
enum PathModifier {
  case roundCorners(radius: Track<Double>)
  case pucker(amount: Track<Double>)
  case zigZag(size: Track<Double>, ridges: Track<Double>, isSmooth: Bool)
  case offset(amount: Track<Double>, join: CGLineJoin, miterLimit: Track<Double>)
  case twist(angle: Track<Double>, center: Track<[Double]>)
}

/// The stretch that is left of the paths above, 0...1 of their length; the offset in turns.
struct TrimPath {
  var start, end, offset: Track<Double>
  /// Whether the paths are one after the other one long path, rather than cut alike.
  var isIndividual: Bool

  var isStatic: Bool { start.isConstant && end.isConstant && offset.isConstant }
  /// Whether it leaves everything.
  var isWhole: Bool { start.constant == 0 && end.constant == 1 }
}

/// The way in which the paths above become one.
enum MergeMode: Int {
  case together = 1
  case add, subtract, intersect, exclude
}

struct ShapeRepeater {
  var copies, offset: Track<Double>
  /// Whether later copies lie above.
  var isStackedAbove: Bool
  var transform: LottieTransform
  var startOpacity, endOpacity: Track<Double>
}
