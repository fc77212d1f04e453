// What is not drawn, or not as it is written: each said once, with its path.

import CoreGraphics
import Documents
import Foundation
import QuartzCore
import TestDocuments
import Testing

@testable import Lottie

@MainActor struct LottieReportTests {
  @Test("lottie-ios runs no expressions; each is said, and the property keeps its written value")
  func expressions() throws {
    let film = try Film(
      [
        solid(transform: #""o":{"a":0,"k":40,"x":"var $bm_rt = 100;"},"p":{"a":0,"k":[5,6],"x":"wiggle(1, 2)"}"#),
        shapes([rectangle(0, 0, 10, 10), #"{"ty":"fl","c":{"a":0,"k":[1,0,0],"x":"time"}}"#]),
      ], like: .lottieIOS)
    let message = "expressions are not run; the property has its written value"
    #expect(film.notes == ["layers[0].ks.p: \(message); also layers[0].ks.o, layers[1].shapes[1].c"])
    try expectNear(film.number("opacity", at: 0), 0.4)
    try expectNear(film.place(), CGPoint(x: 5, y: 6))
  }

  @Test("An unknown feature is said once by name, with the path of the first")
  func once() throws {
    let film = try Film([
      layer(99, LayerOptions(), "", ""), layer(99, LayerOptions(), "", ""),
      shapes(
        [rectangle(0, 0, 9, 9), #"{"ty":"??"}"#, #"{"ty":"??"}"#, fill()], LayerOptions(), transform: "",
        #""ef":[{"ty":33,"ef":[]},{"ty":33}]"#),
    ])
    try expect(film, shows: [box(0, 0, 9, 9)])
    #expect(
      film.notes
        == [
          "layers[0]: layers of type 99 are not drawn", "layers[2].ef[0]: effects of type 33 are not drawn",
          "layers[2].shapes[1]: shape items of type '??' are not drawn",
        ].sorted { $0 < $1 } || Set(film.notes).count == 3 && film.notes.count == 3, "\(film.notes)")
  }

  @Test(arguments: [
    (layer(13, LayerOptions(), "", ""), "layers[0]: cameras are not used; layers lie in the plane"),
    (solid(transform: #""p":{"a":0,"k":[1,2,3]}"#), "layers[0].ks.p: depth (z) is not drawn"),
    (solid(transform: "", #""sy":[{"ty":42}]"#), "layers[0].sy[0]: layer styles of type 42 are not drawn"),
    (
      shapes([
        rectangle(0, 0, 9, 9),
        #"{"ty":"gf","t":2,"s":\#(fixed(0, 0)),"e":\#(fixed(9, 0)),"h":\#(fixed(50)),"#
          + #""g":{"p":1,"k":{"a":0,"k":[0,1,0,0]}}}"#,
      ]), "layers[0].shapes[1]: the bright point of radial gradients is in their centre"
    ),
    (layer(6, LayerOptions(), "", #""refId":"s""#), "layers[0]: no sound 's'; it is left out"),
  ])
  func others(layer: String, note: String) throws {
    #expect(try Film([layer]).notes == [note])
  }

  @Test("A document without anything unusual has nothing said of it")
  func nothing() throws {
    let film = try Film([
      solid(), shapes([rectangle(0, 0, 9, 9), trim(0, 50), fill(), stroke(2)]), layer(3, LayerOptions(), "", ""),
      solid("#ff0000", 9, 9, transform: "", #""ef":[{"ty":5,"nm":"Slider","ef":[{"ty":0,"v":\#(fixed(4))}]}]"#),
    ])
    #expect(film.notes.isEmpty, "\(film.notes)")
  }

  @Test("An effect whose value is no value has the default, and a note says so")
  func brokenEffect() throws {
    let film = try Film([
      solid("#ff0000", 9, 9, transform: "", #""ef":[{"ty":29,"ef":[{"ty":0,"v":{"a":0,"k":"wide"}}]}]"#)
    ])
    try expect(film, shows: [box(0, 0, 9, 9)])
    #expect(film.notes == ["layers[0].ef[0].ef[0].v.k: neither a value nor keyframes; the default is used"])
  }
}
