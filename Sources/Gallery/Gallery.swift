// Scenes in code, samples and benchmarks, by the names `demo:NAME`.
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

import CoreGraphics
import Foundation
import QuartzCore

extension Gallery {
  /// All scenes, in the order to list them in.
  package static var demos: [Demo] {
    [postcard, features] + seeds + [rectangles, antialiasedRectangles, cards, sprites, tree, morph]
      + [shadowFull, shadowCards, particles, fire, replicator, frosted]
      + [labels, chart, scripts, drawnClock, tiles, gauges, arcs]
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

  /// The README's sample: picture cards in perspective, each on three planes, fly in, turn and land in turn.
  static let postcard = Demo(
    "postcard", "picture cards that turn in perspective and land one after the other",
    size: CGSize(width: 640, height: 360), duration: 4
  ) {
    let root = CALayer()
    root.name = "table"
    root.frame = CGRect(x: 0, y: 0, width: 640, height: 360)
    root.backgroundColor = CGColor(red: 0.13, green: 0.15, blue: 0.2, alpha: 1)
    var perspective = CATransform3DIdentity
    perspective.m34 = -1 / 700
    root.sublayerTransform = perspective

    for (index, hue) in [0.55, 0.05, 0.8].enumerated() {
      let card = pictureCard(hue: hue)
      card.position = CGPoint(x: 150 + Double(index) * 170, y: 175 + Double(index % 2) * 12)
      card.transform = CATransform3DMakeRotation([-0.09, 0.05, 0.12][index], 0, 0, 1)
      root.addSublayer(card)
      land(card, begin: 0.2 + Double(index) * 0.35)
    }
    root.addSublayer(progressBar())
    return root
  }

  /// Returns a white card with a rounded picture and a badge.
  private static func pictureCard(hue: Double) -> CALayer {
    let card = CALayer()
    card.name = "card"
    card.bounds = CGRect(x: 0, y: 0, width: 180, height: 216)
    card.backgroundColor = .white
    card.cornerRadius = 14
    card.borderWidth = 1
    card.borderColor = CGColor(gray: 0, alpha: 0.2)

    let picture = CALayer()
    picture.name = "picture"
    picture.frame = CGRect(x: 12, y: 12, width: 156, height: 152)
    picture.contents = Artwork.landscape(width: 468, height: 456, hue: hue)
    picture.cornerRadius = 8
    picture.masksToBounds = true
    card.addSublayer(picture)

    for (line, width) in [(0, 120.0), (1, 84.0)] {
      let text = CALayer()
      text.name = "line"
      text.frame = CGRect(x: 12, y: 176 + Double(line) * 16, width: width, height: 8)
      text.cornerRadius = 4
      text.backgroundColor = CGColor(gray: 0.78 + Double(line) * 0.08, alpha: 1)
      card.addSublayer(text)
    }

    let badge = CALayer()
    badge.name = "badge"
    badge.bounds = CGRect(x: 0, y: 0, width: 26, height: 26)
    badge.position = CGPoint(x: 156, y: 190)
    badge.cornerRadius = 13
    badge.backgroundColor = ArtworkColor(hue: hue + 0.5, saturation: 0.6, value: 0.95).cgColor
    badge.borderWidth = 3
    badge.borderColor = .white
    card.addSublayer(badge)
    return card
  }

  /// Lets a card fall towards the table, turning about its vertical axis, and spring to rest.
  private static func land(_ card: CALayer, begin: CFTimeInterval) {
    let turn = CASpringAnimation(keyPath: "transform.rotation.y")
    turn.fromValue = 2.4
    turn.toValue = 0
    turn.damping = 9
    turn.stiffness = 60

    let fall = CASpringAnimation(keyPath: "zPosition")
    fall.fromValue = 520
    fall.toValue = 0
    fall.damping = 13
    fall.stiffness = 70

    let appear = CABasicAnimation(keyPath: "opacity")
    appear.fromValue = 0
    appear.toValue = 1
    appear.duration = 0.35

    for animation in [turn, fall] { animation.duration = animation.settlingDuration }
    let group = CAAnimationGroup()
    group.animations = [turn, fall, appear]
    group.beginTime = begin
    group.duration = max(turn.duration, fall.duration)
    group.fillMode = .backwards
    card.add(group, forKey: "land")
  }

  /// Returns a bar that fills over the scene's length.
  private static func progressBar() -> CALayer {
    let track = CALayer()
    track.name = "track"
    track.frame = CGRect(x: 170, y: 326, width: 300, height: 8)
    track.cornerRadius = 4
    track.masksToBounds = true
    track.backgroundColor = CGColor(gray: 1, alpha: 0.15)

    let bar = CALayer()
    bar.name = "bar"
    bar.anchorPoint = CGPoint(x: 0, y: 0.5)
    bar.position = CGPoint(x: 0, y: 4)
    bar.bounds = CGRect(x: 0, y: 0, width: 300, height: 8)
    bar.backgroundColor = CGColor(red: 1, green: 0.72, blue: 0.3, alpha: 1)
    track.addSublayer(bar)

    let fill = CAKeyframeAnimation(keyPath: "bounds.size.width")
    fill.values = [0, 90, 210, 300]
    fill.keyTimes = [0, 0.25, 0.6, 1]
    fill.timingFunctions = Array(repeating: CAMediaTimingFunction(name: .easeInEaseOut), count: 3)
    fill.duration = 4
    bar.add(fill, forKey: "fill")
    return track
  }
}
