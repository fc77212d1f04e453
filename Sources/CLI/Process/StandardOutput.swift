// The standard streams: only this file writes to the terminal. Messages and progress go to standard error, as standard
// output may carry frames.
//
// Control characters in text of files are shown, not obeyed: a document could set the window's title, clear the screen,
// or imitate our lines.
import CoreGraphics
import Documents
import Foundation
import ImageFiles
import Synchronization

enum StandardOutput {
  /// Writes a report of one or more lines, and a newline.
  static func write(_ text: String) throws(StandardOutputError) {
    let code = Array((text.shown(.all) + "\n").utf8).withUnsafeBytes { UnfinishedFile.writeAll($0, to: STDOUT_FILENO) }
    guard code == 0 else { throw StandardOutputError(code: code) }
  }

  /// Writes programs' lines of progress. Without a reader the command ends; other errors are ignored.
  @Sendable static func writeRaw(_ text: String) {
    let code = Array(text.shown(.all).utf8).withUnsafeBytes { UnfinishedFile.writeAll($0, to: STDOUT_FILENO) }
    if code == EPIPE { EndOfOthers.end() }
  }
}

/// Standard output cannot be written.
struct StandardOutputError: ExitStatusError, CustomStringConvertible {
  let code: CInt
  var exitStatus: ExitStatus { code == EPIPE ? .brokenPipe : .cannotWrite }
  var description: String { "standard output: cannot write: \(String(cString: strerror(code)))" }
}

/// Standard input as a file.
enum StandardInput {
  /// The name of standard input in the place of a file's path.
  static let path = "-"

  /// Reads standard input to its end, or to `limit` bytes and one more.
  static func read(limit: Int) throws(CommandError) -> [UInt8] {
    guard isatty(STDIN_FILENO) == 0 else {
      throw CommandError(.usage, "standard input is a terminal; pipe a scene into the command, or name its file")
    }
    var bytes: [UInt8] = []
    do {
      while bytes.count <= limit,
        let part = try FileHandle.standardInput.read(upToCount: min(1 << 20, limit + 1 - bytes.count)), !part.isEmpty
      {
        bytes += part
      }
    } catch {
      throw CommandError(.noInput, "standard input cannot be read: \(error.localizedDescription)")
    }
    guard !bytes.isEmpty else {
      throw CommandError(.noInput, "standard input is empty; pipe a scene into the command")
    }
    return bytes
  }
}

enum StandardStreams {
  /// Whether a stream accepts bytes within 100 ms.
  static func takes(_ descriptor: CInt) -> Bool {
    var stream = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&stream, 1, 100) > 0
  }

  /// Opens `/dev/null` in place of closed standard descriptors, whose numbers the next opened files would get, with the
  /// output for the user. The substitute for standard output is not writable, so that writing fails.
  static func fillGaps() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
      // The call takes the lowest free number, the missing one.
      _ = open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}

enum StandardError {
  /// Writes a message and a newline. Text of files in it can neither control the terminal nor imitate another message:
  /// see ``ShownLines/indented``.
  static func write(_ message: String) {
    guard form.load(ordering: .relaxed) == NotesForm.json.number, let (kind, text) = told(message.namingFlags) else {
      return writeRaw(message.namingFlags.shown(.indented) + "\n")
    }
    let data = try? JSONSerialization.data(withJSONObject: [kind: text], options: [.withoutEscapingSlashes])
    writeRaw(data.map { String(decoding: $0, as: UTF8.self) + "\n" } ?? "")
  }

  private static let form = Atomic<Int>(NotesForm.text.number)

  /// Sets the form of notes, warnings and errors from now on.
  static func setForm(_ notes: NotesForm) { form.store(notes.number, ordering: .relaxed) }

  /// Returns the kind and the text of a message that is a note, a warning or an error; nil for others.
  private static func told(_ message: String) -> (kind: String, text: String)? {
    for kind in ["note", "warning", "error"] {
      let prefix = "multiplane: \(kind): "
      if message.hasPrefix(prefix) { return (kind, String(message.dropFirst(prefix.count))) }
    }
    return nil
  }

  static func write(lines: String) { writeRaw(lines.shown(.all) + "\n") }

  /// Writes progress unchanged, with control sequences. Errors are ignored.
  @Sendable static func writeRaw(_ text: String) {
    _ = Array(text.utf8).withUnsafeBytes { UnfinishedFile.writeAll($0, to: STDERR_FILENO) }
  }

  /// Writes `line` over a line of progress if the stream accepts it, as the process is about to end.
  static func writeLastWords(_ line: String) {
    guard StandardStreams.takes(STDERR_FILENO) else { return }
    writeRaw((isatty(STDERR_FILENO) == 1 ? "\r\u{1B}[K" : "") + line.namingFlags.shown(.indented) + "\n")
  }

  /// The width of the terminal in columns; nil if standard error is not a terminal.
  static var terminalColumns: Int? {
    guard isatty(STDERR_FILENO) == 1 else { return nil }
    var size = winsize()
    let known = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return known ? Int(size.ws_col) : 80
  }
}

/// The form of notes, warnings and errors.
enum NotesForm: String, CaseIterable {
  case text, json

  fileprivate var number: Int { self == .text ? 0 : 1 }
}

extension StringProtocol {
  /// Returns the text with the characters that control terminals written as in JSON, `\u001b`, so that JSON keeps its
  /// meaning: Unicode's control characters (C0, DEL, C1), the marks of direction (UAX #9: embeddings, overrides,
  /// isolates), and the line and paragraph separators. Tabs stay, and line breaks as in `lines`.
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
  /// None: the text becomes one line.
  case none
  /// Line breaks before a space: a message's further lines are indented, unlike other messages.
  case indented
  /// All: the text is a report of the command.
  case all
}

extension Unicode.Scalar {
  /// Whether the character controls a terminal, apart from line breaks and tabs.
  fileprivate var isObeyed: Bool {
    switch value {
    case 0x09, 0x0A: false
    case 0x00...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

/// The command's option for each setting, by its Swift name, which the libraries' messages have in backquotes.
enum OptionFlags {
  static let flags = [
    "alpha": "--alpha", "audio": "--audio", "audioCodec": "--audio-codec", "bitrate": "--bitrate",
    "captions": "--captions", "codec": "--codec", "crf": "--crf", "CTFontManagerRegisterFontsForURL": "--font FILE",
    "dataRoot": "--data-root", "depth": "--depth", "drawLimit": "--max-drawn", "dynamicRange": "--dynamic-range",
    "frameRate": "--fps", "hardware": "--hardware",
    "hashes": "--hashes", "imageBytes": "--max-memory", "keyPath": "--key",
    "loudness": "--loudness", "matrix": "--matrix", "memoryLimit": "--max-memory", "output": "--output",
    "padsToEvenSize": "--pad-even", "path": "--output", "preset": "--preset", "scale": "--scale",
    "sdrTwinPath": "--sdr-twin", "sceneAlign": "--scene-align", "sceneFit": "--scene-fit", "size": "--size",
    "textFit": "--text-fit",
    "transfer": "--transfer", "truePeak": "--true-peak",
    "usesFullRange": "--range",
  ]
}

extension String {
  /// The message with the command's options instead of Swift's names.
  var namingFlags: String { replacing(/`(\w+)`/) { OptionFlags.flags[String($0.1)] ?? String($0.0) } }
}

extension SceneNote {
  var namingFlags: SceneNote { SceneNote(at: location, message.namingFlags, topic: topic) }
}
