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
/// Files are read by libavformat and libavcodec, of these kinds: WAV, AIFF, AU, CAF, MP3, Ogg, FLAC, AAC, AC-3 and
/// WavPack, and the sound of MP4, QuickTime, Matroska, WebM, AVI and MPEG-TS; with 1 to 8 channels of 1,000 to 768,000
/// samples a second, mixed to two. Samples that are not numbers are silent. All tracks of a film are added up, sample
/// by sample, and encoded once. A track that begins behind the film's end, or leaves out more than its source has,
/// throws.
public struct AudioTrack: Sendable {
  /// The time in the film at which the track begins, in seconds. The part of the track before the film is not heard.
  public var start: CFTimeInterval
  /// The seconds of the source that are left out at its beginning.
  public var inPoint: CFTimeInterval = 0
  /// The most seconds that are heard, from ``start`` on; nil, the default, for all. The film's end ends it.
  public var duration: CFTimeInterval?
  /// The factor of the samples; 1 leaves them as they are, 0.5 is 6 dB less.
  public var gain: Double = 1
  /// The seconds in which it rises evenly from silence to its gain, from its begin on.
  public var fadeIn: CFTimeInterval = 0
  /// The seconds in which it falls evenly to silence, up to its end or the film's.
  public var fadeOut: CFTimeInterval = 0
  /// Whether it begins again, at its ``inPoint``, at its source's end. Default: false.
  public var loops = false
  /// Whether it may be silent without an error: a document's own sounds.
  package var mayBeSilent = false
  /// Gains along the way, by the film's time; empty for no change.
  package var envelope: [SoundTrack.GainPoint] = []
  /// The seconds of the source in one second of the film.
  package var speed = 1.0
  private let source: SoundTrack.Source

  /// The sound of a file, which is opened when the export begins.
  ///
  /// - Parameters:
  ///   - url: a file URL.
  ///   - start: the time in the film at which it begins, in seconds.
  public init(contentsOf url: URL, at start: CFTimeInterval = 0) {
    source = .file(url.path(percentEncoded: false))
    self.start = start
  }

  /// The sound of a file whose bytes are in memory.
  ///
  /// - Parameters:
  ///   - data: the bytes of the whole file.
  ///   - name: the name of the sound in errors.
  ///   - start: the time in the film at which it begins, in seconds.
  public init(data: Data, name: String = "sound", at start: CFTimeInterval = 0) {
    source = .data(data, name: name)
    self.start = start
  }

  /// The sound of a clip, from the clip's begin.
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
    return track
  }

  /// Throws for numbers that are not finite, or too large, and for times and gains below 0; only ``start`` may be
  /// negative.
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
