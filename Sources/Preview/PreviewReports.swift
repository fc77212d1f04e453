import Foundation
import ImageFiles

/// The findings and the sound of the scene as last read. Other processes of the program check it and mix its sound,
/// without delaying frames.
@MainActor
final class PreviewReports {
  private enum Findings {
    case none
    case running
    case done(Data)
    case failed(String)
  }

  private let events: EventStreams
  private var findings = Findings.none
  private var check: ChildCommand?
  private var soundFile: Data?
  /// The number of the scene's version: work for earlier ones is dropped.
  private var version = 0
  /// The duration for which a scene must be unchanged before it is checked.
  private static let rest = Duration.milliseconds(400)

  /// The environment variable of a descriptor whose end ends a process of the program.
  private let parentVariable: String

  init(_ events: EventStreams, parentVariable: String) {
    (self.events, self.parentVariable) = (events, parentVariable)
  }

  func forget() {
    version += 1
    check?.end()
    (check, findings, soundFile) = (nil, .none, nil)
  }

  /// Returns the known findings; the first call starts the check. `arguments` are the check's, nil without one.
  func findings(_ arguments: [String]?, isBroken: Bool) -> Data {
    if case .none = findings, let arguments, !isBroken {
      findings = .running
      let wanted = version
      Task {
        try? await Task.sleep(for: Self.rest)
        guard wanted == version else { return }
        let command = ChildCommand(arguments, parentVariable: parentVariable)
        check = command
        let ended = await command.run()
        guard wanted == version else { return }
        findings = ended.map(Self.findings) ?? .failed("the check could not be begun")
        events.send("findings", "{}")
      }
    }
    switch findings {
    case .none: return Self.answer("failed", message: isBroken ? "the scene cannot be read" : "there is no check", nil)
    case .running: return Self.answer("running", message: "", nil)
    case .failed(let message): return Self.answer("failed", message: message, nil)
    case .done(let report): return Self.answer("done", message: "", report)
    }
  }

  /// Returns the scene's sound. `arguments` are those of the command that writes it to a path.
  func sound(_ arguments: (String) -> [String]) async throws -> Data {
    if let soundFile { return soundFile }
    let folder = try UnfinishedFolder(
      beside: FileManager.default.temporaryDirectory.appending(path: "multiplane-sound").path)
    defer { folder.discard() }
    let path = folder.path + "/sound.wav"
    let wanted = version
    let ended = await ChildCommand(arguments(path), parentVariable: parentVariable).run()
    guard let data = try? Data(contentsOf: URL(filePath: path)) else {
      throw PreviewFailure(ended?.errors ?? "the sound could not be made", status: 500)
    }
    if wanted == version { soundFile = data }
    return data
  }

  /// Returns the findings of a check, the report in the JSON that it prints.
  private static func findings(_ ended: ChildCommand.Ended) -> Findings {
    guard let object = try? JSONSerialization.jsonObject(with: ended.output) as? [String: Any],
      let report = object["report"], let data = try? JSONSerialization.data(withJSONObject: report)
    else {
      return .failed(ended.errors.isEmpty ? "the check ended with status \(ended.status)" : ended.errors)
    }
    return .done(data)
  }

  nonisolated static func answer(_ state: String, message: String, _ report: Data?) -> Data {
    let text = (try? JSONEncoder().encode(message)) ?? Data("\"\"".utf8)
    return Data(#"{"state":"\#(state)","message":"#.utf8) + text + Data(#","report":"#.utf8)
      + (report ?? Data("null".utf8)) + Data("}".utf8)
  }
}
