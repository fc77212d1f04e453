// The value of --audio.
import Foundation
import Multiplane
import SceneFiles
import Video

/// A track of sound, written `FILE[@OFFSET][:GAIN][:FADEIN,FADEOUT]`.
struct AudioArgument: Equatable {
  var file: String
  /// When in the film it begins, in seconds.
  var start = 0.0
  var gain = 1.0
  /// Seconds.
  var fadeIn = 0.0
  /// Seconds.
  var fadeOut = 0.0

  /// Reads `music.mp3`, `music.mp3@1.5`, `music.mp3:0.5`, `music.mp3:-6dB:1,2` or `music.mp3@1.5:0.5:1,2`.
  ///
  /// What follows the file is taken from the end, as far as it is numbers, so that a file's name may have colons in it.
  init(parsing text: String) throws(ArgumentValueError) {
    var rest = text[...]
    if let (before, tail) = Self.split(rest, at: ":"), let fades = Self.fades(tail) {
      (fadeIn, fadeOut) = fades
      rest = before
    }
    if let (before, tail) = Self.split(rest, at: ":"), let value = Self.gain(tail) {
      gain = value
      rest = before
    }
    if let (before, tail) = Self.split(rest, at: "@"), let value = Double(tail), abs(value) <= 1e9 {
      start = value
      rest = before
    }
    guard !rest.isEmpty else {
      throw ArgumentValueError("expected FILE[@OFFSET][:GAIN][:FADEIN,FADEOUT], such as music.mp3@1.5:-6dB:0.5,2")
    }
    file = String(rest)
  }

  private static func split(_ text: Substring, at separator: Character) -> (Substring, Substring)? {
    text.lastIndex(of: separator).map { (text[..<$0], text[text.index(after: $0)...]) }
  }

  private static func fades(_ text: Substring) -> (Double, Double)? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard parts.count == 2, let first = parts[0], let last = parts[1], 0...1e9 ~= first, 0...1e9 ~= last else {
      return nil
    }
    return (first, last)
  }

  /// A factor, or decibels.
  private static func gain(_ text: Substring) -> Double? {
    guard text.lowercased().hasSuffix("db") else {
      guard let value = Double(text), 0...1000 ~= value else { return nil }
      return value
    }
    guard let value = Double(text.dropLast(2)), -200...60 ~= value else { return nil }
    return pow(10, value / 20)
  }

  /// The same for the export.
  var track: AudioTrack {
    var track = AudioTrack(contentsOf: URL(filePath: file), at: start)
    (track.gain, track.fadeIn, track.fadeOut) = (gain, fadeIn, fadeOut)
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
    return track
  }
}
