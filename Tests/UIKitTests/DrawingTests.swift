// UIKit's drawing: contexts, images by closures, colours, paths and images drawn in their own style; views that draw
// themselves. Core Graphics' own calls, which are tested against cairo, are the truth.

import CoreGraphics
import Dispatch
import Foundation
import QuartzCore
import Testing
import UIKit

@Suite("UIKit drawing") struct DrawingTests {
  /// An image drawn by Core Graphics in points, y down, and its pixels.
  private func reference(
    _ width: Int = 20, _ height: Int = 16, scale: CGFloat = 1, _ draw: (CGContext) -> Void
  ) throws -> [UInt8] {
    let (columns, rows) = (Int(CGFloat(width) * scale), Int(CGFloat(height) * scale))
    let context = try #require(
      CGContext(
        data: nil, width: columns, height: rows, bitsPerComponent: 8, bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
    context.concatenate(CGAffineTransform(a: scale, b: 0, c: 0, d: -scale, tx: 0, ty: CGFloat(rows)))
    draw(context)
    return try #require(context.makeImage()).pixels
  }

  private func drawn(
    _ width: Int = 20, _ height: Int = 16, scale: CGFloat = 1, _ draw: () -> Void
  ) throws -> [UInt8] {
    UIGraphicsBeginImageContextWithOptions(CGSize(width: width, height: height), false, scale)
    defer { UIGraphicsEndImageContext() }
    draw()
    return try #require(UIGraphicsGetImageFromCurrentImageContext()?.cgImage).pixels
  }

  private func path() -> UIBezierPath {
    let path = UIBezierPath(ovalIn: CGRect(x: 3, y: 2, width: 12, height: 9))
    path.append(UIBezierPath(rect: CGRect(x: 6, y: 4, width: 11, height: 10)))
    return path
  }

  // MARK: Contexts

  @Test("Contexts are a stack, and of an image only its own functions end them")
  func stack() throws {
    #expect(UIGraphicsGetCurrentContext() == nil)
    UIGraphicsPopContext()
    UIGraphicsEndImageContext()
    UIGraphicsBeginImageContext(CGSize(width: 4, height: 4))
    let outer = try #require(UIGraphicsGetCurrentContext())
    let other = try #require(
      CGContext(
        data: nil, width: 2, height: 2, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
    UIGraphicsPushContext(other)
    #expect(UIGraphicsGetCurrentContext() === other && UIGraphicsGetImageFromCurrentImageContext() == nil)
    UIGraphicsEndImageContext()
    #expect(UIGraphicsGetCurrentContext() === other)
    UIGraphicsPopContext()
    #expect(UIGraphicsGetCurrentContext() === outer && UIGraphicsGetImageFromCurrentImageContext() != nil)
    UIGraphicsEndImageContext()
    #expect(UIGraphicsGetCurrentContext() == nil)
    // Without a context nothing happens.
    UIColor.red.set()
    UIRectFill(CGRect(x: 0, y: 0, width: 5, height: 5))
    path().fill()
    path().addClip()
  }

  @Test("Each thread has its own")
  func threads() {
    UIGraphicsBeginImageContext(CGSize(width: 4, height: 4))
    defer { UIGraphicsEndImageContext() }
    nonisolated(unsafe) var isNil = false
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      isNil = UIGraphicsGetCurrentContext() == nil
      done.signal()
    }
    done.wait()
    #expect(isNil)
  }

  @Test("An image context has scale x size pixels, y down; 0 is the screen's scale, opaque is without alpha")
  func imageContext() throws {
    UIGraphicsBeginImageContextWithOptions(CGSize(width: 4, height: 3), true, 2)
    UIColor.white.setFill()
    UIRectFill(CGRect(x: 0, y: 0, width: 4, height: 1))
    let image = try #require(UIGraphicsGetImageFromCurrentImageContext())
    UIGraphicsEndImageContext()
    #expect(image.scale == 2 && image.size == CGSize(width: 4, height: 3))
    let pixels = try #require(image.cgImage).pixels
    #expect(pixels == [UInt8](repeating: 255, count: 64) + (0..<128).map { $0 % 4 == 3 ? 255 : 0 })
    UIGraphicsBeginImageContextWithOptions(CGSize(width: 4, height: 3), false, 0)
    #expect(UIGraphicsGetImageFromCurrentImageContext()?.scale == UIScreen.main.scale)
    UIGraphicsEndImageContext()
  }

  @Test(
    "A size that is none gives no context, a huge one fewer pixels",
    arguments: [CGSize(width: 0, height: 5), CGSize(width: CGFloat.nan, height: 5), CGSize(width: -5, height: 5)])
  func badSize(size: CGSize) {
    UIGraphicsBeginImageContext(CGSize(width: 2, height: 2))
    UIGraphicsBeginImageContextWithOptions(size, false, 1)
    #expect(UIGraphicsGetCurrentContext() == nil && UIGraphicsGetImageFromCurrentImageContext() == nil)
    UIGraphicsEndImageContext()
    #expect(UIGraphicsGetCurrentContext() != nil)
    UIGraphicsEndImageContext()
    #expect(UIGraphicsImageRenderer(size: size).image { _ in }.cgImage?.width == (size.width < 0 ? 5 : 1))
  }

  @Test func hugeSize() throws {
    let image = UIGraphicsImageRenderer(size: CGSize(width: 1e6, height: 500)).image { context in
      context.fill(CGRect(x: 0, y: 0, width: 1e6, height: 1000))
    }
    let pixels = try #require(image.cgImage)
    #expect(pixels.width <= 8192 && abs(image.size.width - 1e6) < 200 && pixels.isOpaque)
  }

  // MARK: Renderers

  @Test("A renderer's closure draws to a context of its bounds, which is the current one")
  func renderer() throws {
    let format = UIGraphicsImageRendererFormat()
    format.scale = 2
    let bounds = CGRect(x: -5, y: 10, width: 20, height: 16)
    let renderer = UIGraphicsImageRenderer(bounds: bounds, format: format)
    let image = renderer.image { context in
      #expect(context.cgContext === UIGraphicsGetCurrentContext() && context.format.bounds == bounds)
      UIColor.red.setFill()
      context.fill(CGRect(x: 0, y: 12, width: 4, height: 6))
      UIColor.blue.setStroke()
      context.stroke(CGRect(x: 0, y: 12, width: 9, height: 9))
      #expect(context.currentImage.size == bounds.size)
      context.clip(to: CGRect(x: 0, y: 20, width: 20, height: 20))
      context.fill(bounds, blendMode: .multiply)
    }
    #expect(UIGraphicsGetCurrentContext() == nil && image.scale == 2)
    let expected = try reference(scale: 2) { context in
      context.translateBy(x: 5, y: -10)
      context.setFillColor(UIColor.red.cgColor)
      context.fill(CGRect(x: 0, y: 12, width: 4, height: 6))
      context.setStrokeColor(UIColor.blue.cgColor)
      context.stroke(CGRect(x: 0.5, y: 12.5, width: 8, height: 8), width: 1)
      context.clip(to: CGRect(x: 0, y: 20, width: 20, height: 20))
      context.setBlendMode(.multiply)
      context.fill(bounds)
    }
    #expect(try #require(image.cgImage).pixels == expected)
    let data = renderer.pngData { _ in UIRectFill(bounds) }
    #expect(UIImage(data: data)?.cgImage?.isOpaque == true)
    let jpeg = renderer.jpegData(withCompressionQuality: 0.5) { _ in UIRectFill(bounds) }
    #expect(UIImage(data: jpeg)?.size == CGSize(width: 40, height: 32))
    #expect(UIGraphicsImageRenderer(size: bounds.size).format.bounds.size == bounds.size)
  }

  @Test("An opaque format has no alpha")
  func opaqueRenderer() {
    let format = UIGraphicsImageRendererFormat.default()
    format.opaque = true
    let image = UIGraphicsImageRenderer(size: CGSize(width: 3, height: 3), format: format).image { _ in }
    #expect(image.cgImage?.isOpaque == true)
  }

  // MARK: Colours, rectangles, paths

  @Test("set, setFill and setStroke are the context's colours; a dynamic colour is resolved")
  func colors() throws {
    let dynamic = UIColor { $0.userInterfaceStyle == .dark ? .white : .green }
    let pixels = try drawn {
      let context = UIGraphicsGetCurrentContext()
      UIColor.red.set()
      context?.fill(CGRect(x: 0, y: 0, width: 5, height: 5))
      context?.stroke(CGRect(x: 10, y: 2, width: 5, height: 5), width: 2)
      dynamic.setStroke()
      context?.stroke(CGRect(x: 10, y: 9, width: 5, height: 5), width: 2)
    }
    let expected = try reference { context in
      context.setFillColor(UIColor.red.cgColor)
      context.setStrokeColor(UIColor.red.cgColor)
      context.fill(CGRect(x: 0, y: 0, width: 5, height: 5))
      context.stroke(CGRect(x: 10, y: 2, width: 5, height: 5), width: 2)
      context.setStrokeColor(dynamic.cgColor)
      context.stroke(CGRect(x: 10, y: 9, width: 5, height: 5), width: 2)
    }
    #expect(pixels == expected)
  }

  @Test("UIRectFill replaces, UIRectFrame is a point inside the edges, UIRectClip clips")
  func rectangles() throws {
    let pixels = try drawn {
      UIColor.red.setFill()
      UIRectFill(CGRect(x: 0, y: 0, width: 20, height: 16))
      UIColor.blue.withAlphaComponent(0.5).setFill()
      UIRectFill(CGRect(x: 2, y: 2, width: 4, height: 4))
      UIRectFillUsingBlendMode(CGRect(x: 8, y: 2, width: 4, height: 4), .normal)
      UIRectClip(CGRect(x: 0, y: 0, width: 18, height: 12))
      UIRectFrame(CGRect(x: 2, y: 8, width: 18, height: 6))
      UIRectFrame(CGRect(x: 14, y: 2, width: 2, height: 2))
    }
    var expected = [UInt8](repeating: 0, count: 20 * 16 * 4)
    for y in 0..<16 {
      for x in 0..<20 {
        let isFilled = (2..<6).contains(x) && (2..<6).contains(y)
        let isFrame = (2..<18).contains(x) && (8..<12).contains(y) && (x == 2 || y == 8)
        let isDot = (14..<16).contains(x) && (2..<4).contains(y)
        let isBlended = (8..<12).contains(x) && (2..<6).contains(y)
        let color: [UInt8] =
          isFilled || isFrame || isDot ? [0, 0, 128, 128] : isBlended ? [127, 0, 128, 255] : [255, 0, 0, 255]
        expected.replaceSubrange((y * 20 + x) * 4..<(y * 20 + x) * 4 + 4, with: color)
      }
    }
    let differences = zip(pixels, expected).map { abs(Int($0) - Int($1)) }
    #expect(differences.max()! <= 1)
  }

  @Test("A path fills by its own rule", arguments: [false, true])
  func fill(evenOdd: Bool) throws {
    let path = path()
    path.usesEvenOddFillRule = evenOdd
    let pixels = try drawn(scale: 2) {
      UIColor.red.setFill()
      path.fill()
    }
    let expected = try reference(scale: 2) { context in
      context.setFillColor(UIColor.red.cgColor)
      context.setFlatness(0.6)
      context.addPath(path.cgPath)
      context.fillPath(using: evenOdd ? .evenOdd : .winding)
    }
    #expect(pixels == expected && path.cgPath == self.path().cgPath)
  }

  @Test("It strokes in its own style, and leaves the context's as it is")
  func stroke() throws {
    let path = path()
    path.lineWidth = 3
    path.lineCapStyle = .round
    path.lineJoinStyle = .bevel
    path.setLineDash([4, 3], count: 2, phase: 1)
    let pixels = try drawn(scale: 2) {
      UIGraphicsGetCurrentContext()?.setLineWidth(2)
      path.stroke()
      UIGraphicsGetCurrentContext()?.stroke(CGRect(x: 1, y: 1, width: 17, height: 13))
    }
    let expected = try reference(scale: 2) { context in
      context.saveGState()
      context.setLineWidth(3)
      context.setLineCap(.round)
      context.setLineJoin(.bevel)
      context.setFlatness(0.6)
      context.setLineDash(phase: 1, lengths: [4, 3])
      context.addPath(path.cgPath)
      context.strokePath()
      context.restoreGState()
      context.stroke(CGRect(x: 1, y: 1, width: 17, height: 13), width: 2)
    }
    #expect(pixels == expected)
  }

  @Test("A blend mode and an alpha are for one call")
  func blended() throws {
    let path = path()
    let pixels = try drawn {
      UIColor.red.set()
      UIRectFill(CGRect(x: 0, y: 0, width: 10, height: 16))
      UIColor.green.set()
      path.fill(with: .multiply, alpha: 0.5)
      path.stroke(with: .screen, alpha: 0.25)
      UIBezierPath(rect: CGRect(x: 0, y: 12, width: 20, height: 4)).fill()
    }
    let expected = try reference { context in
      context.setFillColor(UIColor.red.cgColor)
      context.fill(CGRect(x: 0, y: 0, width: 10, height: 16))
      context.setFillColor(UIColor.green.cgColor)
      context.setStrokeColor(UIColor.green.cgColor)
      context.saveGState()
      context.setFlatness(0.6)
      context.setBlendMode(.multiply)
      context.setAlpha(0.5)
      context.addPath(path.cgPath)
      context.fillPath()
      context.setBlendMode(.screen)
      context.setAlpha(0.25)
      context.addPath(path.cgPath)
      context.strokePath()
      context.restoreGState()
      context.fill(CGRect(x: 0, y: 12, width: 20, height: 4))
    }
    #expect(pixels == expected)
  }

  @Test("X-A22: addClip clips to the path, clip by clip; an empty path leaves the clip as it is")
  func clip() throws {
    let path = path()
    path.usesEvenOddFillRule = true
    let pixels = try drawn {
      path.addClip()
      UIBezierPath(rect: CGRect(x: 0, y: 0, width: 12, height: 16)).addClip()
      UIRectFillUsingBlendMode(CGRect(x: 0, y: 0, width: 20, height: 16), .normal)
    }
    let expected = try reference { context in
      context.addPath(path.cgPath)
      context.clip(using: .evenOdd)
      context.clip(to: CGRect(x: 0, y: 0, width: 12, height: 16))
      context.fill(CGRect(x: 0, y: 0, width: 20, height: 16))
    }
    #expect(pixels == expected)
    let all = try drawn {
      UIBezierPath().addClip()
      UIRectFill(CGRect(x: 0, y: 0, width: 20, height: 16))
    }
    #expect(stride(from: 3, to: all.count, by: 4).allSatisfy { all[$0] == 255 })
  }

  // MARK: Images

  /// An image whose pixels all differ.
  private func image(_ width: Int, _ height: Int) -> CGImage {
    var pixels: [UInt8] = []
    for index in 0..<width * height { pixels += [UInt8(index * 7), UInt8(index * 3), UInt8(255 - index), 255] }
    return CGImage(width: width, height: height, premultipliedRGBA: pixels)
  }

  /// Where the pixel of an upright image is stored, by what EXIF says of each orientation.
  private func stored(
    _ x: Int, _ y: Int, _ orientation: UIImage.Orientation, _ width: Int, _ height: Int
  ) -> (x: Int, y: Int) {
    switch orientation {
    case .up: (x, y)
    case .upMirrored: (width - 1 - x, y)
    case .down: (width - 1 - x, height - 1 - y)
    case .downMirrored: (x, height - 1 - y)
    case .leftMirrored: (y, x)
    case .right: (y, height - 1 - x)
    case .rightMirrored: (width - 1 - y, height - 1 - x)
    case .left: (width - 1 - y, x)
    }
  }

  @Test(
    "Images are drawn upright, from the top left corner",
    arguments: (0..<8).compactMap { UIImage.Orientation(rawValue: $0) })
  func orientation(_ orientation: UIImage.Orientation) throws {
    let bitmap = image(5, 3)
    let upright = UIImage(cgImage: bitmap, scale: 1, orientation: orientation)
    let size = upright.size
    let pixels = try drawn(10, 9) { upright.draw(at: CGPoint(x: 2, y: 3)) }
    for y in 0..<9 {
      for x in 0..<10 {
        let pixel = Array(pixels[(y * 10 + x) * 4..<(y * 10 + x) * 4 + 4])
        let (column, row) = (x - 2, y - 3)
        guard (0..<Int(size.width)).contains(column), (0..<Int(size.height)).contains(row) else {
          #expect(pixel == [0, 0, 0, 0])
          continue
        }
        let place = stored(column, row, orientation, 5, 3)
        let start = (place.y * 5 + place.x) * 4
        #expect(pixel == Array(bitmap.pixels[start..<start + 4]), "(\(x), \(y))")
      }
    }
  }

  @Test("An image fills a rectangle, under a blend mode and an alpha")
  func imageInRect() throws {
    let bitmap = image(6, 4)
    let pixels = try drawn {
      UIColor.red.setFill()
      UIRectFill(CGRect(x: 0, y: 0, width: 10, height: 16))
      UIImage(cgImage: bitmap).draw(in: CGRect(x: 2, y: 4, width: 12, height: 8), blendMode: .multiply, alpha: 0.5)
      UIImage(cgImage: bitmap, scale: 2, orientation: .up).draw(at: CGPoint(x: 16, y: 0))
    }
    let expected = try reference { context in
      context.setFillColor(UIColor.red.cgColor)
      context.fill(CGRect(x: 0, y: 0, width: 10, height: 16))
      context.translateBy(x: 0, y: 16)
      context.scaleBy(x: 1, y: -1)
      context.saveGState()
      context.setBlendMode(.multiply)
      context.setAlpha(0.5)
      context.draw(bitmap, in: CGRect(x: 2, y: 4, width: 12, height: 8))
      context.restoreGState()
      context.draw(bitmap, in: CGRect(x: 16, y: 14, width: 3, height: 2))
    }
    #expect(pixels == expected)
  }

  @Test("As a pattern an image repeats from the origin, inside the rectangle")
  func pattern() throws {
    let bitmap = image(4, 3)
    let pixels = try drawn { UIImage(cgImage: bitmap).drawAsPattern(in: CGRect(x: 1, y: 2, width: 15, height: 10)) }
    for y in 0..<16 {
      for x in 0..<20 {
        let isInside = (1..<16).contains(x) && (2..<12).contains(y)
        let start = (y % 3 * 4 + x % 4) * 4
        let pixel = Array(pixels[(y * 20 + x) * 4..<(y * 20 + x) * 4 + 4])
        #expect(pixel == (isInside ? Array(bitmap.pixels[start..<start + 4]) : [0, 0, 0, 0]), "(\(x), \(y))")
      }
    }
  }

  // MARK: Views

  private final class Badge: UIView {
    var rects: [CGRect] = []
    var color = UIColor.red
    override func draw(_ rect: CGRect) {
      rects.append(rect)
      color.setFill()
      UIRectFill(bounds)
    }
  }

  private func commit(_ view: UIView) -> LayerHost {
    let host = view.layer.host ?? LayerHost(layer: view.layer, clock: MediaClock(startingAt: 0))
    CATransaction.flush()
    return host
  }

  @Test("A view that draws is drawn before the first commit, with its own coordinates and context")
  func viewDraws() throws {
    let view = Badge(frame: CGRect(x: 10, y: 10, width: 8, height: 4))
    view.bounds.origin = CGPoint(x: 3, y: -2)
    view.contentScaleFactor = 2
    let host = commit(view)
    #expect(view.rects == [view.bounds] && host.layer === view.layer && UIGraphicsGetCurrentContext() == nil)
    let image = try #require(view.layer.contents.map { $0 as! CGImage })
    #expect(image.width == 16 && image.height == 8 && Array(image.pixels[0..<4]) == [255, 0, 0, 255])
    view.setNeedsDisplay(CGRect(x: 4, y: -1, width: 2, height: 1))
    view.color = .blue
    _ = commit(view)
    #expect(view.rects.last == CGRect(x: 4, y: -1, width: 2, height: 1))
    let second = try #require(view.layer.contents.map { $0 as! CGImage })
    let isBlue = (0..<128).map { second.pixels[$0 * 4 + 2] == 255 }
    #expect(isBlue == (0..<128).map { (2..<6).contains($0 % 16) && (2..<4).contains($0 / 16) })
  }

  @Test("A view that does not draw has no contents, and keeps those that it was given")
  func viewDoesNotDraw() {
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 8, height: 4))
    var host = commit(view)
    #expect(view.layer.contents == nil)
    let picture = UIImageView(image: UIImage(cgImage: image(4, 4)))
    host = commit(picture)
    picture.setNeedsDisplay()
    host = commit(picture)
    #expect(picture.layer.contents.map { $0 as! CGImage } == picture.image?.cgImage && host.layer === picture.layer)
  }

  @Test("contentMode .redraw draws at each new size, others do not")
  func redraw() {
    let view = Badge(frame: CGRect(x: 0, y: 0, width: 8, height: 4))
    let host = commit(view)
    view.bounds.size.width = 10
    _ = commit(view)
    #expect(view.rects.count == 1)
    view.contentMode = .redraw
    view.bounds.size.width = 12
    _ = commit(view)
    #expect(view.rects.last == CGRect(x: 0, y: 0, width: 12, height: 4) && view.rects.count == 2 && host.isHosting)
  }

  @Test("A view may draw its layer itself, or set its contents")
  func layerMethods() {
    final class Direct: UIView {
      var journal: [String] = []
      override func layerWillDraw(_ layer: CALayer) { journal.append("will draw") }
      override func draw(_ layer: CALayer, in ctx: CGContext) {
        journal.append("draw")
        ctx.fill(layer.bounds)
      }
    }
    final class Displaying: UIView {
      override func display(_ layer: CALayer) { layer.contents = Pixels.solid(width: 1, height: 1) }
      override func draw(_ rect: CGRect) { Issue.record("display(_:) is enough") }
    }
    let direct = Direct(frame: CGRect(x: 0, y: 0, width: 8, height: 4))
    direct.layer.display()
    #expect(direct.journal == ["will draw", "draw"] && direct.layer.contents != nil)
    let displaying = Displaying(frame: CGRect(x: 0, y: 0, width: 8, height: 4))
    displaying.layer.display()
    #expect(displaying.layer.contents.map { $0 as! CGImage }?.width == 1)
  }
}
