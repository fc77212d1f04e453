// Tested by AssetTests.

public import CoreGraphics
public import CoreMedia
import Dispatch
public import Foundation
import Synchronization
import Video

/// A film: its tracks and its duration.
///
/// The file must be regular and of a supported kind (H.264, HEVC, VP8, VP9, AV1, ProRes, MPEG-4, MJPEG and others of
/// `VideoClip`); network URLs are not opened. An asset of a file is immutable, and any thread may use it. The file is
/// opened on first use: if it cannot be read, `load(_:)` throws, and the properties are those of an asset without
/// tracks.
open class AVAsset: NSObject, AVAsynchronousKeyValueLoading, @unchecked Sendable {
  // Unchecked Sendable: a file's variable state is behind a lock; a composition is used by one thread at a time.

  /// The file; nil for a composition.
  final let source: MediaSource?
  private let madeTracks = Mutex<[AVAssetTrack]?>(nil)

  /// Creates the asset of a file URL. The file is opened on first use.
  public convenience init(url: URL) { self.init(source: MediaSource(url)) }

  init(source: MediaSource?) {
    self.source = source
    super.init()
  }

  func loadSource() throws(AVError) { _ = try source?.clip.get() }

  // MARK: Tracks

  /// The tracks: the pictures, and the stream of sound that players take. Empty if the file cannot be read.
  open var tracks: [AVAssetTrack] {
    madeTracks.withLock { made in
      if let made { return made }
      var tracks: [AVAssetTrack] = []
      if let source, let clip = source.readable {
        if clip.pictures != nil {
          tracks.append(
            AVAssetTrack(asset: self, trackID: 1, mediaType: .video, stream: .init(source: source, sound: nil)))
        }
        for number in clip.sounds.indices.prefix(1) {
          tracks.append(
            AVAssetTrack(
              asset: self, trackID: CMPersistentTrackID(tracks.count + 1), mediaType: .audio,
              stream: .init(source: source, sound: number)))
        }
      }
      made = tracks
      return tracks
    }
  }

  /// Returns the tracks of a kind.
  open func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] {
    tracks.filter { $0.mediaType == mediaType }
  }

  /// Returns the track with an ID; nil if the asset does not have one.
  open func track(withTrackID trackID: CMPersistentTrackID) -> AVAssetTrack? { tracks.first { $0.trackID == trackID } }

  /// Opens the file and returns the tracks of a kind. Throws ``AVError`` if the file cannot be read.
  public final func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVAssetTrack] {
    try loadSource()
    return tracks(withMediaType: mediaType)
  }

  /// Opens the file and returns the track with an ID, or nil. Throws ``AVError`` if the file cannot be read.
  public final func loadTrack(withTrackID trackID: CMPersistentTrackID) async throws -> AVAssetTrack? {
    try loadSource()
    return track(withTrackID: trackID)
  }

  // MARK: What it is like

  /// The end of the last picture or, without pictures, of the sound. Zero if the file cannot be read.
  open var duration: CMTime { source?.readable?.exactDuration ?? .zero }

  /// The preferred rate of playback: always 1.
  open var preferredRate: Float { 1 }

  /// The preferred volume of playback: always 1.
  open var preferredVolume: Float { 1 }

  /// The transform that turns the pictures upright: that of the first track of pictures.
  open var preferredTransform: CGAffineTransform {
    tracks(withMediaType: .video).first?.preferredTransform ?? .identity
  }

  /// The size of the first track of pictures, in pixels, before they are turned.
  open var naturalSize: CGSize { tracks(withMediaType: .video).first?.naturalSize ?? .zero }

  /// Whether the asset can be played.
  open var isPlayable: Bool { !tracks.isEmpty }

  /// Whether the asset can be exported.
  open var isExportable: Bool { !tracks.isEmpty }

  /// Whether the asset's tracks can be parts of compositions.
  open var isComposable: Bool { !tracks.isEmpty }

  /// Whether the asset's times are exact: always true, because all packets are read when the file is opened.
  open var providesPreciseDurationAndTiming: Bool { true }
}

/// A film in a file.
open class AVURLAsset: AVAsset, @unchecked Sendable {
  /// The URL of the file.
  public final let url: URL

  /// Creates the asset of a file URL. The file is opened on first use. The only option is
  /// ``AVURLAssetPreferPreciseDurationAndTimingKey``, which has no effect: times are always exact.
  public init(url URL: URL, options: [String: Any]? = nil) {
    url = URL
    super.init(source: MediaSource(URL))
  }
}

/// The option of ``AVURLAsset`` for exact times. They are always exact.
public let AVURLAssetPreferPreciseDurationAndTimingKey = "AVURLAssetPreferPreciseDurationAndTimingKey"

/// The state of loading a property.
public enum AVKeyValueStatus: Int, Sendable {
  /// The property has not been asked for.
  case unknown = 0
  /// The file is being opened.
  case loading = 1
  /// The property is loaded.
  case loaded = 2
  /// The file cannot be read.
  case failed = 3
  /// Loading was cancelled. Assets do not report this.
  case cancelled = 4
}

extension AVAsset {
  /// Opens the file on another thread, and calls a block there when all properties are loaded, whatever the `keys`, or
  /// cannot be; see ``statusOfValue(forKey:error:)``.
  public final func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)?)
  {
    DispatchQueue.global().async {
      _ = try? self.loadSource()
      handler?()
    }
  }

  /// Returns whether the properties are loaded, whatever the `key`. If the file cannot be read, `outError` gets an
  /// ``AVError`` as an `NSError`.
  public final func statusOfValue(forKey key: String, error outError: UnsafeMutablePointer<NSError?>?)
    -> AVKeyValueStatus
  {
    guard let source else { return .loaded }
    switch source.opening {
    case .unknown: return .unknown
    case .running: return .loading
    case .ended(nil): return .loaded
    case .ended(let error?):
      outError?.pointee = error as NSError
      return .failed
    }
  }
}
