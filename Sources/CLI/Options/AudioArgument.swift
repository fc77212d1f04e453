// The value of --audio.
import Foundation
import Multiplane
import SceneFiles
import Video

/// A track of sound, written `FILE[@OFFSET][:GAIN][:FADEIN,FADEOUT][:in=SECONDS][:loop]`.
struct AudioArgument: Equatable {
  var file: String
  /// The time in the film at which the sound begins, in seconds.
  var start = 0.0
  var gain = 1.0
  /// Seconds.
  var fadeIn = 0.0
  /// Seconds.
  var fadeOut = 0.0
  /// Seconds of the file that are left out at its beginning.
  var inPoint = 0.0
  /// Whether it begins again where it ends.
  var loops = false

  /// The form of the argument, for help and messages.
  static let form = "FILE[@OFFSET][:GAIN][:FADEIN,FADEOUT][:in=SECONDS][:loop]"

  /// The kinds of a part behind a colon.
  private enum Part: Hashable { case gain, fades, inPoint, loop }

  /// Reads `music.mp3`, `music.mp3@1.5`, `music.mp3:0.5`, `music.mp3:-6dB:1,2` or `music.mp3@1.5:0.5:1,2:in=12:loop`.
  ///
  /// What follows the file is taken from the end, as far as it is a part, each at most once and in any order, so that a
  /// file's name may have colons in it. What looks like a part and cannot be one is an error.
  init(parsing text: String) throws(ArgumentValueError) {
    file = ""
    var rest = text[...]
    var known: Set<Part> = []
    while let (before, tail) = Self.split(rest, at: ":"), let part = try read(tail) {
      guard known.insert(part).inserted else { throw Self.error("'\(tail)' is the second of its kind") }
      rest = before
    }
    if let (before, tail) = Self.split(rest, at: "@"), let value = Double(tail) {
      guard abs(value) <= 1e9 else { throw Self.error("'@\(tail)' is no second of a film") }
      start = value
      rest = before
    }
    guard !rest.isEmpty else { throw Self.error("there is no file's name") }
    file = String(rest)
  }

  private static func error(_ problem: String) -> ArgumentValueError {
    ArgumentValueError("\(problem); expected \(form), such as music.mp3@1.5:-6dB:0.5,2:in=10:loop")
  }

  private static func split(_ text: Substring, at separator: Character) -> (Substring, Substring)? {
    text.lastIndex(of: separator).map { (text[..<$0], text[text.index(after: $0)...]) }
  }

  /// Takes a part; nil for what belongs to the file's name.
  private mutating func read(_ text: Substring) throws(ArgumentValueError) -> Part? {
    if text == "loop" {
      loops = true
      return .loop
    }
    if text.hasPrefix("in=") {
      guard let value = Double(text.dropFirst(3)), 0...1e9 ~= value else {
        throw Self.error("'\(text)' does not say how many seconds are left out")
      }
      inPoint = value
      return .inPoint
    }
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    if numbers.count == 2, let first = numbers[0], let last = numbers[1] {
      guard 0...1e9 ~= first, 0...1e9 ~= last else { throw Self.error("'\(text)' are no seconds of fades") }
      (fadeIn, fadeOut) = (first, last)
      return .fades
    }
    guard text.lowercased().hasSuffix("db") else {
      guard let value = Double(text) else { return nil }
      guard 0...1000 ~= value else { throw Self.error("the gain '\(text)' is not from 0 to 1000") }
      gain = value
      return .gain
    }
    guard let value = Double(text.dropLast(2)) else { return nil }
    guard -200...60 ~= value else { throw Self.error("the gain '\(text)' is not from -200 to 60 dB") }
    gain = pow(10, value / 20)
    return .gain
  }

  /// Throws if the file does not exist and its name may contain a part that was not understood.
  func checkFile() throws {
    guard file.contains(":") || file.contains("@"), !FileManager.default.fileExists(atPath: file) else { return }
    throw NoSoundFile(name: file)
  }

  /// The same for the export.
  var track: AudioTrack {
    var track = AudioTrack(contentsOf: URL(filePath: file), at: start)
    (track.gain, track.fadeIn, track.fadeOut) = (gain, fadeIn, fadeOut)
    (track.inPoint, track.loops) = (inPoint, loops)
    return track
  }
}

extension SceneSound {
  /// The same for an export.
  ///
  /// - Parameter beginning: the scene's second that the film begins with.
  func track(from beginning: Double) -> AudioTrack {
    var track = AudioTrack(data: data, name: name, at: start - beginning)
    (track.inPoint, track.duration, track.gain) = (inPoint, duration, gain)
    track.mayBeSilent = true
    return track
  }
}

/// The error for a missing file whose name looks as if something else was meant.
struct NoSoundFile: ExitStatusError, CustomStringConvertible {
  let name: String
  var exitStatus: ExitStatus { .noInput }
  var description: String {
    "\(name): no such file; behind a file's name --audio takes \(AudioArgument.form.dropFirst("FILE".count))"
  }
}
