// All scenes: they can be found, made and played.

import CoreGraphics
import Foundation
import QuartzCore
import Testing

@testable import Gallery

@Suite struct DemoTests {
  @Test func namesAreUniqueAndReachTheirScene() {
    let names = Gallery.demos.map(\.name)
    #expect(Set(names).count == names.count)
    for demo in Gallery.demos { #expect(Gallery.demo(named: demo.name)?.summary == demo.summary) }
    #expect(Gallery.demo(named: "no such scene") == nil)
    for suite in Gallery.suites.values { #expect(Set(suite).isSubset(of: names)) }
  }

  @Test(
    "A scene's canvas suits a video, its seconds an onlooker, its summary a line", arguments: Gallery.demos.map(\.name))
  func measures(name: String) throws {
    let demo = try #require(Gallery.demo(named: name))
    #expect(Int(demo.size.width).isMultiple(of: 2) && Int(demo.size.height).isMultiple(of: 2))
    #expect(2...6.5 ~= demo.duration)
    #expect(!demo.summary.isEmpty && demo.name.count + demo.summary.count < 120 && !demo.summary.hasSuffix("."))
    let allowed = CharacterSet.lowercaseLetters.union(.decimalDigits).union(CharacterSet(charactersIn: "-"))
    #expect(demo.name.unicodeScalars.allSatisfy(allowed.contains))
  }

  @Test("A scene plays to its end, and twice over, without anything to report", arguments: Gallery.demos.map(\.name))
  func plays(name: String) throws {
    let play = try Play(name)
    let duration = try #require(Gallery.demo(named: name)).duration
    for step in 0...16 {
      play.advance(to: duration * Double(step) / 8)
      #expect(play.host.takeIssues() == [])
      #expect(play.root.presentation() != nil)
    }
  }

  @Test("The same scene at the same time is the same", arguments: ["presentation-hit", "clock", "folding-page"])
  func repeats(name: String) throws {
    let whole = try Play(name).advance(to: 2.5)
    let stepwise = try Play(name)
    for step in 1...25 { stepwise.advance(to: Double(step) / 10) }
    func transforms(_ layer: CALayer) -> [CATransform3D] {
      let shown = layer.presentation() ?? layer
      return [shown.transform, CATransform3DMakeTranslation(shown.position.x, shown.position.y, 0)]
        + (layer.sublayers ?? []).flatMap(transforms)
    }
    let (once, often) = (transforms(whole.root), transforms(stepwise.root))
    #expect(once.count == often.count && zip(once, often).allSatisfy { CATransform3DEqualToTransform($0, $1) })
  }

  @Test func layersGoAwayWithTheirScene() throws {
    weak var root: CALayer?
    do {
      let play = try Play("completion-block").advance(to: 6)
      root = play.root
      #expect(root != nil)
    }
    #expect(root == nil)
  }
}
