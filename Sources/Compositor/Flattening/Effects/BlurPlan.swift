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

/// The steps of a blur.
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
  /// Larger deviations are cut to this one, in pixels: everything that may cast into a frame is drawn in full size
  /// first.
  static let largest = 512.0

  /// - Parameters:
  ///   - sigmaX: the standard deviation across, in pixels of the source.
  ///   - sigmaY: the same, down.
  ///   - spread: a variance to add, in pixels of the source.
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

  /// Subtracts from the kernels the variances, in pixels of the source, that drawing the result between pixels adds; a
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

  /// Returns the box in which to make the blurred picture, on the grid: a reduced pixel more than is visible, for
  /// interpolation.
  func result(content: Box, visible: Box) -> Box {
    let whole = content.insetBy(x: -reachX, y: -reachY)
    let seen = visible.insetBy(x: -pixelWidth, y: -pixelHeight)
    return aligned(whole.intersection(seen))
  }
}
