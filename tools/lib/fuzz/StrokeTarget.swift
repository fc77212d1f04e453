// Strokes: an input is the seed of a path of handles on ends, cusps, loops and sizes from 1e-6 to 1e6 points, or one of
// four of a path of the size of rounding errors. Time and memory of its outline are bounded, and it covers all within
// half the width of the path.

import CoreGraphics
import Foundation
import TestPaths

/// Strokes random paths.
enum StrokeTarget: FuzzTarget {
  static let name = "strokes"

  static func seeds(in folder: String?) -> [[UInt8]] { programs(seed: 11, length: 8, growth: 0) }

  /// The sanitizer makes the code several times as slow.
  private static let mostSeconds = 0.1
  private static let mostBytes = 1 << 20

  static func run(_ input: [UInt8]) -> String {
    let seed = input.reduce(0) { ($0 &* 31 &+ Int($1)) & .max }
    let stroke = WildStroke(seed: seed, isTiny: seed % 4 == 0)
    let start = clock()
    let outline = stroke.outline()
    let seconds = Double(clock() - start) / Double(CLOCKS_PER_SEC)
    expect(seconds <= mostSeconds, "seed \(seed): \(seconds) s")
    let bytes = outline.storage.points.count * 16 + outline.storage.types.count
    expect(bytes <= mostBytes, "seed \(seed): \(bytes) bytes")
    let (_, fault) = stroke.compare(outline, points: 30, seed: seed)
    expect(fault == nil, "seed \(seed): \(fault ?? "")")
    return "\(stroke.path.segments.count) segments"
  }
}
