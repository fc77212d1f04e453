// Scenes in code and, in the folder Files, in documents: samples and benchmarks, by the names `demo:NAME`.
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
// The build puts the documents into the program.
//
// Tested by ExplicitSceneTests, ImplicitSceneTests and TimeSceneTests.

import CoreGraphics
import Foundation
import QuartzCore

extension Gallery {
  /// All scenes, in the order to list them in.
  package static var demos: [Demo] {
    [postcard, features] + seeds + [rectangles, antialiasedRectangles, cards, sprites, tree, morph]
      + [shadowFull, shadowCards, particles, fire, replicator, frosted]
      + [labels, scripts, drawnClock, tiles, gauges, arcs]
  }

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

// The seeds are a scene for each numbered listing of the texts from which this project grew, about layer time, easing,
// implicit and explicit animation, and a folding page. Their ideas, in code, words and pictures of our own.
extension Gallery {
  /// The scenes of the seeds, in the order of the texts.
  static let seeds: [Demo] = [
    implicitColor, completionBlock, viewAnimation, customAction, presentationHit,
    basic, keyframes, path, virtualRotation, group, transitions, pictureFade, tabFade, viewTransitions,
    customTransition, cancelled,
    rotation, swingingDoor, timeOffset, scrubbing,
    easing, timingCurves, clock, bouncingBall,
    foldingPage,
  ]
}

// Scenes that the program does not compute: documents that people could have written.
extension Gallery {
  /// The README's sample: picture cards in perspective, each on three planes, fly in, turn and land in turn.
  static let postcard = Demo(
    document: "postcard", "picture cards that turn in perspective and land one after the other")

  /// A shadow of radius 100 under a layer as large as the screen, which grows and shrinks.
  static let shadowFull = Demo(document: "shadow-full", "a shadow of radius 100 under a full-screen layer")

  /// A rounded panel over a picture as large as a video's, which is blurred anew in each frame.
  static let frosted = Demo(document: "frosted", "a frosted panel that moves over a picture")

  /// Three kinds of sparks, 5,000 alive at any time, with additive blending.
  static let particles = Demo(document: "particles", "5,000 particles, additive")

  /// A camp fire: flames and smoke from a line, and sparks that leave trails.
  static let fire = Demo(document: "fire", "a camp fire: flames, smoke, and sparks with trails")

  /// A replicator in a replicator, both delayed: spokes of dots, in which a wave runs outward and around.
  static let replicator = Demo(document: "replicator", "one dot, copied along spokes and around, each copy later")
}
