// Which optimisation is at fault: a picture that was drawn without one is "right", and the frame is pinned on it.

import Compositor
import CoreGraphics
import Multiplane
import QuartzCore
import TestSupport
import Testing
import Workshop

@MainActor @Suite struct OptimizationPinTests {
  /// A turned picture on another one, which rows and OpenGL round differently, and text, a mask and a rounded clip.
  private func scene() -> CALayer {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 120, height: 90)
    root.backgroundColor = CGColor(red: 0.9, green: 0.8, blue: 0.7, alpha: 1)
    for index in 0..<6 {
      let card = CALayer()
      card.frame = CGRect(x: 8 + 16 * index, y: 12 + 5 * index, width: 44, height: 33)
      card.backgroundColor = CGColor(red: 0.1 * CGFloat(index), green: 0.5, blue: 0.9, alpha: 0.35)
      (card.cornerRadius, card.borderWidth, card.borderColor) = (9, 2.5, CGColor(gray: 0.2, alpha: 0.6))
      card.masksToBounds = true
      card.transform = CATransform3DMakeRotation(0.13 * CGFloat(index + 1), 0, 0, 1)
      root.addSublayer(card)
    }
    return root
  }

  private func renderer() throws -> OffscreenRenderer {
    try OffscreenRenderer(size: CGSize(width: 120, height: 90), scale: 2)
  }

  @Test("A right frame needs no trials")
  func right() throws {
    let (root, renderer) = (scene(), try renderer())
    let pins = try #require(
      try renderer.pins(of: root, at: [0], right: renderer.image(of: root), tolerance: 0, disabled: []))
    #expect(pins.differing == 0 && pins.trials.isEmpty && pins.atFault.isEmpty)
    #expect(pins.description == "differing  0 of 43200 pixels by more than 0 of 255")
  }

  @Test(
    "Where a picture drawn without an optimisation is right, that one is at fault", arguments: Optimization.allCases)
  func each(_ optimization: Optimization) throws {
    let (root, renderer) = (scene(), try renderer())
    let whole = try renderer.image(of: root)
    let right = try renderer.without([optimization]).image(of: root)
    let pins = try #require(try renderer.pins(of: root, at: [0], right: right, tolerance: 0, disabled: []))
    let difference = try #require(ImageComparison(whole, right))
    #expect(pins.differing == difference.differing && pins.pixels == 240 * 180)
    #expect((pins.differing > 0) == pins.atFault.contains(optimization.name))
    if pins.differing > 0 { #expect(pins.trials.map(\.word) == Optimization.allCases.map(\.name)) }
  }

  @Test("There is something to be found: optimisations round differently")
  func differences() throws {
    let (root, renderer) = (scene(), try renderer())
    let whole = try renderer.image(of: root)
    let differing = try Optimization.allCases.filter {
      ImageComparison(whole, try renderer.without([$0]).image(of: root))?.isEqual == false
    }
    #expect(!differing.isEmpty)
  }

  @Test("What nothing is at fault of is said so")
  func none() throws {
    let (root, renderer) = (scene(), try renderer())
    let other = scene()
    other.sublayers?.last?.removeFromSuperlayer()
    let right = try self.renderer().image(of: other)
    let pins = try #require(try renderer.pins(of: root, at: [0, 0.5], right: right, tolerance: 1, disabled: [.linear]))
    #expect(pins.differing > 0 && pins.atFault.isEmpty && !pins.trials.contains { $0.word == "linear" })
    #expect(pins.description.hasSuffix("none of them alone is at fault"))
    let small = try OffscreenRenderer(size: CGSize(width: 10, height: 10)).image(of: other)
    #expect(try renderer.pins(of: root, at: [0], right: small, tolerance: 1, disabled: []) == nil)
  }
}
