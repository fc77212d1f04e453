// Pictures of views by the renderer that shows them, against frames of the same view alone.

import CoreGraphics
import Foundation
import Multiplane
import QuartzCore
import Testing
import UIKit

extension RenderingTests {
  @MainActor @Suite struct ViewSnapshotTests {
    private static let canvas = Canvas(width: 120, height: 100)

    /// A view that only a renderer can draw: a filter, perspective, a blend mode.
    private func card() -> UIView {
      let card = UIView(frame: CGRect(x: 30, y: 20, width: 60, height: 50))
      card.backgroundColor = UIColor(cgColor: .orange)
      card.layer.cornerRadius = 10
      let tilted = UIView(frame: CGRect(x: 10, y: 10, width: 40, height: 30))
      tilted.layer.contents = CGImage.sample(20, 20)
      tilted.transform3D = tilt(50, 0, 1, distance: 100)
      card.addSubview(tilted)
      let blended = layer(20, 5, 30, 20, .teal)
      blended.compositingFilter = "multiplyBlendMode"
      card.layer.addSublayer(blended)
      return card
    }

    /// The card in a root with other things, rendered once.
    private func stage(_ canvas: Canvas = Self.canvas) throws -> (
      renderer: OffscreenRenderer, root: UIView, card: UIView
    ) {
      let root = UIView(frame: CGRect(x: 0, y: 0, width: 120, height: 100))
      root.backgroundColor = .white
      let card = card()
      root.addSubview(card)
      root.addSubview(UIView(frame: CGRect(x: 0, y: 0, width: 50, height: 50)))
      root.subviews[1].backgroundColor = .black
      let renderer = try canvas.makeRenderer()
      _ = try renderer.pixels(of: root.layer)
      return (renderer, root, card)
    }

    private func image(_ size: CGSize, scale: CGFloat = 1, _ draw: () -> Void) -> [UInt8] {
      let format = UIGraphicsImageRendererFormat()
      format.scale = scale
      return UIGraphicsImageRenderer(size: size, format: format).image { _ in draw() }.cgImage!.pixels
    }

    /// What a renderer draws of the card alone.
    private func truth(scale: Double = 1, _ change: (UIView) -> Void = { _ in }) throws -> [UInt8] {
      let view = card()
      view.frame.origin = .zero
      change(view)
      return try Canvas(width: 60, height: 50, scale: scale).makeRenderer().pixels(of: view.layer)
    }

    @Test("The view alone, without its place, its superview and siblings", arguments: [1.0, 2])
    func alone(scale: Double) throws {
      let (renderer, root, card) = try stage()
      card.transform = CGAffineTransform(rotationAngle: 0.4)
      var isDrawn = false
      let picture = image(card.bounds.size, scale: scale) {
        isDrawn = card.drawHierarchy(in: card.bounds, afterScreenUpdates: true)
      }
      let truth = try truth(scale: scale)
      #expect(isDrawn && picture == truth)
      // The frames go on as if nothing had been asked.
      let frame = try renderer.pixels(of: root.layer)
      #expect(try Self.canvas.makeRenderer().pixels(of: root.layer) == frame)
    }

    @Test("The root, too, of a tree whose y points up")
    func root() throws {
      let canvas = Canvas(width: 120, height: 100, isFlipped: true)
      let (renderer, root, card) = try stage(canvas)
      let frame = try renderer.pixels(of: root.layer)
      #expect(image(root.bounds.size) { root.drawHierarchy(in: root.bounds, afterScreenUpdates: false) } == frame)
      let upright = try Canvas(width: 60, height: 50, isFlipped: true).makeRenderer()
      let alone = self.card()
      alone.frame.origin = .zero
      let truth = try upright.pixels(of: alone.layer)
      #expect(image(card.bounds.size) { card.drawHierarchy(in: card.bounds, afterScreenUpdates: false) } == truth)
      root.layer.isGeometryFlipped = true
      #expect(
        try image(card.bounds.size) { card.drawHierarchy(in: card.bounds, afterScreenUpdates: true) } == self.truth())
    }

    @Test("What was set since the last commit shows only after updates")
    func updates() throws {
      let (renderer, _, card) = try stage()
      card.backgroundColor = UIColor(cgColor: .red)
      func picture(_ afterUpdates: Bool) -> [UInt8] {
        image(card.bounds.size) { card.drawHierarchy(in: card.bounds, afterScreenUpdates: afterUpdates) }
      }
      #expect(try picture(false) == truth())
      let red = try truth { $0.backgroundColor = UIColor(cgColor: .red) }
      #expect(picture(true) == red && picture(false) == red)
      withExtendedLifetime(renderer) {}
    }

    @Test("Animations show as far as they have come")
    func animated() throws {
      let (renderer, root, card) = try stage()
      UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { card.bounds.origin.x = 20 }
      _ = try renderer.pixels(of: root.layer, at: 0.5)
      let truth = try truth { $0.bounds.origin.x = 10 }
      let picture = image(CGSize(width: 60, height: 50)) {
        card.drawHierarchy(in: CGRect(x: 0, y: 0, width: 60, height: 50), afterScreenUpdates: false)
      }
      // The bounds that are asked for are the model's: 10 points more are shown than have come.
      let shifted = (0..<50).allSatisfy { y in
        Array(picture[y * 240..<y * 240 + 200]) == Array(truth[y * 240 + 40..<y * 240 + 240])
      }
      #expect(shifted)
    }

    @Test("A snapshot view shows the picture at the renderer's scale, and keeps it")
    func snapshotView() throws {
      let (renderer, root, card) = try stage(Canvas(width: 120, height: 100, scale: 2))
      let copy = try #require(card.snapshotView(afterScreenUpdates: false))
      #expect(copy.frame == CGRect(x: 0, y: 0, width: 60, height: 50) && copy.subviews.isEmpty)
      let truth = try truth(scale: 2)
      card.backgroundColor = .black
      root.removeFromSuperview()
      #expect(try Canvas(width: 60, height: 50, scale: 2).makeRenderer().pixels(of: copy.layer) == truth)
      withExtendedLifetime(renderer) {}
    }

    @Test("A resizable snapshot shows a rectangle and keeps its edges")
    func resizable() throws {
      let (renderer, _, card) = try stage()
      let insets = UIEdgeInsets(top: 10, left: 12, bottom: 10, right: 12)
      let copy = try #require(
        card.resizableSnapshotView(from: card.bounds, afterScreenUpdates: false, withCapInsets: insets))
      copy.frame = CGRect(x: 0, y: 0, width: 100, height: 80)
      let picture = try Canvas(width: 100, height: 80).makeRenderer().pixels(of: copy.layer)
      let whole = try truth()
      // The corners as they were.
      for (x, y, fromX, fromY) in [(0, 0, 0, 0), (88, 0, 48, 0), (0, 70, 0, 40), (88, 70, 48, 40)] {
        for row in 0..<10 {
          let here = ((y + row) * 100 + x) * 4
          let there = ((fromY + row) * 60 + fromX) * 4
          #expect(picture[here..<here + 48].elementsEqual(whole[there..<there + 48]))
        }
      }
      let part = try #require(
        card.resizableSnapshotView(
          from: CGRect(x: 20, y: 10, width: 30, height: 20), afterScreenUpdates: false, withCapInsets: .zero))
      let shown = try Canvas(width: 30, height: 20).makeRenderer().pixels(of: part.layer)
      for row in 0..<20 {
        let there = ((row + 10) * 60 + 20) * 4
        #expect(shown[row * 120..<(row + 1) * 120].elementsEqual(whole[there..<there + 120]))
      }
      withExtendedLifetime(renderer) {}
    }
  }
}
