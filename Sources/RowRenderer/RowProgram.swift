// A program by its GLSL (Sources/C/CRows/programs.inc), or by row functions that compute the same more cheaply. A new
// primitive does not compile before it stands here.

import CRows
import Compositor

struct RowProgram: Sendable {
  /// The source of a row's colours.
  enum Paint: Sendable {
    /// One colour.
    case color
    /// A texture times a colour.
    case texture
    /// A row of texels by position.
    case gradient
    case crossfade
    /// The function of the program's GLSL.
    case program(RowPaint)
    case blur(RowPaint)
    case halve(RowPaint)
  }

  let paint: Paint
  /// The function of its GLSL for a texture; for images larger than row functions can draw.
  let vast: RowPaint?
  /// The functions that cut it: at its own edges or corners, and at its clips.
  let cuts: [RowCut]
  /// Whether what is left of a row is one stretch that is whole, with edges on both sides; else there is a hole.
  let isConvex: Bool

  /// Nil where there is no such program in Sources/C/CRows.
  ///
  /// - Parameter isMipmapped: whether its texture is read by how small it is drawn.
  init?(_ key: ProgramKey, isMipmapped: Bool) {
    let features = key.features
    isConvex = key.primitive != .border
    let ring = isConvex ? "" : "border "
    let curves: ProgramFeatures = [.continuous, .opposite]
    let named: [(part: CoverageParts, name: String, features: ProgramFeatures)] = [
      (.edges, "edges", .perspective), (.corner, ring + "corner", []),
      (.corners, ring + "corners", curves.union(.perspective)), (.clipBox, "clipBox", []),
      (.clipShape, "clipShape", curves),
    ]
    let parts = features.contains(.linear) ? [] : key.coverage
    var cuts: [RowCut] = []
    for one in named where parts.contains(one.part) {
      guard let cut = row_cut(one.name, features.intersection(one.features).row) else { return nil }
      cuts.append(cut)
    }
    self.cuts = cuts
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
  /// The features in the numbering of Sources/C/CRows.
  fileprivate var row: UInt32 {
    let known: [(ProgramFeatures, Int)] = [
      (.perspective, RowPerspective), (.continuous, RowContinuous), (.opposite, RowOpposite),
      (.alphaOnly, RowAlphaOnly), (.radial, RowRadial), (.conic, RowConic), (.stepped, RowStepped),
      (.levels, RowLevels),
    ]
    return known.reduce(0) { contains($1.0) ? $0 | UInt32($1.1) : $0 }
  }
}
