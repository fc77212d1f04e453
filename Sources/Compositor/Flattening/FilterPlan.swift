// The boxes that each filter of a chain reads and writes, in pixels: worked out backwards from the visible part of the
// result to the part of the layer that has to be drawn.
//
//     boxes[0]  --step 0-->  boxes[1]  --step 1-->  ...  -->  boxes[n]
//
// Lengths follow the layer's coordinates. A Gaussian does not change under a turn; if a layer is turned and also scaled
// more along one axis than the other, or seen in perspective, its radius is that of a pixel of the same area at the
// middle of the layer.

import QuartzCore

struct FilterPlan {
  enum Step {
    case color(FilterMatrix)
    case formula(FilterFormula, SIMD4<Double>)
    case blur(BlurPlan)
    case pixellate(CellGrid)

    /// The greatest distance from a pixel to those that the step reads for it, across and down.
    var reach: (x: Double, y: Double) {
      switch self {
      case .color, .formula: (0, 0)
      case .blur(let plan): (plan.reachX, plan.reachY)
      case .pixellate(let grid): (grid.reach, grid.reach)
      }
    }
  }

  private(set) var steps: [Step] = []
  /// The whole pixels that each step reads; the last is the result.
  private(set) var boxes: [Box] = []
  /// The bounds of the picture before each step, and after the last.
  private(set) var contents: [Box] = []
  /// The part of each of these bounds that is needed.
  private(set) var visible: [Box] = []

  /// The largest deviation, in pixels, because the surface to blur grows by six of them.
  static let widest = 1024.0

  /// Plans the filters of a layer with the box `box` in its plane, from which `toPixels` leads. `content` bounds the
  /// unfiltered picture, `shown` the visible part of the result, both in pixels.
  ///   - shown: the visible part of the result.
  init?(_ look: FilterLook, _ toPixels: Homography, at box: Box, content: Box, shown: Box) {
    guard let steps = Self.steps(look, toPixels, at: box) else { return nil }
    self.steps = steps
    contents = [content.outset]
    for step in steps {
      let reach = step.reach
      contents.append(contents[contents.count - 1].insetBy(x: -reach.x, y: -reach.y).outset)
    }
    visible = [shown.outset]
    // A long chain reaches no farther than its widest blur: surfaces would grow with each step.
    let farthest = shown.outset.insetBy(-(Gaussian.reach * Self.widest))
    for step in steps.reversed() {
      let reach = step.reach
      visible.append(visible[visible.count - 1].insetBy(x: -reach.x, y: -reach.y).outset.intersection(farthest))
    }
    visible.reverse()
    for index in steps.indices {
      if case .blur(let plan) = steps[index] {
        boxes.append(plan.source(content: contents[index], visible: visible[index + 1]))
      } else {
        boxes.append(contents[index].intersection(visible[index]))
      }
    }
    boxes.append(contents[steps.count].intersection(visible[steps.count]))
    guard boxes.allSatisfy({ !$0.isEmpty }) else { return nil }
  }

  /// Returns the distance that the whole chain reaches, in pixels.
  static func reach(_ look: FilterLook, _ toPixels: Homography, at box: Box) -> (x: Double, y: Double) {
    (steps(look, toPixels, at: box) ?? []).reduce((0, 0)) { ($0.0 + $1.reach.x, $0.1 + $1.reach.y) }
  }

  private static func steps(_ look: FilterLook, _ toPixels: Homography, at box: Box) -> [Step]? {
    let pixel = toPixels.pixelSize(at: box)
    guard pixel.width > 0, pixel.height > 0, pixel.width.isFinite, pixel.height.isFinite else { return nil }
    return look.operations.compactMap { operation in
      switch operation {
      case .color(let matrix): return .color(matrix)
      case .formula(let formula, let numbers): return .formula(formula, numbers)
      case .blur(let sigma):
        let plan = BlurPlan(sigmaX: min(sigma / pixel.width, widest), sigmaY: min(sigma / pixel.height, widest))
        return .blur(plan)
      case .pixellate(let size, let x, let y):
        return CellGrid(size: size, x: x, y: y, toPixels: toPixels, pixel: pixel).map { .pixellate($0) }
      }
    }
  }
}

/// The squares of a pixellated picture: upright in the layer's plane.
struct CellGrid {
  var size: Double
  /// A corner of squares.
  var x: Double
  var y: Double
  var toPixels: Homography
  /// The number of samples along a side of a square: one a pixel, up to a limit.
  var samples: Int
  /// The greatest distance between a pixel and another one of its square.
  var reach: Double

  /// The most samples along a side of a square.
  private static let mostSamples = 48.0
  /// The most squares along a side of a picture.
  static let mostCells = 4096.0

  /// Nil for squares smaller than a pixel, which change nothing.
  init?(size: Double, x: Double, y: Double, toPixels: Homography, pixel: (width: Double, height: Double)) {
    let side = size / min(pixel.width, pixel.height)
    guard side > 1, side.isFinite else { return nil }
    (self.size, self.x, self.y, self.toPixels) = (size, x, y, toPixels)
    samples = Int(min(side.rounded(), Self.mostSamples))
    // The diagonal of a turned square.
    reach = min((side * 1.5).rounded(.up), 2048)
  }

  /// The squares that a box of the plane touches, counted from (`x`, `y`).
  func cells(touching box: Box) -> Box {
    Box((box.minX - x) / size, (box.minY - y) / size, (box.maxX - x) / size, (box.maxY - y) / size).outset
  }
}

// The steps of a Gaussian blur on the GPU: the picture is halved until the blur is at most 4 of its pixels wide,
// blurred across and down with a kernel cut at 3 deviations, and enlarged again where it is drawn.
//
//     source --halve--> ... --halve--> --across--> --down--> (drawn bilinearly, n times larger)
//
// Every step widens the picture a little, which the kernel's variance makes up for. In pixels of the source, after n
// halvings (a pixel of the reduced picture is T = 2^n wide): averaging pairs adds (4^n - 1) / 12; enlarging by linear
// interpolation misses a curve by up to T^2/8 of its second derivative, and by half that, up and down, where T^2/8 of
// variance is left to it (see ShadowAxis). The kernel has the rest.
//
// Reduced pictures lie on a grid of whole multiples of T in the frame, not in the picture: moving content would
// otherwise be averaged in other pairs from frame to frame, and shimmer.

struct BlurPlan: Equatable, Sendable {
  /// The number of times that the picture is halved, across and down.
  var halvingsX: Int
  var halvingsY: Int
  /// The kernel's standard deviations, in pixels of the reduced picture; 0 for no blur.
  var sigmaX: Double
  var sigmaY: Double
  /// The distance that the blur reaches, in pixels of the source.
  var reachX: Double
  var reachY: Double

  /// The widest kernel, in reduced pixels.
  static let widest = 4.0
  /// The largest deviation, in pixels, as everything that may cast into a frame is first drawn in full size.
  static let largest = 512.0

  /// Plans a blur of standard deviations across and down, and a variance to add to both, in pixels of the source.
  init(sigmaX: Double, sigmaY: Double, spread: Double = 0) {
    (halvingsX, self.sigmaX, reachX) = Self.axis((sigmaX * sigmaX + spread).squareRoot())
    (halvingsY, self.sigmaY, reachY) = Self.axis((sigmaY * sigmaY + spread).squareRoot())
  }

  private static func axis(_ sigma: Double) -> (halvings: Int, sigma: Double, reach: Double) {
    guard sigma > 0 else { return (0, 0, 0) }
    let sigma = min(sigma, largest)
    var halvings = 0
    var pixel = 1.0
    while sigma > widest * pixel {
      halvings += 1
      pixel *= 2
    }
    let reach = (Gaussian.reach * sigma / pixel).rounded(.up) * pixel
    guard halvings > 0 else { return (0, sigma, reach) }
    let variance = sigma * sigma - (pixel * pixel - 1) / 12 - pixel * pixel / 8
    return (halvings, variance.squareRoot() / pixel, reach)
  }

  /// Takes from the kernels the variances, in pixels of the source, that drawing the result between pixels adds; a
  /// reduced picture is drawn larger and between pixels anyway.
  mutating func give(back x: Double, _ y: Double) {
    if halvingsX == 0 { sigmaX = max(sigmaX * sigmaX - x, 0).squareRoot() }
    if halvingsY == 0 { sigmaY = max(sigmaY * sigmaY - y, 0).squareRoot() }
  }

  var pixelWidth: Double { Double(1 << halvingsX) }
  var pixelHeight: Double { Double(1 << halvingsY) }

  /// The smallest box around `box` on the reduction's grid.
  func aligned(_ box: Box) -> Box {
    Box(
      (box.minX / pixelWidth).rounded(.down) * pixelWidth, (box.minY / pixelHeight).rounded(.down) * pixelHeight,
      (box.maxX / pixelWidth).rounded(.up) * pixelWidth, (box.maxY / pixelHeight).rounded(.up) * pixelHeight)
  }

  /// Returns the part of a source with content in `content` that is needed to show the blur in `visible`, on the grid.
  /// Outside that part the source is either empty or too far away to be seen: its edge may be repeated.
  func source(content: Box, visible: Box) -> Box {
    let near = visible.insetBy(x: -reachX, y: -reachY)
    // A reduced pixel more, so that the edge is empty where the content ends.
    let whole = content.insetBy(x: -pixelWidth, y: -pixelHeight)
    return aligned(near.intersection(whole))
  }

  /// Returns the box of the blurred picture, on the grid: a reduced pixel more than is visible, for interpolation.
  func result(content: Box, visible: Box) -> Box {
    let whole = content.insetBy(x: -reachX, y: -reachY)
    let seen = visible.insetBy(x: -pixelWidth, y: -pixelHeight)
    return aligned(whole.intersection(seen))
  }
}
