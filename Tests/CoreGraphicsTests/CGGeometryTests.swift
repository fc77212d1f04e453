import CoreGraphics
import Foundation
import Testing

@Suite struct CGGeometryTests {
  @Test("Points, sizes and rectangles as dictionaries, and back")
  func dictionaries() {
    let rect = CGRect(x: 1, y: 2.5, width: 3, height: 4)
    #expect(rect.dictionaryRepresentation.count == 4)
    #expect(CGRect(dictionaryRepresentation: rect.dictionaryRepresentation) == rect)
    #expect(CGPoint(dictionaryRepresentation: ["X": 1, "Y": NSNumber(value: 2)]) == CGPoint(x: 1, y: 2))
    #expect(CGSize(dictionaryRepresentation: ["Width": 1.5]) == nil)
    #expect(CGPoint(dictionaryRepresentation: ["X": "1", "Y": 2]) == nil)
  }

  @Test("What rectangles share is Foundation's intersection, and nothing where a number is none")
  func overlaps() {
    let numbers: [CGFloat] = [-3, 0, 1, 2.5, 7]
    for x in numbers {
      for width in numbers {
        let (a, b) = (CGRect(x: x, y: 1, width: width, height: 2), CGRect(x: 0, y: x, width: 3, height: width))
        #expect(a.overlap(b) == a.intersection(b), "\(a), \(b)")
      }
    }
    let box = CGRect(x: 0, y: 0, width: 10, height: 10)
    for wild in [CGFloat.nan, .infinity, -.infinity] {
      for rect in [
        CGRect(x: wild, y: 0, width: 1, height: 1), CGRect(x: 0, y: wild, width: wild, height: 1),
        CGRect(x: -wild, y: 0, width: wild, height: 1),
      ] {
        let shared = rect.overlap(box)
        #expect(shared.isNull || box.contains(shared))
      }
    }
    #expect(CGRect.infinite.overlap(box) == box && box.overlap(.null).isNull)
  }

  @Test("Equality by name, edges, vectors from every kind of number")
  func conveniences() {
    #expect(CGPoint(x: 1, y: 2).equalTo(CGPoint(x: 1, y: 2)) && !CGSize.zero.equalTo(CGSize(width: 1, height: 0)))
    #expect(CGRect(x: 1, y: 1, width: -1, height: -1).equalTo(CGRect(x: 0, y: 0, width: 1, height: 1)))
    #expect(CGRectEdge(rectEdge: .maxY) == .maxYEdge)
    let two: Double = 2
    #expect(CGVector(dx: two, dy: 0.5) == CGVector(dx: CGFloat(2), dy: CGFloat(0.5)))
    #expect(CGVector(dx: 1, dy: 2) == CGVector(dx: 1.0, dy: 2.0))
  }
}
