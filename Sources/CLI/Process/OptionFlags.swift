// The libraries' messages name what a program sets in Swift, between backquotes; whoever types a command is told the
// option of the command.
import Documents

/// The command's option for each setting, by the name that the libraries use.
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
