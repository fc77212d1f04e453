// For outlines with millions of crossings, which only a hostile file has: each edge goes along the lines of a coarse
// lattice. Nothing can cross there but at its points, and memory and time are bounded whatever the edges are.

import Foundation

/// Edges as steps along a lattice of 1,024 by 1,024 squares.
struct AreaLattice {
  private static let bits = 10
  private static let side = 1 << bits
  /// Grid steps to a lattice step.
  private static let step = Int32(1) << (PathGrid.bits + 1 - bits)

  // Of each lattice point, the winding of the step to the right and of the step up.
  private var right = [AreaWinding](repeating: AreaWinding(), count: (side + 1) * (side + 1))
  private var up = [AreaWinding](repeating: AreaWinding(), count: (side + 1) * (side + 1))

  /// - Parameter edges: of areas; lines that are to be cut are left out, and nothing of them remains.
  init(_ edges: [AreaEdge]) {
    for edge in edges where !edge.isLine { walk(edge) }
  }

  /// The steps that change a winding number.
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

  /// Along the edge, step by step: the next one is that which stays nearer to it.
  private mutating func walk(_ edge: AreaEdge) {
    var (x, y) = (Self.place(edge.start.x), Self.place(edge.start.y))
    let (endX, endY) = (Self.place(edge.end.x), Self.place(edge.end.y))
    let (width, height) = (abs(endX - x), abs(endY - y))
    let (stepX, stepY) = ((endX - x).signum(), (endY - y).signum())
    // How many steps were made each way, as fractions of all of them.
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

  private static func place(_ coordinate: Int32) -> Int {
    Int((coordinate + (1 << PathGrid.bits) + step / 2) / step)
  }

  private static func point(_ x: Int, _ y: Int) -> GridPoint {
    GridPoint(x: Int32(x) * step - (1 << PathGrid.bits), y: Int32(y) * step - (1 << PathGrid.bits))
  }
}
