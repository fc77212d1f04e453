// What is drawn otherwise where a player is imitated, each beside what the format says.

import CoreGraphics
import Documents
import Foundation
import QuartzCore
import TestDocuments
import TestSupport
import Testing

@testable import Lottie

@MainActor struct LottiePlayerTests {
  @Test("lottie-ios: of paces that differ by dimension the first one holds for all")
  func paces() throws {
    let curves = [[0.42, 0, 1, 1], [0, 0, 0.58, 1]]
    let keys = moving(key(0, [0, 0], .curves(curves)), key(100, [50, 50]))
    for player in [nil, LottiePlayer.lottieIOS] {
      let film = try Film([solid(transform: #""p":\#(keys)"#)], like: player)
      for frame in [20.0, 60] {
        let (x, y) = (eased(frame / 100, curves[0]), eased(frame / 100, curves[player == nil ? 1 : 0]))
        try expectNear(film.place(at: frame), CGPoint(x: 50 * x, y: 50 * y))
      }
    }
  }

  @Test("lottie-ios: the opacity of a gradient fill whose stops have alphas of their own counts twice")
  func opacities() throws {
    // Opaque up to the middle, whose alpha has a place of its own.
    let stops = "[0,1,0,0,1,1,0,0,0,1,0.5,1,1,0]"
    let item = object(
      #""ty":"gf","t":1,"s":\#(fixed(0, 0)),"e":\#(fixed(64, 0)),"o":\#(fixed(60))"#,
      #""g":{"p":2,"k":{"a":0,"k":\#(stops)}}"#)
    for (player, alpha) in [(nil, 0.6), (LottiePlayer.lottieIOS, 0.36)] {
      let pixel = try Film([shapes([rectangle(0, 0, 64, 64), item])], like: player).picture()[10, 10]
      #expect(abs(Double(pixel[3]) - 255 * alpha) <= 1.5 && pixel[3] == pixel[0], "\(pixel)")
    }
  }

  @Test("lottie-ios: a shadow effect's softness is five standard deviations wide")
  func shadows() throws {
    let values = [fixed(0, 0, 1), fixed(255), fixed(0), fixed(0), fixed(20)].map { #"{"ty":0,"v":\#($0)}"# }
    let effect = #""ef":[{"ty":25,"ef":[\#(values.joined(separator: ","))]}]"#
    for (player, radius) in [(nil, 5.0), (LottiePlayer.lottieIOS, 4)] {
      let film = try Film([solid("#ff0000", 20, 20, transform: #""p":\#(fixed(22, 22))"#, effect)], like: player)
      let plain = box(22, 22, 20, 20)
      (plain.shadowColor, plain.shadowOpacity, plain.shadowOffset, plain.shadowRadius) = (.blue, 1, .zero, radius)
      try expect(film, shows: [plain], within: 2)
    }
  }

  @Test("lottie-ios: a line is drawn upon each fill's paths for itself")
  func lines() throws {
    func fill(_ red: Double, _ green: Double, _ opacity: Double) -> String {
      LottieTests.fill(red, green, 0, #""o":\#(fixed(opacity))"#)
    }
    let half = stroke(16, #""o":\#(fixed(50))"#)
    let square = rectangle(12, 12, 40, 40)
    let line = stroked(CGPath(rect: CGRect(x: 12, y: 12, width: 40, height: 40), transform: nil), 16) {
      ($0.opacity, $0.strokeColor, $0.miterLimit) = (0.5, .red, 4)
    }
    func again(_ layer: CAShapeLayer) -> CAShapeLayer {
      stroked(layer.path!, 16) { ($0.opacity, $0.strokeColor, $0.miterLimit) = (0.5, .red, 4) }
    }
    func area(_ color: CGColor, _ opacity: Float) -> CALayer {
      let area = box(12, 12, 40, 40, color)
      area.opacity = opacity
      return area
    }
    let items = [square, fill(1, 0, 60), fill(0, 1, 93), half]
    let plain: [CALayer] = [again(line), area(.green, 0.93), area(.red, 0.6)]
    try expect(Film([shapes(items)]), shows: plain)
    let twice: [CALayer] = [again(line), area(.green, 0.93), again(line), area(.red, 0.6)]
    try expect(Film([shapes(items)], like: .lottieIOS), shows: twice)
  }

  @Test("lottie-ios: a value that holds alone between moving ones is not shown")
  func loneHolds() throws {
    let keys = moving(key(0, [20], .hold), key(40, [60]), key(60, [80], .hold), key(80, [40]), key(100, [0]))
    for (player, first, later) in [(nil, 0.2, 0.8), (LottiePlayer.lottieIOS, 1, 1)] {
      let film = try Film([solid(transform: #""o":\#(keys)"#)], like: player)
      try expectNear(film.number("opacity", at: 20), first)
      try expectNear(film.number("opacity", at: 50), 0.7)
      try expectNear(film.number("opacity", at: 70), later)
      try expectNear(film.number("opacity", at: 90), 0.2)
    }
    // Two that hold, or one that begins after the film does.
    for keys in [
      moving(key(0, [20], .hold), key(20, [20], .hold), key(40, [60]), key(100, [0])),
      moving(key(10, [20], .hold), key(40, [60]), key(100, [0])),
    ] {
      let film = try Film([solid(transform: #""o":\#(keys)"#)], like: .lottieIOS)
      try expectNear(film.number("opacity", at: 30), 0.2)
    }
  }

  @Test("lottie-ios: a fill is of the paths since the fill before")
  func fills() throws {
    let half = #""o":\#(fixed(50))"#
    let items = [rectangle(0, 0, 32, 64), fill(1, 0, 0, half), rectangle(32, 0, 32, 64), fill(0, 0, 1, half)]
    for (player, blue) in [(nil, 64.0), (LottiePlayer.lottieIOS, 0)] {
      let picture = try Film([shapes(items)], like: player).picture()
      #expect(abs(Double(picture[10, 10][2]) - blue) <= 1 && abs(Double(picture[50, 10][2]) - 128) <= 1)
    }
  }

  @Test("lottie-ios: a trim cuts lines alone, and a curve at the part of its parameter")
  func trims() throws {
    let square = rectangle(12, 12, 40, 40)
    try expect(Film([shapes([square, trim(0, 50), fill()])], like: .lottieIOS), shows: [box(12, 12, 40, 40)])
    // Straight, but its middle by the parameter is at (2 + 3 · 42 + 3 · 62 + 62) / 8.
    let uneven =
      #"{"ty":"sh","ks":{"a":0,"k":{"c":false,"v":[[2,32],[62,32]],"i":[[0,0],[0,0]],"o":[[40,0],[0,0]]}}}"#
    for (player, middle) in [(nil, 32.0), (LottiePlayer.lottieIOS, 47)] {
      try expect(Film([shapes([uneven, trim(0, 50), stroke(4)])], like: player), shows: [box(2, 30, middle - 2, 4)])
    }
  }

  @Test("lottie-ios: what blends in a composition blends with what is below it, too")
  func blendModes() throws {
    let inner = composition("c", solid("#808080", 64, 64, transform: "", #""bm":1"#))
    for (player, grey) in [(nil, 128.0), (LottiePlayer.lottieIOS, 64)] {
      let film = try Film([precomposition("c"), solid("#808080", 64, 64)], assets: [inner], like: player)
      #expect(abs(Double(try film.picture()[10, 10][0]) - grey) <= 1)
    }
  }
}
