// A scan converter for outlines that do not overlap themselves, with FreeType's exact areas in less than half its time.
// FreeType walks the outline again for each part of the picture whose cells fit its 16 KB, and keeps cells in sorted
// lists; here each pixel has a cell, and a bit for whether an edge passes it. Two outlines share the cells, so that a
// fill and the stroke over it are painted in one pass.
//
//   edges --> cells: height and area of the edges in a pixel --> sweep: a running sum of heights along each row
//
// All numbers are integers, and what an edge adds to a pixel depends on the two alone, so that a part of a picture has
// the same bytes as in the whole. The cells are clear between calls: the sweep clears the few that it reads.

import Synchronization

/// The cells of rows of pixels, for one thread at a time.
final class AreaCells: @unchecked Sendable {
  // Unchecked Sendable: only `withCells` hands one out, to one body at a time.

  /// The number of bits of a coordinate's fraction: coordinates are in 1 / 256 of a pixel.
  static let bits = 8
  /// The number of cells at a time, but at least a row: 2 MB of them.
  private static let most = 1 << 17
  private static let idle = Mutex<[AreaCells]>([])

  /// For each pixel, the signed heights of the lower and the upper outline's edges, then twice the areas left of them.
  private var cells = UnsafeMutablePointer<SIMD4<Int32>>.allocate(capacity: 0)
  /// For each row a bit for each column whose cell is in use.
  private var columns = UnsafeMutablePointer<UInt64>.allocate(capacity: 0)
  private var capacity = (cells: 0, words: 0)
  private var width = 0
  private var height = 0
  private var words = 0

  private init() {}

  deinit {
    cells.deallocate()
    columns.deallocate()
  }

  /// Calls `body` with cells of its own. As many are kept as were in use at one time.
  private static func withCells<Result>(_ body: (AreaCells) -> Result) -> Result {
    let cells = idle.withLock { $0.popLast() } ?? AreaCells()
    defer { idle.withLock { $0.append(cells) } }
    return body(cells)
  }

  /// Whether the outline takes little time, as its edges are walked for each part of the picture that the cells hold.
  static func areQuick(_ outline: PixelOutline, _ box: PixelBox) -> Bool {
    (box.width * box.height / most + 1) * outline.points.count < 100_000_000
  }

  /// Draws the coverage of a simple outline, and of one over it. Both are near `box`, whose first pixel is the first of
  /// `rows`. Of a stroke alone the lower outline is the inner side, the upper one the outer side.
  static func draw<Rows: CoverageRows>(_ lower: PixelOutline, _ upper: PixelOutline?, _ box: PixelBox, into rows: Rows)
  {
    withCells { cells in
      let most = max(Self.most / box.width, 1)
      for first in stride(from: 0, to: box.height, by: most) {
        cells.begin(width: box.width, height: min(most, box.height - first))
        let corner = (x: box.minX, y: box.minY + first)
        for contour in lower.ends.indices {
          cells.add(lower, contour, corner, isUpper: Rows.isRing && contour != lower.innerContour)
        }
        if let upper { for contour in upper.ends.indices { cells.add(upper, contour, corner, isUpper: true) } }
        cells.sweep(into: rows, from: first)
      }
    }
  }

  private func begin(width: Int, height: Int) {
    (self.width, self.height, words) = (width, height, (width + 63) / 64)
    if width * height > capacity.cells {
      cells.deallocate()
      cells = .allocate(capacity: width * height)
      cells.initialize(repeating: .zero, count: width * height)
      capacity.cells = width * height
    }
    if words * height > capacity.words {
      columns.deallocate()
      columns = .allocate(capacity: words * height)
      columns.initialize(repeating: 0, count: words * height)
      capacity.words = words * height
    }
  }

  /// Adds the edges of a contour; the first cell is that of the pixel at `corner`.
  private func add(_ outline: PixelOutline, _ contour: Int, _ corner: (x: Int, y: Int), isUpper: Bool) {
    let pen = Pen(
      cells: UnsafeMutableRawPointer(cells).assumingMemoryBound(to: Int32.self) + (isUpper ? 1 : 0), columns: columns,
      width: width, height: height, words: words)
    outline.visitEdges(of: contour, from: corner) { pen.add($0, $1) }
  }

  /// Writes the coverage to rows of pixels, and clears the cells.
  private func sweep<Rows: CoverageRows>(into rows: Rows, from first: Int) {
    for row in 0..<height {
      let line = rows.row(first &+ row)
      let cells = cells + row &* width
      var sum = SIMD2<Int32>.zero
      var filled = 0
      for word in 0..<words {
        var bits = columns[row &* words &+ word]
        guard bits != 0 else { continue }
        columns[row &* words &+ word] = 0
        while bits != 0 {
          let column = word << 6 &+ bits.trailingZeroBitCount
          bits &= bits &- 1
          if filled < column { fill(rows, line + filled, column &- filled, sum) }
          let cell = cells[column]
          cells[column] = .zero
          sum &+= cell.lowHalf
          line[column] = rows.pixel(sum &<< Int32(Self.bits + 1) &- cell.highHalf)
          filled = column &+ 1
        }
      }
      if filled < width { fill(rows, line + filled, width &- filled, sum) }
    }
  }

  /// Fills pixels without edges.
  @inline(__always)
  private func fill<Rows: CoverageRows>(
    _ rows: Rows, _ line: UnsafeMutablePointer<Rows.Pixel>, _ count: Int, _ sum: SIMD2<Int32>
  ) {
    // The pixels are clear.
    if sum == .zero { return }
    line.update(repeating: rows.pixel(sum &<< Int32(Self.bits + 1)), count: count)
  }

  /// Returns the byte of a sum of areas; twice the square of a pixel's side is 255.
  @inline(__always)
  static func coverage(_ area: Int32) -> UInt8 {
    let whole: Int32 = 2 << Int32(2 * bits)
    return UInt8(truncatingIfNeeded: (min(max(area, 0 &- area), whole) &* 255 &+ whole / 2) &>> Int32(2 * bits + 1))
  }
}

/// A destination of coverage: rows of pixels, which have the value of no coverage before the drawing.
protocol CoverageRows {
  associatedtype Pixel
  /// Whether the outline is that of a stroke, whose sides are separate.
  static var isRing: Bool { get }
  func row(_ index: Int) -> UnsafeMutablePointer<Pixel>
  func pixel(_ areas: SIMD2<Int32>) -> Pixel
}

extension CoverageRows {
  static var isRing: Bool { false }
}

private struct Pen {
  /// The heights of the outline; a cell has four numbers, and the area follows the height by two.
  let cells: UnsafeMutablePointer<Int32>
  let columns: UnsafeMutablePointer<UInt64>
  let width: Int
  let height: Int
  let words: Int

  private static let bits = AreaCells.bits

  /// A point in 1 / 256 of a pixel from the first cell's corner.
  typealias Place = (x: Int, y: Int)

  /// Adds an edge. Its crossings of pixel borders depend on the edge alone, so that pixels join without gaps.
  @inline(__always)
  func add(_ from: SIMD2<Int32>, _ to: SIMD2<Int32>) {
    guard from.y != to.y else { return }
    // Downward, with the height's sign apart.
    let isDown = to.y > from.y
    let (top, bottom) = isDown ? (from, to) : (to, from)
    addDown((Int(top.x), Int(top.y)), (Int(bottom.x), Int(bottom.y)), isDown ? 1 : -1)
  }

  @inline(__always)
  private func addDown(_ top: Place, _ bottom: Place, _ sign: Int) {
    let row = top.y >> Self.bits
    if (bottom.y &- 1) >> Self.bits == row {
      // Most short edges are within a row.
      guard row >= 0, row < height else { return }
      return addPiece(Edge(top, bottom), top, bottom, sign, row)
    }
    addRows(Edge(top, bottom), sign)
  }

  /// Adds an edge that passes several rows.
  private func addRows(_ edge: Edge, _ sign: Int) {
    let (top, bottom) = (edge.top, edge.bottom)
    var y = max(top.y, 0)
    let end = min(bottom.y, height << Self.bits)
    guard y < end else { return }
    let slope = edge.slope
    func x(at y: Int) -> Int { top.x &+ ((y &- top.y) &* slope &+ Edge.half) >> Edge.shift }
    var row = y >> Self.bits
    var from = y == top.y ? top.x : x(at: y)
    while y < end {
      let next = min((row &+ 1) << Self.bits, end)
      let to = next == bottom.y ? bottom.x : x(at: next)
      addPiece(edge, (from, y), (to, next), sign, row)
      (y, from, row) = (next, to, row &+ 1)
    }
  }

  private struct Edge {
    let top: Place
    let bottom: Place

    @inline(__always)
    init(_ top: Place, _ bottom: Place) { (self.top, self.bottom) = (top, bottom) }

    /// The number of bits of a ratio's fraction.
    static let shift = 24
    static let half = 1 << (shift - 1)

    /// Divides doubles, which is faster than dividing integers; the bits of the sum end with the integer.
    @inline(__always)
    private static func ratio(_ a: Int, _ b: Int) -> Int {
      let magic = 0x1.8p52
      let sum = Double(a) * 0x1p24 / Double(b) + magic
      return Int(truncatingIfNeeded: sum.bitPattern) &- Int(truncatingIfNeeded: magic.bitPattern)
    }

    /// The ratios of x to y, and of y to x.
    @inline(__always)
    var slope: Int { Self.ratio(bottom.x &- top.x, bottom.y &- top.y) }
    @inline(__always)
    var steepness: Int { Self.ratio(bottom.y &- top.y, bottom.x &- top.x) }
  }

  /// Adds a part of an edge within one row.
  @inline(__always)
  private func addPiece(_ edge: Edge, _ upper: Place, _ lower: Place, _ sign: Int, _ row: Int) {
    let (left, right) = (min(upper.x, lower.x), max(upper.x, lower.x))
    let column = left >> Self.bits
    if left >= 0, right <= (column &+ 1) << Self.bits, column < width {
      add((lower.y &- upper.y) &* sign, left &+ right &- column << (Self.bits + 1), column, row)
    } else {
      addWide(edge, upper, lower, sign, row)
    }
  }

  /// Adds a part that passes several columns, from left to right.
  private func addWide(_ edge: Edge, _ upper: Place, _ lower: Place, _ sign: Int, _ row: Int) {
    let (left, right) = (min(upper.x, lower.x), max(upper.x, lower.x))
    guard left < width << Self.bits else { return }
    if right <= 0 { return add((lower.y &- upper.y) &* sign, 0, 0, row) }
    let height = lower.y &- upper.y
    let steepness = edge.steepness
    // Heights are measured from the left end in either direction of the edge.
    let first = upper.x <= lower.x ? upper.y : lower.y
    func passed(at x: Int) -> Int {
      let y = edge.top.y &+ ((x &- edge.top.x) &* steepness &+ Edge.half) >> Edge.shift
      return abs(min(max(y, upper.y), lower.y) &- first)
    }
    var (x, done) = (left, 0)
    if left < 0 {
      done = passed(at: 0)
      add(done &* sign, 0, 0, row)
      x = 0
    }
    let end = min(right, width << Self.bits)
    while x < end {
      let column = x >> Self.bits
      let next = min((column &+ 1) << Self.bits, end)
      let below = next == right ? height : passed(at: next)
      add((below &- done) &* sign, x &+ next &- column << (Self.bits + 1), column, row)
      (x, done) = (next, below)
    }
  }

  /// Adds to a cell; `twice` is twice the middle of a part, from the cell's left side.
  @inline(__always)
  private func add(_ height: Int, _ twice: Int, _ column: Int, _ row: Int) {
    let cell = cells + (row &* width &+ column) << 2
    cell[0] &+= Int32(truncatingIfNeeded: height)
    cell[2] &+= Int32(truncatingIfNeeded: height &* twice)
    columns[row &* words &+ column >> 6] |= 1 &<< UInt64(truncatingIfNeeded: column)
  }
}

/// Rows of clear bytes for coverage.
struct CoverageBytes: CoverageRows {
  let first: UnsafeMutablePointer<UInt8>
  /// The number of bytes from row to row.
  let stride: Int

  @inline(__always)
  func row(_ index: Int) -> UnsafeMutablePointer<UInt8> { first + index &* stride }
  @inline(__always)
  func pixel(_ areas: SIMD2<Int32>) -> UInt8 { AreaCells.coverage(areas.x) }
}
