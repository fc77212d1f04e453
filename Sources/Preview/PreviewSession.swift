// The previewed scene: read again when its files change, and viewed by the pages.
//
// Tested by PreviewSessionTests.
//
//   files --FileWatch--> PreviewSession --PreviewStage--> frames, trees      on the main thread
//                          |    ^
//                          |    | PreviewWorker                             of the process that draws
//                          v    |
//                          PreviewDrawing                                   in the process that serves
//                          |    ^
//              EventStream |    | PreviewServer: addresses and answers
//                          v    |
//                          pages

import Documents
import Foundation
import ImageCodecs
import ImageFiles
import Multiplane
import QuartzCore
import Workshop

/// A scene, its error, and its views.
@MainActor
package final class PreviewSession {
  private let source: any PreviewSource
  private var info: PreviewInfo
  private var error: PreviewFailure?
  private var version: Int
  /// The stages of looks, the last requested ones last.
  private var stages: [(look: PreviewLook, stage: PreviewStage)] = []
  /// The most stages of thumbnails and of others each: a stage has a tree of layers, and its renderer's caches.
  private static let mostStages = 8
  private let describe: (any Error) -> PreviewFailure
  let events = EventStreams()
  private let reports: PreviewReports
  /// Receives a message when the files are about to be read, and one with the files that were.
  var tell: (PreviewMessage) -> Void = { _ in }

  /// - Parameters:
  ///   - version: the number of earlier versions that pages know.
  ///   - describe: returns the failure for pages of an error.
  package init(
    _ source: any PreviewSource, title: String, version: Int = 0, describe: @escaping (any Error) -> PreviewFailure
  ) {
    (self.source, self.version, self.describe) = (source, version, describe)
    info = PreviewInfo(title: title)
    reports = PreviewReports(events, parentVariable: source.parentVariable)
  }

  /// Reads the scene for the first time, and tells pages about an error in it.
  package func begin() {
    if let failure = reload() { publish(failure) }
  }

  private var files: [String] { source.files }

  /// Follows the files; never returns.
  package nonisolated func follow() async {
    var watch = FileWatch(await files)
    var pending: (failure: PreviewFailure, since: ContinuousClock.Instant)?
    while !Task.isCancelled {
      try? await Task.sleep(for: FileWatch.interval)
      if watch.hasChanged() {
        let start = Date()
        let failure = await reload()
        watch.follow(await files, readSince: start)
        pending = failure.map { ($0, .now) }
      } else if let failure = pending, ContinuousClock.now - failure.since > FileWatch.patience {
        // An editor that writes in steps is done by now.
        await publish(failure.failure)
        pending = nil
      }
    }
  }

  /// Reads the files again. Returns the error in them, which is not published yet.
  private func reload() -> PreviewFailure? {
    tell(.reading)
    defer { tell(.files(files)) }
    do {
      info = try source.read()
      error = nil
      version += 1
      stages = []
      reports.forget()
      events.send("scene", PreviewVersion(version: version).text)
      return nil
    } catch {
      return describe(error)
    }
  }

  private func publish(_ failure: PreviewFailure) {
    error = failure
    version += 1
    events.send("scene", PreviewVersion(version: version).text)
  }

  // MARK: Answers

  func scene() -> Data { PreviewSceneAnswer(version: version, error: error, info: info).json }

  struct Frame: Sendable {
    let pixels: Data
    let width: Int
    let height: Int
    let version: Int
    let milliseconds: Double
  }

  private struct Wanted {
    let look: PreviewLook
    let time: Double
    let continuation: CheckedContinuation<Frame, any Error>
  }

  private var wanted: [Wanted] = []

  /// Returns a frame. Of the requested ones, the next in the scene's time is drawn first, as requests in advance come
  /// by several connections, in any order.
  func frame(_ look: PreviewLook, at time: Double) async throws -> Frame {
    try await withCheckedThrowingContinuation { continuation in
      wanted.append(Wanted(look: look, time: time, continuation: continuation))
      if wanted.count == 1 { Task { await drawWanted() } }
    }
  }

  private func drawWanted() async {
    while !wanted.isEmpty {
      await Task.yield()
      let index = indexOfNext
      let next = wanted[index]
      // A request stays in the queue until it is drawn: there is one such loop.
      let frame = Result { try draw(next.look, at: next.time) }
      wanted.remove(at: index)
      next.continuation.resume(with: frame)
    }
  }

  /// The index of the frame to draw next: the longest waiting look's next frame in time, or its first if all are past.
  private var indexOfNext: Int {
    let look = wanted[0].look
    let now = stages.first { $0.look == look }?.stage.time ?? -.infinity
    let frames = wanted.indices.filter { wanted[$0].look == look }
    let coming = frames.filter { wanted[$0].time >= now }
    return (coming.isEmpty ? frames : coming).min { wanted[$0].time < wanted[$1].time } ?? 0
  }

  private func draw(_ look: PreviewLook, at time: Double) throws -> Frame {
    try describing {
      let stage = try stage(look)
      let (pixels, milliseconds) = try stage.pixels(at: time)
      return Frame(
        pixels: pixels, width: stage.renderer.width, height: stage.renderer.height, version: version,
        milliseconds: milliseconds)
    }
  }

  func picture(_ look: PreviewLook, at time: Double) throws -> Bitmap {
    try describing { try stage(look).bitmap(at: time) }
  }

  func tree(_ look: PreviewLook, at time: Double) throws -> Data {
    struct Answer: Encodable {
      let version: Int
      let tree: LayerTreeReport

      private enum CodingKeys: CodingKey { case version }

      func encode(to encoder: any Encoder) throws {
        try tree.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(version, forKey: .version)
      }
    }
    return try describing {
      try Self.json(Answer(version: version, tree: inspected(look).tree(at: time)))
    }
  }

  func layer(_ id: String, _ look: PreviewLook, at time: Double) throws -> Data {
    try describing {
      guard let layer = try inspected(look).layer(id, at: time) else {
        throw PreviewFailure("no layer \(id)", status: 404)
      }
      return try Self.json(layer)
    }
  }

  func pick(x: Double, y: Double, _ look: PreviewLook, at time: Double) throws -> Data {
    try describing {
      try Self.json(["layers": inspected(look).tree(at: time).layers(atX: x, y: y)])
    }
  }

  /// Returns the findings of a check, which begins if this version of the scene has not been checked yet.
  func findings() -> Data { reports.findings(source.checkArguments, isBroken: error != nil) }

  func values(ofRow row: Int?) throws -> Data {
    try describing { try Self.json(["values": source.values(ofRow: row)]) }
  }

  /// Writes a look's values to its row.
  func write(_ look: PreviewLook) throws -> Data {
    try describing {
      guard let row = look.row, !look.values.isEmpty else { throw PreviewFailure("row: expected one, and values") }
      try source.write(look.values, toRow: row)
      return try Self.json(["row": row])
    }
  }

  func filmArguments(_ film: PreviewFilm, _ path: String) throws -> Data {
    try describing { try Self.json(source.filmArguments(film, writingTo: path)) }
  }

  func sound() async throws -> Data {
    guard info.hasSound else { throw PreviewFailure("the scene has no sound", status: 404) }
    return try await reports.sound { self.source.soundArguments(writingTo: $0) }
  }

  // MARK: Stages

  private func inspected(_ look: PreviewLook) throws -> PreviewStage {
    var look = look
    look.isForInspection = true
    return try stage(look)
  }

  private func stage(_ look: PreviewLook) throws -> PreviewStage {
    if let index = stages.firstIndex(where: { $0.look == look }) {
      let found = stages.remove(at: index)
      stages.append(found)
      return found.stage
    }
    guard info.pixels != nil else { throw error ?? PreviewFailure("nothing was read", status: 409) }
    let source = source
    let stage = try PreviewStage { try source.makeScene(look) }
    stages.append((look, stage))
    let alike = stages.indices.filter { stages[$0].look.isThumbnail == look.isThumbnail }
    if alike.count > Self.mostStages { stages.remove(at: alike[0]) }
    return stage
  }

  nonisolated static func json(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(value)
  }

  private func describing<Answer>(_ body: () throws -> Answer) throws -> Answer {
    do { return try body() } catch let failure as PreviewFailure { throw failure } catch { throw describe(error) }
  }
}

extension PreviewSession: PreviewAnswering {
  nonisolated func answer(_ name: String, _ query: [(name: String, value: String)]) async -> HTTPResponse {
    do {
      return try await answer(to: name, query)
    } catch let failure as PreviewFailure {
      return .failure(failure)
    } catch {
      return .failure(PreviewFailure("\(error)", status: 500))
    }
  }

  private nonisolated func answer(
    to name: String, _ query: [(name: String, value: String)]
  ) async throws -> HTTPResponse {
    func number(_ key: String) throws -> Double? {
      guard let text = query.first(where: { $0.name == key })?.value else { return nil }
      guard let value = Double(text), abs(value) <= 1e9 else {
        throw PreviewFailure("\(key): expected a number, and it is '\(text.excerpt)'")
      }
      return value
    }
    switch name {
    case "scene": return .json(await scene())
    case "findings": return .json(await findings())
    case "sound": return .bytes(try await sound(), "audio/wav")
    case "values": return .json(try await values(ofRow: number("row").map { Int(bounded: $0) }))
    case "film":
      return .json(try await filmArguments(PreviewFilm(query), query.first { $0.name == "path" }?.value ?? ""))
    case "write": return .json(try await write(PreviewLook(query)))
    default: break
    }
    let look = try PreviewLook(query)
    let time = max(try number("time") ?? 0, 0)
    switch name {
    case "frame": return .frame(try await frame(look, at: time))
    case "frame.png":
      let bitmap = try await picture(look, at: time)
      return .bytes(Data(try ImageFile.encode(bitmap, as: .png, name: name)), "image/png")
    case "tree": return .json(try await tree(look, at: time))
    case "layer":
      return .json(try await layer(query.first { $0.name == "id" }?.value ?? "", look, at: time))
    case "pick": return .json(try await pick(x: try number("x") ?? 0, y: try number("y") ?? 0, look, at: time))
    default: throw PreviewFailure("no such address", status: 404)
    }
  }
}
