// `sourceRectAtTime`, by the boxes that follow from what the layers say: After Effects has a layer's own points, of a
// shape layer its paths without their lines, of a text what is drawn.

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

@testable import Lottie

@MainActor struct LayerMeasureTests {
  /// The box of a layer "B" at a frame, by an expression that adds its numbers up in a position.
  private func box(of layer: String, at frame: Double = 0, assets: [String] = [], _ members: String = "") throws
    -> CGRect
  {
    func probe(_ name: String, _ numbers: String) -> String {
      let expression = "var r = thisComp.layer('B').sourceRectAtTime(time); $bm_rt = [\(numbers)];"
      return solid(
        "#ff0000", 1, 1, LayerOptions(name: name),
        transform: #""p":\#(computed(0, 0, by: "var $bm_rt; \(expression)"))"#)
    }
    let film = try Film(
      [probe("origin", "r.left, r.top"), probe("size", "r.width, r.height"), layer], assets: assets, members)
    #expect(film.notes.isEmpty, "\(film.notes)")
    let (origin, size) = try (film.place(in: "origin", at: frame), film.place(in: "size", at: frame))
    let numbers = [origin.x, origin.y, size.x, size.y].map { ($0 * 1000).rounded() / 1000 }
    return CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  private let named = LayerOptions(name: "B")

  @Test("Solids and compositions are as large as they say")
  func sizes() throws {
    #expect(try box(of: solid("#00ff00", 30, 20, named)) == CGRect(x: 0, y: 0, width: 30, height: 20))
    let inner = composition("c", solid())
    #expect(
      try box(of: precomposition("c", 40, 24, named), assets: [inner]) == CGRect(x: 0, y: 0, width: 40, height: 24))
  }

  @Test("Shapes: their paths, in groups that move, without their lines")
  func shapes() throws {
    let moving = #""p":\#(LottieTests.moving(key(0, [0, 0]), key(100, [20, 0]))),"s":\#(fixed(200, 100))"#
    let layer = LottieTests.shapes(
      [group([rectangle(4, 6, 10, 8), stroke(6)], transform: moving), rectangle(0, 30, 5, 5), fill()], named)
    #expect(try box(of: layer) == CGRect(x: 0, y: 6, width: 28, height: 29))
    #expect(try box(of: layer, at: 50) == CGRect(x: 0, y: 6, width: 38, height: 29))
  }

  @Test("Texts: what is drawn of them, as they are then")
  func texts() throws {
    let shape = group([LottieTests.path(corners(0, -70, 50, 70))])
    let character = #"{"ch":"A","fFamily":"F","style":"Regular","size":100,"w":60,"data":{"shapes":[\#(shape)]}}"#
    let font = #""fonts":{"list":[{"fName":"F-R","fFamily":"F","fStyle":"Regular"}]},"chars":[\#(character)]"#
    func look(_ text: String) -> String { #"{"t":"\#(text)","f":"F-R","s":20,"fc":[1,0,0],"j":1,"lh":20}"# }
    let keys = #"{"t":0,"s":\#(look("A"))},{"t":50,"s":\#(look("AAA"))}"#
    let still = layer(5, named, "", #""t":{"d":{"k":[\#(keys)]},"p":{},"a":[]}"#)
    #expect(try box(of: still, at: 10, font) == CGRect(x: -12, y: -14, width: 10, height: 14))
    #expect(try box(of: still, at: 60, font) == CGRect(x: -36, y: -14, width: 34, height: 14))
    // An expression uses the box.
    let made = layer(
      5, named, "",
      #""t":{"d":{"k":[\#(keys)],"x":"\#(quoted("time < 3 ? 'AA' : 'A\\nA'"))"},"p":{},"a":[]}"#)
    #expect(try box(of: made, at: 10, font) == CGRect(x: -24, y: -14, width: 22, height: 14))
    #expect(try box(of: made, at: 40, font) == CGRect(x: -12, y: -14, width: 10, height: 34))
  }

  @Test("What has nothing to measure is said")
  func nothing() throws {
    let film = try Film([
      solid(transform: #""o":\#(computed(40, by: "thisComp.layer('B').sourceRectAtTime().width"))"#),
      layer(3, named, "", ""),
    ])
    #expect(film.notes.count == 1 && film.notes[0].contains("no content to measure"), "\(film.notes)")
  }
}
