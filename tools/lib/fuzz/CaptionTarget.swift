// Files of captions: an input is one. It is read, its words are timed, and it is drawn at two times.

import CoreGraphics
import Foundation
import Multiplane
import QuartzCore
import SceneFiles

/// Reads captions and draws them.
enum CaptionTarget: FuzzTarget {
  static let name = "captions"
  static let memoryLimit: Int? = 256 << 20

  /// The files that tests hold against other readers.
  static func seeds(in folder: String?) throws -> [[UInt8]] {
    let truths = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Tests/CaptionsTests/Truths").standardizedFileURL
    return try FileManager.default.contentsOfDirectory(at: truths, includingPropertiesForKeys: nil)
      .sorted { $0.path < $1.path }.map { [UInt8](try Data(contentsOf: $0)) }
  }

  static func run(_ input: [UInt8]) throws -> String {
    let track: CaptionTrack
    do throws(SceneFileError) {
      track = try CaptionTrack(bytes: input, file: "captions")
    } catch {
      expect(!error.message.isEmpty, "an error without words")
      return "\(error.kind) \(error.message)"
    }
    for cue in track.cues {
      expect(cue.end > cue.start && cue.start >= 0, "a caption that is never shown")
      let sizes = cue.spans.compactMap(\.lineHeight)
      expect(sizes.allSatisfy { $0 > 0 && $0.isFinite }, "a size that is none: \(sizes)")
    }
    let size = CGSize(width: 320, height: 180)
    var style = CaptionStyle()
    style.words = CaptionStyle.Words.allCases[input.count % 4]
    if input.count % 3 == 0 { style.boxColor = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 0.5) }
    let (layer, notes) = CaptionTrack(cues: Array(track.cues.prefix(50))).makeLayers(size: size, scale: 1, style: style)
    let safe = CGRect(origin: .zero, size: size).insetBy(dx: 15.9, dy: 8.9)
    for cue in layer.sublayers ?? [] { expect(safe.contains(cue.frame), "outside of the safe area: \(cue.frame)") }
    let renderer = try OffscreenRenderer(size: size)
    if let first = track.cues.first {
      for time in [first.start, (first.start + first.end) / 2] { _ = try renderer.pixels(of: layer, at: time) }
    }
    return "\(track.cues.count) \(track.notes.count) \(notes.count) \(track.cues.first?.spans.count ?? 0)"
  }
}
