// Tested by PreviewCommandTests.

import Foundation
import Synchronization

/// A scene that another process of the program reads and draws. If a document crashes that process, the pages are told,
/// and another one begins when a file is saved next.
package final class PreviewDrawing: PreviewAnswering {
  @MainActor let events: EventStreams
  private let exports: PreviewExports
  private let title: String
  private let limit: Double
  private let overtime: String
  private let arguments: @Sendable (Int) -> [String]
  private let state: Mutex<State>

  private struct State {
    var process: PreviewProcess?
    var failure: PreviewFailure?
    var number = 0
    var waiting: [Int: (question: PreviewQuestion, continuation: CheckedContinuation<HTTPResponse, Never>)] = [:]
    var version = 0
    var scene: Data?
    /// The files as they were before they were last read.
    var watch: FileWatch
    var files: [String]
    /// The number of polls since the process was asked for a sign of life, or gave one.
    var looks = 0
    var isAsked = false
    /// Whether another process takes over its questions.
    var isReplaced = false
  }

  /// The seconds that a process may spend on files that have been saved again.
  private static let patience = 2.0

  /// - Parameters:
  ///   - files: the files to follow before the scene is read.
  ///   - limit: the seconds for one task of the process.
  ///   - overtime: the message after a longer task.
  ///   - films: the folder of the films that pages ask for.
  ///   - parentVariable: the environment variable of a descriptor with which a command ends.
  ///   - arguments: the arguments of the drawing command, by the number of the scene's versions that pages know.
  @MainActor
  package init(
    title: String, files: [String], limit: Double, overtime: String, films: String, parentVariable: String,
    arguments: @escaping @Sendable (_ version: Int) -> [String]
  ) {
    events = EventStreams()
    exports = PreviewExports(events, folder: films, parentVariable: parentVariable)
    (self.title, self.limit, self.overtime, self.arguments) = (title, limit, overtime, arguments)
    state = Mutex(State(watch: FileWatch(files), files: files))
  }

  /// Starts the process, and another one whenever it must draw again.
  package func begin() {
    start()
    Task.detached { [self] in
      while true {
        try? await Task.sleep(for: FileWatch.interval)
        look()
      }
    }
  }

  private func start() {
    let isAtWork = state.withLock { state -> Bool in
      (state.failure, state.looks, state.isAsked, state.isReplaced) = (nil, 0, false, false)
      do {
        let process = try PreviewProcess(arguments(state.version), told: { [weak self] in self?.take($0, $1) }) {
          [weak self] in self?.end($0, $1)
        }
        state.process = process
        for asked in state.waiting.values { process.ask(asked.question) }
        return true
      } catch {
        state.failure = Self.failure("the process that draws cannot be begun: \(error)")
        return false
      }
    }
    if !isAtWork { giveUp() }
  }

  /// Checks whether the process is working, and starts or ends it.
  private func look() {
    enum Step {
      case none, start
      case ask(PreviewProcess)
      case kill(PreviewProcess)
    }
    let step = state.withLock { state -> Step in
      guard let process = state.process else {
        return !state.isReplaced && state.watch.hasChanged() ? .start : .none
      }
      state.looks += 1
      // Counted and not measured, as a sleeping machine does not draw.
      let seconds = Double(state.looks) * (FileWatch.interval / .seconds(1))
      if !state.isAsked, seconds >= 1 {
        (state.isAsked, state.looks) = (true, 0)
        return .ask(process)
      }
      guard state.isAsked, state.failure == nil, !state.isReplaced else { return .none }
      if seconds > limit {
        state.failure = Self.failure(overtime)
        return .kill(process)
      }
      guard seconds > Self.patience, state.watch.hasChanged() else { return .none }
      state.isReplaced = true
      return .kill(process)
    }
    switch step {
    case .none: break
    case .start: start()
    case .ask(let process): process.ask(PreviewQuestion(number: 0))
    case .kill(let process): process.kill()
    }
  }

  // MARK: Questions and answers

  func answer(_ name: String, _ query: [(name: String, value: String)]) async -> HTTPResponse {
    switch name {
    case "exported": return .json(await exports.json)
    case "cancel":
      await exports.cancel()
      return .json(await exports.json)
    case "export":
      do throws(PreviewFailure) { return try await export(query) } catch { return .failure(error) }
    default: return await ask(name, query)
    }
  }

  /// Begins a film, whose arguments the drawing process knows.
  private func export(_ query: [(name: String, value: String)]) async throws(PreviewFailure) -> HTTPResponse {
    let path = try await exports.reserve(
      query.first { $0.name == "name" }?.value ?? "",
      replaces: query.contains { $0.name == "replaces" && $0.value == "true" },
      hasAllRows: PreviewFilm.hasAllRows(query))
    let answer = await ask("film", query + [(name: "path", value: path)])
    guard answer.status == 200, case .memory(let body) = answer.body,
      let arguments = try? JSONDecoder().decode([String].self, from: body.data)
    else {
      await exports.giveUp("the film cannot be made of what is shown")
      return answer
    }
    await exports.begin(arguments)
    return .json(await exports.json)
  }

  /// Asks the drawing process.
  private func ask(_ name: String, _ query: [(name: String, value: String)]) async -> HTTPResponse {
    await withCheckedContinuation { continuation in
      let failed = state.withLock { state -> HTTPResponse? in
        guard state.process != nil || state.isReplaced else { return Self.answer(name, without: state, title) }
        state.number += 1
        let question = PreviewQuestion(number: state.number, name: name, query: query.map { [$0.name, $0.value] })
        state.waiting[state.number] = (question, continuation)
        state.process?.ask(question)
        return nil
      }
      if let failed { continuation.resume(returning: failed) }
    }
  }

  private func take(_ message: PreviewMessage, _ body: SentMemory?) {
    switch message {
    case .answer(let number, let status, let headers, _):
      let asked = state.withLock { state in
        if number == 0 { (state.isAsked, state.looks) = (false, 0) }
        let asked = state.waiting.removeValue(forKey: number)
        if asked?.question.name == "scene", status == 200 { state.scene = body?.data }
        return asked
      }
      asked?.continuation.resume(
        returning: HTTPResponse(
          status: status, headers: headers.map { ($0[0], $0[1]) }, body: body.map { .memory($0) } ?? .bytes(Data())))
    case .event(let name, let data):
      if let version = try? JSONDecoder().decode(PreviewVersion.self, from: Data(data.utf8)) {
        state.withLock { $0.version = version.version }
      }
      Task { @MainActor in events.send(name, data) }
    case .reading: state.withLock { $0.watch = FileWatch($0.files) }
    case .files(let files):
      state.withLock { state in
        state.files = files
        state.watch.follow(files)
      }
    }
  }

  private func end(_ process: PreviewProcess, _ reason: String) {
    let isReplaced = state.withLock { state -> Bool? in
      guard state.process === process else { return nil }
      state.process = nil
      if !state.isReplaced { state.failure = state.failure ?? Self.failure("the process that draws \(reason)") }
      return state.isReplaced
    }
    switch isReplaced {
    case true: start()
    case false: giveUp()
    case nil: break
    }
  }

  private func giveUp() {
    let (answers, version) = state.withLock { state in
      state.version += 1
      let answers = state.waiting.values.map { ($0.continuation, Self.answer($0.question.name, without: state, title)) }
      state.waiting = [:]
      return (answers, state.version)
    }
    for (continuation, answer) in answers { continuation.resume(returning: answer) }
    Task { @MainActor in events.send("scene", PreviewVersion(version: version).text) }
  }

  private static func failure(_ what: String) -> PreviewFailure {
    PreviewFailure("\(what); it is drawn again when a file is saved", status: 503)
  }

  // MARK: What is answered while nobody draws

  private static func answer(_ name: String, without state: borrowing State, _ title: String) -> HTTPResponse {
    let failure = state.failure ?? PreviewFailure("nobody draws", status: 503)
    switch name {
    case "scene": return .json(scene(state.scene, failure, version: state.version, title))
    case "findings": return .json(PreviewReports.answer("failed", message: failure.message, nil))
    default: return .failure(failure)
    }
  }

  /// Returns the last known scene, and why it is not drawn.
  private static func scene(_ known: Data?, _ failure: PreviewFailure, version: Int, _ title: String) -> Data {
    let fresh = PreviewSceneAnswer(version: version, error: failure, info: PreviewInfo(title: title))
    guard let known, var scene = (try? JSONSerialization.jsonObject(with: known)) as? [String: Any] else {
      return fresh.json
    }
    (scene["version"], scene["error"]) = (version, ["message": failure.message])
    return (try? JSONSerialization.data(withJSONObject: scene, options: .sortedKeys)) ?? fresh.json
  }
}

struct PreviewSceneAnswer: Encodable {
  let version: Int
  let error: PreviewFailure?
  let info: PreviewInfo

  private enum CodingKeys: CodingKey { case version, error, pixels }

  func encode(to encoder: any Encoder) throws {
    try info.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(version, forKey: .version)
    try container.encode(error, forKey: .error)
    try container.encode(info.pixels, forKey: .pixels)
  }

  /// The answer as JSON: its texts and finite numbers can be encoded.
  var json: Data { (try? PreviewSession.json(self)) ?? Data("{}".utf8) }
}

/// The event of a new version of the scene.
struct PreviewVersion: Decodable {
  let version: Int

  var text: String { #"{"version": \#(version)}"# }
}
