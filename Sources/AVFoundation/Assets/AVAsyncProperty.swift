public import CoreGraphics
public import CoreMedia

/// A loadable property of any type.
public class AVPartialAsyncProperty<Root>: @unchecked Sendable {
  // Unchecked Sendable: subclasses are final, and hold only a Sendable closure.
  init() {}
}

/// A loadable property.
public final class AVAsyncProperty<Root, Value>: AVPartialAsyncProperty<Root>, @unchecked Sendable {
  let value: @Sendable (Root) -> Value

  init(_ value: @escaping @Sendable (Root) -> Value) { self.value = value }
}

/// An object with loadable properties.
public protocol AVAsynchronousKeyValueLoading: AnyObject {}

/// Opens the file of an asset or a track before properties are read.
private func open(_ object: any AVAsynchronousKeyValueLoading) throws(AVError) {
  switch object {
  case let asset as AVAsset: try asset.loadSource()
  case let track as AVAssetTrack: try track.load()
  default: break
  }
}

extension AVAsynchronousKeyValueLoading {
  /// Opens the file and returns a property. Throws ``AVError`` if the file cannot be read.
  public func load<A>(_ a: AVAsyncProperty<Self, A>) async throws -> A {
    try open(self)
    return a.value(self)
  }

  /// Opens the file and returns two properties. Throws ``AVError`` if the file cannot be read.
  public func load<A, B>(_ a: AVAsyncProperty<Self, A>, _ b: AVAsyncProperty<Self, B>) async throws -> (A, B) {
    try open(self)
    return (a.value(self), b.value(self))
  }

  /// Opens the file and returns three properties. Throws ``AVError`` if the file cannot be read.
  public func load<A, B, C>(
    _ a: AVAsyncProperty<Self, A>, _ b: AVAsyncProperty<Self, B>, _ c: AVAsyncProperty<Self, C>
  ) async throws -> (A, B, C) {
    try open(self)
    return (a.value(self), b.value(self), c.value(self))
  }

  /// Opens the file and returns four properties. Throws ``AVError`` if the file cannot be read.
  public func load<A, B, C, D>(
    _ a: AVAsyncProperty<Self, A>, _ b: AVAsyncProperty<Self, B>, _ c: AVAsyncProperty<Self, C>,
    _ d: AVAsyncProperty<Self, D>
  ) async throws -> (A, B, C, D) {
    try open(self)
    return (a.value(self), b.value(self), c.value(self), d.value(self))
  }

  /// Opens the file and returns five properties. Throws ``AVError`` if the file cannot be read.
  public func load<A, B, C, D, E>(
    _ a: AVAsyncProperty<Self, A>, _ b: AVAsyncProperty<Self, B>, _ c: AVAsyncProperty<Self, C>,
    _ d: AVAsyncProperty<Self, D>, _ e: AVAsyncProperty<Self, E>
  ) async throws -> (A, B, C, D, E) {
    try open(self)
    return (a.value(self), b.value(self), c.value(self), d.value(self), e.value(self))
  }
}

extension AVPartialAsyncProperty where Root: AVAsset {
  /// The duration of the asset.
  public static var duration: AVAsyncProperty<Root, CMTime> { AVAsyncProperty { $0.duration } }
  /// All tracks.
  public static var tracks: AVAsyncProperty<Root, [AVAssetTrack]> { AVAsyncProperty { $0.tracks } }
  /// The transform that turns the pictures upright.
  public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
    AVAsyncProperty { $0.preferredTransform }
  }
  /// The preferred rate of playback.
  public static var preferredRate: AVAsyncProperty<Root, Float> { AVAsyncProperty { $0.preferredRate } }
  /// The preferred volume of playback.
  public static var preferredVolume: AVAsyncProperty<Root, Float> { AVAsyncProperty { $0.preferredVolume } }
  /// Whether the asset can be played.
  public static var isPlayable: AVAsyncProperty<Root, Bool> { AVAsyncProperty { $0.isPlayable } }
  /// Whether the asset can be exported.
  public static var isExportable: AVAsyncProperty<Root, Bool> { AVAsyncProperty { $0.isExportable } }
  /// Whether the asset's tracks can be parts of compositions.
  public static var isComposable: AVAsyncProperty<Root, Bool> { AVAsyncProperty { $0.isComposable } }
}

extension AVPartialAsyncProperty where Root: AVAssetTrack {
  /// The size of the pictures, in pixels, before they are turned.
  public static var naturalSize: AVAsyncProperty<Root, CGSize> { AVAsyncProperty { $0.naturalSize } }
  /// The transform that turns the pictures upright.
  public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
    AVAsyncProperty { $0.preferredTransform }
  }
  /// The time range in which the track has pictures or sound.
  public static var timeRange: AVAsyncProperty<Root, CMTimeRange> { AVAsyncProperty { $0.timeRange } }
  /// The number of pictures a second.
  public static var nominalFrameRate: AVAsyncProperty<Root, Float> { AVAsyncProperty { $0.nominalFrameRate } }
  /// The duration of a picture.
  public static var minFrameDuration: AVAsyncProperty<Root, CMTime> { AVAsyncProperty { $0.minFrameDuration } }
  /// The units of time in a second.
  public static var naturalTimeScale: AVAsyncProperty<Root, CMTimeScale> { AVAsyncProperty { $0.naturalTimeScale } }
  /// The preferred volume of playback.
  public static var preferredVolume: AVAsyncProperty<Root, Float> { AVAsyncProperty { $0.preferredVolume } }
  /// Whether the track is seen and heard.
  public static var isEnabled: AVAsyncProperty<Root, Bool> { AVAsyncProperty { $0.isEnabled } }
  /// Whether the track can be played.
  public static var isPlayable: AVAsyncProperty<Root, Bool> { AVAsyncProperty { $0.isPlayable } }
  /// The segments of the track.
  public static var segments: AVAsyncProperty<Root, [AVAssetTrackSegment]> { AVAsyncProperty { $0.segments } }
}
