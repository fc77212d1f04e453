// driver SCENE.json: draws a neutral scene as tools/bench asks on the standard input, a command a line, and answers
// each with a line of JSON (tools/lib/bench/server.py says which there are; this does the same).

import Foundation
import Multiplane
import QuartzCore

@main
struct Driver {
  private let stage: Stage
  private var next = 0
  private var rendered = 0

  static func main() {
    guard CommandLine.arguments.count == 2 else {
      FileHandle.standardError.write(Data("usage: driver SCENE.json\n".utf8))
      exit(64)
    }
    signal(SIGPIPE, SIG_IGN)
    do {
      var driver = try Driver(path: CommandLine.arguments[1])
      try driver.answer(["ready": true, "pixels": "rgba", "stream": "rgba"])
      while let line = readLine() {
        let words = line.split(separator: " ", maxSplits: 2).map(String.init)
        if words == ["quit"] { return }
        try driver.answer(driver.perform(words))
      }
    } catch {
      FileHandle.standardError.write(Data("driver: \(error)\n".utf8))
      exit(70)
    }
  }

  private init(path: String) throws {
    stage = try Stage(path: path)
  }

  private func answer(_ record: [String: Any]) throws {
    let line = try JSONSerialization.data(withJSONObject: record, options: .sortedKeys)
    FileHandle.standardOutput.write(line + Data("\n".utf8))
  }

  private mutating func perform(_ words: [String]) throws -> [String: Any] {
    switch (words.first, words.dropFirst().first, words.dropFirst(2).first) {
    case ("run", let seconds?, nil): return try run(Double(seconds) ?? 1)
    case ("picture", let frame?, let path?):
      try picture(Int(frame) ?? 0, to: path)
      return ["size": [stage.renderer.width, stage.renderer.height]]
    case ("pipe", let frames?, let descriptor?): return try pipe(Int(frames) ?? 1, to: descriptor)
    case ("export", let frames?, let path?): return try export(Int(frames) ?? 1, to: path)
    default: throw CocoaError(.featureUnsupported)
    }
  }

  /// Renders frames until `isOver` answers with true for how many there are: each is prepared while the one before it
  /// is drawn.
  private mutating func render(
    until isOver: (Int) -> Bool, each body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let (stage, first, before) = (self.stage, next, rendered)
    try withoutActuallyEscaping(isOver) { isOver in
      var count = 0
      let times = AnyIterator<Double> {
        guard !isOver(count) else { return nil }
        // The renderer's time only goes on.
        let now = Double(before + count) / stage.scene.frameRate
        stage.show(frame: (first + count) % stage.scene.frames, at: now)
        count += 1
        return now
      }
      try stage.renderer.forEachFrame(of: stage.root, at: times) { try body($1) }
      next = (first + count) % stage.scene.frames
      rendered += count
    }
  }

  /// Frames, one after the other, for a time.
  private mutating func run(_ seconds: Double) throws -> [String: Any] {
    var times: [Double] = []
    let start = Self.now()
    var last = start
    try render(
      until: { $0 >= 2 && Self.now() - start >= seconds },
      each: { _ in
        let now = Self.now()
        times.append((now - last) * 1000)
        last = now
      })
    let s = stage.renderer.statistics
    return [
      "milliseconds": times,
      "counters": [
        "layers": s.layers, "visible": s.visibleLayers, "draws": s.draws, "passes": s.passes,
        "offscreenPixels": s.offscreenPixels, "uploads": s.uploads, "uploadedBytes": s.uploadedBytes,
      ],
    ]
  }

  private mutating func picture(_ frame: Int, to path: String) throws {
    let now = Double(rendered) / stage.scene.frameRate
    stage.show(frame: frame, at: now)
    try Data(stage.renderer.pixels(of: stage.root, at: now)).write(to: URL(fileURLWithPath: path))
    rendered += 1
  }

  /// Frames to a named pipe, which an encoder reads.
  private mutating func pipe(_ count: Int, to path: String) throws -> [String: Any] {
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    next = 0
    try render(
      until: { $0 == count },
      each: { pixels in
        var done = 0
        while done < pixels.count {
          let written = write(file.fileDescriptor, pixels.baseAddress! + done, pixels.count - done)
          guard written > 0 else { throw CocoaError(.fileWriteUnknown) }
          done += written
        }
      })
    try file.close()
    return ["frames": count]
  }

  /// Frames to a video through the library's own exporter.
  private mutating func export(_ count: Int, to path: String) throws -> [String: Any] {
    let exporter = try VideoExporter(path: path, frameRate: stage.scene.frameRate, crf: 18)
    var frame = 0
    let begin = Double(rendered) / stage.scene.frameRate
    try exporter.export(
      stage.root, with: stage.renderer, from: begin, duration: Double(count) / stage.scene.frameRate,
      beforeFrame: { now in
        stage.show(frame: frame % stage.scene.frames, at: now)
        frame += 1
      })
    rendered += frame
    return ["frames": frame]
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
