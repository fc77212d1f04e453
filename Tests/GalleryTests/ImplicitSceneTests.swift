// Scenes of implicit animation: what taps and completion blocks do, and when.

import CoreGraphics
import Foundation
import QuartzCore
import Testing

@testable import Gallery

@Suite struct ImplicitSceneTests {
  @Test("The quick square is there after a quarter of a second, the slow one after a second")
  func implicitColor() throws {
    let play = try Play("implicit-color").advance(to: 0.59)
    let (quick, slow) = (try play.layer("quarter second"), try play.layer("one second"))
    #expect(quick.backgroundColor == .sky)
    play.advance(to: 0.86)
    #expect(quick.backgroundColor == .coral && slow.backgroundColor == .coral)
    #expect(quick.presentation()?.backgroundColor == .coral)
    #expect(slow.presentation()?.backgroundColor != .coral && slow.presentation()?.backgroundColor != .sky)
    play.advance(to: 1.61)
    #expect(slow.presentation()?.backgroundColor == .coral)
  }

  @Test("Each turn begins when the colour before it is there", arguments: 0..<3)
  func completionBlock(round: Int) throws {
    let play = try Play("completion-block")
    let square = try play.layer("square")
    let begin = 0.4 + Double(round) * 1.5
    play.advance(to: begin + 0.01)
    #expect(square.backgroundColor == [.coral, .violet, .mint][round])
    play.advance(to: begin + 0.99)
    #expect((square.animationKeys() ?? []) == ["backgroundColor"])
    play.advance(to: begin + 1.125)
    #expect((square.animationKeys() ?? []) == ["transform"])
    let before = Double(round)
    let shown = try #require(square.presentation()).quarters
    let passed = (shown - before).truncatingRemainder(dividingBy: 4)
    #expect(abs(passed + (passed < 0 ? 4 : 0) - 0.5) < 0.4)
    play.advance(to: begin + 1.26)
    #expect(square.animationKeys() == nil)
  }

  @Test("Views: outside a block at once, within one animated")
  func viewAnimation() throws {
    let play = try Play("view-animation").advance(to: 0.6)
    let views = (play.root.sublayers ?? []).filter { $0.delegate != nil }
    #expect(views.count == 2 && views.allSatisfy { $0.position.x == 254 })
    #expect(views[0].presentation()?.position.x == 254)
    let shown = try #require(views[1].presentation()).position.x
    #expect(shown > 66 && shown < 254)
    #expect(views[1].animation(forKey: "position")?.timingFunction == CAMediaTimingFunction(name: .easeOut))
    play.advance(to: 1.51)
    #expect(views[1].presentation()?.position.x == 254)
  }

  @Test func customAction() throws {
    let play = try Play("custom-action").advance(to: 0.61)
    let square = try play.layer("square")
    let push = try #require(square.animation(forKey: kCATransition) as? CATransition)
    #expect(push.type == .push && push.subtype == .fromLeft && square.animation(forKey: "backgroundColor") == nil)
    play.advance(to: 0.86)
    #expect(square.animation(forKey: kCATransition) == nil && square.backgroundColor == .coral)
  }

  @Test("Hit where it is seen: at half of its way, not at its goal, then at its goal; a miss sends it back")
  func presentationHit() throws {
    let play = try Play("presentation-hit").advance(to: 0.41)
    let square = try play.layer("presentation-hit").sublayers?.first { $0.bounds.width == 64 }
    let layer = try #require(square)
    #expect(layer.position == CGPoint(x: 250, y: 170) && layer.backgroundColor == .sky)
    for (time, color) in [(1.59, CGColor.sky), (1.61, .coral), (2.11, .coral), (3.21, .amber)] {
      play.advance(to: time)
      #expect(layer.backgroundColor == color && layer.position == CGPoint(x: 250, y: 170))
    }
    play.advance(to: 3.81)
    #expect(layer.backgroundColor == .amber && layer.position == CGPoint(x: 62, y: 62))
  }
}
