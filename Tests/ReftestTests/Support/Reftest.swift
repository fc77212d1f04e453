// A reftest: two scenes, what their pictures may differ by, and the comparison.

import Compositor
import CoreGraphics
import Multiplane
import QuartzCore
import TestScenes
import TestSupport
import Testing

/// Builds the layers of a scene.
typealias SceneBuilder = @MainActor @Sendable () -> [CALayer]

/// Two scenes that must give the same picture. `ReftestTests.swift` tells how to write one.
struct Reftest: Sendable, CustomTestStringConvertible {
  let name: String
  let fuzzy: Fuzzy
  let canvas: Canvas
  let time: Double
  let mayBeBlank: Bool
  let exceptions: [Metamorphism.Kind: Metamorphism.Exception]
  let a: SceneBuilder
  let b: SceneBuilder
  let sourceLocation: SourceLocation

  init(
    _ name: String, _ fuzzy: Fuzzy = .same, on canvas: Canvas = .reftest, at time: Double = 0,
    mayBeBlank: Bool = false, except exceptions: [Metamorphism.Kind: Metamorphism.Exception] = [:],
    sourceLocation: SourceLocation = #_sourceLocation, @LayerBuilder _ a: @escaping SceneBuilder,
    @LayerBuilder equals b: @escaping SceneBuilder
  ) {
    precondition(
      canvas.background == .clear, "a reftest's canvas is transparent: a scene brings its own background along")
    (self.name, self.fuzzy, self.canvas, self.time) = (name, fuzzy, canvas, time)
    (self.mayBeBlank, self.exceptions) = (mayBeBlank, exceptions)
    (self.a, self.b, self.sourceLocation) = (a, b, sourceLocation)
  }

  var testDescription: String { name }

  /// Renders both scenes by every rasteriser and expects their pictures to be alike.
  @MainActor func run() throws {
    for canvas in canvas.byEachRasterizer {
      let first = try Picture(of: a(), on: canvas, at: time)
      let second = try Picture(of: b(), on: canvas, at: time)
      let name = "\(name), by \(canvas.drawing.rawValue)"
      first.expectEqual(second, within: fuzzy, name, sourceLocation)
      if !mayBeBlank { #expect(!first.isBlank, "\(name): a picture of one colour", sourceLocation: sourceLocation) }
    }
  }

  /// Changes both scenes in a way whose effect on the picture is known, and expects just that, of every
  /// rasteriser.
  @MainActor func run(_ change: Metamorphism) throws {
    let exception: Fuzzy?
    switch exceptions[change.kind] {
    case .skip: return
    case .fuzzy(let difference, let pixels): exception = .fuzzy(difference, pixels: pixels)
    case nil: exception = nil
    }
    for canvas in change.comparesRasterizers ? [canvas.drawn(by: .rows)] : canvas.byEachRasterizer {
      for (scene, which) in [(a, "a"), (b, "b")] {
        let plain = try Picture(of: scene(), on: canvas, at: time)
        let (picture, expected) = try change.picture(of: scene, like: plain, on: canvas, at: time)
        let name = "\(name) (\(which)), \(change), by \(canvas.drawing.rawValue)"
        let fuzzy = exception ?? change.fuzzy(by: canvas.drawing)
        picture.expectEqual(expected, within: fuzzy, name, sourceLocation)
      }
    }
  }
}

/// How much two pictures may differ.
struct Fuzzy: Sendable, CustomStringConvertible {
  /// The largest difference of a component, of 255.
  var difference: Int
  /// How many pixels may differ.
  var pixels: Int
  /// Differences up to this are not counted.
  var unnoticed = 0

  /// Not at all.
  static let same = Fuzzy(difference: 0, pixels: 0)
  /// Each blend into 8 bits may round the other way, anywhere.
  static let rounding = Fuzzy(difference: 1, pixels: .max)
  /// Two rasterisers: llvmpipe rounds what it reads between texels, and two such draws may lie on each other.
  static let rasterizers = Fuzzy(difference: 2, pixels: .max)
  /// By at most `difference` of 255, in at most so many pixels.
  static func fuzzy(_ difference: Int, pixels: Int = .max) -> Fuzzy { Fuzzy(difference: difference, pixels: pixels) }

  var description: String {
    let most = "at most \(difference) in \(pixels == .max ? "any pixel" : "\(pixels) pixels")"
    return unnoticed > 0 ? "\(unnoticed) anywhere, \(most)" : most
  }
}

extension Canvas {
  /// Large enough to see a thing, small enough for hundreds of them.
  static let reftest = Canvas(width: 96, height: 72)
}

/// Lists layers; statements between them are fine.
@resultBuilder enum LayerBuilder {
  static func buildExpression(_ layer: CALayer) -> [CALayer] { [layer] }
  static func buildExpression(_ layers: [CALayer]) -> [CALayer] { layers }
  static func buildExpression(_ statement: Void) -> [CALayer] { [] }
  static func buildBlock(_ parts: [CALayer]...) -> [CALayer] { Array(parts.joined()) }
  static func buildOptional(_ part: [CALayer]?) -> [CALayer] { part ?? [] }
  static func buildEither(first: [CALayer]) -> [CALayer] { first }
  static func buildEither(second: [CALayer]) -> [CALayer] { second }
  static func buildArray(_ parts: [[CALayer]]) -> [CALayer] { Array(parts.joined()) }
}
