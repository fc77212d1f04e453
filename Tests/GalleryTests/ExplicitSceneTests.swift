// Scenes of explicit animation and transitions: models, delegates, and what is in the tree.

import CoreGraphics
import Foundation
import QuartzCore
import Testing

@testable import Gallery

@Suite struct ExplicitSceneTests {
  @Test("The model stays, is set before, or is set by the delegate")
  func basic() throws {
    let play = try Play("basic").advance(to: 1.19)
    let squares = try (0..<3).map { try play.layer("square \($0)") }
    #expect(squares.map(\.backgroundColor) == [.sky, .coral, .sky])
    #expect(squares.allSatisfy { $0.animationKeys()?.isEmpty == true || $0.presentation()?.backgroundColor != .sky })
    play.advance(to: 1.21)
    #expect(squares.map(\.backgroundColor) == [.sky, .coral, .coral])
    #expect(squares.map { $0.presentation()?.backgroundColor } == [.sky, .coral, .coral])
  }

  @Test func keyframesDifferInPaceOnly() throws {
    let play = try Play("keyframes")
    let (even, eased) = (try play.layer("even"), try play.layer("eased"))
    // A third of the two seconds is a key; between two keys, easing in is behind.
    for time in [0.5 + 2.0 / 3, 0.5 + 4.0 / 3] {
      play.advance(to: time)
      #expect(even.presentation()?.backgroundColor == eased.presentation()?.backgroundColor)
    }
    play.advance(to: 2.5 + 1.0 / 3)
    #expect(even.presentation()?.backgroundColor != eased.presentation()?.backgroundColor)
  }

  @Test("Of two ships on the same path one turns")
  func path() throws {
    let play = try Play("path").advance(to: 0.6)
    let angles = play.layers("ship").map { $0.presentation()?.quarters ?? .nan }
    #expect(angles[0] == 0 && angles[1] < -0.3)
    play.advance(to: 4.6)
    #expect(play.layers("ship").map { $0.presentation()?.position.x } == [280, 280])
  }

  @Test("A whole turn of the transform goes nowhere, one of its rotation does")
  func virtualRotation() throws {
    let play = try Play("virtual-rotation").advance(to: 1)
    let angles = play.layers("ship").map { $0.presentation()?.quarters ?? .nan }
    // Half a turn goes the negative way (X-A16).
    for (angle, expected) in zip(angles, [-0.5, 0, 1, 1]) { #expect(abs(angle - expected) < 1e-6) }
    let scaled = try #require(play.layers("ship")[3].presentation())
    #expect(abs(hypot(scaled.transform.m11, scaled.transform.m12) - 0.875) < 1e-6)
  }

  @Test("The lamp: stopped, begun again, finished")
  func cancelled() throws {
    let play = try Play("cancelled").advance(to: 1.59)
    let lamp = try play.layer("lamp")
    for (time, color) in [(1.59, CGColor.panel), (1.61, .coral), (2.81, .panel), (4.79, .panel), (4.81, .mint)] {
      play.advance(to: time)
      #expect(lamp.backgroundColor == color, "at \(time) s")
    }
  }

  @Test func everyTileOfTheTransitionsHasItsOwn() throws {
    let play = try Play("transitions").advance(to: 0.6)
    for type in [CATransitionType.fade, .moveIn, .push, .reveal] {
      for subtype in [CATransitionSubtype.fromRight, .fromLeft, .fromTop, .fromBottom] {
        let tile = try play.layer("\(type.rawValue) \(subtype.rawValue)")
        let transition = try #require(tile.animation(forKey: kCATransition) as? CATransition)
        #expect(transition.type == type && transition.subtype == subtype && tile.animationKeys() == [kCATransition])
      }
    }
    #expect(
      play.layers("fade fromLeft").first.map { ($0.animation(forKey: kCATransition) as? CATransition)?.startProgress }
        == 0.5)
    play.advance(to: 1.6)
    #expect(try play.layer("push fromTop").animationKeys() == nil)
  }

  @Test("A fade of one second that is added, and one of a quarter that comes by itself")
  func pictureFade() throws {
    let play = try Play("picture-fade").advance(to: 0.51)
    let fades = try [("explicit", kCATransition), ("implicit", "contents")].map {
      try #require(play.layer($0.0).animation(forKey: $0.1))
    }
    #expect(fades.map(\.duration) == [1, 0.25])
  }

  @Test func tabsReplaceTheirPage() throws {
    let play = try Play("tab-fade")
    let pages = try play.layer("pages")
    for (time, name) in [(0.5, "pictures"), (0.7, "list"), (2.1, "pictures"), (3.5, "list")] {
      play.advance(to: time)
      #expect(pages.sublayers?.map(\.name) == [name])
      #expect((pages.animation(forKey: kCATransition) != nil) == (time > 0.5))
    }
  }

  @Test("Views change under a transition of their layer, and one takes the other's place")
  func viewTransitions() throws {
    let play = try Play("view-transitions").advance(to: 0.6)
    let layers = (play.root.sublayers ?? []).filter { $0.delegate != nil }
    #expect(layers.count == 8 && layers.allSatisfy { $0.animation(forKey: kCATransition) is CATransition })
    #expect(layers.last?.sublayers?.count == 1)
    play.advance(to: 1.6)
    #expect(layers.allSatisfy { $0.animation(forKey: kCATransition) == nil })
  }

  @Test("The cover lies over the new look for a second, then is gone")
  func customTransition() throws {
    let play = try Play("custom-transition")
    for (time, count) in [(0.49, 1), (0.51, 2), (1.49, 2), (1.51, 1), (2.1, 2), (3.1, 1)] {
      play.advance(to: time)
      #expect(play.layers("card").count == count, "at \(time) s")
    }
  }
}
