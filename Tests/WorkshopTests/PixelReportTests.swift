// What made a pixel, and what a frame costs, of scenes whose answers are known.

import Compositor
import CoreGraphics
import Multiplane
import QuartzCore
import Testing
import Workshop

@MainActor @Suite struct PixelReportTests {
  private var renderer: OffscreenRenderer

  init() throws { renderer = try OffscreenRenderer(size: CGSize(width: 80, height: 60)) }

  private mutating func draw(by choice: RendererChoice) throws {
    var options = OffscreenRenderer.Options()
    options.renderer = choice
    renderer = try OffscreenRenderer(size: CGSize(width: 80, height: 60), options: options)
  }

  private func layer(
    _ name: String, _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ color: CGColor? = nil,
    _ sublayers: [CALayer] = []
  ) -> CALayer {
    let layer = CALayer()
    layer.name = name
    layer.frame = CGRect(x: x, y: y, width: width, height: height)
    layer.backgroundColor = color
    layer.sublayers = sublayers
    return layer
  }

  private func report(_ root: CALayer, x: Int, y: Int) throws -> PixelReport {
    try PixelReport(renderer.capture(root, at: 0), x: x, y: y, with: renderer.rasterizer)
  }

  private let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
  private let halfBlue = CGColor(red: 0, green: 0, blue: 1, alpha: 0.5)

  @Test(arguments: RendererChoice.allCases) mutating func drawsInOrder(choice: RendererChoice) throws {
    try draw(by: choice)
    let root = layer(
      "root", 0, 0, 80, 60, red, [layer("blue", 10, 10, 20, 20, halfBlue), layer("beside", 50, 10, 20, 20, halfBlue)])
    let report = try report(root, x: 15, y: 15)
    #expect(report.before == "#00000000")
    #expect(report.steps.map(\.layer) == ["root", "blue"])
    #expect(report.steps.map(\.color) == ["#ff0000ff", "#00008080"])
    #expect(report.steps.map(\.blend) == ["opaque", "blended"])
    #expect(report.steps[1].after == report.after && report.inFrame == nil)
    #expect(["#7f0080ff", "#800080ff"].contains(report.after))
    let beside = try self.report(root, x: 60, y: 15)
    #expect(beside.steps.map(\.layer) == ["root", "beside"])
    #expect(try self.report(root, x: 45, y: 45).steps.map(\.layer) == ["root"])
  }

  /// The clip of a turned card with two round corners, as the card has it: its bounds, its radii, and a map that takes
  /// a pixel back to the card's own coordinates.
  @Test func clipsAreToldOf() throws {
    let card = layer("card", 20, 10, 40, 30, nil, [layer("photo", -20, -20, 80, 80, red)])
    (card.cornerRadius, card.masksToBounds) = (12, true)
    card.maskedCorners = [.layerMaxXMinYCorner, .layerMinXMaxYCorner]
    card.transform = CATransform3DMakeRotation(0.5, 0, 0, 1)
    let root = layer("root", 0, 0, 80, 60, CGColor(red: 1, green: 1, blue: 1, alpha: 1), [card])
    let report = try report(root, x: 40, y: 25)
    let clip = try #require(report.steps.first { $0.layer == "photo" }?.clips.first { $0.map != nil })
    #expect(clip.box == [0, 0, 40, 30] && clip.radii == [0, 12, 12, 0] && clip.smoothing == 0)
    let map = try #require(clip.map)
    #expect(map.count == 6)
    for (x, y) in [(40.5, 25.5), (31.0, 12.0)] {
      let inside = root.convert(CGPoint(x: x, y: y), to: card)
      #expect(abs(Double(map[0]) * x + Double(map[2]) * y + Double(map[4]) - inside.x) < 1e-3)
      #expect(abs(Double(map[1]) * x + Double(map[3]) * y + Double(map[5]) - inside.y) < 1e-3)
    }
    #expect(report.description.contains("clip (0.00, 0.00) to (40.00, 30.00)  radii 0.00 12.00 12.00 0.00  map "))
    #expect(report.steps.first { $0.layer == "root" }?.clips.isEmpty == true)
    // An upright clip between pixels of something turned is a box of the frame's pixels.
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    card.transform = CATransform3DIdentity
    card.sublayers![0].transform = CATransform3DMakeRotation(0.3, 0, 0, 1)
    (card.cornerRadius, card.frame) = (0, CGRect(x: 20.5, y: 10, width: 40, height: 30))
    CATransaction.commit()
    let upright = try self.report(root, x: 20, y: 25)
    let box = try #require(upright.steps.first { $0.layer == "photo" }?.clips.first)
    #expect(box.map == nil && box.box[0] == 20.5)
  }

  @Test func hiddenDrawsAreToldOf() throws {
    let cover = layer("cover", 0, 0, 80, 60, CGColor(red: 0, green: 1, blue: 0, alpha: 1))
    let root = layer("root", 0, 0, 80, 60, nil, [layer("under", 5, 5, 20, 20, red), cover])
    let report = try report(root, x: 10, y: 10)
    #expect(report.steps.map(\.layer) == ["cover"])
    #expect(report.dropped.map(\.layer) == ["under"])
    #expect(try self.report(root, x: 60, y: 10).dropped.isEmpty)
  }

  /// A group of opacity is a surface: the pixel is followed into it.
  @Test(arguments: RendererChoice.allCases) mutating func throughASurface(choice: RendererChoice) throws {
    try draw(by: choice)
    let group = layer(
      "group", 10, 10, 40, 30, nil, [layer("first", 0, 0, 30, 20, red), layer("second", 10, 5, 30, 20, halfBlue)])
    group.opacity = 0.5
    let root = layer("root", 0, 0, 80, 60, CGColor(red: 1, green: 1, blue: 1, alpha: 1), [group])
    let report = try report(root, x: 30, y: 20)
    #expect(report.steps.map(\.layer) == ["root", "group"])
    let surface = try #require(report.steps[1].surfaces.first)
    let inside = try #require(surface.middle)
    #expect(surface.name == "the surface of group (group opacity with overlap)")
    #expect(surface.read[0] == surface.read[2] && surface.read[1] == surface.read[3])
    #expect(inside.steps.map(\.layer) == ["first", "second"])
    #expect(report.description.contains("pixel (\(inside.x), \(inside.y)) of the surface of group"))
    // A corner that nothing inside touches.
    let empty = try self.report(root, x: 12, y: 38)
    #expect(empty.steps.count <= 2 && empty.after == "#ffffffff")
  }

  /// A blurred surface: the pixels that are read lie around the pixel, and are followed to the layer.
  @Test func throughABlur() throws {
    let blurred = layer("blurred", 20, 15, 40, 30, nil, [layer("content", 10, 5, 20, 20, red)])
    let blur = CAFilter(type: "gaussianBlur")
    blur.setValue(3, forKey: "inputRadius")
    blurred.filters = [blur]
    let root = layer("root", 0, 0, 80, 60, nil, [blurred])
    let report = try report(root, x: 40, y: 30)
    func names(_ report: PixelReport) -> [String] {
      report.steps.flatMap { step in [step.layer] + step.surfaces.flatMap { $0.middle.map(names) ?? [] } }
    }
    #expect(names(report).contains("content"))
  }

  private func counts(of list: DrawList) throws -> [UInt8] {
    let pixels = try renderer.rasterizer.pixels(of: list, images: ImageTable())
    return stride(from: 0, to: pixels.count, by: 4).map { pixels[$0] }
  }

  @Test(arguments: RendererChoice.allCases) mutating func fragmentsAreCounted(choice: RendererChoice) throws {
    try draw(by: choice)
    let root = layer(
      "root", 0, 0, 80, 60, nil,
      [layer("a", 0, 0, 40, 60, halfBlue), layer("b", 20, 0, 40, 60, halfBlue), layer("c", 30, 0, 10, 10, halfBlue)])
    let frame = renderer.capture(root, at: 0)
    let counts = try counts(of: frame.list.counting { _, _ in true })
    #expect(counts.count == 80 * 60)
    #expect([counts[5], counts[25], counts[35], counts[50], counts[70], counts[35 + 80 * 30]] == [1, 2, 3, 1, 0, 2])
    let none = try self.counts(of: frame.list.counting { _, _ in false })
    #expect(none.allSatisfy { $0 == 0 })
    // What was asked does not change frames after it.
    let pixels = try renderer.pixels(of: root)
    #expect(try OffscreenRenderer(size: CGSize(width: 80, height: 60)).pixels(of: root) == pixels)
  }

  @Test(arguments: InspectionPicture.Kind.allCases) func pictures(kind: InspectionPicture.Kind) throws {
    let group = layer(
      "group", 10, 10, 40, 30, nil, [layer("first", 0, 0, 30, 20, red), layer("second", 10, 5, 30, 20, halfBlue)])
    group.opacity = 0.5
    let round = layer("round", 50, 30, 20, 20, red)
    round.cornerRadius = 8
    let frame = renderer.capture(layer("root", 0, 0, 80, 60, nil, [group, round]), at: 0)
    let picture = try InspectionPicture(kind, of: frame, with: renderer.rasterizer)
    #expect(picture.image.width == 80 && picture.image.height == 60 && picture.image.isOpaque)
    // The legend's counts add up to all there is, but for surfaces, which lie over each other.
    let counts = picture.legend.split(separator: "\n").filter { $0.hasPrefix("#") }.compactMap { line in
      Int(line[line.index(after: line.lastIndex(of: ":")!)...].split(separator: " ")[0])
    }
    switch kind {
    case .overdraw, .linear: #expect(counts.reduce(0, +) == 80 * 60)
    case .tiles: #expect(counts.reduce(0, +) == 2)
    case .surfaces: #expect(picture.legend.contains("the surface of group (group opacity with overlap)"))
    }
  }
}
