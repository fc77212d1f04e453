import CoreGraphics
import Foundation
import QuartzCore

extension Gallery {
  /// A clock whose hands are an animated property of its layer: it draws itself anew for each frame.
  static let drawnClock = Demo(
    "drawn-clock", "a clock that draws itself for each frame", size: CGSize(width: 480, height: 480), duration: 6
  ) {
    let root = page(480, 480, CGColor(red: 0.12, green: 0.15, blue: 0.24, alpha: 1))
    let clock = ClockFace()
    clock.name = "clock"
    clock.frame = CGRect(x: 40, y: 40, width: 400, height: 400)
    clock.contentsScale = 2
    // Ten past ten, and nine minutes pass in six seconds.
    clock.time = 36_600
    clock.setNeedsDisplay()
    let run = CABasicAnimation(keyPath: "time")
    run.byValue = 540
    run.duration = 6
    run.fillMode = .forwards
    run.isRemovedOnCompletion = false
    clock.add(run, forKey: "run")
    root.addSublayer(clock)
    return root
  }

  /// A map that is drawn in tiles, at the resolution of the view.
  static let tiles = Demo(
    "tiles", "a map drawn in tiles, at more detail the closer it is", size: CGSize(width: 640, height: 400), duration: 6
  ) {
    let root = page(640, 400, CGColor(red: 0.75, green: 0.85, blue: 0.92, alpha: 1))
    let map = TiledMap()
    map.name = "map"
    map.bounds = CGRect(x: 0, y: 0, width: 4096, height: 4096)
    map.position = CGPoint(x: 320, y: 200)
    map.levelsOfDetail = 6
    map.levelsOfDetailBias = 2
    map.setNeedsDisplay()
    let zoom = CABasicAnimation(keyPath: "transform.scale")
    zoom.fromValue = 0.09
    zoom.toValue = 3
    let turn = CABasicAnimation(keyPath: "transform.rotation.z")
    turn.fromValue = -0.5
    turn.toValue = 0.3
    let group = CAAnimationGroup()
    group.animations = [zoom, turn]
    group.duration = 6
    group.timingFunction = CAMediaTimingFunction(controlPoints: 0.7, 0, 0.7, 0.5)
    group.fillMode = .forwards
    group.isRemovedOnCompletion = false
    map.add(group, forKey: "fly")
    root.addSublayer(map)
    return root
  }

  /// 50 gauges that draw themselves anew for each frame, to measure drawing on the CPU and uploading.
  static let gauges = Demo(
    "gauges", "50 gauges that draw themselves for each frame", size: CGSize(width: 1920, height: 1080), duration: 4
  ) {
    let root = page(1920, 1080, CGColor(gray: 0.96, alpha: 1))
    for index in 0..<50 {
      let gauge = Gauge()
      gauge.name = "gauge \(index)"
      gauge.frame = CGRect(x: 12 + Double(index % 10) * 191, y: 24 + Double(index / 10) * 210, width: 176, height: 176)
      gauge.hue = Double(index) / 50
      gauge.setNeedsDisplay()
      gauge.add(
        CABasicAnimation.swing("level", from: 0.05, to: 0.95, duration: 1 + Double(index % 7) / 5), forKey: "swing")
      root.addSublayer(gauge)
    }
    return root
  }
}

private final class ClockFace: CALayer {
  /// The time, in seconds since midnight.
  var time: CGFloat {
    get { managed() }
    set { setManaged(newValue) }
  }

  override class func needsDisplay(forKey key: String) -> Bool { key == "time" || super.needsDisplay(forKey: key) }

  override func draw(in ctx: CGContext) {
    let radius = min(bounds.width, bounds.height) / 2 - 20
    ctx.translateBy(x: bounds.midX, y: bounds.midY)
    drawDial(ctx, radius)
    for mark in 0..<60 {
      ctx.saveGState()
      ctx.rotate(by: CGFloat(mark) * .pi / 30)
      let isHour = mark.isMultiple(of: 5)
      ctx.setStrokeColor(gray: isHour ? 0.15 : 0.55, alpha: 1)
      ctx.setLineWidth(isHour ? 6 : 2)
      ctx.setLineCap(.round)
      ctx.strokeLineSegments(
        between: [CGPoint(x: 0, y: 18 - radius), CGPoint(x: 0, y: (isHour ? 40 : 26) - radius)])
      ctx.restoreGState()
    }
    let dark = CGColor(gray: 0.15, alpha: 1)
    hand(ctx, turns: time / 43_200, length: radius * 0.55, width: 12, dark)
    hand(ctx, turns: time / 3600, length: radius * 0.8, width: 8, dark)
    hand(
      ctx, turns: time / 60, length: radius * 0.86, width: 3, CGColor(red: 0.85, green: 0.2, blue: 0.15, alpha: 1))
    ctx.setFillColor(red: 0.85, green: 0.2, blue: 0.15, alpha: 1)
    ctx.fillEllipse(in: CGRect(x: -9, y: -9, width: 18, height: 18))
  }

  private func drawDial(_ ctx: CGContext, _ radius: CGFloat) {
    let dial = CGRect(x: -radius, y: -radius, width: 2 * radius, height: 2 * radius)
    ctx.saveGState()
    // The transform does not apply to offsets of shadows: on the screen this one falls downward.
    ctx.setShadow(offset: CGSize(width: 0, height: -12), blur: 24, color: CGColor(gray: 0, alpha: 0.6))
    ctx.setFillColor(gray: 1, alpha: 1)
    ctx.fillEllipse(in: dial)
    ctx.restoreGState()
    ctx.saveGState()
    ctx.addEllipse(in: dial)
    ctx.clip()
    if let gradient = CGGradient(
      colorsSpace: CGColorSpaceCreateDeviceRGB(),
      colors: [CGColor(gray: 1, alpha: 1), CGColor(red: 0.84, green: 0.87, blue: 0.92, alpha: 1)] as CFArray,
      locations: [0, 1])
    {
      ctx.drawRadialGradient(
        gradient, startCenter: CGPoint(x: -40, y: -60), startRadius: 0, endCenter: .zero, endRadius: radius, options: []
      )
    }
    ctx.restoreGState()
    ctx.setStrokeColor(red: 0.6, green: 0.65, blue: 0.75, alpha: 1)
    ctx.stroke(dial.insetBy(dx: 4, dy: 4), asEllipseOfWidth: 8)
  }

  private func hand(_ ctx: CGContext, turns: CGFloat, length: CGFloat, width: CGFloat, _ color: CGColor) {
    ctx.saveGState()
    ctx.rotate(by: turns * 2 * .pi)
    ctx.setShadow(offset: CGSize(width: 0, height: -4), blur: 6, color: CGColor(gray: 0, alpha: 0.4))
    ctx.setStrokeColor(color)
    ctx.setLineWidth(width)
    ctx.setLineCap(.round)
    ctx.strokeLineSegments(between: [CGPoint(x: 0, y: length * 0.15), CGPoint(x: 0, y: -length)])
    ctx.restoreGState()
  }
}

extension CGContext {
  fileprivate func stroke(_ rect: CGRect, asEllipseOfWidth width: CGFloat) {
    setLineWidth(width)
    strokeEllipse(in: rect)
  }
}

/// A ring that fills up, with a pointer.
private final class Gauge: CALayer {
  var level: CGFloat {
    get { managed() }
    set { setManaged(newValue) }
  }
  /// The hue, in turns.
  var hue: CGFloat {
    get { managed() }
    set { setManaged(newValue) }
  }

  override class func needsDisplay(forKey key: String) -> Bool { key == "level" || super.needsDisplay(forKey: key) }

  override func draw(in ctx: CGContext) {
    let center = CGPoint(x: bounds.midX, y: bounds.midY)
    let radius = min(bounds.width, bounds.height) / 2 - 14
    let (start, sweep) = (CGFloat.pi * 0.75, CGFloat.pi * 1.5)
    ctx.setLineCap(.round)
    ctx.setLineWidth(18)
    for (end, value) in [(1, 0.9), (level, 0)] {
      ctx.setStrokeColor(
        value > 0
          ? CGColor(gray: value, alpha: 1) : ArtworkColor(hue: hue, saturation: 0.75, value: 0.85).cgColor)
      ctx.addArc(
        center: center, radius: radius, startAngle: start, endAngle: start + sweep * end, clockwise: false)
      ctx.strokePath()
    }
    ctx.translateBy(x: center.x, y: center.y)
    ctx.rotate(by: start + sweep * level)
    ctx.setFillColor(gray: 0.25, alpha: 1)
    ctx.move(to: CGPoint(x: radius - 20, y: 0))
    ctx.addLine(to: CGPoint(x: 0, y: 8))
    ctx.addLine(to: CGPoint(x: 0, y: -8))
    ctx.closePath()
    ctx.fillPath()
    ctx.fillEllipse(in: CGRect(x: -10, y: -10, width: 20, height: 20))
  }
}

/// Streets about a lake, which depend on the resolution: lanes and houses appear up close.
private final class TiledMap: CATiledLayer {
  override func draw(in ctx: CGContext) {
    let area = ctx.boundingBoxOfClipPath
    let density = abs(ctx.ctm.a)
    ctx.setFillColor(red: 0.93, green: 0.92, blue: 0.87, alpha: 1)
    ctx.fill(area)
    let size: CGFloat = 128
    for column in Int(area.minX / size) - 1...Int(area.maxX / size) + 1 {
      for row in Int(area.minY / size) - 1...Int(area.maxY / size) + 1 {
        drawBlock(ctx, CGRect(x: CGFloat(column) * size, y: CGFloat(row) * size, width: size, height: size), density)
      }
    }
    ctx.setFillColor(red: 0.55, green: 0.75, blue: 0.88, alpha: 1)
    ctx.fillEllipse(in: CGRect(x: 1300, y: 2200, width: 1200, height: 700))
    ctx.setStrokeColor(red: 0.95, green: 0.7, blue: 0.35, alpha: 1)
    ctx.setLineWidth(34)
    for radius in stride(from: CGFloat(500), through: 1900, by: 700) {
      ctx.strokeEllipse(in: CGRect(x: 2048 - radius, y: 2048 - radius, width: 2 * radius, height: 2 * radius))
    }
  }

  private func drawBlock(_ ctx: CGContext, _ block: CGRect, _ density: CGFloat) {
    let number = Int(block.minX / 128) &* 73 &+ Int(block.minY / 128) &* 151
    let isPark = abs(number) % 9 == 0
    ctx.setFillColor(
      isPark ? CGColor(red: 0.72, green: 0.85, blue: 0.62, alpha: 1) : CGColor(gray: 0.88, alpha: 1))
    ctx.fill(block.insetBy(dx: 7, dy: 7))
    guard !isPark, density >= 0.5 else { return }
    for house in 0..<9 {
      let (x, y) = (CGFloat(house % 3), CGFloat(house / 3))
      let depth = CGFloat(abs(number &+ house &* 31) % 14)
      let roof = CGRect(
        x: block.minX + 14 + x * 36, y: block.minY + 14 + y * 36, width: 28 - depth, height: 16 + depth)
      ctx.setFillColor(red: 0.78, green: 0.66 - depth / 60, blue: 0.58, alpha: 1)
      ctx.fill(roof)
      guard density >= 2 else { continue }
      ctx.setStrokeColor(gray: 0.45, alpha: 1)
      ctx.setLineWidth(0.6)
      ctx.stroke(roof)
      ctx.strokeLineSegments(between: [CGPoint(x: roof.minX, y: roof.midY), CGPoint(x: roof.maxX, y: roof.midY)])
    }
  }
}
