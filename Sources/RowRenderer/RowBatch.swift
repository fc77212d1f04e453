// A batch as rows are drawn by it: what it samples, and how it joins what is there.

package import CRows
import Compositor
import CoreGraphics

/// The source of a batch's pixels.
enum RowSource: Sendable {
  /// A colour alone.
  case none
  /// Bytes, first row first, without padding: four to a texel, or one.
  case texels([UInt8], width: Int, height: Int, components: Int, Mipmaps?)
  /// The surface that an earlier pass drew.
  case surface(Int32)

  /// - Parameter mipmaps: makes the sizes of an image.
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
      self = .texels(
        image.pixels, width: image.width, height: image.height, components: 4,
        minified == .trilinear ? mipmaps(image) : nil)
    case .bitmap(let index, _):
      let bitmap = list.bitmaps[Int(index)]
      self = .texels(
        bitmap.pixels, width: bitmap.width, height: bitmap.height, components: bitmap.format == .color ? 4 : 1, nil)
    }
  }

  /// Whether nothing is sampled.
  var isNone: Bool {
    if case .none = self { true } else { false }
  }

  /// Lends the texels.
  ///
  /// - Parameter surface: where they are an earlier pass's.
  func withTexels(_ surface: SurfacePixels?, _ body: (RowTexture?) -> Void) {
    switch self {
    case .none: body(nil)
    case .texels(let bytes, let width, let height, let components, let mipmaps):
      bytes.withUnsafeBufferPointer { buffer in
        var texture = RowTexture(buffer.baseAddress, width: width, height: height, components: components)
        if let mipmaps {
          texture.mipmaps = UnsafePointer(mipmaps.sizes)
          texture.mipmapCount = Int32(mipmaps.count)
        }
        body(texture)
      }
    case .surface:
      guard let surface else { return }
      let bytes = UnsafeRawPointer(surface.pixels).assumingMemoryBound(to: UInt8.self)
      body(RowTexture(bytes, width: surface.width, height: surface.height, components: 4))
    }
  }
}

extension RowTexture {
  /// Texels without padding, of which the nearest is read.
  package init(_ texels: UnsafePointer<UInt8>?, width: Int, height: Int, components: Int) {
    self.init(
      texels: texels, width: Int32(width), height: Int32(height), components: Int32(components), isLinear: 0,
      mipmaps: nil, mipmapCount: 0)
  }

  /// The longest side of what the row functions of rows.h sample; programs sample more.
  private static let longestSide = 16_384

  /// Whether its places are beyond what the row functions count with.
  var isVast: Bool { max(width, height) > Self.longestSide }
}

/// The way that a batch joins the pixels that are there.
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

/// Draws of one kind.
struct RowBatch: Sendable {
  let key: ProgramKey
  let program: RowProgram
  let join: RowJoin
  let source: RowSource
  /// The second texture of programs that have two.
  let backdrop: RowSource
  /// Whether the texture is read between its texels where it is drawn larger, and where it is drawn smaller.
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
    join = RowJoin(batch.blend)
    range = batch.range
  }

  /// Whether the texture is read between its texels where pixels are so long. OpenGL minifies from a texel on.
  func isLinear(texelsPerPixel length: Float) -> Bool { length > 1.0001 ? isLinear.minified : isLinear.magnified }

  /// Visits the draws with the rows that they reach.
  func forEachDraw(in list: DrawList, _ visit: (_ index: Int, _ rows: Range<Int>) -> Void) {
    if key.features.contains(.linear) {
      for index in range {
        let box = list.quads[index].box
        let (top, bottom) = (Int(bounded: Double(box.y)), Int(bounded: Double(box.w)))
        if top < bottom { visit(index, top..<bottom) }
      }
    } else {
      for index in stride(from: range.lowerBound, to: range.upperBound, by: key.vectorsPerInstance) {
        let outline = Outline(list.part(Instance.Quad.self, at: index))
        let rows = outline.rows
        if !rows.isEmpty { visit(index, rows) }
      }
    }
  }

  /// Draws some of the batch's draws on a band.
  ///
  /// - Parameters:
  ///   - texels: the texels that it samples.
  ///   - backdrop: the texels of the backdrop that it samples, too.
  func draw(
    _ run: ArraySlice<RowPass.Draw>, of list: DrawList, _ texels: RowTexture?, _ backdrop: RowTexture?,
    on canvas: inout BandCanvas
  ) {
    // A picture that is not there leaves nothing to draw.
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
