// The standard streams: this file is all that writes to the terminal. Messages, warnings and progress go to standard
// error, as standard output may carry frames.
//
// Text of files, on its way to a terminal, is shown and not obeyed: a document could set the window's title, clear the
// screen, or write lines that look like ours.
import CoreGraphics
import Documents
import Foundation
import ImageFiles

/// The process's standard output stream.
enum StandardOutput {
  /// Writes a report, of one line or more, and a newline.
  static func write(_ text: String) throws(StandardOutputError) {
    let code = Array((text.shown(.all) + "\n").utf8).withUnsafeBytes { UnfinishedFile.writeAll($0, to: STDOUT_FILENO) }
    guard code == 0 else { throw StandardOutputError(code: code) }
  }

  /// Writes lines of progress for programs. Without a reader the command ends; a stream that takes none for another
  /// reason is not worth failing for.
  @Sendable static func writeRaw(_ text: String) {
    let code = Array(text.shown(.all).utf8).withUnsafeBytes { UnfinishedFile.writeAll($0, to: STDOUT_FILENO) }
    if code == EPIPE { EndOfOthers.end() }
  }
}

/// Standard output cannot be written.
struct StandardOutputError: ExitStatusError, CustomStringConvertible {
  /// The errno of the call.
  let code: CInt
  var exitStatus: ExitStatus { code == EPIPE ? .brokenPipe : .cannotWrite }
  var description: String { "standard output: cannot write: \(String(cString: strerror(code)))" }
}

/// The three streams that a process has from the start.
enum StandardStreams {
  /// Whether a stream takes what is written, now or soon.
  static func takes(_ descriptor: CInt) -> Bool {
    var stream = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&stream, 1, 100) > 0
  }

  /// Opens `/dev/null` in the place of standard descriptors that are closed; else the next file that is opened would
  /// get their number, and output for the user would end up in it.
  ///
  /// The substitute for standard output cannot be written, so that writing it fails as it should.
  static func fillGaps() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free number is the one that is missing.
      _ = open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}

/// The process's standard error stream.
enum StandardError {
  /// Writes a message and a newline. What it holds of files may not be an order to the terminal, nor a line that looks
  /// like another message: see ``ShownLines/indented``.
  static func write(_ message: String) { writeRaw(message.namingFlags.shown(.indented) + "\n") }

  /// Writes lines of the command's own, such as its usage.
  static func write(lines: String) { writeRaw(lines.shown(.all) + "\n") }

  /// Writes `text` as it is, orders to the terminal too: progress. A closed stream is not worth failing for.
  @Sendable static func writeRaw(_ text: String) {
    _ = Array(text.utf8).withUnsafeBytes { UnfinishedFile.writeAll($0, to: STDERR_FILENO) }
  }

  /// Writes `line` in place of a line of progress, unless nobody takes it: the process is about to end, and does not
  /// wait for a reader that stands still.
  static func writeLastWords(_ line: String) {
    guard StandardStreams.takes(STDERR_FILENO) else { return }
    writeRaw((isatty(STDERR_FILENO) == 1 ? "\r\u{1B}[K" : "") + line.namingFlags.shown(.indented) + "\n")
  }

  /// The width of the terminal in columns; nil when standard error is not a terminal.
  static var terminalColumns: Int? {
    guard isatty(STDERR_FILENO) == 1 else { return nil }
    var size = winsize()
    let known = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return known ? Int(size.ws_col) : 80
  }
}

extension StringProtocol {
  /// The text without what terminals obey: the control characters of Unicode (C0, DEL, C1), what turns the direction of
  /// a line's text (UAX #9: embeddings, overrides, isolates), and the line and paragraph separators. Each is written as
  /// in JSON, `\u001b`, so that JSON stays what it says. Tabs stay.
  ///
  /// - Parameter lines: which ends of lines stay.
  func shown(_ lines: ShownLines) -> String {
    let scalars = unicodeScalars
    guard scalars.contains(where: { $0.isObeyed || $0 == "\n" && lines != .all }) else { return String(self) }
    var text = String.UnicodeScalarView()
    for index in scalars.indices {
      let scalar = scalars[index]
      if scalar == "\n" {
        let next = scalars.index(after: index)
        if lines == .all || lines == .indented && next < scalars.endIndex && scalars[next] == " " {
          text.append(scalar)
        } else {
          text.append(contentsOf: "\\n".unicodeScalars)
        }
      } else if scalar.isObeyed {
        let digits = String(scalar.value, radix: 16)
        text.append(contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".unicodeScalars)
      } else {
        text.append(scalar)
      }
    }
    return String(text)
  }
}

/// The line breaks of a text that are kept.
enum ShownLines {
  /// None: the text is one line.
  case none
  /// The line breaks before a space: a message's further lines are indented, whoever wrote them, and look like no other
  /// message.
  case indented
  /// All: the text is a report, whose lines are ours.
  case all
}

extension Unicode.Scalar {
  /// Whether terminals do something at it but show it; ends of lines and tabs aside.
  fileprivate var isObeyed: Bool {
    switch value {
    case 0x09, 0x0A: false
    case 0x00...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

/// The command's option for each setting, by the name that the libraries use: their messages name what a program sets
/// in Swift, between backquotes, and whoever types a command is told its option.
enum OptionFlags {
  static let flags = [
    "alpha": "--alpha", "audio": "--audio", "audioCodec": "--audio-codec", "bitrate": "--bitrate",
    "captions": "--captions", "codec": "--codec", "crf": "--crf", "CTFontManagerRegisterFontsForURL": "--font FILE",
    "dataRoot": "--data-root", "drawLimit": "--max-drawn", "frameRate": "--fps", "hardware": "--hardware",
    "hashes": "--hashes", "imageBytes": "--max-memory", "keyPath": "--key",
    "loudness": "--loudness", "matrix": "--matrix", "memoryLimit": "--max-memory", "output": "--output",
    "padsToEvenSize": "--pad-even", "path": "--output", "preset": "--preset", "scale": "--scale",
    "sceneAlign": "--scene-align", "sceneFit": "--scene-fit", "size": "--size",
    "soundMemory": "--max-memory", "textFit": "--text-fit", "transfer": "--transfer", "truePeak": "--true-peak",
    "usesFullRange": "--range",
  ]
}

extension String {
  /// The message with the command's options in the place of the names that the libraries know.
  var namingFlags: String { replacing(/`(\w+)`/) { OptionFlags.flags[String($0.1)] ?? String($0.0) } }
}

extension SceneNote {
  /// The same with the command's options in the place of the names that the libraries know.
  var namingFlags: SceneNote { SceneNote(at: location, message.namingFlags, topic: topic) }
}
