// Coverage by sums of areas in an array, for outlines that cross themselves so often that FreeType would take minutes:
// its memory holds some hundred cells, and it walks the whole outline for each part of the picture that fits.
//
// The cells are the 4x4 parts of the pixels, or the pixels, if edges pass too many cells. Each edge of a polygon adds
// its height, and twice the area to its left, to the cells that it passes; a running sum along each row of cells is
// then the winding number weighted by area, which the rule converts to coverage. Edges left of the box count in the
// first column; those right of it do not count.

import CFreeType

struct AreaSums {
  private struct Cell {
    /// The sum of the edges' signed heights.
    var height = 0
    /// Twice the sum of the areas between the edges and the cell's left side.
    var area = 0
  }

  /// The power of two of a cell's side, in steps of the polygons' coordinates.
  private static let bits = 6
  /// The number of cells at a time; at least a row of pixels.
  private static let mostCells = 1 << 19

  /// The number of passes of edges through cells beyond which the cells are pixels: some seconds' work.
  private static let mostPasses = 1e8

  private let cells: UnsafeMutableBufferPointer<Cell>
  private let columns: Int
  private let rows: Int
  /// The number of cells of a pixel in each direction.
  private let parts: Int
  private let isEvenOdd: Bool

  /// Writes the coverage of polygons in a box of pixels, relative to its corner, to rows of bytes `stride` bytes apart.
  static func draw(
    _ polygons: FlatContours, isEvenOdd: Bool, into bytes: UnsafeMutablePointer<UInt8>, width: Int, height: Int,
    stride: Int
  ) {
    let polygons = polygons.cells > mostPasses ? polygons.coarse : polygons
    let parts = polygons.parts
    let pixelRows = min(height, max(mostCells / (width * parts * parts), 1))
    let cells = UnsafeMutableBufferPointer<Cell>.allocate(capacity: width * parts * pixelRows * parts)
    defer { cells.deallocate() }
    let sums = AreaSums(
      cells: cells, columns: width * parts, rows: pixelRows * parts, parts: parts, isEvenOdd: isEvenOdd)
    for row in Swift.stride(from: 0, to: height, by: pixelRows) {
      cells.initialize(repeating: Cell())
      sums.add(polygons, from: row * parts)
      sums.write(rows: min(pixelRows, height - row), bytes + row * stride, stride)
    }
  }

  private func add(_ polygons: FlatContours, from row: Int) {
    let (top, bottom) = (row << Self.bits, (row + rows) << Self.bits)
    polygons.visitEdges { last, next in
      guard last.y != next.y, min(last.y, next.y) < bottom, max(last.y, next.y) > top else { return }
      addEdge(Int(last.x), Int(last.y) - top, Int(next.x), Int(next.y) - top)
    }
  }

  /// Adds an edge, row by row. Its crossings of rows depend on the edge alone, so that rows join without gaps.
  private func addEdge(_ x0: Int, _ y0: Int, _ x1: Int, _ y1: Int) {
    guard let base = cells.baseAddress else { return }
    let sign = y1 > y0 ? 1 : -1
    // Downward, with the height's sign apart.
    let (xa, ya, xb, yb) = sign > 0 ? (x0, y0, x1, y1) : (x1, y1, x0, y0)
    let slope = (xb - xa) << 32 / (yb - ya)
    func x(at y: Int) -> Int { y == yb ? xb : xa &+ ((y &- ya) &* slope &+ 1 << 31) >> 32 }
    var y = max(ya, 0)
    let end = min(yb, rows << Self.bits)
    var from = x(at: y)
    while y < end {
      let row = y >> Self.bits
      let next = min((row &+ 1) << Self.bits, end)
      let to = x(at: next)
      addPiece(from, to, height: next &- y, sign: sign, base + row &* columns)
      (y, from) = (next, to)
    }
  }

  /// Adds a part of an edge within one row of cells; it falls by `height` from one x to another.
  private func addPiece(_ from: Int, _ to: Int, height: Int, sign: Int, _ row: UnsafeMutablePointer<Cell>) {
    // From left to right: the area does not depend on the direction.
    let (left, right) = (min(from, to), max(from, to))
    let width = columns << Self.bits
    guard left < width else { return }
    let column = max(left, 0) >> Self.bits
    if right <= 0 || left >= 0 && right >> Self.bits == column {
      return add(height &* sign, max(left, 0) &+ max(right, 0) &- column << (Self.bits + 1), to: &row[column])
    }
    let steepness = height << 32 / (right - left)
    /// Returns the height that the part has fallen at an x.
    func down(at x: Int) -> Int { x >= right ? height : ((x &- left) &* steepness &+ 1 << 31) >> 32 }
    var (x, y) = (left, 0)
    if left < 0 {
      y = down(at: 0)
      row[0].height &+= y &* sign
      x = 0
    }
    let end = min(right, width)
    while x < end {
      let column = x >> Self.bits
      let next = min((column &+ 1) << Self.bits, end)
      let below = down(at: next)
      add((below &- y) &* sign, x &+ next &- column << (Self.bits + 1), to: &row[column])
      (x, y) = (next, below)
    }
  }

  /// Adds to a cell; `twice` is twice the middle of a part, from the cell's left side.
  private func add(_ height: Int, _ twice: Int, to cell: inout Cell) {
    cell.height &+= height
    cell.area &+= height &* twice
  }

  private func write(rows: Int, _ bytes: UnsafeMutablePointer<UInt8>, _ stride: Int) {
    let full = 2 << (2 * Self.bits)
    let whole = full * parts * parts
    var totals = [Int](repeating: 0, count: columns / parts)
    for row in 0..<rows * parts {
      var height = 0
      for column in 0..<columns {
        let cell = cells[row * columns + column]
        height += cell.height
        var area = abs(height << (Self.bits + 1) - cell.area)
        if isEvenOdd {
          area %= 2 * full
          area = min(area, 2 * full - area)
        }
        totals[column / parts] += min(area, full)
      }
      guard row % parts == parts - 1 else { continue }
      for column in totals.indices {
        bytes[row / parts * stride + column] = UInt8((totals[column] * 255 + whole / 2) / whole)
        totals[column] = 0
      }
    }
  }
}
