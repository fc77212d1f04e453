// Text of files, on its way to a person's terminal: what would be an order to the terminal is shown and not obeyed. A
// document could set the window's title, clear the screen, or write lines that look like ours.
//
// Everything that the command prints passes here, on its way to `StandardError` and `StandardOutput`.

import Documents

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
