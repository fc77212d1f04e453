// A scene for the tests of a preview: a square that goes right by 10 points a frame, and is blue from a second on.

import CoreGraphics
import Foundation
import Multiplane
import QuartzCore

@testable import Preview

/// A source that makes its scene of nothing, and counts.
@MainActor
final class TestSource: PreviewSource {
  /// What the next reading fails with; nil: nothing.
  var failure: PreviewFailure?
  var files: [String] = []
  /// When its state changes, in seconds.
  var changes: [Double] = []
  /// How many scenes were made, and the times that `beforeFrame` was told.
  private(set) var made = 0
  private(set) var told: [Double] = []
  private final class Life {}
  private var lives: [Weak] = []
  private struct Weak { weak var life: Life? }
  /// How many scenes are there.
  var living: Int { lives.count { $0.life != nil } }

  func read() throws -> PreviewInfo {
    if let failure { throw failure }
    var info = PreviewInfo(title: "test")
    info.pixels = .init(width: 40, height: 10)
    return info
  }

  func makeScene(_ look: PreviewLook) throws -> PreviewedScene {
    made += 1
    let (root, clock) = (CALayer(), MediaClock(startingAt: 0))
    MediaClock.current = clock
    root.frame = CGRect(x: 0, y: 0, width: 40, height: 10)
    root.name = "Root"
    let square = CALayer()
    (square.name, square.frame) = ("Square", CGRect(x: 0, y: 0, width: 10, height: 10))
    square.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 0.5)
    let move = CABasicAnimation(keyPath: "position.x")
    (move.fromValue, move.toValue, move.duration) = (5.0, 35.0, 3.0)
    square.add(move, forKey: "move")
    root.addSublayer(square)
    let renderer = try OffscreenRenderer(
      size: root.bounds.size, options: OffscreenRenderer.Options(background: .clear, isFlipped: false, clock: clock))
    let life = Life()
    lives.append(Weak(life: life))
    var left = changes[...]
    return PreviewedScene(root: root, renderer: renderer, clock: clock, rate: 10, changes: changes) { time in
      _ = life
      self.told.append(time)
      while let change = left.first, change <= time {
        square.backgroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
        left.removeFirst()
      }
    }
  }

  var parentVariable: String { "" }

  var checkArguments: [String]? { nil }

  func soundArguments(writingTo path: String) -> [String] { [] }

  func filmArguments(_ film: PreviewFilm, writingTo path: String) -> [String] { ["video", path] }

  func values(ofRow row: Int?) throws -> [PreviewValue] {
    guard row ?? 1 == 1 else { throw PreviewFailure("there is no row \(row ?? 1)") }
    return [PreviewValue(name: "Title", kind: "text", text: written["Title"])]
  }

  /// The values that were written.
  private(set) var written: [String: String] = [:]

  func write(_ values: [String: String], toRow row: Int) { written.merge(values) { $1 } }
}

@MainActor
func session(_ source: TestSource) -> PreviewSession {
  let session = PreviewSession(source, title: "test") { $0 as? PreviewFailure ?? PreviewFailure("\($0)") }
  session.begin()
  return session
}

extension PreviewSession.Frame {
  /// The colour of a pixel in the middle row, as it is in a picture.
  func color(atX x: Int) -> [UInt8] { Array(pixels[(width * height / 2 + x) * 4..<(width * height / 2 + x) * 4 + 4]) }
}
