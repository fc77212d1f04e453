// Pictures of views that no renderer shows: by `render(in:)`.

import CoreGraphics
import Foundation
import QuartzCore
import Testing
import UIKit

@Suite struct SnapshotTests {
  private func view() -> UIView {
    let view = UIView(frame: CGRect(x: 30, y: 20, width: 40, height: 30))
    view.backgroundColor = .red
    let subview = UIView(frame: CGRect(x: 30, y: 20, width: 40, height: 5))
    subview.backgroundColor = .blue
    view.addSubview(subview)
    return view
  }

  private func image(_ width: CGFloat, _ height: CGFloat, _ draw: () -> Void) -> CGImage {
    let format = UIGraphicsImageRendererFormat()
    format.scale = 1
    return UIGraphicsImageRenderer(size: CGSize(width: width, height: height), format: format).image { _ in draw() }
      .cgImage!
  }

  private func pixel(_ image: CGImage, _ x: Int, _ y: Int) -> [UInt8] {
    let start = (y * image.width + x) * 4
    return Array(image.pixels[start..<start + 4])
  }

  @Test("The view fills the rectangle, upright and cut to its bounds")
  func drawn() {
    let view = view()
    view.transform = CGAffineTransform(rotationAngle: 1)
    var isDrawn = false
    let picture = image(100, 80) {
      isDrawn = view.drawHierarchy(in: CGRect(x: 10, y: 10, width: 80, height: 60), afterScreenUpdates: true)
    }
    #expect(isDrawn)
    #expect(pixel(picture, 12, 12) == [255, 0, 0, 255] && pixel(picture, 75, 55) == [0, 0, 255, 255])
    #expect(pixel(picture, 89, 69) == [255, 0, 0, 255] && pixel(picture, 90, 55) == [0, 0, 0, 0])
    #expect(pixel(picture, 9, 9) == [0, 0, 0, 0])
  }

  @Test("A layer rendered to the context of an image renderer lies as it does on the screen")
  func renderInImageRenderer() {
    let renderer = UIGraphicsImageRenderer(size: CGSize(width: 40, height: 30), format: .init())
    let view = view()
    let picture = renderer.image { view.layer.render(in: $0.cgContext) }
    let scale = Int(picture.scale)
    #expect(pixel(picture.cgImage!, 35 * scale, 22 * scale) == [0, 0, 255, 255])
    #expect(pixel(picture.cgImage!, 35 * scale, 8 * scale) == [255, 0, 0, 255])
  }

  @Test("Without a context, or an area, nothing is drawn")
  func nothing() {
    #expect(!view().drawHierarchy(in: CGRect(x: 0, y: 0, width: 10, height: 10), afterScreenUpdates: true))
    let picture = image(20, 20) {
      #expect(!view().drawHierarchy(in: .zero, afterScreenUpdates: true))
      #expect(!view().drawHierarchy(in: CGRect(x: 0, y: 0, width: CGFloat.nan, height: 1), afterScreenUpdates: true))
      #expect(
        !UIView(frame: .zero).drawHierarchy(in: CGRect(x: 0, y: 0, width: 9, height: 9), afterScreenUpdates: true))
    }
    #expect(picture.pixels.allSatisfy { $0 == 0 })
    #expect(UIView(frame: .zero).snapshotView(afterScreenUpdates: true) == nil)
    #expect(
      view().resizableSnapshotView(from: .null, afterScreenUpdates: true, withCapInsets: .zero) == nil)
  }

  /// Draws a green square where it is drawn, and places a subview.
  private final class Drawing: UIView {
    let inner = UIView()
    override func draw(_ rect: CGRect) {
      UIColor.green.setFill()
      UIRectFill(CGRect(x: 0, y: 0, width: 10, height: 10))
    }
    override func layoutSubviews() {
      inner.backgroundColor = .blue
      inner.frame = CGRect(x: 20, y: 20, width: 10, height: 10)
    }
  }

  @Test("After updates, what was pending is laid out and drawn")
  func updates() {
    let view = Drawing(frame: CGRect(x: 0, y: 0, width: 40, height: 40))
    view.addSubview(view.inner)
    view.setNeedsDisplay()
    view.setNeedsLayout()
    let before = image(40, 40) { view.drawHierarchy(in: view.bounds, afterScreenUpdates: false) }
    #expect(before.pixels.allSatisfy { $0 == 0 })
    let after = image(40, 40) { view.drawHierarchy(in: view.bounds, afterScreenUpdates: true) }
    #expect(pixel(after, 5, 5) == [0, 255, 0, 255] && pixel(after, 25, 25) == [0, 0, 255, 255])
    #expect(pixel(after, 5, 15) == [0, 0, 0, 0])
  }

  @Test("A snapshot is a view of its own, with the picture of that moment")
  func snapshotView() throws {
    let view = view()
    let copy = try #require(view.snapshotView(afterScreenUpdates: true))
    view.backgroundColor = .green
    #expect(copy.frame == CGRect(x: 0, y: 0, width: 40, height: 30) && copy.superview == nil)
    let picture = image(40, 30) { copy.drawHierarchy(in: copy.bounds, afterScreenUpdates: true) }
    #expect(pixel(picture, 5, 5) == [255, 0, 0, 255] && pixel(picture, 35, 22) == [0, 0, 255, 255])
    let part = try #require(
      view.resizableSnapshotView(
        from: CGRect(x: 30, y: 20, width: 10, height: 10), afterScreenUpdates: true,
        withCapInsets: UIEdgeInsets(top: 5, left: 0, bottom: 4, right: 0)))
    part.frame.size = CGSize(width: 10, height: 30)
    let center = part.layer.contentsCenter
    #expect(center.minX == 0 && center.minY == 0.5 && center.width == 1 && abs(center.height - 0.1) < 1e-9)
    let stretched = image(10, 30) { part.drawHierarchy(in: part.bounds, afterScreenUpdates: true) }
    #expect(pixel(stretched, 5, 2) == [0, 0, 255, 255] && pixel(stretched, 5, 28) == [0, 255, 0, 255])
  }

  @Test("Of a view that no host shows, three ways give one picture")
  func threeWays() throws {
    let view = UIView(frame: CGRect(x: 300, y: -50, width: 60, height: 40))
    view.backgroundColor = .white
    view.clipsToBounds = true
    view.bounds.origin = CGPoint(x: 10, y: 20)
    let icon = UIImageView(
      image: UIImage(cgImage: Pixels.solid(width: 8, height: 8)).withRenderingMode(.alwaysTemplate))
    icon.frame.origin = CGPoint(x: 14, y: 24)
    let veil = UIView(frame: CGRect(x: 50, y: 40, width: 100, height: 100))
    veil.backgroundColor = .blue
    veil.alpha = 0.5
    let drawing = Drawing(frame: CGRect(x: 30, y: 22, width: 20, height: 20))
    let hidden = UIView(frame: view.bounds)
    hidden.backgroundColor = .black
    hidden.isHidden = true
    [icon, veil, drawing, hidden].forEach(view.addSubview)
    view.tintColor = .red
    #expect(view.layer.presentation() == nil)

    let drawn = image(60, 40) {
      view.drawHierarchy(in: CGRect(x: 0, y: 0, width: 60, height: 40), afterScreenUpdates: true)
    }
    #expect(pixel(drawn, 1, 1) == [255, 255, 255, 255])
    #expect(pixel(drawn, 4, 4) == [255, 0, 0, 255] && pixel(drawn, 11, 11) == [255, 0, 0, 255], "a template image")
    #expect(pixel(drawn, 20, 2) == [0, 255, 0, 255] && pixel(drawn, 29, 11) == [0, 255, 0, 255], "a view that draws")
    #expect(pixel(drawn, 39, 19) == [255, 255, 255, 255])
    let veiled = pixel(drawn, 59, 39)
    #expect(abs(Int(veiled[0]) - 128) <= 1 && veiled[2] == 255 && veiled[3] == 255, "half a blue on white")

    let copy = try #require(view.snapshotView(afterScreenUpdates: true))
    #expect(copy.frame == CGRect(x: 0, y: 0, width: 60, height: 40))
    let copied = image(60, 40) { copy.drawHierarchy(in: copy.bounds, afterScreenUpdates: true) }
    #expect(copied.pixels == drawn.pixels)

    // A layer's own picture is in its coordinates, which begin at (10, 20) here.
    let rendered = image(60, 40) {
      let context = UIGraphicsGetCurrentContext()
      context?.translateBy(x: -10, y: -20)
      context.map(view.layer.render(in:))
    }
    #expect(rendered.pixels == drawn.pixels)
    let renderer = UIGraphicsImageRenderer(bounds: view.bounds)
    let whole = renderer.image { view.layer.render(in: $0.cgContext) }
    #expect(whole.scale != 1 || whole.cgImage?.pixels == drawn.pixels)
  }
}
