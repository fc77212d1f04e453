/// The caches that keep memory for later frames. A renderer's memory limit is shared out among them in one table: all
/// caches together keep no more than the frame itself may take.
package enum CacheBudget: CaseIterable, Sendable {
  /// Pictures that the CPU draws.
  case shapes, texts, paintings, shadowPatches, shadowPaths, gradients, ladders
  /// Bytes of bitmaps that are gone.
  case spareBytes
  /// OpenGL's targets, those whose pictures are shown again, and textures.
  case targets, keptTargets, textures
  /// Surfaces that rows are drawn to, and the sizes of images that they are read from.
  case surfaces, mipmaps

  /// Bytes without a limit.
  private var most: Int {
    switch self {
    case .gradients: 4 << 20
    case .shadowPatches, .shadowPaths: 16 << 20
    case .spareBytes, .surfaces: 64 << 20
    case .shapes, .texts, .paintings, .mipmaps: 128 << 20
    case .ladders, .keptTargets: 256 << 20
    case .targets, .textures: 512 << 20
    }
  }

  /// The most bytes that are kept, unless one frame asks for more: the share of a limit.
  package func bytes(within limit: Int = .max) -> Int {
    let all = Self.allCases.reduce(0) { $0 + $1.most }
    return limit >= all ? most : Int(Double(max(limit, 0)) * Double(most) / Double(all))
  }
}
