package import CoreGraphics
import Foundation

extension CGPath {
  /// The elements in SVG's notation, numbers to three places.
  package var elementText: String {
    var parts: [String] = []
    applyWithBlock { pointer in
      let element = pointer.pointee
      let (name, count): (String, Int) =
        switch element.type {
        case .moveToPoint: ("M", 1)
        case .addLineToPoint: ("L", 1)
        case .addQuadCurveToPoint: ("Q", 2)
        case .addCurveToPoint: ("C", 3)
        case .closeSubpath: ("Z", 0)
        }
      let points = (0..<count).map { index in
        let point = element.points[index]
        return [point.x, point.y].map { String(format: "%g", (Double($0) * 1000).rounded() / 1000 + 0) }
          .joined(separator: ",")
      }
      parts.append(([name] + points).joined(separator: " "))
    }
    return parts.joined(separator: " ")
  }
}
