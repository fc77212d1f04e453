/// A named stretch of a scene's time.
public struct SceneMarker: Hashable, Sendable {
  /// The marker's name.
  public let name: String
  /// The begin time, in seconds of the film.
  public let time: Double
  /// The duration, in seconds; 0 for a moment.
  public let duration: Double

  package init(name: String, time: Double, duration: Double) {
    (self.name, self.time, self.duration) = (name, time, duration)
  }
}
