// What is wrong with a document, whatever its frames look like: what its reader said, and what the renderer could not
// do as asked.
//
// Tested by DocumentCheckTests.

import CoreGraphics
import Documents
import Multiplane
import QuartzCore

enum DocumentRules {
  /// Returns the findings for the notes of the scene's reader.
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
        case .other: (.notRead, "the film is without it, or with the nearest there is: look whether that will do")
        }
      return Finding(rule, "\(note)", advice: advice)
    }
  }

  /// Whether the renderer says something of a tree as a whole, at each frame anew, and not of one of its layers.
  static func isOfAll(_ issue: String) -> Bool {
    issue == FontLibrary.lastResortIssue || issue.hasPrefix("layers nested deeper")
  }

  /// Returns the findings for the renderer's issues with a tree.
  static func findings(issues: [String]) -> [Finding] {
    issues.compactMap { issue -> Finding? in
      // TextRules tell of each layer, with its box.
      if issue.contains("text names the font") { return nil }
      if issue == FontLibrary.lastResortIssue {
        return Finding(
          .fallbackFont,
          "no font is installed: text is set in one that is built in and has Latin, Greek and Cyrillic letters alone",
          advice: "install fonts, or bring one along by --font")
      }
      if issue.contains("no such animatable property") {
        // The key path is what was quoted last.
        let keyPath = issue.split(separator: "\"").dropLast().last.map(String.init) ?? ""
        return Finding(
          .unknownKeyPath, issue + LayerKeyPaths.guess(of: keyPath), advice: "mend the key path; nothing moves by it")
      }
      if issue.contains("animation") {
        return Finding(.idleAnimation, issue, advice: "mend the animation's values, or take it out")
      }
      return Finding(.notDrawn, issue, advice: "look whether the picture will do without it")
    }
  }

  /// Animations that are over before the scene begins, or begin when it is over.
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
