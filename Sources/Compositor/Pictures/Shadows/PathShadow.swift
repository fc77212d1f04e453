import CoreGraphics
import Coverage
import Foundation

/// The picture of the shadow of any path: its coverage, blurred, on a grid as coarse as the blur allows. The grid lies
/// in the layer's plane, so the picture does not change as the layer moves. Only if the blur is narrower than a third
/// of a pixel is it the grid of the target's pixels: then it shows the edge of the path itself.
struct PathShadow {
  var bitmap: Texels
  /// The rectangle that the bitmap fills: in the layer's plane, or in the target's pixels.
  var box: Box

  struct Request: Hashable {
    /// Standard deviations in units of the grid's space.
    var sigmaX: Double
    var sigmaY: Double
    /// From the path's coordinates to the grid's space; the identity for a grid in the plane.
    var map: PixelMap
    /// The size of a pixel in the grid's space.
    var pixelWidth: Double
    var pixelHeight: Double
    /// The visible box, in the grid's space, reach included; `whole` for all of the path.
    var visible: PixelBox

    /// Whether the grid is that of the target's pixels.
    var isSharp: Bool { map != .identity }

    static let whole = PixelBox(-1_000_000, -1_000_000, 1_000_000, 1_000_000)
  }

  /// The deviation, in pixels, below which the grid is that of the target.
  static let sharp = 0.3
  /// The longest side of a picture, in texels.
  static let longest = 2048.0

  struct Grid {
    let width: Int
    let height: Int
    fileprivate var box: Box
    fileprivate let stepX: Double
    fileprivate let stepY: Double

    /// The grid; nil if nothing is visible.
    init?(_ path: CGPath, _ request: Request) {
      let reachX = Gaussian.reach * request.sigmaX + request.pixelWidth
      let reachY = Gaussian.reach * request.sigmaY + request.pixelHeight
      var box = Box(path.boundingBoxOfPath)
      if request.isSharp {
        let bounds = PathRasterizer(path, rule: .winding, map: request.map, visible: request.visible).bounds
        box = Box(Double(bounds.minX), Double(bounds.minY), Double(bounds.maxX), Double(bounds.maxY))
      }
      box = box.insetBy(x: -reachX, y: -reachY)
      let seen = request.visible
      box = box.intersection(Box(Double(seen.minX), Double(seen.minY), Double(seen.maxX), Double(seen.maxY)))
      guard !box.isEmpty else { return nil }
      if request.isSharp {
        box = box.outset
        (stepX, stepY) = (1, 1)
      } else {
        stepX = max(request.sigmaX / 4, request.pixelWidth / 4, box.width / PathShadow.longest)
        stepY = max(request.sigmaY / 4, request.pixelHeight / 4, box.height / PathShadow.longest)
      }
      width = Int(bounded: (box.width / stepX).rounded(.up))
      height = Int(bounded: (box.height / stepY).rounded(.up))
      guard width > 0, height > 0, width <= 1 << 14, height <= 1 << 14 else { return nil }
      box.maxX = box.minX + Double(width) * stepX
      box.maxY = box.minY + Double(height) * stepY
      self.box = box
    }
  }

  init(_ path: CGPath, _ request: Request, on grid: Grid) {
    let (width, height, stepX, stepY) = (grid.width, grid.height, grid.stepX, grid.stepY)
    box = grid.box
    let map = request.map.scaled(1 / stepX, 1 / stepY, movedBy: -box.minX / stepX, -box.minY / stepY)
    let texels = PixelBox(0, 0, width, height)
    var bytes = [UInt8](repeating: 0, count: width * height)
    let raster = PathRasterizer(path, rule: .winding, map: map, visible: texels)
    bytes.withUnsafeMutableBufferPointer { buffer in
      if let base = buffer.baseAddress { raster.draw(texels, into: base, stride: width) }
    }
    let blurred = CoverageMap(width: width, height: height, bytes: bytes).blurred(
      sigmaX: Self.kernel(request.sigmaX, request.pixelWidth, stepX, isSharp: request.isSharp),
      sigmaY: Self.kernel(request.sigmaY, request.pixelHeight, stepY, isSharp: request.isSharp))
    bitmap = Texels(width: width, height: height, format: .coverage, pixels: blurred.bytes)
  }

  /// Returns the kernel's deviation in texels: less what averaging over a texel has blurred already and interpolation
  /// between texels will (see ShadowAxis), and more for the average over a pixel of the target.
  private static func kernel(_ sigma: Double, _ pixel: Double, _ step: Double, isSharp: Bool) -> Double {
    if isSharp { return sigma / step }
    let variance = sigma * sigma + (pixel * pixel - step * step) / 12 - step * step / 8
    return max(variance, 0).squareRoot() / step
  }
}

extension PixelMap {
  fileprivate func scaled(_ x: Double, _ y: Double, movedBy dx: Double, _ dy: Double) -> PixelMap {
    PixelMap(
      x: (xx * x + xw * dx, xy * y + xw * dy, xw), y: (yx * x + yw * dx, yy * y + yw * dy, yw),
      t: (tx * x + tw * dx, ty * y + tw * dy, tw))
  }
}

// A Gaussian blur of coverage on the CPU, for the shadows of paths: the picture is small (its texels are as coarse as
// the blur allows), and it is kept as long as the path and the blur stay.

extension GaussianKernel {
  /// The kernel of shadows in frames, of a deviation in texels, cut off at ``Gaussian/reach`` deviations.
  init(sigma: Double) {
    self.init(sigma: sigma, radius: Int(bounded: (Gaussian.reach * sigma).rounded(.up)), .integrals)
  }
}

/// Bytes of coverage, first row first.
struct CoverageMap: Equatable, Sendable {
  var width: Int
  var height: Int
  var bytes: [UInt8]

  init(width: Int, height: Int, bytes: [UInt8]) {
    precondition(bytes.count == width * height, "\(bytes.count) bytes are not \(width)x\(height)")
    (self.width, self.height, self.bytes) = (width, height, bytes)
  }

  /// Returns the map blurred by standard deviations across and down, in texels; outside it is taken to be empty.
  func blurred(sigmaX: Double, sigmaY: Double) -> CoverageMap {
    guard width > 0, height > 0 else { return self }
    var field = bytes.map { Float($0) }
    GaussianKernel(sigma: sigmaX).blurRows(&field, width: width)
    GaussianKernel(sigma: sigmaY).blurColumns(&field, width: width)
    return CoverageMap(width: width, height: height, bytes: field.map { UInt8(min(max($0 + 0.5, 0), 255)) })
  }
}

/// The pictures of shadows, patches of rounded rectangles and pictures of paths, kept from frame to frame. A found
/// picture costs nothing: its bitmap is the same, and the renderer has it as a texture.
struct ShadowCache {
  /// A patch as a texture.
  struct Patch {
    var bitmap: Texels
    var columns: ShadowAxis
    var rows: ShadowAxis
  }

  struct PathKey: Hashable {
    var path: PathIdentity
    var request: PathShadow.Request
  }

  var patches = FrameCache<ShadowShape, Patch>(keptFrames: 60)
  /// The pictures of paths; nil for a path that casts no shadow.
  var paths = FrameCache<PathKey, PathShadow?>(keptFrames: 60)
  /// The counts of pictures of this frame that were found, and made.
  private(set) var found = 0
  private(set) var made = 0

  mutating func endFrame() {
    (found, made) = (0, 0)
    patches.endFrame()
    paths.endFrame()
  }

  mutating func patch(of shape: ShadowShape) -> Patch {
    if let patch = patches.value(of: shape) {
      found += 1
      return patch
    }
    made += 1
    let picture = ShadowPatch(shape)
    let bitmap = Texels(
      width: picture.columns.count, height: picture.rows.count, format: .coverage, pixels: picture.coverage)
    let patch = Patch(bitmap: bitmap, columns: picture.columns, rows: picture.rows)
    patches.keep(patch, bytes: bitmap.pixels.count, under: shape)
    return patch
  }

  /// Returns the picture of a path; nil for an empty one, and without memory for it. Equal paths have one picture.
  mutating func picture(
    of path: CGPath, _ request: PathShadow.Request, _ budget: inout PictureBudget
  ) -> PathShadow? {
    let key = PathKey(path: PathIdentity(path: path), request: request)
    if let number = paths.known(key) {
      // The limit counts all that a frame shows, whatever was made before.
      if let bitmap = paths[number]?.bitmap, !paths.isOfThisFrame(number),
        !budget.take(bitmap.width, bitmap.height, .coverage)
      {
        return nil
      }
      found += 1
      return paths.value(of: key) ?? nil
    }
    let grid = PathShadow.Grid(path, request)
    if let grid, !budget.take(grid.width, grid.height, .coverage) { return nil }
    made += 1
    let picture = grid.map { PathShadow(path, request, on: $0) }
    paths.keep(picture, bytes: picture?.bitmap.pixels.count ?? 0, under: key)
    return picture
  }
}
