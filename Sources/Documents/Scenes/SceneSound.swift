// What is heard in a scene.

public import Foundation
public import QuartzCore

/// A sound of a scene: the bytes of a file, and when it is heard.
///
/// ```swift
/// for sound in film.sounds {
///   var track = AudioTrack(data: sound.data, name: sound.name, at: sound.start)
///   (track.inPoint, track.duration, track.gain) = (sound.inPoint, sound.duration, sound.gain)
///   exporter.audio.append(track)
/// }
/// ```
public struct SceneSound: Sendable, Equatable {
  /// The name of the sound in messages.
  public let name: String
  /// The bytes of the whole file, in whatever format it has.
  public let data: Data
  /// The scene's second from which on it is heard.
  public let start: CFTimeInterval
  /// Seconds of the file that are left out at its beginning.
  public let inPoint: CFTimeInterval
  /// Seconds that are heard at most, the file's end being another limit.
  public let duration: CFTimeInterval
  /// The factor that its samples are multiplied by.
  public let gain: Double

  package init(
    name: String, data: Data, start: CFTimeInterval, inPoint: CFTimeInterval, duration: CFTimeInterval, gain: Double
  ) {
    (self.name, self.data, self.start) = (name, data, start)
    (self.inPoint, self.duration, self.gain) = (inPoint, duration, gain)
  }
}
