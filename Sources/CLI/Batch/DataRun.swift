// One output for each row of a file, in one process, which reads the scene's file once, and shares its images, the
// fonts, and OpenGL's context. A row that fails is reported and counted, and the others go on.
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
  /// An output of a row.
  private struct Item {
    let row: DataRow
    /// The row's number, from 1.
    let number: Int
    let size: SizeArgument?
    var output: String?
    let start = ContinuousClock.now
  }

  /// An output whose frames are drawn.
  struct Drawn {
    var frames = 1
    /// Finishes the output, after the next one was drawn.
    var finish: () throws -> Void = {}
  }

  private let table: DataTable
  /// The rows to make, with their numbers.
  private let rows: [(number: Int, row: DataRow)]
  private let template: OutputTemplate
  private let binding: DataBinding
  /// The sizes of each row's outputs; a single nil for one output without `--size`.
  private let sizes: [SizeArgument?]
  private let isDryRun: Bool
  private let quiet: Bool
  private let manifest: DataManifest
  private var said: Set<String> = []
  private static let mostNotes = 1000
  /// The line of each output, by the bytes of its name, as texts that Unicode calls equal can name two files.
  private var outputs: [[UInt8]: Int] = [:]
  private let progress: (@Sendable (String) -> Void)?
  /// The current output.
  private var current: Item?
  /// The renderer of the last output; nil before the first one is drawn.
  var renderer: OffscreenRenderer?
  /// The failed rows' exit statuses.
  private var failures: [ExitStatus] = []
  /// The previous output, which the encoder may not have finished.
  private var unfinished: (item: Item, drawn: Drawn)?

  /// Reads the rows and the scene.
  ///
  /// - Parameters:
  ///   - output: the template of the outputs' names.
  ///   - progress: receives lines of progress; nil if no program reads them.
  init(
    _ options: DataOptions, of data: String, scene: String, output: String, sizes: [SizeArgument],
    loading: SceneLoadOptions, quiet: Bool, progress: (@Sendable (String) -> Void)? = nil
  ) throws {
    guard let template = OutputTemplate(output), template.variesByRow || options.rows?.isSingle == true else {
      throw ValidationError("--output '\(output)' is one name for all rows; give it a column, such as 'out/{row}.mp4'")
    }
    try LoadedScene.checkRows(of: scene)
    (self.template, self.quiet, isDryRun) = (template, quiet, options.dryRun)
    self.sizes = sizes.isEmpty ? [nil] : sizes
    table = try DataTable(path: data)
    rows = try table.rows(options.rows)
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

  /// A function that draws a row's scene to a path, in one of the sizes if there are any.
  typealias Maker = (_ scene: LoadedScene, _ path: String, _ size: SizeArgument?) throws -> Drawn

  /// Makes all rows' outputs. `shape` returns the picture's shape for one of the sizes. Throws the error that ends all
  /// rows, or ``CommandError`` at the end if some failed.
  func run(_ shape: (SizeArgument?) -> SceneShape?, _ make: Maker) throws {
    for (number, row) in rows {
      for size in sizes { try run(Item(row: row, number: number, size: size), shape(size), make) }
    }
    try finishPrevious()
    if let first = failures.first {
      // The machine's status if all rows failed by it, as on a full disk; otherwise that of malformed data.
      let isMachine = Set(failures).count == 1 && first.retry == .elsewhere
      let count = rows.count * sizes.count
      let noun = sizes.count > 1 ? "outputs of the rows" : count == 1 ? "row" : "rows"
      throw CommandError(
        isMachine ? first : .malformedInput, "\(failures.count) of the \(count) \(noun) of \(table.file) failed")
    }
    if !quiet {
      StandardError.write(
        "\(isDryRun ? "checked" : "made") \(rows.count) row\(rows.count == 1 ? "" : "s") of \(table.file)"
          + (sizes.count > 1 ? " in \(sizes.count) sizes" : "")
          + (renderer.map { ", drawn by \($0.rasterizer.drawingDevice)" } ?? ""))
    }
  }

  /// Returns the reporter of the current output; nil if no program reads the progress.
  func reporter(_ style: ProgressReporter.Style) -> ProgressReporter? {
    guard let progress, let current else { return nil }
    return ProgressReporter(style: style, row: current.number, size: name(of: current.size), write: progress)
  }

  private func run(_ item: Item, _ shape: SceneShape?, _ make: Maker) throws {
    var item = item
    do {
      let path = try path(for: item)
      item.output = path
      let scene = try LoadedScene { _ in try binding.makeScene(for: item.row, shape: shape) }
      tell(scene.notes, of: item)
      guard !isDryRun else {
        try finishPrevious()
        return try report(item)
      }
      try OutputFolder.make(for: path)
      current = item
      let drawn = try make(scene, path, item.size)
      try finishPrevious()
      unfinished = (item, drawn)
    } catch {
      guard !Self.endsAll(error) else { throw error }
      try finishPrevious()
      try report(item, error: error)
    }
  }

  /// Prints the new notes on a row's scene: the scene's own once, those of the row's texts and pictures with its line.
  private func tell(_ notes: [String], of item: Item) {
    guard !quiet else { return }
    // Only the first notes are printed.
    for note in notes where said.insert(note).inserted && said.count <= Self.mostNotes {
      StandardError.write(
        "multiplane: note: \(item.number == rows[0].number ? note : table.message(note, on: item.row))")
    }
  }

  private func path(for item: Item) throws -> String {
    let path = try template.path(for: item.row, number: item.number, size: item.size?.description, in: table)
    if let other = outputs.updateValue(item.row.line, forKey: Array(path.utf8)) {
      throw table.failure(.unsuitableValue, row: item.row, field: nil, "'\(path)' is the output of line \(other), too")
    }
    return path
  }

  /// Finishes and reports the previous output, before the current one gets its name.
  func finishPrevious() throws {
    guard let (item, drawn) = unfinished else { return }
    unfinished = nil
    do {
      try drawn.finish()
    } catch {
      guard !Self.endsAll(error) else { throw error }
      return try report(item, error: error)
    }
    try report(item, frames: drawn.frames)
  }

  private func describe(_ error: any Error, _ row: DataRow) -> (text: String, status: ExitStatus) {
    if let error = error as? SceneFileError, error.location.file == table.file {
      return (error.description.namingFlags, .malformedInput)
    }
    return (table.message("\(error)", on: row).namingFlags, ExitStatus.of(error))
  }

  /// Whether an error ends all rows, and not only one.
  private static func endsAll(_ error: any Error) -> Bool {
    if error is StandardOutputError { return true }
    switch error as? RenderingError {
    case .cancelled, .closedPipe, .noDisplay, .deviceLost, .outOfMemory: return true
    default: return false
    }
  }

  /// The size of an output in reports; nil if a row has one output.
  private func name(of size: SizeArgument?) -> String? { sizes.count > 1 ? size?.description : nil }

  private func report(_ item: Item, frames: Int? = nil, error: (any Error)? = nil) throws {
    let failure = error.map { describe($0, item.row) }
    if let failure {
      failures.append(failure.status)
      StandardError.write("multiplane: error: \(failure.text)")
    }
    try manifest.write(
      DataManifest.Line(
        row: item.number, line: item.row.line, output: item.output, size: name(of: item.size),
        status: failure != nil ? .failed : isDryRun ? .checked : .done, frames: frames,
        seconds: frames.map { _ in ((ContinuousClock.now - item.start) / .seconds(1)).inThousandths },
        error: failure?.text))
  }
}

extension DataTable {
  /// Returns the rows of a list, with their numbers; all without one.
  func rows(_ list: RowList?) throws -> [(number: Int, row: DataRow)] {
    let chosen = rows.enumerated().map { (number: $0 + 1, row: $1) }.filter { list?.contains($0.number) ?? true }
    guard !chosen.isEmpty else { throw ValidationError("--rows names none of the \(rows.count) rows of \(file)") }
    return chosen
  }
}

/// A line of JSON for each row, in a file or on standard output.
struct DataManifest {
  enum Status: String, Encodable { case done, checked, failed }

  struct Line: JSONLine {
    private let kind = "row"
    /// The row's number, from 1.
    let row: Int
    /// The line of the file at which it begins, from 1.
    let line: Int
    let output: String?
    /// The size of the output, if the row has several outputs.
    let size: String?
    let status: Status
    let frames: Int?
    /// The seconds from reading the row to the complete output.
    let seconds: Double?
    let error: String?
  }

  private let file: UnfinishedFile?
  /// Receives lines of progress, including the rows' lines.
  private let progress: (@Sendable (String) -> Void)?

  /// Opens the file of lines, standard output for a nil path. `progress` also receives them, if a program reads them.
  init(path: String?, progress: (@Sendable (String) -> Void)?) throws {
    self.progress = progress
    guard let path else {
      file = nil
      return
    }
    // The file has its name at once and grows with the rows, so that it shows the progress of an ended run.
    let file = try UnfinishedFile(for: path)
    try file.publish(keepsOpen: true)
    self.file = file
  }

  func write(_ line: Line) throws {
    let text = line.text
    progress?(text + "\n")
    if let file {
      try file.write(Array((text + "\n").utf8))
    } else if progress == nil {
      try StandardOutput.write(text)
    }
  }
}
