// Tested by CostCheckTests and DocumentCheckTests.

import Compositor
import CoreGraphics
import Documents
import Foundation
import Multiplane
import QuartzCore

/// Finds slow frames whose picture could cost less.
struct CostRule: FrameRule {
  private struct Surfaces {
    var count = 0
    var pixels = 0.0
    var box: CGRect?
    var time = 0.0
  }

  private var shadows = LayerTable<Surfaces>()
  private var rasterized = LayerTable<Surfaces>()
  private(set) var costliest: CheckReport.Costliest?
  private(set) var mostBytes = 0

  /// Surfaces below this part of the frame are cheap.
  private static let leastPart = 0.02
  /// The most times that as many pixels as the frame's may be drawn offscreen.
  private static let mostOffscreen = 6.0
  /// Fewer pixels, those of two frames of 1080p, take no noticeable time.
  private static let leastOffscreen = 4_147_200

  mutating func look(at frame: CheckedFrame) {
    for pass in frame.list.passes where pass.slot >= 0 {
      guard let layer = frame.layers[pass.slot] else { continue }
      if pass.reasons.contains(.shadowOfAlpha), Self.hasKnownOutline(layer) {
        Self.note(pass, at: frame.time, in: &shadows[layer, default: .init()])
      }
      if pass.reasons.contains(.rasterized), Self.moves(layer) {
        Self.note(pass, at: frame.time, in: &rasterized[layer, default: .init()])
      }
    }
    let counters = frame.list.counters
    let drawn = Double(frame.width * frame.height) * counters.overdraw + Double(counters.offscreenPixels)
    if drawn > costliest?.drawnPixels ?? -1 {
      costliest = CheckReport.Costliest(
        time: frame.time, drawnPixels: drawn, offscreenPixels: counters.offscreenPixels, passes: counters.passes,
        draws: counters.draws)
    }
    let surfaces = frame.list.passes.reduce(0) { $0 + $1.box.area * 4 }
    mostBytes = max(mostBytes, Int(bounded: surfaces))
  }

  private static func note(_ pass: RenderPass, at time: Double, in surfaces: inout Surfaces) {
    surfaces.count += 1
    guard pass.box.area > surfaces.pixels else { return }
    (surfaces.pixels, surfaces.box, surfaces.time) = (pass.box.area, pass.box.rect, time)
  }

  /// Whether a layer's outline is known: that of its own opaque background, or of those of its sublayers. The outlines
  /// of images, shapes and letters cannot be given as a path.
  private static func hasKnownOutline(_ layer: CALayer) -> Bool {
    if let background = layer.backgroundColor {
      return background.alpha == 1
    }
    guard type(of: layer) == CALayer.self, layer.contents == nil, layer.mask == nil else { return false }
    return (layer.sublayers ?? []).allSatisfy { $0.isHidden || hasKnownOutline($0) }
  }

  private static func moves(_ layer: CALayer) -> Bool {
    (layer.sublayers ?? []).contains { inner in
      inner.animations.contains { $0.phase == .committed || $0.phase == .begun } || moves(inner)
    }
  }

  func findings(_ scene: CheckedScene) -> [Finding] {
    let least = Double(scene.width * scene.height) * Self.leastPart
    var findings = shadows.entries.filter { $0.value.pixels >= least }.map { layer, surfaces in
      Finding(
        .avoidableSurface, layer: layer.checkedPath,
        "the shadow follows everything that the layer shows, which takes a surface of "
          + "\(Int(surfaces.pixels)) pixels",
        advice: "a shadowPath of the layer's outline gives a shadow without one", box: surfaces.box,
        times: [surfaces.time...surfaces.time])
    }
    findings += rasterized.entries.filter { $0.value.pixels >= least && $0.value.count > 1 }.map { layer, surfaces in
      Finding(
        .avoidableSurface, layer: layer.checkedPath,
        "shouldRasterize keeps a picture of the layer, and what is in it moves: it is drawn anew for every frame",
        advice: "leave shouldRasterize out", box: surfaces.box, times: [surfaces.time...surfaces.time])
    }
    if let costliest, costliest.offscreenPixels > Self.leastOffscreen,
      Double(costliest.offscreenPixels) > Double(scene.width * scene.height) * Self.mostOffscreen
    {
      let times = Double(costliest.offscreenPixels) / Double(scene.width * scene.height)
      findings.append(
        Finding(
          .offscreenPixels, "surfaces of \(times.formatted(places: 1)) times the frame's pixels are drawn for a frame",
          advice: "'multiplane inspect --at \(costliest.time.formatted(places: 3))' lists them with their reasons",
          times: [costliest.time...costliest.time]))
    }
    return findings
  }
}

/// The findings that do not depend on frames: the notes of the document's reader, and the renderer's issues.
enum DocumentRules {
  static func findings(_ notes: [SceneNote]) -> [Finding] {
    notes.map { note -> Finding in
      let (rule, advice): (CheckRule, String) =
        switch note.topic {
        case .missingFile: (.missingFile, "put the file there, or take out what names it")
        case .font: (.fallbackFont, "bring the font along by --font, or name an installed one")
        case .glyph: (.missingGlyph, "choose a font that has them, or bring one along by --font")
        case .textSize: (.cutText, "shorten the text, or have it fitted by --text-fit")
        case .state: (.deadState, "mend the name, or take the state's entry out")
        case .keyPath: (.unknownKeyPath, "mend the key path; nothing moves by it")
        case .color:
          (.filmColors, "mend the film's tags, or lay the scene over the film by --over, which keeps its range")
        case .other: (.notRead, "the film is without it, or with the nearest there is: look whether that will do")
        }
      return Finding(rule, "\(note)", advice: advice)
    }
  }

  /// Returns the findings for the renderer's issues with a tree.
  static func findings(issues: [LayerIssue]) -> [Finding] {
    issues.compactMap { issue -> Finding? in
      switch issue.kind {
      // TextRule reports each layer, with its box.
      case .missingFont: nil
      case .noFonts:
        Finding(
          .fallbackFont,
          "no font is installed: text is set in one that is built in and has Latin, Greek and Cyrillic letters alone",
          advice: "install fonts, or bring one along by --font")
      case .unknownKeyPath(let keyPath):
        Finding(
          .unknownKeyPath, "\(issue)\(LayerKeyPaths.guess(of: keyPath))",
          advice: "mend the key path; nothing moves by it")
      case .animation: Finding(.idleAnimation, "\(issue)", advice: "mend the animation's values, or take it out")
      case .nesting, .drawing: Finding(.notDrawn, "\(issue)", advice: "look whether the picture will do without it")
      }
    }
  }

  /// Returns the animations that end before the scene begins, or begin after its end.
  static func findings(idle runs: [AnimationRun], _ scene: CheckedScene) -> [Finding] {
    guard !scene.isStill else { return [] }
    return runs.compactMap { run -> Finding? in
      let isLate = run.start >= scene.duration + 1e-6
      guard isLate || run.end <= -1e-6 else { return nil }
      let key = run.key.map { "the animation \"\($0)\"" } ?? "an animation without a key"
      let what =
        isLate
        ? "begins at \(run.start.formatted(places: 2)) s, and the scene ends at "
          + "\(scene.duration.formatted(places: 2)) s"
        : "is over before the scene begins"
      return Finding(
        .idleAnimation, layer: run.layer.checkedPath, "\(key) never runs: it \(what)",
        advice: "move its beginTime into the scene, or check for longer by --duration")
    }
  }
}

extension LayerIssue {
  /// Whether the issue is of the tree as a whole, and reported at each frame.
  var isOfAll: Bool { kind == .noFonts || kind == .nesting }
}
