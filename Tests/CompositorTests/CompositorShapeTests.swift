// Shapes: which way they are drawn, what their tiles depend on, what they add to bounds, surfaces and damage.

import CoreGraphics
import Foundation
import QuartzCore
import Testing

@testable import Compositor

@Suite struct CompositorShapeTests {
  private func shape(_ path: CGPath?, _ configure: (CAShapeLayer) -> Void = { _ in }) -> CAShapeLayer {
    let layer = CAShapeLayer()
    layer.path = path
    configure(layer)
    return layer
  }

  private let star: CGPath = {
    let path = CGMutablePath()
    path.addLines(
      between: (0..<5).map { index in
        let angle = Double(index) * 4 * .pi / 5
        return CGPoint(x: 40 + 30 * sin(angle), y: 40 - 30 * cos(angle))
      })
    path.closeSubpath()
    return path
  }()

  private func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> CGPath {
    CGPath(rect: CGRect(x: x, y: y, width: width, height: height), transform: nil)
  }

  // MARK: Ways

  @Test func rectanglesNeedNoTile() {
    let list = FrameRecorder(
      shape(rect(10, 10, 60, 40)) { $0.strokeColor = .white },
      shape(CGPath(ellipseIn: CGRect(x: 100, y: 20, width: 200, height: 200), transform: nil))
    ).frame()
    #expect(list.counters.shapesMade == 0 && list.bitmaps.isEmpty && list.counters.draws > 0)
  }

  @Test func pathsArePaintedTilesOnTheLinearPath() {
    let list = FrameRecorder(shape(star) { $0.fillColor = .red }).frame()
    #expect(list.programs == ["image[linear] blended x1"])
    #expect(list.bitmaps.count == 1 && list.counters.shapesMade == 1 && list.counters.passes == 1)
    #expect(list.counters.paintedPictures == 1 && list.bitmaps[0].format == .color)
  }

  /// Large tiles would take the memory of each of their colours, and copies share their coverage.
  @Test func largeTilesAndCopiesAreTinted() {
    let large = FrameRecorder(shape(star) { $0.transform = CATransform3DMakeScale(12, 12, 1) })
    large.target = .init(width: 800, height: 800, scale: 1)
    large.root.bounds.size = CGSize(width: 800, height: 800)
    let copies = CAReplicatorLayer()
    copies.instanceCount = 3
    copies.instanceTransform = CATransform3DMakeTranslation(70, 0, 0)
    copies.addSublayer(shape(star))
    for (list, count) in [(large.frame(), 1), (FrameRecorder(copies).frame(), 3)] {
      #expect(
        list.quads.count == count && list.counters.shapesMade == 1
          && list.bitmaps.contains { $0.format == .coverage })
    }
  }

  /// Fill and stroke that are drawn opaque are one picture: each pixel is painted once, on the CPU.
  @Test func fillAndStrokeAreOnePicture() {
    let both = shape(star) { ($0.fillColor, $0.strokeColor, $0.lineWidth) = (.red, .white, 4) }
    let stage = FrameRecorder(both)
    let list = stage.frame()
    #expect(list.counters.shapesMade == 2 && list.counters.paintedPictures == 1 && list.quads.count == 1)
    CATransaction.setDisableActions(true)
    both.allowsGroupOpacity = false
    both.opacity = 0.5
    // Each part on its own is translucent.
    let parts = stage.frame()
    // Painted a second time, they are painted from coverage, which stays.
    #expect(parts.counters.shapesMade == 2 && parts.counters.paintedPictures == 2 && parts.quads.count == 2)
    #expect(parts.programs == ["image[linear,tinted] blended x2"])
    CATransaction.setDisableActions(true)
    both.strokeColor = .black
    let black = stage.frame()
    #expect(black.counters.shapesMade == 0 && black.counters.paintedPictures == 1)
  }

  /// From outlines and from coverage.
  @Test("What is painted at once has the bytes of what is painted from coverage", arguments: [false, true], [0.8, 1])
  func paintedAlike(isSimple: Bool, strokeAlpha: Double) {
    let path = isSimple ? CGPath(ellipseIn: CGRect(x: 10.3, y: 12.6, width: 70, height: 55), transform: nil) : star
    let stage = FrameRecorder(
      shape(path) {
        ($0.fillColor, $0.strokeColor) = (
          .red.copy(alpha: 0.7), CGColor(red: 0.2, green: 0.5, blue: 0.9, alpha: strokeAlpha)
        )
        // An opaque stroke so wide hides the edge of the fill, which is then not rasterised.
        ($0.lineWidth, $0.transform) = (5, CATransform3DMakeRotation(0.4, 0, 0, 1))
      })
    let first = stage.frame()
    #expect(first.counters.shapesMade == (isSimple && strokeAlpha == 1 ? 1 : 2) && first.bitmaps.count == 1)
    // Other colours and back again, by when its picture has gone.
    let layer = stage.root.sublayers?[0] as? CAShapeLayer
    for _ in 0..<3 {
      CATransaction.setDisableActions(true)
      layer?.fillColor = .black
      _ = stage.frame()
    }
    CATransaction.setDisableActions(true)
    layer?.fillColor = .red.copy(alpha: 0.7)
    let second = stage.frame()
    #expect(second.counters.shapesMade == 0 && second.counters.paintedPictures == 1)
    #expect(second.bitmaps == first.bitmaps)
  }

  @Test func coloursOfPixels() {
    for (index, color) in [CGColor.white, .black, CGColor(red: 0.9, green: 0.3, blue: 0.01, alpha: 0.4)].enumerated() {
      let both = shape(rect(10.5, 10, 30, 20)) {
        ($0.fillColor, $0.strokeColor, $0.lineWidth) = (color, CGColor(red: 0.1, green: 0.6, blue: 1, alpha: 0.7), 3)
        $0.transform = CATransform3DMakeRotation(0.3, 0, 0, 1)
      }
      let list = FrameRecorder(both).frame()
      guard let page = list.bitmaps.first, page.format == .color else {
        Issue.record("colour \(index) is not painted")
        continue
      }
      // Premultiplied: no component is more than alpha, and the parts' own colours are among the pixels.
      for pixel in stride(from: 0, to: page.pixels.count, by: 4) {
        #expect(page.pixels[pixel..<pixel + 3].allSatisfy { $0 <= page.pixels[pixel + 3] })
      }
      let inside = stride(from: 0, to: page.pixels.count, by: 4).map { Array(page.pixels[$0..<$0 + 4]) }
      #expect(inside.contains(expected(color)))
    }
  }

  /// A colour's premultiplied bytes.
  private func expected(_ color: CGColor) -> [UInt8] {
    let parts = color.components ?? []
    let alpha = color.alpha
    let gray = parts.count == 2
    return (0..<3).map { UInt8((parts[gray ? 0 : $0] * alpha * 255).rounded()) } + [UInt8((alpha * 255).rounded())]
  }

  @Test func smallTilesShareATexture() {
    let stage = FrameRecorder()
    stage.root.sublayers = (0..<40).map { index in
      shape(star) {
        $0.fillColor = .red
        $0.strokeColor = .black
        $0.transform = CATransform3DMakeRotation(Double(index) * 0.01, 0, 0, 1)
        $0.position = CGPoint(x: Double(index) * 5, y: 0)
      }
    }
    let list = stage.frame()
    #expect(list.counters.shapesMade == 80 && list.bitmaps.count == 1)
    #expect(list.counters.draws == 1)
  }

  @Test func nothingToDraw() {
    let list = FrameRecorder(
      shape(nil), shape(CGMutablePath()), shape(star) { $0.fillColor = nil },
      shape(star) { ($0.fillColor, $0.strokeColor, $0.lineWidth) = (nil, .white, 0) },
      shape(star) { ($0.fillColor, $0.strokeColor, $0.strokeStart, $0.strokeEnd) = (nil, .white, 0.6, 0.4) },
      shape(star) { $0.position.x = 1000 },
      shape(star) { $0.transform = CATransform3DMakeScale(0, 1, 1) },
      shape(rect(.nan, 0, 10, 10)), shape(rect(0, 0, 0, 0))
    ).frame()
    #expect(list.counters.draws == 0 && list.counters.shapesMade == 0)
  }

  @Test("R-A1: tiles are no larger than what is seen", arguments: [1.0, 0.25])
  func tilesAreBounded(lineWidth: Double) {
    let move = CGMutablePath()
    move.move(to: CGPoint(x: 10, y: 10))
    let comb = CGMutablePath()
    comb.addLines(between: (0..<20_000).map { CGPoint(x: Double($0) / 100, y: $0 % 2 == 0 ? 20 : 50) })
    // Long and flat: a small area, most of it beyond what is seen.
    let ribbon = rect(0.5, 30, 30_000, 2)
    for path in [move, comb, ribbon] as [CGPath] {
      let list = FrameRecorder(
        shape(path) {
          ($0.fillColor, $0.strokeColor, $0.lineWidth, $0.lineJoin) = (nil, .white, lineWidth, .round)
          $0.lineDashPattern = path == ribbon ? [4, 2] : nil
        }
      ).frame()
      #expect(list.bitmaps.allSatisfy { $0.width <= 2048 && $0.height <= 2048 })
      #expect(path != move || list.bitmaps.isEmpty && list.counters.draws == 0)
    }
  }

  // MARK: The cache

  @Test func unchangedShapesCostNothing() {
    let layers = (0..<6).map { index in
      shape(star) {
        $0.strokeColor = .white
        $0.lineDashPattern = [4, 2]
        $0.position = CGPoint(x: Double(index) * 50.3, y: Double(index) * 20.7)
      }
    }
    let stage = FrameRecorder()
    stage.root.sublayers = layers
    let first = stage.frame()
    #expect(first.counters.shapesMade == 12)
    for _ in 0..<20 {
      let next = stage.frame()
      #expect(next.counters.shapesMade == 0 && next.counters.shapesFound == 12)
      #expect(next.bitmaps.map(ObjectIdentifier.init) == first.bitmaps.map(ObjectIdentifier.init))
    }
  }

  @Test func movingByWholePixelsAndChangingColoursKeepsTheTile() {
    let moved = shape(star) { $0.fillColor = .white }
    let stage = FrameRecorder(moved)
    _ = stage.frame()
    // The second time that it is painted, its coverage is made and stays.
    let changes: [((CALayer) -> Void, made: Int, painted: Int)] = [
      ({ $0.position.x += 7 }, 0, 0), ({ $0.position.y += 31 }, 0, 0),
      ({ ($0 as? CAShapeLayer)?.fillColor = .black }, 1, 1), ({ ($0 as? CAShapeLayer)?.fillColor = .red }, 0, 1),
      ({ $0.opacity = 0.5 }, 0, 0), ({ $0.position.x += 1.0 / 512 }, 0, 0),
    ]
    for (change, made, painted) in changes {
      CATransaction.setDisableActions(true)
      change(moved)
      let counters = stage.frame().counters
      #expect(counters.shapesMade == made && counters.paintedPictures == painted)
    }
    CATransaction.setDisableActions(true)
    moved.position.x += 0.25
    #expect(stage.frame().counters.shapesMade == 1)
    moved.path = moved.path?.copy()
    #expect(stage.frame().counters.shapesMade == 0, "the same elements")
    moved.fillRule = .evenOdd
    #expect(stage.frame().counters.shapesMade == 1)
  }

  @Test func equalShapesShareATile() {
    let list = FrameRecorder(
      shape(star), shape(star) { $0.position.x = 100 }, shape(star.copy()) { $0.position.y = 80 }
    )
    .frame()
    #expect(list.counters.shapesMade == 1 && list.counters.shapesFound == 2 && list.quads.count == 3)
  }

  /// A still shape that was packed with many that changed stays, without being rasterised again.
  @Test func aStillShapeOutlivesItsPage() {
    let still = shape(star) { $0.fillColor = .white }
    let stage = FrameRecorder()
    let moving = (0..<20).map { _ in shape(star) { $0.fillColor = .black } }
    stage.root.sublayers = [still] + moving
    for frame in 0..<40 {
      CATransaction.setDisableActions(true)
      for (index, layer) in moving.enumerated() {
        layer.transform = CATransform3DMakeRotation(Double(frame) * 0.02 + Double(index) * 0.001, 0, 0, 1)
      }
      let list = stage.frame()
      if frame > 0 { #expect(list.counters.shapesMade == 20 && list.counters.shapesFound == 1) }
      #expect(list.bitmaps.count <= 2)
    }
  }

  @Test func largeShapesAreCutToWhatIsSeen() {
    let path = CGMutablePath()
    path.addLines(between: [CGPoint(x: -5000, y: 0), CGPoint(x: 9000, y: 100), CGPoint(x: 0, y: 7000)])
    let list = FrameRecorder(shape(path)).frame()
    #expect(list.bitmaps.map { [$0.width, $0.height] } == [[400, 300]])
  }

  // MARK: Bounds

  @Test func shapesReachBeyondBounds() {
    let layer = shape(star) { $0.bounds = CGRect(x: 0, y: 0, width: 4, height: 4) }
    #expect(FrameRecorder(layer).frame().counters.visible == 2)
    layer.masksToBounds = true
    let clipped = FrameRecorder(layer).frame()
    #expect(clipped.counters.visible == 0 && clipped.counters.draws == 0, "the star begins at 10")
  }

  /// Fill and stroke overlap; alone, each takes the opacity.
  @Test func groupOpacity() {
    func surfaces(_ configure: (CAShapeLayer) -> Void) -> [SurfaceReasons] {
      FrameRecorder(
        shape(star) {
          $0.opacity = 0.5
          configure($0)
        }
      ).frame().surfaces
    }
    #expect(surfaces { _ in } == [])
    #expect(surfaces { $0.strokeColor = .white } == [.groupOpacity])
    #expect(surfaces { ($0.fillColor, $0.strokeColor) = (nil, .white) } == [])
    #expect(surfaces { ($0.strokeColor, $0.allowsGroupOpacity) = (.white, false) } == [])
    #expect(surfaces { $0.addSublayer(layer(20, 20, 10, 10, .red)) } == [.groupOpacity])
    #expect(surfaces { $0.addSublayer(layer(120, 20, 10, 10, .red)) } == [])
  }

  @Test func damage() {
    let star = shape(star)
    let stage = FrameRecorder(star)
    stage.tracksDamage = true
    _ = stage.frame()
    _ = stage.frame()
    #expect(stage.damagedBox == nil)
    CATransaction.setDisableActions(true)
    star.fillColor = .white
    _ = stage.frame()
    let box = stage.damagedBox
    #expect(box?.minX == 11 && box?.maxX == 69 && box?.minY == 10 && box?.maxY == 65)
    star.lineWidth = 5
    _ = stage.frame()
    #expect(stage.damagedBox == nil, "without a stroke its width changes nothing")
  }

  // MARK: Animation

  @Test func morphingRasterisesEachFrame() {
    let from = CGMutablePath()
    from.addLines(between: [.zero, CGPoint(x: 50, y: 5), CGPoint(x: 20, y: 60)])
    let to = CGMutablePath()
    to.addLines(between: [.zero, CGPoint(x: 80, y: 30), CGPoint(x: 20, y: 60)])
    let morph = CABasicAnimation(keyPath: "path")
    (morph.fromValue, morph.toValue, morph.duration) = (from, to, 1)
    let layer = shape(from)
    layer.add(morph, forKey: "morph")
    let stage = FrameRecorder(layer)
    #expect(stage.frame().counters.shapesMade == 1)
    #expect(stage.frame(at: 0.5).counters.shapesMade == 1)
    #expect(stage.frame(at: 0.5).counters.shapesMade == 0)
    #expect(stage.frame(at: 0.75).counters.shapesMade == 1)
    #expect(stage.frame(at: 2).counters.shapesMade == 1, "the first one again, whose coverage stays from now on")
  }
}
