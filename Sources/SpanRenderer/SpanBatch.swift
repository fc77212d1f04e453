// A batch as rows are drawn by it: what it samples, and how it joins what is there.

import CSpans
import Compositor
import CoreGraphics

/// Where a batch's pixels come from.
enum SpanSource: Sendable {
  /// A colour alone.
  case none
  /// Bytes, first row first, without padding: four to a texel, or one.
  case texels([UInt8], width: Int, height: Int, components: Int)
  /// What an earlier pass drew.
  case surface(Int32)

  /// The longest side of what is sampled, in texels; see `SpanTexture`.
  private static let longestSide = 16_384

  /// Nil where there is nothing to sample, or nothing that can be.
  init?(_ source: TextureSource, _ list: DrawList, _ images: ImageTable) {
    switch source {
    case .none: self = .none
    case .pass(let target, _): self = .surface(target)
    case .image(let index, _, _):
      guard let image = images[index], max(image.width, image.height) <= Self.longestSide else { return nil }
      self = .texels(image.pixels, width: image.width, height: image.height, components: 4)
    case .bitmap(let index, _):
      let bitmap = list.bitmaps[Int(index)]
      guard max(bitmap.width, bitmap.height) <= Self.longestSide else { return nil }
      self = .texels(
        bitmap.pixels, width: bitmap.width, height: bitmap.height, components: bitmap.format == .color ? 4 : 1)
    }
  }

  /// Lends the texels.
  ///
  /// - Parameter surface: where they are an earlier pass's.
  func withTexels(_ surface: SurfacePixels?, _ body: (SpanTexture?) -> Void) {
    switch self {
    case .none: body(nil)
    case .texels(let bytes, let width, let height, let components):
      bytes.withUnsafeBufferPointer { buffer in
        body(
          SpanTexture(
            texels: buffer.baseAddress, width: Int32(width), height: Int32(height), components: Int32(components),
            isLinear: 0))
      }
    case .surface:
      guard let surface else { return }
      let bytes = UnsafeRawPointer(surface.pixels).assumingMemoryBound(to: UInt8.self)
      body(
        SpanTexture(
          texels: bytes, width: Int32(surface.width), height: Int32(surface.height), components: 4, isLinear: 0))
    }
  }
}

/// How a batch joins what is there.
enum SpanJoin: Sendable {
  case blend(SpanBlend)
  /// A weight in 255ths; see ``BlendState/mix(_:)``.
  case mix(UInt32)

  init(_ state: BlendState) {
    switch state {
    case .copy: self = .blend(SpanCopy)
    case .sourceOver: self = .blend(SpanSourceOver)
    case .destinationIn: self = .blend(SpanDestinationIn)
    case .destinationOut: self = .blend(SpanDestinationOut)
    case .plusLighter: self = .blend(SpanPlusLighter)
    case .screen: self = .blend(SpanScreen)
    case .exclusion: self = .blend(SpanExclusion)
    case .multiplyOpaque: self = .blend(SpanMultiplyOpaque)
    case .sourceAtop: self = .blend(SpanSourceAtop)
    case .destinationOver: self = .blend(SpanDestinationOver)
    case .xor: self = .blend(SpanXor)
    case .mix(let weight): self = .mix(UInt32(weight))
    }
  }
}

/// Draws of one kind.
struct SpanBatch: Sendable {
  let program: ProgramKey
  let join: SpanJoin
  let source: SpanSource
  /// The second picture of a cross-fade.
  let backdrop: SpanSource
  /// Whether the texture is read between its texels where it is drawn larger, and where it is drawn smaller.
  private let isLinear: (magnified: Bool, minified: Bool)
  private let range: Range<Int>

  /// Nil where only OpenGL draws it.
  init?(_ batch: Batch, _ list: DrawList, _ images: ImageTable) {
    program = batch.program
    guard program.isDrawnBySpans, batch.backdrop == .none || program.primitive == .crossfade,
      let source = SpanSource(batch.texture, list, images), let backdrop = SpanSource(batch.backdrop, list, images)
    else { return nil }
    (self.source, self.backdrop) = (source, backdrop)
    switch batch.texture {
    case .none: isLinear = (false, false)
    case .image(_, let magnified, let minified):
      guard minified != .trilinear else { return nil }
      isLinear = (magnified == .linear, minified == .linear)
    case .pass(_, let filter), .bitmap(_, let filter):
      guard filter != .trilinear else { return nil }
      isLinear = (filter == .linear, filter == .linear)
    }
    join = SpanJoin(batch.blend)
    range = batch.range
  }

  /// Whether the texture is read between its texels where pixels are so long. OpenGL minifies from a texel on.
  func isLinear(texelsPerPixel length: Float) -> Bool { length > 1.0001 ? isLinear.minified : isLinear.magnified }

  /// Visits the draws with the rows that they reach.
  func forEachDraw(in list: DrawList, _ visit: (_ index: Int, _ rows: Range<Int>) -> Void) {
    if program.features.contains(.linear) {
      for index in range {
        let box = list.quads[index].box
        let (top, bottom) = (Int(bounded: Double(box.y)), Int(bounded: Double(box.w)))
        if top < bottom { visit(index, top..<bottom) }
      }
    } else {
      for index in stride(from: range.lowerBound, to: range.upperBound, by: program.vectorsPerInstance) {
        let outline = Outline(list.part(Instance.Quad.self, at: index))
        let rows = outline.rows
        if !rows.isEmpty { visit(index, rows) }
      }
    }
  }

  /// Draws some of the batch's draws on a band.
  ///
  /// - Parameters:
  ///   - texels: of what it samples.
  ///   - backdrop: of the second picture of a cross-fade.
  func draw(
    _ run: ArraySlice<SpanPass.Draw>, of list: DrawList, _ texels: SpanTexture?, _ backdrop: SpanTexture?,
    on canvas: inout BandCanvas
  ) {
    if program.primitive == .crossfade {
      guard let texels, let backdrop else { return }
      for draw in run { canvas.crossFade(at: Int(draw.index), of: list, texels, backdrop, join) }
    } else if program.features.contains(.linear) {
      list.quads.withUnsafeBufferPointer { quads in
        for draw in run { canvas.draw(quads[Int(draw.index)], self, texels) }
      }
    } else {
      for draw in run { canvas.drawInstance(at: Int(draw.index), of: list, self, texels) }
    }
  }
}

extension ProgramKey {
  /// What of the general path is drawn here, too.
  private static let drawn: ProgramFeatures = [
    .linear, .tinted, .rounded, .corner, .clipBox, .clipShape, .screenTexture, .perspective,
  ]

  /// Whether rows can be drawn as the program does.
  fileprivate var isDrawnBySpans: Bool {
    let own: ProgramFeatures = primitive == .gradient ? [.radial, .stepped] : []
    guard features.subtracting(own).isSubset(of: Self.drawn), variant == .none else { return false }
    switch primitive {
    case .solid, .image: return true
    case .crossfade: return features.isEmpty
    case .border: return !features.contains(.perspective)
    case .gradient: return !features.contains(.perspective)
    default: return false
    }
  }
}
