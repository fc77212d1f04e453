// Scenes of our own, drawn by code: samples to look at and the benchmark's scenes. Reached as `demo:NAME`.
//
// The folders stand in one order; each uses only those before it (FolderOrderTests):
//
//   Artwork    colours, brushes, pictures
//   Stage      what a scene is, and scripts that run in one
//   Seeds      scenes that have one behaviour each
//   Features   the sheet of what layers can look like
//   Score      scenes that grow until a frame takes too long
//   .          further scenes, and the list of all
//
// Tested by ExplicitSceneTests, ImplicitSceneTests and TimeSceneTests.

extension Gallery {
  /// All scenes, in the order to list them in.
  package static var demos: [Demo] {
    [postcard, features] + seeds + [rectangles, antialiasedRectangles, cards, sprites, tree, morph]
      + [shadowFull, shadowCards, particles, fire, replicator, frosted]
      + [labels, chart, scripts, drawnClock, tiles, gauges, arcs]
  }

  /// A scene by name.
  package static func demo(named name: String) -> Demo? { demos.first { $0.name == name } }

  /// Sets of scenes to measure, by name.
  package static let suites: [String: [String]] = [
    "compositing": [
      "rectangles", "rectangles-antialiased", "cards", "sprites", "tree", "morph", "shadow-full", "shadow-cards",
      "particles", "frosted", "labels",
    ],
    "drawing": ["gauges", "labels"],
  ]
}

// The seeds: a scene for each numbered listing of the texts that this project grew from, about layer time, easing,
// implicit and explicit animation, and a page that folds. Their ideas, in code, words and pictures of our own.
extension Gallery {
  /// Scenes after the seed documents, in their order: implicit animation, explicit animation, layer time, easing, the
  /// folding page.
  static let seeds: [Demo] = [
    implicitColor, completionBlock, viewAnimation, customAction, presentationHit,
    basic, keyframes, path, virtualRotation, group, transitions, pictureFade, tabFade, viewTransitions,
    customTransition, cancelled,
    rotation, swingingDoor, timeOffset, scrubbing,
    easing, timingCurves, clock, bouncingBall,
    foldingPage,
  ]
}
