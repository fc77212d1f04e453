// The check of a plan's file. It is on a shared disk, and a changed number must not trap a node, keep it busy for ever,
// or lead it out of the plan's folder.

import Foundation
import Multiplane
import Video

extension FilmPlan {
  private enum Limits {
    static let pixels = 1 << 20
    static let frames = Int(Int32.max)
    static let seconds = 1e9
    static let files = 65_536
  }

  /// Throws for the first invalid value. `path` is the plan's file, for the error.
  func check(_ path: String) throws(CommandError) {
    func require(_ isMet: Bool, _ field: String, _ value: Any, _ expected: String) throws(CommandError) {
      guard !isMet else { return }
      throw .badPlan(path, "\(field): \(value); expected \(expected)")
    }
    try require(version == 1, "version", version, "1, that of this program's plans")
    try require(
      !format.isEmpty && format.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }, "format", format,
      "a film's suffix, such as mp4")
    try require(
      LoadedScene.isDemo(scene) || Self.isInside(scene), "scene", scene, "demo:NAME, or a path inside of the plan")
    try require(files.count <= Limits.files, "files", files.count, "at most \(Limits.files)")
    for (number, file) in files.enumerated() {
      try require(Self.isInside(file.path), "files[\(number)].path", file.path, "a path inside of the plan")
      try require(0...1_000_000 ~= file.index, "files[\(number)].index", file.index, "0 or more")
    }
    try require(1...Limits.pixels ~= width, "width", width, "pixels, from 1 to \(Limits.pixels)")
    try require(1...Limits.pixels ~= height, "height", height, "pixels, from 1 to \(Limits.pixels)")
    try require(FrameRate(rate) != nil, "rate", rate, "frames a second, such as 30 or 30000/1001")
    try require(1...Limits.frames ~= frames, "frames", frames, "frames, from 1 to \(Limits.frames)")
    try require(abs(start) <= Limits.seconds, "start", start, "seconds, up to \(Limits.seconds)")
    try require(1...Limits.frames ~= segment, "segment", segment, "frames, 1 or more")
    try require(
      history.secondsPerFrame >= 0 && history.secondsBeforeLastChunk >= 0, "history", history, "seconds, 0 or more")
    try checkChunks(require)
  }

  /// Throws unless the chunks have all frames, once and in order, in whole segments.
  private func checkChunks(
    _ require: (Bool, String, Any, String) throws(CommandError) -> Void
  ) throws(CommandError) {
    try require(!chunks.isEmpty, "chunks", "none", "one at least")
    var next = 0
    for (number, chunk) in chunks.enumerated() {
      try require(chunk.firstFrame == next, "chunks[\(number)].firstFrame", chunk.firstFrame, "\(next), the next one")
      try require(
        1...frames - next ~= chunk.frames, "chunks[\(number)].frames", chunk.frames, "1 to \(frames - next)")
      next += chunk.frames
      try require(
        next == frames || chunk.frames % segment == 0, "chunks[\(number)].frames", chunk.frames,
        "whole segments of \(segment)")
      try require(
        next < frames || number == chunks.count - 1, "chunks", chunks.count, "\(number + 1), which are all frames")
    }
    try require(next == frames, "chunks", "\(next) frames", "all \(frames)")
  }

  /// Whether a relative path stays within its folder.
  private static func isInside(_ path: String) -> Bool {
    !path.isEmpty && !path.hasPrefix("/") && !path.utf8.contains(0)
      && path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { $0 != ".." }
  }

  /// Throws if this node's scene is not the planned film. `renderer` is nil if nothing is drawn.
  func check(
    _ exporter: VideoExporter, from start: Double, length: Double, _ renderer: OffscreenRenderer?, in folder: String
  )
    throws(CommandError)
  {
    var facts = [
      ("frames", "\(frames)", "\(exporter.frameCount(duration: length))"), ("start", "\(self.start)", "\(start)"),
      ("rate", rate, exporter.frameRate.description),
    ]
    if let renderer {
      facts += [
        ("width", "\(width)", "\(renderer.width)"), ("height", "\(height)", "\(renderer.height)"),
        ("isOpaque", "\(isOpaque)", "\(renderer.hasOpaqueBackground)"),
      ]
    }
    for (field, planned, own) in facts where planned != own {
      throw .badPlan("\(folder)/\(Self.fileName)", "\(field): \(planned); of the plan's scene it is \(own)")
    }
  }
}
