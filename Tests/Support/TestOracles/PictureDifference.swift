// The difference of a picture from the truth, in 255ths, separately for pixels that an edge crosses and for others.

package import TestSupport
package import Testing

/// The largest and the mean difference over some pixels.
package struct Spread {
  package var max = 0
  package var sum = 0
  /// The sum of rendered minus expected, which shows coverage that is too large or too small everywhere.
  package var signedSum = 0
  package var count = 0

  package var mean: Double { count > 0 ? Double(sum) / Double(count) : 0 }
  package var bias: Double { count > 0 ? Double(signedSum) / Double(count) : 0 }

  package mutating func add(_ difference: Int) {
    max = Swift.max(max, abs(difference))
    sum += abs(difference)
    signedSum += difference
    count += 1
  }
}

/// The difference of a rendered picture from an expected one, over all four components.
package struct PictureDifference: CustomStringConvertible {
  package let rendered: Picture
  package let expected: Picture
  package var edge = Spread()
  package var interior = Spread()
  /// The pixel that differs most: its place, the rendered and the expected bytes.
  package var worst: (x: Int, y: Int, rendered: [UInt8], expected: [UInt8])?

  /// The difference of premultiplied RGBA bytes. `crossed` tells for each pixel whether an edge crosses it; `edgeReach`
  /// pixels beside those count as such, too.
  package init(rendered: [UInt8], expected: [UInt8], isEdge crossed: [Bool], width: Int, edgeReach: Int = 0) {
    (self.rendered, self.expected) = (Picture(width: width, bytes: rendered), Picture(width: width, bytes: expected))
    let isEdge = edgeReach > 0 ? Self.widened(crossed, width: width, by: edgeReach) : crossed
    var most = 0
    for pixel in isEdge.indices {
      let bytes = pixel * 4..<pixel * 4 + 4
      var here = 0
      for index in bytes {
        let difference = Int(rendered[index]) - Int(expected[index])
        if isEdge[pixel] { edge.add(difference) } else { interior.add(difference) }
        here = max(here, abs(difference))
      }
      if here > most {
        most = here
        worst = (pixel % width, pixel / width, Array(rendered[bytes]), Array(expected[bytes]))
      }
    }
  }

  private static func widened(_ isEdge: [Bool], width: Int, by reach: Int) -> [Bool] {
    let height = isEdge.count / width
    return isEdge.indices.map { index in
      let (x, y) = (index % width, index / width)
      return (max(y - reach, 0)...min(y + reach, height - 1)).contains { row in
        (max(x - reach, 0)...min(x + reach, width - 1)).contains { isEdge[row * width + $0] }
      }
    }
  }

  package var description: String {
    let places = worst.map { ", worst at (\($0.x), \($0.y)): \($0.rendered), expected \($0.expected)" } ?? ""
    return "interior at most \(interior.max); edges at most \(edge.max), mean \(Self.short(edge.mean)), "
      + "bias \(Self.short(edge.bias)) over \(edge.count / 4) pixels\(places)"
  }

  private static func short(_ value: Double) -> String { String(Double(Int(value * 100)) / 100) }
}

extension PictureDifference {
  /// Expects a condition on the difference; keeps the pictures where it does not hold.
  package func expect(
    _ isAlike: Bool, _ what: @autoclosure () -> String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expectAlike(isAlike, rendered, expected: expected, "\(what()): \(self)", sourceLocation: sourceLocation)
  }
}

/// The allowed difference of a picture, in 255ths.
package struct Tolerance {
  /// The largest difference of pixels without an edge. 1: each blend into 8 bits may round away from the exact value.
  package var interior: Int
  /// The largest difference of pixels with an edge.
  package var edge: Int
  /// The largest mean difference of pixels with an edge; also bounds the signed mean.
  package var edgeMean: Double
  /// The number of neighbouring pixels that count as pixels with an edge: 0 for exact coverage; 1 for coverage from
  /// distances, by which a sharp corner fades beyond its tip.
  package var edgeReach: Int

  package init(interior: Int = 1, edge: Int, edgeMean: Double, edgeReach: Int = 0) {
    (self.interior, self.edge, self.edgeMean, self.edgeReach) = (interior, edge, edgeMean, edgeReach)
  }

  /// Upright edges: their coverage is exact but for the rounding to 8 bits at each blend.
  package static let exact = Tolerance(edge: 1, edgeMean: 1)

  /// Turned edges. Coverage is taken to grow linearly with the distance of the pixel's centre from the edge, over one
  /// pixel. The true area of a square cut at 45 degrees differs from that by up to 0.043 (at a distance of half a
  /// pixel), 11/255, with a mean near 0. At a right corner two such edges multiply: up to 18/255.
  package static let turned = Tolerance(edge: 18, edgeMean: 4, edgeReach: 1)
}
