// Where a call of Core Graphics is a call of cairo's, the pixels are cairo's own: each case is drawn by both, with
// paths, transforms and attributes at random. What may differ is what the two are told in other numbers: our paths
// reach cairo in pixels, the tests' in user space.

import CCairo
import CoreGraphics
import Foundation
import TestPaths
import TestSupport
import Testing

@Suite struct ContextCairoTests {
  private static let size = 64

  private static let ink = SIMD4(0.2, 0.5, 0.9, 0.7)
  private static let paper = SIMD4(0.9, 0.6, 0.1, 0.8)

  private func color(_ c: SIMD4<Double>) -> CGColor { CGColor(red: c.x, green: c.y, blue: c.z, alpha: c.w) }

  /// Draws by both, in both layouts of the bitmap, and compares.
  private func compare(
    _ note: @autoclosure () -> String = "", tolerance: Int = 1, ours: (CGContext) -> Void,
    theirs: (OpaquePointer) -> Void, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let size = Self.size
    let truth = CairoPicture(size, size, theirs)
    #expect(truth.pixels.contains { $0.w > 0 }, "the case draws something: \(note())", sourceLocation: sourceLocation)
    for bitmap in [Bitmap(size, size), .bgra(size, size)] {
      bitmap.context.setFillColor(color(Self.ink))
      bitmap.context.setStrokeColor(color(Self.ink))
      ours(bitmap.context)
      let difference = PictureDifference(bitmap.pixels, truth.pixels, width: size)
      difference.expect(difference.largest <= tolerance, note(), sourceLocation: sourceLocation)
    }
  }

  // MARK: Paths

  @Test(arguments: 1...20) func fills(seed: UInt64) {
    for rule in [CGPathFillRule.winding, .evenOdd] {
      var random = SeededRandom(paths: seed)
      let (path, map) = (random.path(size: Double(Self.size)), random.map(size: Double(Self.size)))
      compare(tolerance: 4) { context in
        context.concatenate(map)
        context.addPath(path)
        context.fillPath(using: rule)
      } theirs: { cairo in
        cairo.concatenate(map)
        cairo.add(path)
        cairo.setColor(Self.ink)
        cairo_set_fill_rule(cairo, rule == .winding ? CAIRO_FILL_RULE_WINDING : CAIRO_FILL_RULE_EVEN_ODD)
        cairo_fill(cairo)
      }
    }
  }

  @Test func hardEdges() {
    var random = SeededRandom(paths: 5)
    let path = random.path(size: Double(Self.size))
    compare(tolerance: 0) { context in
      context.setShouldAntialias(false)
      context.addPath(path)
      context.drawPath(using: .eoFillStroke)
    } theirs: { cairo in
      cairo_set_antialias(cairo, CAIRO_ANTIALIAS_NONE)
      cairo.setColor(Self.ink)
      cairo.add(path)
      cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_EVEN_ODD)
      cairo_fill_preserve(cairo)
      cairo_stroke(cairo)
    }
  }

  /// Every cap with every join, with and without dashes, the pen under a transform that leans.
  @Test(arguments: [CGLineCap.butt, .round, .square], [CGLineJoin.miter, .round, .bevel])
  func strokes(cap: CGLineCap, join: CGLineJoin) {
    for seed in 1...8 {
      var random = SeededRandom(paths: seed)
      let path = random.path(size: Double(Self.size), bend: 0.2)
      let map = random.map(size: Double(Self.size))
      let (width, limit) = (random.number(0.5...9), random.number(1...12))
      let lengths = seed % 2 == 0 ? [] : (0..<random.whole(1...4)).map { _ in random.number(1...9) }
      let phase = random.number(-20...20)
      compare("seed \(seed)", tolerance: 4) { context in
        context.concatenate(map)
        context.addPath(path)
        context.setLineWidth(width)
        context.setLineCap(cap)
        context.setLineJoin(join)
        context.setMiterLimit(limit)
        context.setLineDash(phase: phase, lengths: lengths.map { CGFloat($0) })
        context.strokePath()
      } theirs: { cairo in
        cairo.concatenate(map)
        // cairo would join a closed subpath's last dash to its first (X-B19).
        cairo.add(lengths.isEmpty ? path : path.opened)
        cairo_set_line_width(cairo, width)
        cairo_set_line_cap(
          cairo, [.butt: CAIRO_LINE_CAP_BUTT, .round: CAIRO_LINE_CAP_ROUND, .square: CAIRO_LINE_CAP_SQUARE][cap]!)
        cairo_set_line_join(
          cairo, [.miter: CAIRO_LINE_JOIN_MITER, .round: CAIRO_LINE_JOIN_ROUND, .bevel: CAIRO_LINE_JOIN_BEVEL][join]!)
        cairo_set_miter_limit(cairo, limit)
        cairo_set_dash(cairo, lengths, Int32(lengths.count), phase)
        cairo.setColor(Self.ink)
        cairo_stroke(cairo)
      }
    }
  }

  /// The transform of a stroke is that of the moment it is drawn, that of its path the moment it was added.
  @Test func penAndPathHaveTheirOwnTransforms() {
    compare(tolerance: 0) { context in
      context.translateBy(x: 10, y: 12)
      context.addRect(CGRect(x: 0, y: 0, width: 30, height: 20))
      context.scaleBy(x: 8, y: 2)
      context.setLineWidth(1)
      context.strokePath()
    } theirs: { cairo in
      cairo_rectangle(cairo, 10, 12, 30, 20)
      cairo_scale(cairo, 8, 2)
      cairo.setColor(Self.ink)
      cairo_stroke(cairo)
    }
  }

  // MARK: Clips

  /// A path inside a turned rectangle inside a path, by both rules.
  @Test(arguments: 1...12) func clips(seed: UInt64) {
    var random = SeededRandom(paths: seed)
    let (outer, inner) = (random.path(size: Double(Self.size)), random.path(size: Double(Self.size)))
    let turn = CGAffineTransform(translationX: 32, y: 10).rotated(by: 0.6)
    let all = CGRect(x: 0, y: 0, width: Self.size, height: Self.size)
    compare("seed \(seed)", tolerance: 8) { context in
      context.fill(CGRect(x: 0, y: 0, width: 3, height: 3))
      context.addPath(outer)
      context.clip(using: .evenOdd)
      context.saveGState()
      context.concatenate(turn)
      context.clip(to: CGRect(x: 0, y: 0, width: 40, height: 40))
      context.restoreGState()
      context.saveGState()
      context.concatenate(turn)
      context.clip(to: CGRect(x: -20, y: -8, width: 60, height: 50))
      context.concatenate(turn.inverted())
      context.addPath(inner)
      context.clip()
      context.fill(all)
    } theirs: { cairo in
      cairo.setColor(Self.ink)
      cairo_rectangle(cairo, 0, 0, 3, 3)
      cairo_fill(cairo)
      cairo.add(outer)
      cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_EVEN_ODD)
      cairo_clip(cairo)
      cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING)
      cairo.concatenate(turn)
      cairo_rectangle(cairo, -20, -8, 60, 50)
      cairo_clip(cairo)
      cairo.concatenate(turn.inverted())
      cairo.add(inner)
      cairo_clip(cairo)
      cairo.add(all)
      cairo_fill(cairo)
    }
  }

  // MARK: Paint

  @Test(arguments: 1...8) func gradients(seed: UInt64) {
    var random = SeededRandom(paths: seed)
    let map = random.map(size: Double(Self.size))
    let stops = (0..<random.whole(2...5)).map { _ in
      (
        location: random.number(0...1),
        color: SIMD4(random.number(0...1), random.number(0...1), random.number(0...1), 1)
      )
    }.sorted { $0.location < $1.location }
    let gradient = CGGradient(
      colorsSpace: nil, colors: stops.map { color($0.color) }, locations: stops.map { CGFloat($0.location) })!
    let (start, end) = (random.point(Double(Self.size)), random.point(Double(Self.size)))
    let radii = (random.number(0...10), random.number(11...40))
    let extended: CGGradientDrawingOptions = [.drawsBeforeStartLocation, .drawsAfterEndLocation]
    for (isRadial, options) in [(false, []), (false, extended), (true, []), (true, extended)]
      as [(Bool, CGGradientDrawingOptions)]
    {
      compare("seed \(seed), \(isRadial), \(options)", tolerance: 2) { context in
        context.concatenate(map)
        if isRadial {
          context.drawRadialGradient(
            gradient, startCenter: start, startRadius: radii.0, endCenter: end, endRadius: radii.1, options: options)
        } else {
          context.drawLinearGradient(gradient, start: start, end: end, options: options)
        }
      } theirs: { cairo in
        let pattern =
          isRadial
          ? cairo_pattern_create_radial(start.x, start.y, radii.0, end.x, end.y, radii.1)!
          : cairo_pattern_create_linear(start.x, start.y, end.x, end.y)!
        for stop in stops {
          cairo_pattern_add_color_stop_rgba(
            pattern, stop.location, stop.color.x, stop.color.y, stop.color.z, stop.color.w)
        }
        cairo_pattern_set_extend(pattern, options.isEmpty ? CAIRO_EXTEND_NONE : CAIRO_EXTEND_PAD)
        cairo.concatenate(map)
        cairo_set_source(cairo, pattern)
        cairo_paint(cairo)
        cairo_pattern_destroy(pattern)
      }
    }
  }

  @Test(arguments: [CGInterpolationQuality.none, .low, .medium, .high], [false, true])
  func images(quality: CGInterpolationQuality, isTiled: Bool) {
    let filters: [CGInterpolationQuality: cairo_filter_t] = [
      .none: CAIRO_FILTER_NEAREST, .low: CAIRO_FILTER_BILINEAR, .medium: CAIRO_FILTER_GOOD, .high: CAIRO_FILTER_BEST,
    ]
    for seed in 1...6 {
      var random = SeededRandom(paths: seed)
      let image = CGImage(
        width: 9, height: 7,
        premultipliedRGBA: (0..<9 * 7).flatMap { _ -> [UInt8] in
          let alpha = random.number(0...1)
          return (0..<3).map { _ in UInt8(255 * alpha * random.number(0...1)) } + [UInt8(255 * alpha)]
        })
      let map = random.map(size: Double(Self.size))
      let rect = CGRect(x: 4, y: 6, width: random.number(3...60), height: random.number(3...60))
      compare("seed \(seed)") { context in
        context.concatenate(map)
        context.interpolationQuality = quality
        context.draw(image, in: rect, byTiling: isTiled)
      } theirs: { cairo in
        cairo.concatenate(map)
        if !isTiled {
          // By its corners: cairo_rectangle adds sides that were rounded to 256ths of a pixel one by one, which moves
          // a turned corner by up to three roundings and with it one of the 15 rows of samples. To the exact areas of
          // 62 such rectangles its pixels are 16,289 / 255 off together, those of the corners, which are ours, 16,199.
          cairo.add(CGPath(rect: rect, transform: nil))
          cairo_clip(cairo)
        }
        cairo.setImage(image, in: rect, filters[quality]!, isTiled ? CAIRO_EXTEND_REPEAT : CAIRO_EXTEND_PAD)
        cairo_paint(cairo)
      }
    }
  }

  /// Cells that come back are cairo's repeated surface.
  @Test func patterns() {
    var callbacks = CGPatternCallbacks(
      version: 0,
      drawPattern: { _, context in
        context.setFillColor(red: 0.8, green: 0.1, blue: 0.3, alpha: 1)
        context.fillEllipse(in: CGRect(x: 1, y: 2, width: 5, height: 4))
      }, releaseInfo: nil)
    let pattern = CGPattern(
      info: nil, bounds: CGRect(x: 0, y: 0, width: 8, height: 6), matrix: CGAffineTransform(translationX: 3, y: 2),
      xStep: 8, yStep: 6, tiling: .noDistortion, isColored: true, callbacks: &callbacks)!
    compare(tolerance: 2) { context in
      context.setFillPattern(pattern, colorComponents: [1])
      context.fillEllipse(in: CGRect(x: 5, y: 5, width: 50, height: 40))
    } theirs: { cairo in
      let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 8, 6)!
      let cell = cairo_create(surface)!
      cairo_set_antialias(cell, CAIRO_ANTIALIAS_BEST)
      cairo_set_tolerance(cell, 0.05)
      // The cell's y points up.
      cairo_translate(cell, 0, 6)
      cairo_scale(cell, 1, -1)
      cell.add(CGPath(ellipseIn: CGRect(x: 1, y: 2, width: 5, height: 4), transform: nil))
      cell.setColor(SIMD4(0.8, 0.1, 0.3, 1))
      cairo_fill(cell)
      cairo_destroy(cell)
      let source = cairo_pattern_create_for_surface(surface)!
      cairo_surface_destroy(surface)
      var matrix = cairo_matrix_t(xx: 1, yx: 0, xy: 0, yy: -1, x0: -3, y0: 6 + 2)
      cairo_pattern_set_matrix(source, &matrix)
      cairo_pattern_set_extend(source, CAIRO_EXTEND_REPEAT)
      cairo_set_source(cairo, source)
      cairo_pattern_destroy(source)
      cairo.add(CGPath(ellipseIn: CGRect(x: 5, y: 5, width: 50, height: 40), transform: nil))
      cairo_fill(cairo)
    }
  }

  // MARK: Compositing

  /// Modes whose operators stay inside the shape: edges, too, are cairo's. The four modes of hue are ours, as at soft
  /// edges cairo's write colours without alpha; and so are colour burn and soft light, which are not PDF's (X-A20,
  /// X-A21).
  @Test(arguments: [
    (CGBlendMode.normal, CAIRO_OPERATOR_OVER), (.multiply, CAIRO_OPERATOR_MULTIPLY), (.screen, CAIRO_OPERATOR_SCREEN),
    (.overlay, CAIRO_OPERATOR_OVERLAY), (.darken, CAIRO_OPERATOR_DARKEN), (.lighten, CAIRO_OPERATOR_LIGHTEN),
    (.colorDodge, CAIRO_OPERATOR_COLOR_DODGE), (.hardLight, CAIRO_OPERATOR_HARD_LIGHT),
    (.difference, CAIRO_OPERATOR_DIFFERENCE), (.exclusion, CAIRO_OPERATOR_EXCLUSION), (.clear, CAIRO_OPERATOR_CLEAR),
    (.copy, CAIRO_OPERATOR_SOURCE), (.sourceAtop, CAIRO_OPERATOR_ATOP), (.destinationOver, CAIRO_OPERATOR_DEST_OVER),
    (.destinationOut, CAIRO_OPERATOR_DEST_OUT), (.xor, CAIRO_OPERATOR_XOR), (.plusLighter, CAIRO_OPERATOR_ADD),
  ])
  func operators(_ pair: (mode: CGBlendMode, operator: cairo_operator_t)) {
    var random = SeededRandom(paths: 9)
    let path = random.path(size: Double(Self.size))
    compare("\(pair.mode)", tolerance: 3) { context in
      context.setFillColor(color(Self.paper))
      context.fillEllipse(in: CGRect(x: 10, y: 10, width: 44, height: 44))
      context.setFillColor(color(Self.ink))
      context.setBlendMode(pair.mode)
      context.addPath(path)
      context.fillPath()
    } theirs: { cairo in
      cairo.setColor(Self.paper)
      cairo.add(CGPath(ellipseIn: CGRect(x: 10, y: 10, width: 44, height: 44), transform: nil))
      cairo_fill(cairo)
      cairo.setColor(Self.ink)
      cairo_set_operator(cairo, pair.operator)
      cairo.add(path)
      cairo_fill(cairo)
    }
  }

  /// A transparency layer is cairo's group, painted with an alpha and an operator.
  @Test(arguments: [(CGBlendMode.normal, CAIRO_OPERATOR_OVER), (.multiply, CAIRO_OPERATOR_MULTIPLY)])
  func transparencyLayers(_ pair: (mode: CGBlendMode, operator: cairo_operator_t)) {
    var random = SeededRandom(paths: 3)
    let paths = (0..<3).map { _ in random.path(size: Double(Self.size)) }
    compare(tolerance: 2) { context in
      context.addPath(paths[0])
      context.fillPath()
      context.setAlpha(0.6)
      context.setBlendMode(pair.mode)
      context.beginTransparencyLayer(auxiliaryInfo: nil)
      context.setFillColor(color(Self.paper))
      for path in paths[1...] {
        context.addPath(path)
        context.fillPath()
      }
      context.endTransparencyLayer()
    } theirs: { cairo in
      cairo.setColor(Self.ink)
      cairo.add(paths[0])
      cairo_fill(cairo)
      cairo_push_group(cairo)
      cairo.setColor(Self.paper)
      for path in paths[1...] {
        cairo.add(path)
        cairo_fill(cairo)
      }
      cairo_pop_group_to_source(cairo)
      cairo_set_operator(cairo, pair.operator)
      cairo_paint_with_alpha(cairo, 0.6)
    }
  }

  /// A clip by an image is cairo's mask.
  @Test func imageMasks() {
    let mask = CGImage(
      width: 4, height: 4, premultipliedRGBA: (0..<16).flatMap { [0, 0, 0, UInt8($0 * 17)] })
    let rect = CGRect(x: 8, y: 12, width: 40, height: 30)
    compare(tolerance: 2) { context in
      context.clip(to: rect, mask: mask)
      context.fill(CGRect(x: 0, y: 0, width: 64, height: 64))
    } theirs: { cairo in
      cairo.add(rect)
      cairo_clip(cairo)
      cairo.setImage(mask, in: rect, CAIRO_FILTER_GOOD, CAIRO_EXTEND_PAD)
      let pattern = cairo_pattern_reference(cairo_get_source(cairo))!
      cairo.setColor(Self.ink)
      cairo_mask(cairo, pattern)
      cairo_pattern_destroy(pattern)
    }
  }
}

extension CGPath {
  /// The path with lines in place of the closing of subpaths.
  fileprivate var opened: CGPath {
    let result = CGMutablePath()
    var start = CGPoint.zero
    applyWithBlock { element in
      let points = element.pointee.points
      switch element.pointee.type {
      case .moveToPoint:
        start = points[0]
        result.move(to: start)
      case .addLineToPoint: result.addLine(to: points[0])
      case .addQuadCurveToPoint: result.addQuadCurve(to: points[1], control: points[0])
      case .addCurveToPoint: result.addCurve(to: points[2], control1: points[0], control2: points[1])
      case .closeSubpath:
        result.addLine(to: start)
        result.move(to: start)
      }
    }
    return result
  }
}
