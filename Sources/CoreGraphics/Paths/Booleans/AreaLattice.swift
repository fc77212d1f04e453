import Foundation

/// Edges as steps along a lattice of 1,024 by 1,024 squares, for outlines with millions of crossings, as in a hostile
/// file. Steps meet only at lattice points, and memory and time are bounded.
struct AreaLattice {
  private static let bits = 10
  private static let side = 1 << bits
  /// The number of grid steps in a lattice step.
  private static let step = Int32(1) << (PathGrid.bits + 1 - bits)

  // The winding numbers of each lattice point's step to the right and of its step up.
  private var right = [AreaWinding](repeating: AreaWinding(), count: (side + 1) * (side + 1))
  private var up = [AreaWinding](repeating: AreaWinding(), count: (side + 1) * (side + 1))

  /// Walks along edges of areas; lines that are to be cut are dropped.
  init(_ edges: [AreaEdge]) { for edge in edges where !edge.isLine { walk(edge) } }

  /// The steps at which a winding number changes.
  var edges: [AreaEdge] {
    var result: [AreaEdge] = []
    for y in 0...Self.side {
      for x in 0...Self.side {
        let index = y * (Self.side + 1) + x
        for (winding, dx, dy) in [(right[index], 1, 0), (up[index], 0, 1)] where winding != AreaWinding() {
          result.append(
            AreaEdge(
              from: Self.point(x, y), to: Self.point(x + dx, y + dy), winding: winding, source: nil,
              parameters: (0, 1), isLine: false))
        }
      }
    }
    return result
  }

  /// Adds the steps along an edge: each next one is that which stays nearer to it.
  private mutating func walk(_ edge: AreaEdge) {
    var (x, y) = (Self.place(edge.start.x), Self.place(edge.start.y))
    let (endX, endY) = (Self.place(edge.end.x), Self.place(edge.end.y))
    let (width, height) = (abs(endX - x), abs(endY - y))
    let (stepX, stepY) = ((endX - x).signum(), (endY - y).signum())
    // The steps made in each direction are compared as fractions of all of them.
    var (madeX, madeY) = (0, 0)
    while madeX < width || madeY < height {
      if madeY == height || (madeX < width && (2 * madeX + 1) * height < (2 * madeY + 1) * width) {
        let index = y * (Self.side + 1) + min(x, x + stepX)
        right[index] = right[index] + (stepX > 0 ? edge.winding : -edge.winding)
        x += stepX
        madeX += 1
      } else {
        let index = min(y, y + stepY) * (Self.side + 1) + x
        up[index] = up[index] + (stepY > 0 ? edge.winding : -edge.winding)
        y += stepY
        madeY += 1
      }
    }
  }

  private static func place(_ coordinate: Int32) -> Int { Int((coordinate + (1 << PathGrid.bits) + step / 2) / step) }

  private static func point(_ x: Int, _ y: Int) -> GridPoint {
    GridPoint(x: Int32(x) * step - (1 << PathGrid.bits), y: Int32(y) * step - (1 << PathGrid.bits))
  }
}

// Boolean operations work on a grid of integers, on which the side of a line that a point lies on and the crossing of
// two lines are exact, so that rounding cannot break an outline.

/// A point of the grid. Points are ordered by x, then by y.
struct GridPoint: Hashable, Comparable {
  var x: Int32
  var y: Int32

  static func < (a: GridPoint, b: GridPoint) -> Bool { a.x != b.x ? a.x < b.x : a.y < b.y }

  /// Returns the exact cross product of the vectors to two points: positive where `b` is left of the way to `a`, y up.
  func cross(_ a: GridPoint, _ b: GridPoint) -> Int {
    (Int(a.x) - Int(x)) * (Int(b.y) - Int(y)) - (Int(a.y) - Int(y)) * (Int(b.x) - Int(x))
  }

  /// Returns the dot product of the same vectors.
  func dot(_ a: GridPoint, _ b: GridPoint) -> Int {
    (Int(a.x) - Int(x)) * (Int(b.x) - Int(x)) + (Int(a.y) - Int(y)) * (Int(b.y) - Int(y))
  }
}

/// The scale and the origin of the grid in the space of the paths.
struct PathGrid {
  /// The number of grid steps in a point: a power of 2, so that fractions like .25 are exact.
  let scale: Double
  /// The origin in whole grid steps.
  private let originX: Double
  private let originY: Double
  /// The greatest distance of chords from curves, in points: 2^-15 of the longer side of the box around all points.
  let tolerance: Double

  /// The exponent of the power of 2 that bounds the magnitude of a grid point's coordinates.
  static let bits = 27

  /// Whether a point's coordinates are numbers that doubles can calculate with.
  static func holds(_ point: CGPoint) -> Bool { abs(point.x) <= 1e300 && abs(point.y) <= 1e300 }

  /// Creates the grid for the points of paths; returns nil if they have no extent.
  init?(around paths: [CGPath]) {
    var (low, high) = (CGPoint(x: CGFloat.infinity, y: .infinity), CGPoint(x: -CGFloat.infinity, y: -.infinity))
    for path in paths {
      for point in path.storage.points where Self.holds(point) {
        low = CGPoint(x: min(low.x, point.x), y: min(low.y, point.y))
        high = CGPoint(x: max(high.x, point.x), y: max(high.y, point.y))
      }
    }
    let size = Double(max(high.x - low.x, high.y - low.y))
    guard size > 0, size.isFinite else { return nil }
    // Doubles have no more than 53 bits, which far from zero leaves fewer for the grid.
    let reach = Double(max(abs(low.x), abs(low.y), abs(high.x), abs(high.y)))
    let exponent = min(Self.bits + 1 - size.exponentOfTwo, 51 - reach.exponentOfTwo, 1000)
    scale = scalbn(1, Int32(exponent))
    originX = ((low.x + (high.x - low.x) / 2) * scale).rounded()
    originY = ((low.y + (high.y - low.y) / 2) * scale).rounded()
    tolerance = size / 32768
  }

  func nearest(_ point: CGPoint) -> GridPoint {
    GridPoint(x: Self.bounded(point.x * scale - originX), y: Self.bounded(point.y * scale - originY))
  }

  /// Returns the position of a grid point in the space of the paths.
  func point(_ point: GridPoint) -> CGPoint {
    CGPoint(x: (Double(point.x) + originX) / scale, y: (Double(point.y) + originY) / scale)
  }

  // A curve's chords lie within the box of its control points; rounding may exceed it by one step.
  private static func bounded(_ value: Double) -> Int32 {
    Int32(min(max(value.rounded(), -Double(1 << bits)), Double(1 << bits)))
  }
}

extension Double {
  /// The least exponent whose power of 2 is greater than this positive number.
  fileprivate var exponentOfTwo: Int { Int(exponent) + 1 }
}
