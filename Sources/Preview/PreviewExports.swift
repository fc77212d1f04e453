// Films that a page asks for: a process of the program makes one at a time, into the folder of the preview's command.
//
// Tested by PreviewExportsTests, and by tools/preview in a browser.

import Foundation

/// The export that runs, or the last one, and its progress.
@MainActor
final class PreviewExports {
  struct State: Encodable, Equatable {
    enum Stage: String, Encodable { case none, running, done, failed, cancelled }

    /// The number of the state: a page drops one that comes after a later one.
    fileprivate(set) var number = 0
    var stage = Stage.none
    /// The path of the film; with several rows it has `{row}`.
    var file: String?
    /// The drawn frames of the film, and all.
    var frame = 0
    var total = 0
    /// The row that is being made, from 1; nil without rows.
    var row: Int?
    var secondsLeft: Double?
    /// The error, or the notes of the command.
    var message = ""
  }

  /// A line of the command's progress.
  private struct Line: Decodable {
    let kind: String
    var frame: Int?
    var total: Int?
    var row: Int?
    var secondsLeft: Double?
  }

  private let events: EventStreams
  private let folder: String
  private let parentVariable: String
  private var command: ChildCommand?
  private(set) var state = State()

  /// The suffixes of the films that pages ask for.
  static let suffixes: Set = ["mp4", "mov", "webm", "gif", "webp", "apng", "wav"]

  init(_ events: EventStreams, folder: String, parentVariable: String) {
    (self.events, self.folder, self.parentVariable) = (events, folder, parentVariable)
  }

  /// Reserves the export for a film of a name, and returns its path. `replaces` is whether a file of that name may be
  /// replaced, `hasAllRows` whether there is a film for each row.
  ///
  /// - Throws: an error for an unsuitable or taken name, or while another film is being made.
  func reserve(_ name: String, replaces: Bool, hasAllRows: Bool) throws(PreviewFailure) -> String {
    guard state.stage != .running else { throw PreviewFailure("a film is being made; cancel it first", status: 409) }
    let suffix = URL(filePath: name).pathExtension
    guard name.utf8.count <= 200, !name.hasPrefix("."), !name.hasPrefix("-"), Self.suffixes.contains(suffix),
      !name.unicodeScalars.contains(where: {
        "/{}\\".unicodeScalars.contains($0) || $0.value < 0x20 || $0.value == 0x7F
      })
    else {
      throw PreviewFailure("'\(name.prefix(80))' is no name of a film; expected one such as card.mp4, without a folder")
    }
    let stem = name.dropLast(suffix.count + 1)
    let path = "\(folder)/\(hasAllRows ? "\(stem)-{row}.\(suffix)" : name)"
    guard hasAllRows || replaces || !FileManager.default.fileExists(atPath: path) else {
      throw PreviewFailure("\(name) exists in \(folder)", status: 409)
    }
    state = State(number: state.number, stage: .running, file: path)
    tell()
    return path
  }

  /// Gives a reservation up, as the film cannot be made.
  func giveUp(_ message: String) {
    (state.stage, state.message) = (.failed, message)
    tell()
  }

  /// Makes the film of a reservation, by a command's arguments.
  func begin(_ arguments: [String]) {
    guard state.stage == .running else { return }
    let command = ChildCommand(arguments, parentVariable: parentVariable)
    self.command = command
    Task {
      let ended = await command.run { line in
        guard let line = try? JSONDecoder().decode(Line.self, from: line) else { return }
        Task { @MainActor [weak self] in self?.take(line, of: command) }
      }
      finish(ended, of: command)
    }
  }

  func cancel() {
    guard state.stage == .running else { return }
    state.stage = .cancelled
    command?.end()
    command = nil
    tell()
  }

  private func take(_ line: Line, of command: ChildCommand) {
    guard self.command === command, line.kind == "progress" else { return }
    (state.frame, state.total) = (line.frame ?? 0, line.total ?? 0)
    (state.row, state.secondsLeft) = (line.row, line.secondsLeft)
    tell()
  }

  private func finish(_ ended: ChildCommand.Ended?, of command: ChildCommand) {
    // Another film may be made since this one was cancelled.
    guard self.command === command else { return }
    self.command = nil
    state.stage = ended?.status == 0 ? .done : .failed
    // Errors, warnings and notes; others are summaries for a terminal.
    let prefixes = ["error", "warning", "note"].map { "multiplane: \($0): " }
    state.message = (ended?.errors ?? "multiplane: error: the command cannot be begun").split(separator: "\n")
      .compactMap { line in prefixes.first(where: line.hasPrefix).map { String(line.dropFirst($0.count)) } }
      .joined(separator: "\n")
    tell()
  }

  var json: Data { (try? PreviewSession.json(state)) ?? Data("{}".utf8) }

  private func tell() {
    state.number += 1
    events.send("export", String(decoding: json, as: UTF8.self))
  }
}
