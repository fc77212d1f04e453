// One output for each row of a file, in one process: the scene's file is read once, and its images, the fonts, OpenGL's
// context and what it keeps are shared. A row that fails is told and counted, and the others go on.
//
// Tested by DataRunTests.
import ArgumentParser
import Foundation
import ImageFiles
import Multiplane
import QuartzCore
import SceneFiles

/// The rows of a command with `--data`.
final class DataRun {
  /// The outcome of a row.
  private struct Outcome {
    let row: DataRow
    let number: Int
    let output: String?
    let size: SizeArgument?
    let frames: Int?
    let failure: (text: String, status: ExitStatus)?
    let seconds: Double
  }

  /// A function that finishes a row's output, once the row's frames are drawn.
  typealias Ending = () throws -> Void

  private let table: DataTable
  private let template: OutputTemplate
  private let binding: DataBinding
  /// The sizes of each row's outputs; nil for the size of the only one.
  private let sizes: [SizeArgument?]
  private let isDryRun: Bool
  private let quiet: Bool
  private let manifest: DataManifest
  private var said: Set<String> = []
  private static let mostNotes = 1000
  /// The line of each output, by the bytes of its name: two texts that are equal to Unicode are two files.
  private var outputs: [[UInt8]: Int] = [:]
  private let progress: (@Sendable (String) -> Void)?
  /// The row that is made, and its size where there are several.
  private var current: (number: Int, size: String?)?
  /// The device that draws; nil before the first row is drawn.
  var device: DrawingDevice?
  /// The exit statuses with which the failed rows would have ended the command.
  private var failures: [ExitStatus] = []
  /// The row before, which the encoder may still be at.
  private var unfinished:
    (
      row: DataRow, number: Int, output: String, size: SizeArgument?, frames: Int, start: ContinuousClock.Instant,
      end: Ending
    )?

  /// Reads the rows and the scene.
  ///
  /// - Parameters:
  ///   - output: the template of the outputs' names.
  ///   - sizes: those that --size names.
  ///   - options: how the scene is loaded.
  ///   - progress: takes lines of progress for programs; nil where there is no such program.
  init(
    _ options: DataOptions, of data: String, scene: String, output: String, sizes: [SizeArgument],
    loading: SceneLoadOptions, quiet: Bool, progress: (@Sendable (String) -> Void)? = nil
  ) throws {
    guard let template = OutputTemplate(output), template.variesByRow else {
      throw ValidationError("--output '\(output)' is one name for all rows; give it a column, such as 'out/{row}.mp4'")
    }
    guard !LoadedScene.isDemo(scene) else {
      throw ValidationError("--data is for scenes from files; \(scene) comes with the program")
    }
    (self.template, self.quiet, isDryRun) = (template, quiet, options.dryRun)
    self.sizes = sizes.isEmpty ? [nil] : sizes
    table = try DataTable(path: data)
    binding = try DataBinding(
      table, path: scene, options: loading, root: options.root.dataRoot, readColor: ColorArgument.cgColor)
    manifest = try DataManifest(path: options.manifest, progress: progress)
    self.progress = progress
    let unknown = template.columns.subtracting(table.columns).subtracting(sizes.isEmpty ? ["row"] : ["row", "size"])
    guard unknown.isEmpty else {
      throw ValidationError(
        "--output names '\(unknown.sorted()[0])', which is no column of \(data); there are "
          + table.columns.joined(separator: ", "))
    }
    let unused = binding.unbound.filter { !template.columns.contains($0) }
    if !quiet, !unused.isEmpty {
      StandardError.write(
        "multiplane: note: \(data): the scene has nothing named \(unused.joined(separator: ", ")); not used")
    }
  }

  /// Makes all rows' outputs.
  ///
  /// - Parameter make: draws a row's scene to a path, in one of the sizes where there are any. Answers how many frames
  ///   it has, and what is left to do, which is called after the next output was drawn.
  /// - Throws: what ends all rows; ``FailedRows`` at the end where some failed.
  func run(
    _ make: (_ scene: LoadedScene, _ path: String, _ size: SizeArgument?) throws -> (frames: Int, end: Ending)
  ) throws {
    for (index, row) in table.rows.enumerated() {
      for size in sizes { try run(row, index: index, size: size, make) }
    }
    try finishPrevious()
    if !failures.isEmpty {
      throw FailedRows(file: table.file, statuses: failures, count: table.rows.count * sizes.count, sizes: sizes.count)
    }
    if !quiet {
      StandardError.write(
        "\(isDryRun ? "checked" : "made") \(table.rows.count) row\(table.rows.count == 1 ? "" : "s") of \(table.file)"
          + (sizes.count > 1 ? " in \(sizes.count) sizes" : "") + (device.map { ", drawn by \($0)" } ?? ""))
    }
  }

  /// The progress of the row that is made; nil where nobody reads it.
  ///
  /// - Parameter frames: how many it has.
  func reporter(frames: Int) -> ProgressReporter? {
    guard let progress, let current else { return nil }
    return ProgressReporter(
      total: frames, device: device, style: .json, row: current.number, size: current.size, write: progress)
  }

  private func run(
    _ row: DataRow, index: Int, size: SizeArgument?,
    _ make: (_ scene: LoadedScene, _ path: String, _ size: SizeArgument?) throws -> (frames: Int, end: Ending)
  ) throws {
    let start = ContinuousClock.now
    var output: String?
    do {
      output = try path(for: row, number: index + 1, size: size)
      let scene = try LoadedScene { try binding.makeScene(for: row) }
      tell(scene.notes, of: row, isFirst: index == 0)
      guard let path = output, !isDryRun else {
        try finishPrevious()
        try report(
          Outcome(
            row: row, number: index + 1, output: output, size: size, frames: nil, failure: nil, seconds: 0))
        return
      }
      try OutputFolder.make(for: path)
      current = (index + 1, sizes.count > 1 ? size?.description : nil)
      let made = try make(scene, path, size)
      try finishPrevious()
      unfinished = (row, index + 1, path, size, made.frames, start, made.end)
    } catch {
      guard !Self.endsAll(error) else { throw error }
      try finishPrevious()
      try report(
        Outcome(
          row: row, number: index + 1, output: output, size: size, frames: nil, failure: describe(error, row),
          seconds: 0))
    }
  }

  /// Prints what is to be said of a row's scene and was not said of a row before: the scene's own notes once, those of
  /// the row's texts and pictures with its line.
  private func tell(_ notes: [String], of row: DataRow, isFirst: Bool) {
    guard !quiet else { return }
    for note in notes where said.insert(note).inserted {
      // Notes of many rows would be read by nobody: the first ones are said.
      guard said.count <= Self.mostNotes else { continue }
      StandardError.write("multiplane: note: \(isFirst ? note : table.message(note, on: row))")
    }
  }

  private func path(for row: DataRow, number: Int, size: SizeArgument?) throws -> String {
    let path = try template.path(for: row, number: number, size: size?.description, in: table)
    if let other = outputs.updateValue(row.line, forKey: Array(path.utf8)) {
      throw table.failure(.unsuitableValue, row: row, field: nil, "'\(path)' is the output of line \(other), too")
    }
    return path
  }

  /// Waits for the row before.
  private func finishPrevious() throws {
    guard let last = unfinished else { return }
    unfinished = nil
    var failure: (text: String, status: ExitStatus)?
    do {
      try last.end()
    } catch {
      guard !Self.endsAll(error) else { throw error }
      failure = describe(error, last.row)
    }
    try report(
      Outcome(
        row: last.row, number: last.number, output: last.output, size: last.size,
        frames: failure == nil ? last.frames : nil,
        failure: failure, seconds: (ContinuousClock.now - last.start) / .seconds(1)))
  }

  private func describe(_ error: any Error, _ row: DataRow) -> (text: String, status: ExitStatus) {
    if let error = error as? SceneFileError, error.location.file == table.file {
      return (error.description.namingFlags, .malformedInput)
    }
    return (table.message("\(error)", on: row).namingFlags, ExitStatus.of(error))
  }

  /// Returns whether an error ends all rows, and not only one.
  private static func endsAll(_ error: any Error) -> Bool {
    if error is StandardOutputError { return true }
    switch error as? RenderingError {
    case .cancelled, .closedPipe, .noDisplay, .deviceLost, .outOfMemory: return true
    default: return false
    }
  }

  private func report(_ outcome: Outcome) throws {
    if let failure = outcome.failure {
      failures.append(failure.status)
      StandardError.write("multiplane: error: \(failure.text)")
    }
    try manifest.write(
      DataManifest.Line(
        row: outcome.number, line: outcome.row.line, output: outcome.output,
        size: sizes.count > 1 ? outcome.size?.description : nil,
        status: outcome.failure != nil ? .failed : isDryRun ? .checked : .done, frames: outcome.frames,
        seconds: isDryRun || outcome.failure != nil ? nil : (outcome.seconds * 1000).rounded() / 1000,
        error: outcome.failure?.text))
  }
}

/// Some rows of `--data` failed; what was wrong with each has been said.
struct FailedRows: ExitStatusError, CustomStringConvertible {
  let file: String
  let statuses: [ExitStatus]
  let count: Int
  /// The number of outputs of a row.
  let sizes: Int
  /// The machine's where all failed alike by it, as on a full disk; else the data's.
  var exitStatus: ExitStatus {
    guard let first = statuses.first, Set(statuses).count == 1 else { return .malformedInput }
    return first.retry == .elsewhere ? first : .malformedInput
  }
  var description: String {
    let noun = sizes > 1 ? "outputs of the rows" : count == 1 ? "row" : "rows"
    return "\(statuses.count) of the \(count) \(noun) of \(file) failed"
  }
}
