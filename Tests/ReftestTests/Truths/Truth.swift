// Truths: pictures that headless Chromium drew of scenes which mean the same in CSS and in Core Animation, so that two
// independent renderers agree on them.
//
//   Pages.html --tools/regenerate pages (Chromium)--> Pictures/NAME.png --.
//   Truths/*.swift, layers of the same scene --OffscreenRenderer-------+--> alike within the truth's tolerance
//
// TO ADD ONE: write the page in Pages.html, run `tools/regenerate pages NAME`, look at the picture, and add the layers
// to the file of its kind here.
//
// Tolerance: Chromium takes coverage of edges in another way than we do (and snaps upright boxes to pixels), so a
// picture may differ by `interior` anywhere and by `edge` in at most `pixels` pixels, which are the edges'.

import CoreGraphics
import Foundation
import ImageCodecs
import ImageFiles
import Multiplane
import QuartzCore
import TestScenes
import TestSupport
import Testing

/// A scene as layers, with the tolerance to Chromium's picture of it.
struct Truth: Sendable, CustomTestStringConvertible {
  let name: String
  let fuzzy: Fuzzy
  let layers: SceneBuilder
  let sourceLocation: SourceLocation

  /// - Parameters:
  ///   - name: of the page and the picture.
  ///   - interior: the largest difference, of 255, that any pixel may have.
  ///   - edge: the largest difference of those few that may have more.
  ///   - pixels: how many those are.
  init(
    _ name: String, interior: Int = 1, edge: Int = 0, pixels: Int = 0,
    sourceLocation: SourceLocation = #_sourceLocation, @LayerBuilder _ layers: @escaping SceneBuilder
  ) {
    self.name = name
    fuzzy = Fuzzy(difference: max(interior, edge), pixels: pixels, unnoticed: interior)
    (self.layers, self.sourceLocation) = (layers, sourceLocation)
  }

  var testDescription: String { name }

  static let folder = URL(filePath: #filePath).deletingLastPathComponent()

  /// Chromium's picture.
  var picture: Picture {
    get throws {
      Picture(try ImageFile.decode(contentsOfFile: Self.folder.appending(path: "Pictures/\(name).png").path).bitmap)
    }
  }

  /// Renders the layers and expects Chromium's picture.
  @MainActor func run() throws {
    let expected = try picture
    for canvas in Canvas(width: 160, height: 120, scale: Double(expected.width) / 160).byEachRasterizer {
      let rendered = try Picture(of: layers(), on: canvas)
      rendered.expectEqual(expected, within: fuzzy, "\(name), by \(canvas.drawing.rawValue)", sourceLocation)
    }
  }
}

extension ReftestTests {
  @MainActor @Suite struct Truths {
    @Test(arguments: Truth.corners) func corners(truth: Truth) throws { try truth.run() }
    @Test(arguments: Truth.shadows) func shadows(truth: Truth) throws { try truth.run() }
    @Test(arguments: Truth.groups) func groups(truth: Truth) throws { try truth.run() }
    @Test(arguments: Truth.gradients) func gradients(truth: Truth) throws { try truth.run() }
    @Test(arguments: Truth.depth) func depth(truth: Truth) throws { try truth.run() }

    @Test(arguments: Truth.blending) func blending(truth: Truth) throws { try truth.run() }
    @Test(arguments: Truth.filters) func filters(truth: Truth) throws { try truth.run() }

    /// Every page has its picture and its layers, and none of these stands alone.
    @Test func pagesPicturesAndLayers() throws {
      let text = try String(contentsOf: Truth.folder.appending(path: "Pages.html"), encoding: .utf8)
      let pages = text.matches(of: /(?m)^<!-- page ([a-z0-9-]+)/).map { String($0.1) }
      let files = try FileManager.default.contentsOfDirectory(atPath: Truth.folder.appending(path: "Pictures").path)
      #expect(files.map { $0.replacing(".png", with: "") }.sorted() == pages.sorted())
      #expect(Truth.all.map(\.name).sorted() == pages.sorted())
    }
  }
}

extension Truth {
  static let all: [Truth] = corners + shadows + groups + gradients + depth + blending + filters
}

// MARK: What the pages are made of

/// Layers, in the words of the pages.
@MainActor enum Page {
  static let paper = CGColor(red: 230 / 255, green: 235 / 255, blue: 242 / 255, alpha: 1)

  /// A colour by its bytes.
  static func rgb(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double = 1) -> CGColor {
    CGColor(red: red / 255, green: green / 255, blue: blue / 255, alpha: alpha)
  }

  /// The page's ground, `rgb(230,235,242)`.
  static func ground() -> CALayer { layer(0, 0, 160, 120, paper) }

  /// A layer without a look of its own and its sublayers.
  static func group(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ sublayers: CALayer...,
    configure: (CALayer) -> Void = { _ in }
  ) -> CALayer {
    layer(x, y, width, height) {
      $0.sublayers = sublayers
      configure($0)
    }
  }

  /// Two boxes that overlap.
  static func pair() -> [CALayer] {
    [layer(0, 0, 50, 40, .orange), layer(35, 20, 50, 40, .teal) { $0.cornerRadius = 15 }]
  }

  /// A gradient layer; points are of the unit square.
  static func gradient(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ colors: [CGColor], _ locations: [Double]? = nil,
    from start: (Double, Double) = (0, 0.5), to end: (Double, Double) = (1, 0.5),
    type: CAGradientLayerType = .axial, configure: (CAGradientLayer) -> Void = { _ in }
  ) -> CALayer {
    let layer = CAGradientLayer()
    layer.frame = CGRect(x: x, y: y, width: width, height: height)
    layer.colors = colors
    layer.locations = locations?.map { NSNumber(value: $0) }
    layer.startPoint = CGPoint(x: start.0, y: start.1)
    layer.endPoint = CGPoint(x: end.0, y: end.1)
    layer.type = type
    configure(layer)
    return layer
  }

  /// `{image}` of the pages.
  static let image = bitmap { x, y in [UInt8(x * 36), UInt8(y * 36), UInt8(255 - x * 36), 255] }
  /// `{coverage}` of the pages.
  static let coverage = bitmap { x, y in [0, 0, 0, (x + y).isMultiple(of: 2) ? 255 : UInt8(x * 4 + y * 32)] }

  private static func bitmap(_ pixel: (Int, Int) -> [UInt8]) -> CGImage {
    CGImage(width: 8, height: 8, premultipliedRGBA: (0..<64).flatMap { pixel($0 % 8, $0 / 8) })
  }

  /// A layer that shows an image in hard pixels.
  static func pixels(_ image: CGImage, _ x: Double, _ y: Double, _ width: Double, _ height: Double) -> CALayer {
    layer(x, y, width, height) {
      $0.contents = image
      $0.magnificationFilter = .nearest
    }
  }
}
