// Numbers about paths that tests compare, found by other means than the module's own.

import CoreGraphics

extension CGPath {
  /// The signed area, each point counted as often as the path winds around it; by Green's theorem, whose integrand
  /// along a cubic is of degree 5, for which Gauss's rule of three points is exact.
  var windingArea: Double {
    var area = 0.0
    forEachSegment(closingSubpaths: true) { segment in
      for (u, weight) in [(-(0.6.squareRoot()), 5.0 / 18), (0, 8.0 / 18), (0.6.squareRoot(), 5.0 / 18)] {
        let (point, step) = (segment.point(at: (1 + u) / 2), segment.derivative(at: (1 + u) / 2))
        area += weight * (point.x * step.dy - point.y * step.dx) / 2
      }
    }
    return area
  }

  /// The length of all lines and curves.
  var outlineLength: Double { segments.reduce(0) { $0 + ArcLengthTable($1).total } }

  /// How far `point` is from the path, from many points along it.
  func distance(to point: CGPoint, samples: Int = 2000) -> Double {
    var least = Double.infinity
    for segment in segments {
      for index in 0...samples {
        let place = segment.point(at: Double(index) / Double(samples))
        least = min(least, hypot(place.x - point.x, place.y - point.y))
      }
    }
    return least
  }

  /// The path's points by elements: "M 0 0 L 1 2 Z", with one decimal where there is one.
  var outlineText: String {
    var words: [String] = []
    applyWithBlock { element in
      let (letter, count) =
        switch element.pointee.type {
        case .moveToPoint: ("M", 1)
        case .addLineToPoint: ("L", 1)
        case .addQuadCurveToPoint: ("Q", 2)
        case .addCurveToPoint: ("C", 3)
        case .closeSubpath: ("Z", 0)
        }
      words.append(letter)
      for index in 0..<count {
        let point = element.pointee.points[index]
        words += [point.x, point.y].map { coordinate in
          let rounded = (coordinate * 10).rounded() / 10
          return rounded == rounded.rounded() ? String(Int(rounded)) : String(Double(rounded))
        }
      }
    }
    return words.joined(separator: " ")
  }
}
