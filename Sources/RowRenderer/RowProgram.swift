// A program by its GLSL (Sources/C/CRows/programs.inc), or by row functions that compute the same more cheaply. A new
// primitive does not compile until it has a case here.

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
  /// The function of the program's GLSL, for deep targets; nil for one colour.
  let deep: RowPaint?
  /// The function of the program's GLSL for an image that is larger than row functions can draw.
  let vast: RowPaint?
  /// The functions that cut it: at its own edges or corners, and at its clips.
  let cuts: [RowCut]
  /// Whether the wholly covered pixels of a row are one stretch, with edges on both sides; otherwise there is a hole.
  let isConvex: Bool

  /// The functions of a program, whose texture is read by how small it is drawn if `isMipmapped`.
  init(_ key: ProgramKey, isMipmapped: Bool) {
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
    cuts = named.filter { parts.contains($0.part) }.map {
      Self.compiled($0.name, row_cut($0.name, features.intersection($0.features).rawValue))
    }
    let name = ProgramKey(key.primitive, [], key.variant).description
    func program(_ wanted: ProgramFeatures) -> RowPaint {
      Self.compiled(name, row_paint(name, features.intersection(wanted).rawValue))
    }
    var vast: RowPaint?
    switch key.primitive {
    case .solid, .border: paint = .color
    case .image where isMipmapped: paint = .program(Self.compiled(name, row_paint(name, UInt32(RowMipmaps))))
    case .image where features.contains(.levels): paint = .program(program(.levels))
    case .image:
      paint = .texture
      vast = program([])
    case .gradient where features.isDisjoint(with: [.conic, .perspective]): paint = .gradient
    case .gradient:
      let isPlain = features.contains(.stepped)
      paint = .program(program(isPlain ? [.radial, .conic, .stepped] : [.radial, .conic, .perspective]))
    case .crossfade: paint = .crossfade
    case .blur: paint = .blur(program(.alphaOnly))
    case .halve: paint = .halve(program([]))
    case .enlarge, .swipe, .page, .filter, .cells, .blend: paint = .program(program([]))
    }
    self.vast = vast
    switch paint {
    case .color: deep = nil
    case .texture, .crossfade: deep = program([])
    case .gradient: deep = program([.radial, .conic, .stepped])
    case .program(let function), .blur(let function), .halve(let function): deep = function
    }
  }

  private static func compiled<Function>(_ name: String, _ function: Function?) -> Function {
    guard let function else { preconditionFailure("Sources/C/CRows does not compile \(name)") }
    return function
  }
}
