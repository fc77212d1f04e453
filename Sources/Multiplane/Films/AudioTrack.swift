#if Films

public import Foundation
public import QuartzCore
import Video

/// A stretch of sound and its place in a film.
///
/// ```swift
/// var music = AudioTrack(contentsOf: URL(filePath: "music.mp3"))
/// music.gain = 0.5
/// music.fadeOut = 2
/// exporter.audio.append(music)
/// ```
///
/// libavformat and libavcodec read WAV, AIFF, AU, CAF, MP3, Ogg, FLAC, AAC, AC-3 and WavPack, and the sound of MP4,
/// QuickTime, Matroska, WebM, AVI and MPEG-TS; with 1 to 8 channels of 1,000 to 768,000 samples a second, mixed to two.
/// Samples that are not numbers are silent. All tracks of a film are added, sample by sample, and encoded once. A track
/// that begins after the film's end, or leaves out more than its source has, throws.
public struct AudioTrack: Sendable {
  /// The begin time in the film, in seconds. The part of the track before the film is not heard.
  public var start: CFTimeInterval
  /// The number of seconds that are left out at the source's beginning.
  public var inPoint: CFTimeInterval = 0
  /// The most seconds that are heard, from ``start`` on; nil, the default, for all. The film's end ends the track.
  public var duration: CFTimeInterval?
  /// The factor for the samples; 1 leaves them unchanged, 0.5 is 6 dB less.
  public var gain: Double = 1
  /// The duration of the linear fade from silence to the gain at its beginning, in seconds.
  public var fadeIn: CFTimeInterval = 0
  /// The duration of the linear fade to silence at its end or the film's, in seconds.
  public var fadeOut: CFTimeInterval = 0
  /// Whether the track starts again, at its ``inPoint``, when its source ends. Default: false.
  public var loops = false
  /// Whether the track may be silent without an error, as a document's own sounds may.
  package var mayBeSilent = false
  /// Gains over the film's time; empty for no change.
  package var envelope: [SoundTrack.GainPoint] = []
  /// The seconds of the source in one second of the film.
  package var speed = 1.0
  /// Whether tracks of speech lower the track.
  package var ducks = false
  package var isSpeech = false
  private let source: SoundTrack.Source

  /// Creates a track from a file, opened when the export begins. `start` is its begin time in the film, in seconds.
  public init(contentsOf url: URL, at start: CFTimeInterval = 0) {
    source = .file(url.path(percentEncoded: false))
    self.start = start
  }

  /// Creates a track from a file's bytes. `name` appears in errors; `start` is its begin time in the film, in seconds.
  public init(data: Data, name: String = "sound", at start: CFTimeInterval = 0) {
    source = .data(data, name: name)
    self.start = start
  }

  /// Creates a track of a clip's sound, from the clip's beginning on; nil without sound.
  package init?(_ clip: VideoClip, at start: CFTimeInterval) {
    guard let track = clip.soundTrack else { return nil }
    (source, self.start, inPoint) = (track.source, start, track.inPoint)
  }

  /// The track for the encoder.
  var soundTrack: SoundTrack {
    var track = SoundTrack(source: source)
    (track.start, track.inPoint, track.duration) = (start, inPoint, duration)
    (track.gain, track.fadeIn, track.fadeOut) = (gain, fadeIn, fadeOut)
    (track.loops, track.mayBeSilent, track.envelope, track.speed) = (loops, mayBeSilent, envelope, speed)
    (track.ducks, track.isSpeech) = (ducks, isSpeech)
    return track
  }

  /// Throws for numbers that are not finite or too large, and for negative times and gains other than ``start``.
  func check() throws(RenderingError) {
    let times = [inPoint, duration ?? 0, gain, fadeIn, fadeOut]
    guard start.isFinite, abs(start) < 1e9, times.allSatisfy({ (0...1e9).contains($0) }) else {
      let length = duration.map { "\($0) s" } ?? "none"
      throw .invalidArgument(
        "a track of sound from \(start) s, in point \(inPoint) s, duration \(length), gain \(gain), fades \(fadeIn) s "
          + "and \(fadeOut) s; expected finite numbers, all but the first 0 or more")
    }
  }
}

#endif
