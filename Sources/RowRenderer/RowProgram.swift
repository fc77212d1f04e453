// How rows draw a program: by its GLSL (Sources/C/CRows/programs.inc), or by row functions that say the same more
// cheaply. A new primitive does not compile before it stands here.

import CRows
import Compositor

/// The functions that draw a program's instances.
struct RowProgram: Sendable {
  /// What tells a row's colours.
  enum Paint: Sendable {
    /// One colour.
    case color
    /// A texture, times a colour.
    case texture
    /// A row of texels by position.
    case gradient
    case crossfade
    /// What the program's GLSL says, and whether rows may be sums of others.
    case program(RowPaint)
    case blur(RowPaint)
    case halve(RowPaint)
  }

  let paint: Paint
  /// What its GLSL says of a texture; for images that are larger than row functions count.
  let vast: RowPaint?
  /// What cuts it: its own edges or corners, and its clips.
  let shape: RowCut?
  let clipBox: RowCut?
  let clipShape: RowCut?
  /// Whether what is left of a row is one stretch that is whole, with edges on both sides; else there is a hole.
  let isConvex: Bool

  /// Draws one colour; of lists that nobody asked about.
  static let nothing = RowProgram()

  private init() {
    (paint, vast, shape, clipBox, clipShape, isConvex) = (.color, nil, nil, nil, nil, true)
  }

  var isCut: Bool { shape != nil || clipBox != nil || clipShape != nil }

  /// Nil where there is no such program in Sources/C/CRows.
  ///
  /// - Parameter isMipmapped: whether its texture is read by how small it is drawn.
  init?(_ key: ProgramKey, isMipmapped: Bool) {
    let features = key.features
    let curves: ProgramFeatures = [.continuous, .opposite]
    func cut(_ name: String, _ wanted: ProgramFeatures) -> RowCut? { row_cut(name, features.intersection(wanted).row) }
    let ring = key.primitive == .border ? "border " : ""
    let parts = features.contains(.linear) ? [] : key.coverage
    shape =
      parts.contains(.corner)
      ? cut("\(ring)corner", [])
      : parts.contains(.corners)
        ? cut("\(ring)corners", curves.union(.perspective))
        : parts.contains(.edges) ? cut("edges", .perspective) : nil
    clipBox = parts.contains(.clipBox) ? cut("clipBox", []) : nil
    clipShape = parts.contains(.clipShape) ? cut("clipShape", curves) : nil
    isConvex = key.primitive != .border
    let isThere: [(CoverageParts, RowCut?)] = [
      ([.edges, .corner, .corners], shape), (.clipBox, clipBox), (.clipShape, clipShape),
    ]
    guard isThere.allSatisfy({ parts.isDisjoint(with: $0) || $1 != nil }) else { return nil }
    func program(_ wanted: ProgramFeatures) -> RowPaint? {
      row_paint(ProgramKey(key.primitive, [], key.variant).description, features.intersection(wanted).row)
    }
    var vast: RowPaint?
    let paint: Paint?
    switch key.primitive {
    case .solid, .border: paint = .color
    case .image where isMipmapped: paint = row_paint("image", UInt32(RowMipmaps)).map { .program($0) }
    case .image where features.contains(.levels): paint = program(.levels).map { .program($0) }
    case .image:
      paint = .texture
      vast = program([])
    case .gradient where features.isDisjoint(with: [.conic, .perspective]): paint = .gradient
    case .gradient:
      let isPlain = features.contains(.stepped)
      paint = program(isPlain ? [.radial, .conic, .stepped] : [.radial, .conic, .perspective]).map { .program($0) }
    case .crossfade: paint = .crossfade
    case .blur: paint = program(.alphaOnly).map { .blur($0) }
    case .halve: paint = program([]).map { .halve($0) }
    case .enlarge, .swipe, .page, .filter, .cells, .blend: paint = program([]).map { .program($0) }
    }
    guard let paint else { return nil }
    (self.paint, self.vast) = (paint, vast)
  }
}

extension ProgramFeatures {
  /// As Sources/C/CRows knows them.
  fileprivate var row: UInt32 {
    let known: [(ProgramFeatures, Int)] = [
      (.perspective, RowPerspective), (.continuous, RowContinuous), (.opposite, RowOpposite),
      (.alphaOnly, RowAlphaOnly), (.radial, RowRadial), (.conic, RowConic), (.stepped, RowStepped),
      (.levels, RowLevels),
    ]
    return known.reduce(0) { contains($1.0) ? $0 | UInt32($1.1) : $0 }
  }
}
