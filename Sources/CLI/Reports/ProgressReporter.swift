// On a terminal a line is redrawn, at most ten times a second; otherwise (a log, CI) a plain line follows each 10 %, at
// most every 2 s. Programs get their own lines, at most four a second, and the first and the last.
//
// Tested by ProgressTests.
import ArgumentParser
import Multiplane
import Synchronization

/// Reports the progress of a run of frames, from any thread.
final class ProgressReporter: Sendable {
  enum Style: Equatable {
    /// Nothing (`--quiet`).
    case silent
    /// Lines for a log.
    case plain
    /// A redrawn line on a terminal of a number of columns.
    case redrawn(columns: Int)

    /// Lines of JSON (``ProgressReport``), the last one a ``FilmResult`` or a ``FailureReport``.
    case json
    /// The same with a line for each frame.
    case jsonFrames
    /// Open Job Description's `openjd_progress` and its like.
    case openjd

    /// Returns the style that suits standard error.
    static func standard(quiet: Bool) -> Style {
      guard !quiet else { return .silent }
      return StandardError.terminalColumns.map { .redrawn(columns: $0) } ?? .plain
    }
  }

  private struct State {
    /// The total number of frames; 0 before the beginning.
    var total = 0
    /// The start, in seconds of the reporter's clock.
    var startedAt = 0.0
    var done = 0
    var slowerStage: String?
    var device: DrawingDevice?
    /// The seconds from the start to the last report; nil before the first.
    var shownAt: Double?
    /// The last shown tenth of the work, 0 to 10.
    var shownTenth = 0
  }

  private let style: Style
  private let row: (number: Int, size: String?)?
  private let clock: @Sendable () -> Double
  private let write: @Sendable (String) -> Void
  private let state = Mutex(State())

  /// Creates a reporter of frames.
  ///
  /// - Parameters:
  ///   - total: the number of frames; nil if ``begin(total:device:)`` gives it.
  ///   - row: the number of the row of data; nil for a single scene.
  ///   - size: the size of the row's output, if it has several.
  ///   - clock: returns seconds since the creation.
  init(
    total: Int? = nil, device: DrawingDevice? = nil, style: Style, row: Int? = nil, size: String? = nil,
    clock: @escaping @Sendable () -> Double = ProgressReporter.steadyClock(),
    write: @escaping @Sendable (String) -> Void = { StandardError.writeRaw($0) }
  ) {
    (self.style, self.clock, self.write) = (style, clock, write)
    self.row = row.map { ($0, size) }
    if let total { begin(total: total, device: device) }
  }

  /// Begins the report, before the first frame.
  func begin(total: Int, device: DrawingDevice?) {
    precondition(total > 0, "progress of no frames; there is nothing to report")
    let now = clock()
    state.withLock { ($0.total, $0.startedAt, $0.device) = (total, now, device) }
  }

  /// Sets the progress and the stage that limits the speed, and shows them when due.
  func update(done: Int, slowerStage: String? = nil) {
    state.withLock { state in
      (state.done, state.slowerStage) = (done, slowerStage)
      let (total, line) = (state.total, self.line(state))
      switch style {
      case .silent: break
      case .redrawn(let columns):
        if let shownAt = state.shownAt, line.elapsed - shownAt < 0.1, done < total { return }
        state.shownAt = line.elapsed
        write("\r" + line.drawn(columns: columns) + eraseToEndOfLine)
      case .plain:
        let tenth = done * 10 / total
        // `finish` reports the end.
        guard tenth > state.shownTenth, done < total, line.elapsed - (state.shownAt ?? 0) >= 2 else { return }
        state.shownAt = line.elapsed
        state.shownTenth = tenth
        write(line.plain + "\n")
      case .json, .openjd, .jsonFrames:
        if style != .jsonFrames, let shownAt = state.shownAt, line.elapsed - shownAt < 0.25, done < total { return }
        state.shownAt = line.elapsed
        write(style == .openjd ? line.openjd : ProgressReport(line, row: row?.number, size: row?.size).text + "\n")
      }
    }
  }

  private func line(_ state: State) -> ProgressLine {
    ProgressLine(
      done: state.done, total: state.total, elapsed: clock() - state.startedAt, slowerStage: state.slowerStage,
      device: state.device)
  }

  /// Ends the report with a summary.
  ///
  /// - Parameters:
  ///   - what: the words for the output.
  ///   - result: makes the result, if a program reads it.
  func finish(
    _ what: String, beginning: FirstFrame? = nil, result: ((ProgressLine) throws -> FilmResult)? = nil
  ) throws {
    var line = self.line(state.withLock { $0 })
    line.beginning = beginning
    // File names must not control the terminal.
    let what = what.shown(.none)
    switch style {
    case .silent: break
    case .plain, .redrawn:
      clear()
      write("\(what): \(line.summary)\n")
    case .json, .jsonFrames: if let result { write(try result(line).text + "\n") }
    case .openjd: write("openjd_status: \(what): \(line.summary)\n")
    }
  }

  /// Ends the report after a failure; the caller prints the message for people.
  func fail(_ error: any Error) {
    clear()
    fail(FailureReport(error))
  }

  /// Reports a failure to programs.
  func fail(_ report: FailureReport) {
    switch style {
    case .silent, .plain, .redrawn: break
    case .json, .jsonFrames: write(report.text + "\n")
    case .openjd: write("openjd_fail: \(report.message.replacing("\n", with: " ").shown(.none))\n")
    }
  }

  /// Clears the drawn line for a message.
  func clear() {
    if case .redrawn = style { write("\r" + eraseToEndOfLine) }
  }

  private var eraseToEndOfLine: String { "\u{1B}[K" }

  /// Returns a monotonic clock of seconds from now on.
  static func steadyClock() -> @Sendable () -> Double {
    let start = ContinuousClock.now
    return { (ContinuousClock.now - start) / .seconds(1) }
  }
}

/// The form of a command's progress.
enum ProgressChoice: String, CaseIterable, ExpressibleByArgument {
  /// A redrawn line on a terminal, and lines elsewhere.
  case auto
  /// Lines for a log.
  case plain
  /// Lines of JSON, on standard output.
  case json
  /// The same with a line for each frame.
  case jsonFrames = "json-frames"
  /// The lines that Open Job Description's runtimes read, on standard output.
  case openjd
  case none

  /// Whether programs read it.
  var isForPrograms: Bool { isJSON || self == .openjd }
  var isJSON: Bool { self == .json || self == .jsonFrames }

  /// Returns the style for standard error.
  func style(quiet: Bool) -> ProgressReporter.Style {
    switch self {
    case .auto: .standard(quiet: quiet)
    case .plain: quiet ? .silent : .plain
    case .json: .json
    case .jsonFrames: .jsonFrames
    case .openjd: .openjd
    case .none: .silent
    }
  }
}
