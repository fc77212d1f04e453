// The colours of the seeds' scenes: few, and the same in all of them, so that a colour means the same everywhere.

import CoreGraphics

extension ArtworkColor {
  /// The colour behind everything.
  static let backdrop = ArtworkColor(0.10, 0.12, 0.17)
  /// The ground that a group of layers lies on.
  static let panel = ArtworkColor(0.16, 0.19, 0.26)
  /// Tracks, ticks, outlines.
  static let line = ArtworkColor(0.33, 0.38, 0.48)
  /// The colour of paper, and of the things that are to stand out most.
  static let paper = ArtworkColor(0.96, 0.95, 0.91)
  static let coral = ArtworkColor(0.98, 0.45, 0.38)
  static let amber = ArtworkColor(1.00, 0.74, 0.30)
  static let mint = ArtworkColor(0.36, 0.84, 0.64)
  static let sky = ArtworkColor(0.36, 0.66, 1.00)
  static let violet = ArtworkColor(0.66, 0.51, 0.97)
}

extension CGColor {
  static let backdrop = ArtworkColor.backdrop.cgColor
  static let panel = ArtworkColor.panel.cgColor
  static let line = ArtworkColor.line.cgColor
  static let paper = ArtworkColor.paper.cgColor
  static let coral = ArtworkColor.coral.cgColor
  static let amber = ArtworkColor.amber.cgColor
  static let mint = ArtworkColor.mint.cgColor
  static let sky = ArtworkColor.sky.cgColor
  static let violet = ArtworkColor.violet.cgColor

  /// The bright colours, for what takes one after the other.
  static let brights = [sky, coral, amber, mint, violet]
}
