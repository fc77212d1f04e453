package import CRows
import Compositor
import CoreGraphics

enum RowSource: Sendable {
  /// A colour alone.
  case none
  /// Bytes, first row first, without padding: one, four or eight to a texel (`RowTexture`).
  /// `serial` is that of the image or texture, which no other one has.
  case texels([UInt8], serial: UInt64, width: Int, height: Int, texelBytes: Int, Mipmaps?)
  /// The surface that an earlier pass drew.
  case surface(Int32)

  /// The source of a texture; `mipmaps` makes the sizes of an image.
  init(
    _ source: TextureSource, _ list: DrawList, _ images: ImageTable, _ mipmaps: (CGImage) -> Mipmaps
  ) {
    switch source {
    case .none: self = .none
    case .pass(let target, _): self = .surface(target)
    case .image(let index, _, let minified):
      guard let image = images[index] else {
        self = .none
        return
      }
      // Mipmaps have bytes.
      let sizes = minified == .trilinear && !(list.isDeep && image.deepPixels != nil) ? mipmaps(image) : nil
      if list.isDeep, let deep = image.deepPixels {
        self = .texels(
          deep, serial: image.serial << 1 | 1, width: image.width, height: image.height, texelBytes: 8, sizes)
        return
      }
      self = .texels(
        image.pixels, serial: image.serial << 1 | 1, width: image.width, height: image.height, texelBytes: 4, sizes)
    case .bitmap(let index, _):
      let bitmap = list.bitmaps[Int(index)]
      self = .texels(
        bitmap.pixels, serial: bitmap.serial << 1, width: bitmap.width, height: bitmap.height,
        texelBytes: bitmap.format.bytesPerPixel, nil)
    }
  }

  var isNone: Bool {
    if case .none = self { true } else { false }
  }

  /// Lends the texels; `surface` has the pixels of an earlier pass, if they are the source.
  func withTexels(_ surface: SurfacePixels?, _ body: (RowTexture?) -> Void) {
    switch self {
    case .none: body(nil)
    case .texels(let bytes, _, let width, let height, let texelBytes, let mipmaps):
      bytes.withUnsafeBufferPointer { buffer in
        var texture = RowTexture(buffer.baseAddress, width: width, height: height, texelBytes: texelBytes)
        if let mipmaps {
          texture.mipmaps = UnsafePointer(mipmaps.sizes)
          texture.mipmapCount = Int32(mipmaps.count)
        }
        body(texture)
      }
    case .surface:
      guard let surface else { return }
      let bytes = surface.pixels.assumingMemoryBound(to: UInt8.self)
      body(
        RowTexture(bytes, width: surface.width, height: surface.height, texelBytes: surface.bytesPerPixel))
    }
  }
}

extension RowTexture {
  /// Texels without padding, sampled to the nearest.
  package init(_ texels: UnsafePointer<UInt8>?, width: Int, height: Int, texelBytes: Int) {
    self.init(
      texels: texels, width: Int32(width), height: Int32(height), texelBytes: Int32(texelBytes), isLinear: 0,
      mipmaps: nil, mipmapCount: 0)
  }

  /// The longest side of a texture that the row functions of rows.h sample; programs sample larger ones.
  private static let longestSide = 16_384

  /// Whether its coordinates exceed the range of the row functions.
  var isVast: Bool { max(width, height) > Self.longestSide }
}

enum RowJoin: Sendable {
  case blend(RowBlend)
  /// A weight in 255ths; see ``BlendState/mix(_:)``.
  case mix(UInt32)

  init(_ state: BlendState) {
    if case .mix(let weight) = state {
      self = .mix(UInt32(weight))
    } else {
      self = .blend(RowBlend(UInt32(state.number ?? 0)))
    }
  }
}

/// Draws of one kind: the source of their pixels, and how they are blended.
struct RowBatch: Sendable {
  let key: ProgramKey
  let program: RowProgram
  private let blend: BlendState
  let join: RowJoin
  let source: RowSource
  /// The second texture of programs that have two.
  let backdrop: RowSource
  /// Whether the texture is read between its texels when magnified, and when minified.
  private let isLinear: (magnified: Bool, minified: Bool)
  private let range: Range<Int>

  init(
    _ batch: Batch, _ program: RowProgram, _ list: DrawList, _ images: ImageTable, _ mipmaps: (CGImage) -> Mipmaps
  ) {
    (key, self.program) = (batch.program, program)
    source = RowSource(batch.texture, list, images, mipmaps)
    backdrop = RowSource(batch.backdrop, list, images, mipmaps)
    switch batch.texture {
    case .none: isLinear = (false, false)
    case .image(_, let magnified, let minified): isLinear = (magnified != .nearest, minified != .nearest)
    case .pass(_, let filter), .bitmap(_, let filter): isLinear = (filter != .nearest, filter != .nearest)
    }
    blend = batch.blend
    join = RowJoin(batch.blend)
    range = batch.range
  }

  /// Returns the number of the batch's program, blending and sources; nil if it samples a surface of unknown contents.
  func content(_ texture: ContentNumber?, _ backdrop: ContentNumber?) -> ContentNumber? {
    var content = ContentNumber()
    content.add(key)
    content.add(blend)
    content.add((isLinear.magnified ? 1 : 0) as UInt64 | (isLinear.minified ? 2 : 0))
    for (source, surface) in [(source, texture), (self.backdrop, backdrop)] {
      switch source {
      case .none: content.add(0 as UInt64)
      case .texels(_, let serial, _, _, _, let mipmaps): content.add(serial << 1 | (mipmaps == nil ? 0 : 1))
      case .surface:
        guard let surface else { return nil }
        content.add(surface)
      }
    }
    return content
  }

  /// Adds the draw at an index of the list.
  @inline(__always)
  func add(_ index: Int, of list: DrawList, to content: inout ContentNumber) {
    if key.features.contains(.linear) {
      list.quads.withUnsafeBufferPointer { content.add(UnsafeBufferPointer(rebasing: $0[index..<index + 1])) }
    } else {
      list.instances.withUnsafeBufferPointer {
        content.add(UnsafeBufferPointer(rebasing: $0[index..<index + key.vectorsPerInstance]))
      }
    }
  }

  /// Whether the texture is read between its texels for pixels of that length. OpenGL minifies from a texel on.
  func isLinear(texelsPerPixel length: Float) -> Bool { length > 1.0001 ? isLinear.minified : isLinear.magnified }

  /// Visits the batch's draws, each with the rows that it touches.
  func forEachDraw(in list: DrawList, _ visit: (_ index: Int, _ rows: Range<Int>) -> Void) {
    if key.features.contains(.linear) {
      for index in range {
        let box = list.quads[index].box
        let (top, bottom) = (Int(bounded: Double(box.y)), Int(bounded: Double(box.w)))
        if top < bottom { visit(index, top..<bottom) }
      }
    } else {
      for index in stride(from: range.lowerBound, to: range.upperBound, by: key.vectorsPerInstance) {
        let outline = RowOutline(list.part(Instance.Quad.self, at: index))
        let rows = outline.rows
        if !rows.isEmpty { visit(index, rows) }
      }
    }
  }

  /// Draws some of the batch's draws on a band, with the texels of its texture and of its backdrop.
  @inline(__always)
  func draw<Canvas: DrawCanvas & ~Copyable>(
    _ run: ArraySlice<RowPass.Draw>, of list: DrawList, _ texels: RowTexture?, _ backdrop: RowTexture?,
    on canvas: inout Canvas
  ) {
    // A missing picture leaves nothing to draw.
    guard texels != nil || source.isNone, backdrop != nil || self.backdrop.isNone else { return }
    if key.features.contains(.linear) {
      list.quads.withUnsafeBufferPointer { quads in
        for draw in run { canvas.draw(quads[Int(draw.index)], self, texels) }
      }
      return
    }
    list.instances.withUnsafeBufferPointer { vectors in
      vectors.withMemoryRebound(to: Float.self) { numbers in
        for draw in run { canvas.draw(at: Int(draw.index), of: list, numbers.baseAddress!, self, texels, backdrop) }
      }
    }
  }
}

/// The sizes of an image that is sampled by the size of each pixel: whole, halved, halved again, down to a pixel.
final class Mipmaps: @unchecked Sendable {
  // Unchecked Sendable: nobody writes to them once they are made.
  private(set) weak var image: CGImage?
  private var pixels: [UnsafeMutablePointer<UInt32>] = []
  /// The sizes in descending order; the first is the image.
  let sizes: UnsafeMutablePointer<RowTexture>
  let count: Int
  private(set) var byteCount = 0

  init(_ image: CGImage) {
    self.image = image
    count = Int.bitWidth - max(image.width, image.height).leadingZeroBitCount
    sizes = .allocate(capacity: count)
    let whole = UnsafeMutablePointer<UInt32>.allocate(capacity: image.width * image.height)
    image.pixels.withUnsafeBytes {
      UnsafeMutableRawPointer(whole).copyMemory(from: $0.baseAddress!, byteCount: $0.count)
    }
    var (width, height, last) = (image.width, image.height, whole)
    for index in 0..<count {
      if index > 0 {
        last = Self.halved(last, width, height)
        (width, height) = (max(width / 2, 1), max(height / 2, 1))
      }
      pixels.append(last)
      byteCount += width * height * 4
      let bytes = UnsafeRawPointer(last).assumingMemoryBound(to: UInt8.self)
      sizes[index] = RowTexture(bytes, width: width, height: height, texelBytes: 4)
      sizes[index].isLinear = 1
    }
  }

  deinit {
    for one in pixels { one.deallocate() }
    sizes.deallocate()
  }

  /// Averages pixels by fours, or by twos in one row or column.
  private static func halved(
    _ pixels: UnsafeMutablePointer<UInt32>, _ width: Int, _ height: Int
  ) -> UnsafeMutablePointer<UInt32> {
    let (newWidth, newHeight) = (max(width / 2, 1), max(height / 2, 1))
    let result = UnsafeMutablePointer<UInt32>.allocate(capacity: newWidth * newHeight)
    for y in 0..<newHeight {
      let upper = pixels + 2 * y * width
      let (lower, target) = (height > 1 ? upper + width : upper, result + y * newWidth)
      if width > 1 { row_halve(target, newWidth, upper, lower) } else { row_average(target, upper, lower, 1, 32_768) }
    }
    return result
  }
}
