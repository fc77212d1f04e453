// The order of planes in space, compared pixel by pixel with the depths of the planes at that pixel.

import Foundation
import QuartzCore
import TestSupport
import Testing

@testable import Compositor

@Suite struct DepthOrderTests {
  /// A rectangle somewhere in space.
  struct Sheet {
    var box: Box
    var placement: CATransform3D
  }

  private static let frame = Box(0, 0, 200, 160)

  /// Sorts sheets that are placed in pixels.
  private func order(_ sheets: [Sheet]) -> (order: DepthOrder, maps: [DepthMap]) {
    var order = DepthOrder()
    order.begin(frame: Self.frame)
    let maps = sheets.map { DepthMap($0.placement, toPixels: .identity, depthScale: 1) }
    for (sheet, map) in zip(sheets, maps) { order.add(ConvexPolygon(sheet.box), map) }
    order.sort()
    return (order, maps)
  }

  /// A sheet turned about its middle, seen from a distance; 0 for no perspective.
  private func sheet(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, degrees: Double = 0, _ ax: Double = 0,
    _ ay: Double = 1, z: Double = 0, distance: Double = 0
  ) -> Sheet {
    var t = CATransform3DMakeRotation(degrees * .pi / 180, ax, ay, 0)
    t = CATransform3DConcat(t, CATransform3DMakeTranslation(x + width / 2 - 100, y + height / 2 - 80, z))
    if distance > 0 {
      var perspective = CATransform3DIdentity
      perspective.m34 = -1 / distance
      t = CATransform3DConcat(t, perspective)
    }
    t = CATransform3DConcat(t, CATransform3DMakeTranslation(100, 80, 0))
    return Sheet(box: Box(-width / 2, -height / 2, width / 2, height / 2), placement: t)
  }

  // MARK: Against the depths themselves

  /// Where a pixel's ray meets a sheet: the place in the sheet, and the depth; nil where it misses it.
  private func hit(_ sheet: Sheet, _ x: Double, _ y: Double) -> (u: Double, v: Double, depth: Double)? {
    let m = sheet.placement
    // Two planes through the ray, as linear equations in u and v.
    let (a1, b1, c1) = (m.m11 - x * m.m14, m.m21 - x * m.m24, m.m41 - x * m.m44)
    let (a2, b2, c2) = (m.m12 - y * m.m14, m.m22 - y * m.m24, m.m42 - y * m.m44)
    let d = a1 * b2 - a2 * b1
    guard abs(d) > 1e-12 else { return nil }
    let (u, v) = ((b1 * c2 - b2 * c1) / d, (a2 * c1 - a1 * c2) / d)
    let w = u * m.m14 + v * m.m24 + m.m44
    guard w > 1e-3, u > sheet.box.minX, u < sheet.box.maxX, v > sheet.box.minY, v < sheet.box.maxY else { return nil }
    return (u, v, (u * m.m13 + v * m.m23 + m.m43) / w)
  }

  /// For each pixel: the pieces that show there are each sheet once, and follow its depths.
  private func expectDepths(_ sheets: [Sheet], step: Int = 3, sourceLocation: SourceLocation = #_sourceLocation) {
    let (order, _) = order(sheets)
    let lines = sheets.indices.map { order.lines(of: Int32($0)) }
    var wrong: [String] = []
    for row in stride(from: 0, to: 160, by: step) {
      for column in stride(from: 0, to: 200, by: step) {
        let (x, y) = (Double(column) + 0.5, Double(row) + 0.5)
        var seen: [(source: Int, depth: Double)] = []
        for piece in order.pieces {
          let source = Int(piece.source)
          guard let hit = hit(sheets[source], x, y) else { continue }
          if shows(piece, order, lines[source], hit.u, hit.v) { seen.append((source, hit.depth)) }
        }
        let expected = sheets.indices.filter { hit(sheets[$0], x, y) != nil }
        if seen.map(\.source).sorted() != expected { wrong.append("(\(x), \(y)): \(seen), not each of \(expected)") }
        for (back, front) in zip(seen, seen.dropFirst()) where back.depth > front.depth + Self.tolerance {
          wrong.append("(\(x), \(y)): \(back) behind \(front)")
        }
      }
    }
    #expect(wrong.isEmpty, "\(wrong.count) wrong: \(wrong.prefix(3))", sourceLocation: sourceLocation)
  }

  /// Planes closer than the thickness may be either way round; a steep one is farther along z than across.
  private static let tolerance = 1.0

  private func shows(_ piece: DepthOrder.Piece, _ order: DepthOrder, _ lines: [PlaneLine], _ u: Double, _ v: Double)
    -> Bool
  {
    guard !piece.cells.isEmpty else { return true }
    return order.cells[piece.cells].contains { cell in
      lines.indices.allSatisfy { bit in
        cell.mask & (1 << UInt32(bit)) == 0 || (lines[bit].side(u, v) >= 0) == (cell.signs & (1 << UInt32(bit)) != 0)
      }
    }
  }

  @Test(arguments: 0..<40) func randomSheets(seed: Int) {
    var random = SeededRandom(seed: seed)
    let sheets = (0..<random.whole(2...7)).map { _ in
      sheet(
        random.number(-20...140), random.number(-20...110), random.number(20...120), random.number(20...100),
        degrees: random.number(-80...80), random.number(-1...1), random.number(-1...1), z: random.number(-40...40),
        distance: random.whole(0...2) == 0 ? 0 : random.number(150...600))
    }
    expectDepths(sheets)
  }

  /// Distances so short that sheets reach behind the eye.
  @Test(arguments: 0..<20) func sheetsThatCrossTheEye(seed: Int) {
    var random = SeededRandom(seed: seed)
    let sheets = (0..<random.whole(2...5)).map { _ in
      sheet(
        random.number(-40...100), random.number(-40...80), random.number(100...260), random.number(100...260),
        degrees: random.number(40...140), random.number(-1...1), random.number(-1...1), z: random.number(-20...20),
        distance: random.number(40...110))
    }
    expectDepths(sheets)
  }

  /// Each lies over the next, the last over the first: no order without a split.
  @Test func threeInACircle() {
    let sheets = (0..<3).map { index in
      let angle = Double(index) * 120 * .pi / 180
      var t = CATransform3DMakeRotation(0.4, 1, 0, 0)
      t = CATransform3DConcat(t, CATransform3DMakeTranslation(0, 25, 0))
      t = CATransform3DConcat(CATransform3DMakeRotation(0.5, 0, 1, 0), t)
      t = CATransform3DConcat(t, CATransform3DMakeRotation(angle, 0, 0, 1))
      t = CATransform3DConcat(t, CATransform3DMakeTranslation(100, 80, 0))
      return Sheet(box: Box(-60, -12, 60, 12), placement: t)
    }
    expectDepths(sheets, step: 1)
  }

  // MARK: Splits

  @Test func aCrossIsSplitOnce() {
    let (order, _) = order([sheet(50, 30, 100, 100), sheet(50, 30, 100, 100, degrees: 60)])
    #expect(order.pieces.count == 3)
    #expect(order.pieces.filter { $0.cells.isEmpty }.count == 1)
    expectDepths([sheet(50, 30, 100, 100), sheet(50, 30, 100, 100, degrees: 60)], step: 1)
  }

  @Test func sheetsApartStayWhole() {
    let (order, _) = order([sheet(10, 30, 60, 60, degrees: 40), sheet(120, 30, 60, 60, degrees: -40)])
    #expect(order.pieces.map(\.source) == [0, 1])
    #expect(order.pieces.allSatisfy { $0.cells.isEmpty })
  }

  /// The second one's plane cuts the first, but not where the second one is.
  @Test func planesThatMeetElsewhereDoNotSplit() {
    let sheets = [sheet(20, 30, 160, 100, degrees: 5), sheet(30, 40, 40, 40, degrees: 30, z: 60)]
    let (order, _) = order(sheets)
    #expect(order.pieces.map(\.source) == [0, 1])
    #expect(order.pieces.allSatisfy { $0.cells.isEmpty })
    expectDepths(sheets)
  }

  /// The parts of a split sheet are all of it, and none of it twice.
  @Test(arguments: 0..<10) func piecesAddUp(seed: Int) {
    var random = SeededRandom(seed: seed)
    let sheets = (0..<5).map { _ in
      sheet(60, 40, 80, 80, degrees: random.number(-70...70), random.number(-1...1), random.number(-1...1))
    }
    let (order, _) = order(sheets)
    for source in sheets.indices {
      let lines = order.lines(of: Int32(source))
      var area = 0.0
      for piece in order.pieces where Int(piece.source) == source {
        let cells = piece.cells.isEmpty ? [DepthOrder.Cell()] : Array(order.cells[piece.cells])
        for cell in cells { area += Self.area(sheets[source].box, cell, lines) }
      }
      #expect(abs(area - sheets[source].box.area) < 1e-6, "source \(source)")
    }
  }

  private static func area(_ box: Box, _ cell: DepthOrder.Cell, _ lines: [PlaneLine]) -> Double {
    var points = [(box.minX, box.minY), (box.maxX, box.minY), (box.maxX, box.maxY), (box.minX, box.maxY)]
    for (bit, line) in lines.enumerated() where cell.mask & (1 << UInt32(bit)) != 0 {
      let sign: Double = cell.signs & (1 << UInt32(bit)) != 0 ? 1 : -1
      var kept: [(Double, Double)] = []
      for index in points.indices {
        let (a, b) = (points[index], points[(index + 1) % points.count])
        let (da, db) = (sign * line.side(a.0, a.1), sign * line.side(b.0, b.1))
        if da >= 0 { kept.append(a) }
        if (da >= 0) != (db >= 0) {
          let t = da / (da - db)
          kept.append((a.0 + (b.0 - a.0) * t, a.1 + (b.1 - a.1) * t))
        }
      }
      points = kept
    }
    return abs(
      points.indices.reduce(0.0) {
        let (a, b) = (points[$1], points[($1 + 1) % points.count])
        return $0 + a.0 * b.1 - b.0 * a.1
      } / 2)
  }

  // MARK: Order without splits

  @Test func coplanarSheetsKeepTheirOrder() {
    let turned = (0..<4).map { sheet(30 + Double($0) * 10, 30, 80, 80) }
    #expect(order(turned).order.pieces.map(\.source) == [0, 1, 2, 3])
    var tilt = CATransform3DMakeRotation(0.8, 1, 1, 0)
    tilt.m34 = -1 / 300
    let tilted = turned.map { Sheet(box: $0.box, placement: CATransform3DConcat($0.placement, tilt)) }
    #expect(order(tilted).order.pieces.map(\.source) == [0, 1, 2, 3])
  }

  /// Far less than the thickness, but meant.
  @Test func parallelSheetsGoByDistance() {
    let sheets = [sheet(30, 30, 80, 80, z: 0.02), sheet(40, 30, 80, 80, z: 0.01), sheet(50, 30, 80, 80)]
    #expect(order(sheets).order.pieces.map(\.source) == [2, 1, 0])
  }

  @Test func sheetsThatTouchAlongAnEdge() {
    // The faces of a box.
    let front = sheet(60, 40, 80, 80, z: 40)
    let side = sheet(100, 40, 80, 80, degrees: 90)
    let turn = CATransform3DMakeTranslation(-100, -80, 0)
    let back = CATransform3DConcat(CATransform3DMakeRotation(-0.6, 0, 1, 0), CATransform3DMakeTranslation(100, 80, 0))
    let whole = CATransform3DConcat(turn, back)
    let sheets = [side, front].map { Sheet(box: $0.box, placement: CATransform3DConcat($0.placement, whole)) }
    let (order, _) = order(sheets)
    #expect(order.pieces.count == 2)
    expectDepths(sheets, step: 1)
  }

  // MARK: Bad values, bounds

  @Test func badSheetsAreLeftOut() {
    let bad: [CATransform3D] = [
      CATransform3DMakeScale(0, 1, 1), CATransform3DMakeTranslation(.nan, 0, 0),
      CATransform3DMakeTranslation(.infinity, 0, 0), CATransform3DMakeRotation(.pi / 2, 0, 1, 0),
      CATransform3DMakeScale(1e308, 1e308, 1e308), CATransform3DMakeTranslation(0, 0, .nan),
    ]
    let box = Box(20, 20, 80, 80)
    var sheets = bad.map { Sheet(box: box, placement: $0) }
    sheets.insert(sheet(20, 20, 60, 60, degrees: 30), at: 3)
    sheets.append(Sheet(box: Box(.nan, 0, 10, 10), placement: CATransform3DIdentity))
    sheets.append(Sheet(box: Box(5, 5, 5, 50), placement: CATransform3DIdentity))
    #expect(order(sheets).order.pieces.map(\.source) == [3])
  }

  @Test func behindTheEyeAndOutsideTheFrame() {
    var behind = sheet(60, 40, 80, 80, z: 300)
    behind.placement.m34 = -1 / 200
    behind.placement.m44 = -0.5
    #expect(order([behind, sheet(400, 0, 50, 50)]).order.pieces.isEmpty)
  }

  /// Work and pieces stay in proportion to the number of sheets, however they cut each other.
  @Test func manySheetsThroughOnePoint() {
    var random = SeededRandom(seed: 99)
    let sheets = (0..<400).map { _ in
      sheet(40, 20, 120, 120, degrees: random.number(-85...85), random.number(-1...1), random.number(-1...1))
    }
    let (order, _) = order(sheets)
    #expect(order.pieces.count <= 5 * 400 + 16)
    #expect(Set(order.pieces.map(\.source)).count == 400)
  }

  @Test func theSameSheetsGiveTheSameOrder() {
    var random = SeededRandom(seed: 3)
    let sheets = (0..<12).map { _ in
      sheet(random.number(0...80), 20, 100, 100, degrees: random.number(-80...80), random.number(-1...1), 0.5)
    }
    let (first, second) = (order(sheets).order, order(sheets).order)
    #expect(first.pieces == second.pieces && first.cells == second.cells)
  }

  /// Two halves of a page, each reaching past the spine as far as its shadow does, so nearly flat that no tilt can be
  /// seen: what decides is the order of addition, and not by how much a rounding error lifts the middle of one.
  @Test(arguments: [0.0, 1e-9, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.02, 0.03])
  func hingesThatAreAsGoodAsFlat(
    degrees: Double
  ) {
    let curtain = sheet(10, 10, 180, 140, z: 0, distance: 800)
    let halves = [(1.0, Box(-70, -50, 40, 50)), (-1, Box(-40, -50, 70, 50))].map { side, box in
      var half = sheet(0, 0, 200, 160, degrees: side * degrees, 0, 1, distance: 800)
      half.box = box
      return half
    }
    #expect(order([curtain] + halves).order.pieces.map(\.source) == [0, 1, 2], "left, right")
    #expect(order([curtain] + halves.reversed()).order.pieces.map(\.source) == [0, 1, 2], "right, left")
  }
}
