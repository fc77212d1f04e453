// The place of an image in a layer, by Apple's definitions of contentsGravity, -Rect, -Scale and -Center.

package import CoreGraphics
import Foundation
package import QuartzCore

/// A rectangle of the layer's plane and the part of the image, in fractions with v from the first row, that fills it.
package struct OracleCell {
  /// `minX, minY, maxX, maxY` in the layer's coordinates.
  package var box: [Double]
  /// `minU, minV, maxU, maxV`; v runs backwards where rows run against y.
  package var source: [Double]
}

extension CALayer {
  /// Returns the cells of the layer's image.
  package func oracleCells(_ image: CGImage, firstRowAtMinY: Bool) -> [OracleCell] {
    let part = contentsRect
    let pixels = [Double(image.width) * Double(part.width), Double(image.height) * Double(part.height)]
    let size = pixels.map { $0 / Double(contentsScale) }
    let b = bounds
    let room = [Double(b.width), Double(b.height)]
    let factors = [room[0] / size[0], room[1] / size[1]]
    let shown: [Double] =
      switch contentsGravity {
      case .resize: room
      case .resizeAspect: size.map { $0 * factors.min()! }
      case .resizeAspectFill: size.map { $0 * factors.max()! }
      default: size
      }
    // 0: at the minimum, 1/2: centred, 1: at the maximum.
    let place: (Double, Double) =
      switch contentsGravity {
      case .top: (0.5, 1)
      case .bottom: (0.5, 0)
      case .left: (0, 0.5)
      case .right: (1, 0.5)
      case .topLeft: (0, 1)
      case .topRight: (1, 1)
      case .bottomLeft: (0, 0)
      case .bottomRight: (1, 0)
      default: (0.5, 0.5)
      }
    let minX = Double(b.minX) + (room[0] - shown[0]) * place.0
    let minY = Double(b.minY) + (room[1] - shown[1]) * place.1
    let c = contentsCenter
    let columns = Self.slices(
      shown[0], pixels[0], Double(c.minX), Double(c.maxX), pointsPerPixel: 1 / Double(contentsScale))
    let rows = Self.slices(
      shown[1], pixels[1], Double(c.minY), Double(c.maxY), pointsPerPixel: 1 / Double(contentsScale))
    return rows.flatMap { row in
      columns.map { column in
        let v = [row.from.0, row.from.1].map { Double(part.minY) + $0 * Double(part.height) }
        let u = [column.from.0, column.from.1].map { Double(part.minX) + $0 * Double(part.width) }
        let x = (minX + column.to.0, minX + column.to.1)
        return firstRowAtMinY
          ? OracleCell(box: [x.0, minY + row.to.0, x.1, minY + row.to.1], source: [u[0], v[0], u[1], v[1]])
          : OracleCell(
            box: [x.0, minY + shown[1] - row.to.1, x.1, minY + shown[1] - row.to.0],
            source: [u[0], v[1], u[1], v[0]])
      }
    }
  }

  /// Whether the image covers the bounds.
  package func oracleFills(_ image: CGImage) -> Bool {
    let cells = oracleCells(image, firstRowAtMinY: true)
    let minX = cells.map { $0.box[0] }.min()!
    let minY = cells.map { $0.box[1] }.min()!
    let maxX = cells.map { $0.box[2] }.max()!
    let maxY = cells.map { $0.box[3] }.max()!
    return minX <= Double(bounds.minX) && minY <= Double(bounds.minY) && maxX >= Double(bounds.maxX)
      && maxY >= Double(bounds.maxY)
  }

  /// Returns the slices of one axis: the ends keep their size in points while both fit, the middle takes the rest.
  private static func slices(
    _ length: Double, _ pixels: Double, _ center0: Double, _ center1: Double, pointsPerPixel: Double
  ) -> [(to: (Double, Double), from: (Double, Double))] {
    guard center0 > 0 || center1 < 1 else { return [((0, length), (0, 1))] }
    var ends = (center0 * pixels * pointsPerPixel, (1 - center1) * pixels * pointsPerPixel)
    let excess = (ends.0 + ends.1) / length
    if excess > 1 { ends = (ends.0 / excess, ends.1 / excess) }
    return [
      ((0, ends.0), (0, center0)), ((ends.0, length - ends.1), (center0, center1)),
      ((length - ends.1, length), (center1, 1)),
    ]
  }
}

extension CALayer {
  /// Returns the pictures that a cell is sampled from, with their weights: the image itself; below half its size the
  /// means of boxes of its pixels; for the trilinear filter two such pictures.
  package func oraclePictures(
    _ image: CGImage, _ cell: OracleCell, _ toPixels: PlaneMap
  ) -> [(picture: OracleImage, weight: Double)] {
    let whole = OracleImage(image)
    guard minificationFilter != .nearest else { return [(whole, 1)] }
    let centre = Point((cell.box[0] + cell.box[2]) / 2, (cell.box[1] + cell.box[3]) / 2)
    // Texels that a step of one pixel crosses, by differences.
    func texelsPerPixel(_ dx: Double, _ dy: Double, _ source: Double, _ side: Double, _ pixels: Int) -> Double {
      let (a, b) = (toPixels(centre), toPixels(Point(centre.x + dx * 1e-4, centre.y + dy * 1e-4)))
      let moved = ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)).squareRoot() / 1e-4
      return abs(source) / side * Double(pixels) / moved
    }
    let x = texelsPerPixel(1, 0, cell.source[2] - cell.source[0], cell.box[2] - cell.box[0], image.width)
    let y = texelsPerPixel(0, 1, cell.source[3] - cell.source[1], cell.box[3] - cell.box[1], image.height)
    func halvings(_ texels: Double) -> Int { texels >= 1.9999 ? Int(log2(texels * 1.00001)) : 0 }
    func step(_ x: Int, _ y: Int) -> OracleImage { x + y == 0 ? whole : OracleImage(whole, halvings: (x, y)) }
    guard minificationFilter == .trilinear else { return [(step(halvings(x), halvings(y)), 1)] }
    let level = max(log2(max(x, y)) + Double(minificationFilterBias), 0)
    let lower = Int(level)
    return [
      (step(lower, lower), 1 - (level - Double(lower))), (step(lower + 1, lower + 1), level - Double(lower)),
    ]
  }
}
