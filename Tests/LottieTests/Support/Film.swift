// A document that a test wrote, loaded: where its layers are at a frame, and its picture.

import CoreGraphics
import Documents
import Foundation
import Multiplane
import QuartzCore
import TestScenes
import TestSupport
import Testing

@testable import Lottie

/// A film from a document of 64x64 points, 10 frames a second and 100 frames.
@MainActor final class Film {
  let scene: LottieScene
  private lazy var host = LayerHost(layer: scene.rootLayer, clock: MediaClock(startingAt: 0))

  /// Loads a document.
  ///
  /// - Parameters:
  ///   - layers: from the front to the back.
  ///   - assets: compositions and images.
  ///   - members: more members of the document.
  ///   - files: what lies beside it.
  ///   - player: whose ways are drawn.
  ///   - replacements: what is put in place of what the document says.
  convenience init(
    _ layers: [String], assets: [String] = [], _ members: String = "", files: [String: [UInt8]] = [:],
    like player: LottiePlayer? = nil, replacing replacements: LottieReplacements = LottieReplacements()
  ) throws {
    try self.init(
      text: Self.document(layers, assets: assets, members), files: files, like: player, replacing: replacements)
  }

  /// Loads a document's text.
  init(
    text: String, files: [String: [UInt8]] = [:], like player: LottiePlayer? = nil,
    replacing replacements: LottieReplacements = LottieReplacements()
  ) throws {
    let folder = try TemporaryFolder()
    for (name, bytes) in files { try folder.write(bytes, to: name) }
    var options = SceneLoadOptions()
    options.lottie.imitating = player
    options.lottie.replacements = replacements
    scene = try LottieScene(contentsOf: URL(filePath: folder.write(text, to: "film.json")), options: options)
    // Time stands; each frame is asked for.
    scene.rootLayer.speed = 0
  }

  /// A document's text.
  static func document(_ layers: [String], assets: [String] = [], _ members: String = "") -> String {
    object(
      #""v":"5.9.0","fr":10,"ip":0,"op":100,"w":64,"h":64"#, members,
      #""assets":[\#(assets.joined(separator: ","))],"layers":[\#(layers.joined(separator: ","))]"#)
  }

  /// What was skipped, each with its path.
  var notes: [String] { scene.notes.map(\.message) }

  /// The film at a frame.
  func picture(at frame: Double = 0) throws -> Picture {
    scene.rootLayer.timeOffset = frame / 10
    return Picture(width: 64, bytes: try Canvas.small.renderer.pixels(of: scene.rootLayer))
  }

  /// A layer at a frame, with the values that its animations give it.
  func shown(_ name: String, at frame: Double) throws -> CALayer {
    scene.rootLayer.timeOffset = frame / 10
    host.clock.advance(to: 0)
    CATransaction.flush()
    return try #require(scene.layer(named: name)?.presentation(), "no layer '\(name)'")
  }

  /// Where a point of a layer lies in the film at a frame.
  func place(of point: CGPoint = .zero, in name: String = "A", at frame: Double = 0) throws -> CGPoint {
    let layer = try shown(name, at: frame)
    let root = try #require(host.layer.presentation())
    return layer.convert(point, to: root)
  }

  /// A number of a layer at a frame.
  func number(_ keyPath: String, of name: String = "A", at frame: Double) throws -> Double {
    try #require(shown(name, at: frame).value(forKeyPath: keyPath) as? NSNumber).doubleValue
  }
}

/// The error of loading a document.
@MainActor func failure(
  _ layers: [String], assets: [String] = [], _ members: String = ""
) -> SceneFileError? { failure(of: Film.document(layers, assets: assets, members)) }

/// The error of loading a document's text.
@MainActor func failure(of text: String) -> SceneFileError? {
  do {
    let folder = try TemporaryFolder()
    _ = try LottieScene(contentsOf: URL(filePath: folder.write(text, to: "film.json")))
  } catch { return error as? SceneFileError }
  return nil
}

// MARK: - Expecting

/// The picture of plain layers.
@MainActor func picture(of layers: [CALayer]) throws -> Picture {
  Picture(width: 64, bytes: try Canvas.small.pixels(layers))
}

/// Expects a film's frame to be the picture of plain layers.
///
/// - Parameters:
///   - layers: from the back to the front.
///   - tolerance: the largest difference, in 255ths.
@MainActor func expect(
  _ film: Film, at frame: Double = 0, shows layers: [CALayer], within tolerance: Int = 1,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws {
  let (actual, expected) = try (film.picture(at: frame), picture(of: layers))
  let difference = actual.difference(from: expected)
  expectAlike(
    difference.most <= tolerance, actual, expected: expected, "frame \(frame): \(difference)",
    sourceLocation: sourceLocation)
}

/// Expects two numbers to be as near as single precision has them.
func expectNear(
  _ actual: Double, _ expected: Double, within tolerance: Double = 1e-4,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  #expect(abs(actual - expected) <= tolerance, "\(actual), expected \(expected)", sourceLocation: sourceLocation)
}

/// Expects two points to be as near as single precision has them.
func expectNear(
  _ actual: CGPoint, _ expected: CGPoint, within tolerance: Double = 1e-4,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  #expect(
    hypot(actual.x - expected.x, actual.y - expected.y) <= tolerance, "\(actual), expected \(expected)",
    sourceLocation: sourceLocation)
}

extension Picture {
  /// Premultiplied red, green, blue and alpha.
  subscript(x: Int, y: Int) -> [UInt8] {
    let start = (y * width + x) * 4
    return Array(bytes[start..<start + 4])
  }
}

// MARK: - Plain layers

extension CGColor {
  static let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
  static let green = CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1)
  static let blue = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)

  static func red(_ alpha: Double) -> CGColor { CGColor(srgbRed: 1, green: 0, blue: 0, alpha: alpha) }
}

/// A rectangle of one colour.
func box(
  _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ color: CGColor = .red
) -> CALayer {
  let layer = CALayer()
  layer.frame = CGRect(x: x, y: y, width: width, height: height)
  layer.backgroundColor = color
  return layer
}

/// A layer as large as the canvas.
func canvas(_ sublayers: [CALayer], _ configure: (CALayer) -> Void = { _ in }) -> CALayer {
  let layer = CALayer()
  layer.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
  layer.sublayers = sublayers
  configure(layer)
  return layer
}

/// A filled path.
func filled(_ path: CGPath, _ configure: (CAShapeLayer) -> Void = { _ in }) -> CAShapeLayer {
  let layer = CAShapeLayer()
  layer.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
  layer.path = path
  layer.fillColor = .red
  configure(layer)
  return layer
}

/// A stroked path.
func stroked(_ path: CGPath, _ width: Double, _ configure: (CAShapeLayer) -> Void = { _ in }) -> CAShapeLayer {
  filled(path) {
    $0.fillColor = nil
    $0.strokeColor = .red
    $0.lineWidth = width
    configure($0)
  }
}

/// A path through points.
func lines(_ points: [[Double]], isClosed: Bool = true) -> CGMutablePath {
  let path = CGMutablePath()
  path.addLines(between: points.map { CGPoint(x: $0[0], y: $0[1]) })
  if isClosed { path.closeSubpath() }
  return path
}
