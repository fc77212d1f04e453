// An instance as the programs of Sources/C/CRows take it.

import CRows
import Compositor

/// The arguments of a program's row functions.
struct InstanceShader {
  var instance: RowInstance

  /// - Parameters:
  ///   - start: where the parameters begin in the list.
  ///   - vectors: the list's instances.
  init(_ key: ProgramKey, at start: Int, _ vectors: UnsafePointer<Float>, _ view: PlaneView) {
    let parts = key.coverage
    var at = start + key.primitive.parameterVectors
    func next(_ part: CoverageParts, _ count: Int) -> UnsafePointer<Float>? {
      guard parts.contains(part) else { return nil }
      defer { at += count }
      return vectors + at * 4
    }
    let shape =
      next(.edges, Instance.Edges.vectors) ?? next(.corner, Instance.Corner.vectors)
      ?? next(.corners, Instance.Corners.vectors)
    let clipBox = next(.clipBox, Instance.ClipBox.vectors)
    let clipShape = next(.clipShape, Instance.ClipShape.vectors)
    instance = RowInstance(
      x: (view.x.x, view.x.y, view.x.z), y: (view.y.x, view.y.y, view.y.z), w: (view.w.x, view.w.y, view.w.z),
      isAffine: key.features.contains(.perspective) ? 0 : 1, parameters: vectors + start * 4, shape: shape,
      clipBox: clipBox, clipShape: clipShape, texture: nil, backdrop: nil)
  }

  /// Pixels of which it is asked at a time how far they are covered.
  private static let stretch = 16

  /// Writes the coverage of a row's pixels, but for those of a stretch that is whole, which it returns.
  ///
  /// - Parameter coverage: the first is that of column 0.
  func cover(
    _ row: Int, _ columns: Range<Int>, _ program: RowProgram, into coverage: UnsafeMutablePointer<Float>
  ) -> Range<Int> {
    guard !program.cuts.isEmpty else { return columns }
    guard program.isConvex else {
      cut(row, columns, program, coverage)
      return columns.upperBound..<columns.upperBound
    }
    func isWhole(_ column: Int) -> Bool { coverage[column] > 0.999 }
    var first = columns.lowerBound
    while first < columns.upperBound {
      let next = first..<min(first + Self.stretch, columns.upperBound)
      cut(row, next, program, coverage)
      if let found = next.first(where: isWhole) {
        first = found
        break
      }
      first = next.upperBound
    }
    var end = columns.upperBound
    while end > first {
      let next = max(end - Self.stretch, first)..<end
      cut(row, next, program, coverage)
      if let found = next.last(where: isWhole) {
        end = found + 1
        break
      }
      end = next.lowerBound
    }
    return first..<end
  }

  private func cut(
    _ row: Int, _ columns: Range<Int>, _ program: RowProgram, _ coverage: UnsafeMutablePointer<Float>
  ) {
    let (first, count) = (columns.lowerBound, columns.count)
    (coverage + first).update(repeating: 1, count: count)
    withUnsafePointer(to: instance) {
      for cut in program.cuts { cut($0, first, row, count, coverage + first) }
    }
  }
}
