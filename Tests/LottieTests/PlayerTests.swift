// What is drawn otherwise where a player is imitated, each beside what the format says.

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

@testable import SceneFiles

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

  @Test("lottie-ios: what blends in a composition blends with what is below it, too")
  func blendModes() throws {
    let inner = composition("c", solid("#808080", 64, 64, transform: "", #""bm":1"#))
    for (player, grey) in [(nil, 128.0), (LottiePlayer.lottieIOS, 64)] {
      let film = try Film([precomposition("c"), solid("#808080", 64, 64)], assets: [inner], like: player)
      #expect(abs(Double(try film.picture()[10, 10][0]) - grey) <= 1)
    }
  }
}
