/// A named stretch of a scene's time.
public struct SceneMarker: Hashable, Sendable {
  /// What it is called.
  public let name: String
  /// Where it begins, in seconds of the film.
  public let time: Double
  /// How long it is, in seconds; 0 for a moment.
  public let duration: Double

  package init(name: String, time: Double, duration: Double) {
    (self.name, self.time, self.duration) = (name, time, duration)
  }
}
