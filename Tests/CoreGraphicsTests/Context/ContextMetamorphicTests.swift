// One drawing by two routes: drawings at random, moved, turned, mirrored, larger, in parts, in layers, in other
// layouts.

import CoreGraphics
import Foundation
import TestPaths
import TestSupport
import Testing

@Suite struct ContextMetamorphicTests {
  private static let size = 48
  private static let seeds = 1...12 as ClosedRange<UInt64>

  private var size: Int { Self.size }

  private func program(_ seed: UInt64, _ content: DrawingProgram.Content = .all) -> DrawingProgram {
    DrawingProgram(seed: seed, size: Double(size), content: content)
  }

  private func picture(
    on bitmap: Bitmap = Bitmap(Self.size, Self.size), _ draw: (CGContext) -> Void
  ) -> [SIMD4<Int>] {
    draw(bitmap.context)
    return bitmap.pixels
  }

  /// - Parameters:
  ///   - tolerance: how far a component of a pixel may differ.
  ///   - beyond: and of how many pixels it may differ more.
  private func expectSame(
    _ a: [SIMD4<Int>], _ b: [SIMD4<Int>], tolerance: Int = 0, beyond: Int = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(a.contains { $0.w > 0 }, "the drawing shows something", sourceLocation: sourceLocation)
    let count = zip(a, b).count { $0.distance(to: $1) > tolerance }
    PictureDifference(a, b, width: size).expect(
      count <= beyond, "\(count) pixels too much", sourceLocation: sourceLocation)
  }

  // MARK: Exactly the same

  @Test(arguments: seeds) func again(seed: UInt64) {
    expectSame(picture(program(seed).draw), picture(program(seed).draw))
  }

  @Test(arguments: seeds) func moved(seed: UInt64) {
    let margin = 20
    let large = Bitmap(size + margin, size + margin)
    large.context.clip(to: CGRect(x: 13, y: 4, width: size, height: size))
    large.context.translateBy(x: 13, y: 4)
    program(seed).draw(large.context)
    let pixels = large.pixels
    let moved = (0..<size * size).map { index in
      pixels[(index / size + margin - 4) * (size + margin) + index % size + 13]
    }
    expectSame(moved, picture(program(seed).draw), tolerance: 1)
  }

  @Test(arguments: seeds) func asAnImage(seed: UInt64) {
    let bitmap = Bitmap(size, size)
    program(seed).draw(bitmap.context)
    let image = bitmap.context.makeImage()!
    let copy = picture { $0.draw(image, in: CGRect(x: 0, y: 0, width: size, height: size)) }
    expectSame(copy, bitmap.pixels)
  }

  @Test(arguments: seeds) func insideClipsThatTakeNothing(seed: UInt64) {
    let clipped = picture { context in
      context.clip(to: CGRect(x: 0, y: 0, width: size, height: size))
      context.addRect(CGRect(x: -10, y: -10, width: 100, height: 100))
      context.clip(using: .evenOdd)
      context.saveGState()
      context.rotate(by: 2)
      context.setAlpha(0.1)
      context.restoreGState()
      program(seed).draw(context)
    }
    expectSame(clipped, picture(program(seed).draw))
  }

  /// What casts a shadow needs no more room than it takes: a layer around it, which has all of the clip, changes
  /// nothing.
  @Test(arguments: 1...40 as ClosedRange<UInt64>) func shadowsOfSingleThings(seed: UInt64) {
    func draw(_ context: CGContext, isLayer: Bool) {
      var random = SeededRandom(paths: seed)
      context.concatenate(random.map(size: Double(size)))
      context.setShadow(
        offset: CGSize(width: random.number(-9...9), height: random.number(-9...9)), blur: random.number(0...9))
      if isLayer { context.beginTransparencyLayer(auxiliaryInfo: nil) }
      context.addPath(random.path(size: Double(size), bend: 0.2))
      context.setLineWidth(random.number(0.5...6))
      context.setMiterLimit(random.number(1...20))
      context.setLineCap([.butt, .round, .square][random.whole(0...2)])
      switch seed % 4 {
      case 0: context.fillPath()
      case 1: context.strokePath()
      case 2:
        let image = CGImage(width: 1, height: 2, premultipliedRGBA: [0, 0, 0, 255, 20, 0, 0, 51])
        context.draw(image, in: CGRect(x: 3.4, y: 5.3, width: random.number(2...30), height: random.number(2...30)))
      default:
        context.setFont(CGFont("Times-Italic")!)
        context.setFontSize(random.number(5...30))
        context.textPosition = CGPoint(x: 4, y: random.number(0...30))
        [CGGlyph(57), 73, 92].withUnsafeBufferPointer { context.showGlyphs(g: $0.baseAddress, count: 3) }
      }
      if isLayer { context.endTransparencyLayer() }
    }
    expectSame(picture { draw($0, isLayer: false) }, picture { draw($0, isLayer: true) }, tolerance: 1)
  }

  // MARK: The same but for rounding

  @Test(arguments: seeds) func inAnotherLayout(seed: UInt64) {
    expectSame(picture(on: .bgra(size, size), program(seed).draw), picture(program(seed).draw), tolerance: 2)
  }

  /// A layer that nothing is done to is not seen, where nothing in it looks at what lies beneath.
  @Test(arguments: seeds) func insideALayer(seed: UInt64) {
    let program = program(seed, [.shadows, .text, .images])
    let layered = picture { context in
      context.fill(CGRect(x: 0, y: 0, width: 20, height: 30))
      context.beginTransparencyLayer(auxiliaryInfo: nil)
      program.draw(context)
      context.endTransparencyLayer()
    }
    let plain = picture { context in
      context.fill(CGRect(x: 0, y: 0, width: 20, height: 30))
      program.draw(context)
    }
    expectSame(layered, plain, tolerance: 4)
  }

  @Test(arguments: seeds) func asALayerObject(seed: UInt64) {
    let replayed = picture { context in
      let layer = CGLayer(context, size: CGSize(width: size, height: size), auxiliaryInfo: nil)!
      program(seed).draw(layer.context!)
      context.draw(layer, at: .zero)
    }
    expectSame(replayed, picture(program(seed).draw), tolerance: 1)
  }

  /// Coordinates twice as large under half the transform.
  @Test(arguments: seeds) func inOtherUnits(seed: UInt64) {
    var program = program(seed)
    program.unit = 2
    let halved = picture { context in
      context.scaleBy(x: 0.5, y: 0.5)
      program.draw(context)
    }
    expectSame(halved, picture(self.program(seed).draw), tolerance: 3, beyond: 4)
  }

  // MARK: The same but for how cairo samples

  /// What a partial redraw counts on: the parts, each drawn inside its clip, are the whole. cairo cuts edges off at the
  /// clip, in 256ths of a pixel, which may take one of its 15 rows of samples in a pixel to the other side.
  @Test(arguments: seeds) func inParts(seed: UInt64) {
    let whole = picture(program(seed).draw)
    var random = SeededRandom(paths: seed)
    let (column, row) = (random.whole(5...size - 5), random.whole(5...size - 5))
    let parts = picture { context in
      for x in [0..<column, column..<size] {
        for y in [0..<row, row..<size] {
          context.saveGState()
          context.clip(to: CGRect(x: x.lowerBound, y: y.lowerBound, width: x.count, height: y.count))
          program(seed).draw(context)
          context.restoreGState()
        }
      }
    }
    expectSame(parts, whole, tolerance: 17)
  }

  /// Samples are not alike in both directions.
  @Test(arguments: seeds) func mirrored(seed: UInt64) {
    var program = program(seed, [.shadows, .images])
    program.shadowMap = CGAffineTransform(scaleX: 1, y: -1)
    let mirrored = picture { context in
      context.translateBy(x: 0, y: Double(size))
      context.scaleBy(x: 1, y: -1)
      program.draw(context)
    }
    let back = (0..<size * size).map { mirrored[(size - 1 - $0 / size) * size + $0 % size] }
    expectSame(back, picture(self.program(seed, [.shadows, .images]).draw), tolerance: 20, beyond: 4)
  }

  @Test(arguments: seeds) func turned(seed: UInt64) {
    var program = program(seed, [.shadows, .images])
    // A quarter turn: x to y, y to -x.
    program.shadowMap = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)
    let turned = picture { context in
      context.concatenate(CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: Double(size), ty: 0))
      program.draw(context)
    }
    // From the top: the pixel at column x, row y came from the point (x', y') = (bottom-up y, size - x).
    let back = (0..<size * size).map { index in
      let (x, up) = (index % size, size - 1 - index / size)
      return turned[(size - 1 - x) * size + (size - 1 - up)]
    }
    expectSame(back, picture(self.program(seed, [.shadows, .images]).draw), tolerance: 20, beyond: 4)
  }
}
