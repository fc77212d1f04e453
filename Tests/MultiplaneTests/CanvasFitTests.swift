// Boxes of what fills a canvas, by CSS Images 3 (5.5 and 5.6): object-fit and object-position.

import CoreGraphics
import Testing

@testable import Multiplane

@Suite struct CanvasFitTests {
  @Test(
    "object-fit, in the middle",
    arguments: [
      (.contain, 100, 50, 40, 40, CGRect(x: 0, y: 10, width: 40, height: 20)),
      (.contain, 10, 20, 40, 40, CGRect(x: 10, y: 0, width: 20, height: 40)),
      (.cover, 100, 50, 40, 40, CGRect(x: -20, y: 0, width: 80, height: 40)),
      (.cover, 10, 20, 40, 40, CGRect(x: 0, y: -20, width: 40, height: 80)),
      (.fill, 100, 50, 40, 40, CGRect(x: 0, y: 0, width: 40, height: 40)),
      (.none, 100, 50, 40, 40, CGRect(x: -30, y: -5, width: 100, height: 50)),
      (.none, 10, 20, 40, 40, CGRect(x: 15, y: 10, width: 10, height: 20)),
    ] as [(CanvasFit, Double, Double, Double, Double, CGRect)])
  func fits(fit: CanvasFit, width: Double, height: Double, across: Double, down: Double, box: CGRect) {
    let size = CGSize(width: width, height: height)
    #expect(fit.box(of: size, in: CGSize(width: across, height: down)) == box)
  }

  @Test(
    "object-position: the share of the room that is left of and above it, and of what is cut off",
    arguments: [
      (.contain, 0, 0, CGPoint(x: 0, y: 0)), (.contain, 1, 1, CGPoint(x: 0, y: 20)),
      (.contain, 0.3, 0.25, CGPoint(x: 0, y: 5)), (.cover, 0, 1, CGPoint(x: 0, y: 0)),
      (.cover, 1, 0, CGPoint(x: -40, y: 0)), (.cover, 0.25, 0, CGPoint(x: -10, y: 0)),
      (.none, 0, 1, CGPoint(x: 0, y: -10)), (.none, 1, 0.5, CGPoint(x: -60, y: -5)), (.fill, 1, 0, CGPoint.zero),
    ] as [(CanvasFit, Double, Double, CGPoint)])
  func alignments(fit: CanvasFit, x: Double, y: Double, origin: CGPoint) {
    let box = fit.box(
      of: CGSize(width: 100, height: 50), in: CGSize(width: 40, height: 40), alignment: CanvasAlignment(x: x, y: y))
    #expect(box.origin == origin)
  }

  @Test("What has no width or height keeps its size", arguments: CanvasFit.allCases)
  func empty(fit: CanvasFit) {
    let box = fit.box(of: CGSize(width: 0, height: 20), in: CGSize(width: 40, height: 40))
    #expect(box == CGRect(x: 20, y: 10, width: 0, height: 20))
  }
}
