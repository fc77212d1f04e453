import CoreGraphics

/// The patches of one builder's frames, on shared atlases. A patch has its position at once, so that corners can be
/// recorded as they come; an atlas is closed at the end of the frame that began it, and then has one texture.
struct CornerPatches {
  /// The position of a patch: its atlas, and its first pixel there.
  struct Position {
    var atlas: Int
    var x: Int
    var y: Int
  }

  struct Atlas {
    /// The length of both sides, in pixels.
    let side: Int
    /// Nil while patches are added.
    fileprivate(set) var bitmap: Texels?
    /// Its index in the bitmaps of the frame.
    var index: Int32 = -1
    var indexFrame: UInt64 = 0
  }

  private(set) var atlases: [Atlas] = []
  private var positions: [CornerPatch: Position] = [:]
  private(set) var frame: UInt64 = 0
  /// The bytes of the atlas that patches are added to, and the position of the next patch.
  private var open: [UInt8] = []
  private var openAtlas = -1
  private var (x, y, shelf) = (0, 0, 0)
  private(set) var madeCount = 0

  /// The sides of a frame's first atlases, in pixels; later ones have the last of these.
  private static let sides = [128, 256, 512]
  /// The pixels of atlases beyond which all patches are forgotten.
  private static let mostPixels = 8 << 20
  private var atlasesOfFrame = 0

  mutating func beginFrame() {
    frame += 1
    madeCount = 0
    atlasesOfFrame = 0
    if atlases.reduce(0, { $0 + $1.side * $1.side }) > Self.mostPixels { self = CornerPatches(frame: frame) }
  }

  init() {}

  private init(frame: UInt64) { self.frame = frame }

  /// Returns the position of a patch; adds the patch if it is missing.
  mutating func position(of patch: CornerPatch) -> Position {
    if let position = positions[patch] { return position }
    madeCount += 1
    let (width, height) = (Int(patch.width), Int(patch.height))
    if openAtlas >= 0, x + width > atlases[openAtlas].side { (x, y, shelf) = (0, y + shelf, 0) }
    if openAtlas < 0 || y + height > atlases[openAtlas].side { addAtlas() }
    let position = Position(atlas: openAtlas, x: x, y: y)
    let side = atlases[openAtlas].side
    open.withUnsafeMutableBufferPointer { bytes in
      patch.draw(into: bytes.baseAddress! + y * side + x, stride: side)
    }
    x += width
    shelf = max(shelf, height)
    positions[patch] = position
    return position
  }

  private mutating func addAtlas() {
    closeAtlas()
    let side = Self.sides[min(atlasesOfFrame, Self.sides.count - 1)]
    atlasesOfFrame += 1
    openAtlas = atlases.count
    atlases.append(Atlas(side: side, bitmap: nil))
    open = SpareBytes.zeros(side * side)
    (x, y, shelf) = (0, 0, 0)
  }

  private mutating func closeAtlas() {
    guard openAtlas >= 0 else { return }
    let side = atlases[openAtlas].side
    atlases[openAtlas].bitmap = Texels(width: side, height: side, format: .coverage, pixels: open)
    // The bitmap then has the only reference, and can pass the bytes on.
    (open, openAtlas) = ([], -1)
  }

  /// Sets the index that an atlas has in the frame's bitmaps; returns false if it has one already.
  mutating func setIndex(_ index: Int32, ofAtlas atlas: Int) -> Bool {
    guard atlases[atlas].indexFrame < frame else { return false }
    (atlases[atlas].index, atlases[atlas].indexFrame) = (index, frame)
    return true
  }

  /// Closes the atlases of a frame, and visits its visible ones, with their indices in its bitmaps.
  mutating func endFrame(_ visit: (Int32, Texels) -> Void) {
    closeAtlas()
    for atlas in atlases where atlas.indexFrame == frame { visit(atlas.index, atlas.bitmap!) }
  }
}

/// The key of the coverage of one rounded corner, or of the ring of a border there: a corner of 16 pixels takes a
/// microsecond here, and twenty in the fragment shader on llvmpipe. Lengths are in 256ths of a pixel; the corner points
/// to the minimum of both axes, and coordinates count from the patch's own minimum.
struct CornerPatch: Hashable {
  let edgeX: Int32
  let edgeY: Int32
  let radius: Int32
  /// The radius of the circle that a border ends at inside; 0 for none.
  let innerRadius: Int32
  /// In pixels.
  let width: UInt8
  let height: UInt8
  /// Whether the corner points to the other side: the patch is mirrored then.
  let isMirroredX: Bool
  let isMirroredY: Bool

  /// The longest side, in pixels.
  static let longest = 96.0
  /// The number of parts of a pixel in which lengths are counted: half of one is 0.5/255 of coverage.
  private static let steps = 256

  /// The patch of a corner in a box of whole pixels around it; nil if it is too large.
  init?(_ circle: CornerCircle, in box: Box) {
    guard box.width <= Self.longest, box.height <= Self.longest, circle.radius <= 4 * Self.longest else { return nil }
    let x = circle.pointsToMaxX ? box.maxX - circle.centerX : circle.centerX - box.minX
    let y = circle.pointsToMaxY ? box.maxY - circle.centerY : circle.centerY - box.minY
    func parts(_ length: Double) -> Int32 { Int32(clamping: Int(bounded: (length * Double(Self.steps)).rounded())) }
    (edgeX, edgeY) = (parts(x - circle.radius), parts(y - circle.radius))
    (radius, innerRadius) = (parts(circle.radius), parts(circle.innerRadius))
    (width, height) = (UInt8(box.width), UInt8(box.height))
    (isMirroredX, isMirroredY) = (circle.pointsToMaxX, circle.pointsToMaxY)
  }

  /// Writes the coverage, a byte a pixel, as `cornerCoverage` of Shaders/common/shape.glsl does, so that a corner is
  /// the same either way. `start` is the patch's first pixel, `stride` the bytes from a row to the next one.
  func draw(into start: UnsafeMutablePointer<UInt8>, stride: Int) {
    let (width, height) = (Int(width), Int(height))
    func pixels(_ parts: Int32) -> Float { Float(parts) / Float(Self.steps) }
    let (centerX, centerY) = (pixels(edgeX + radius), pixels(edgeY + radius))
    let (outer, inner) = (pixels(radius) + 0.5, pixels(innerRadius) + 0.5)
    for y in 0..<height {
      let target = start + (isMirroredY ? height - 1 - y : y) * stride
      let up = max(centerY - (Float(y) + 0.5), 0)
      for x in 0..<width {
        let left = max(centerX - (Float(x) + 0.5), 0)
        let distance = (left * left + up * up).squareRoot()
        var covered = max(0, min(1, outer - distance))
        if innerRadius > 0 { covered -= max(0, min(1, inner - distance)) }
        target[isMirroredX ? width - 1 - x : x] = UInt8(covered * 255 + 0.5)
      }
    }
  }
}
