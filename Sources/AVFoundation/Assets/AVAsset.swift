// Tested by AssetTests.

public import CoreGraphics
public import CoreMedia
import Dispatch
public import Foundation
import Synchronization
import Video

/// A film: its tracks, and how long it lasts.
///
/// What is read is of a list of kinds: H.264, HEVC, VP8, VP9, AV1, ProRes, MPEG-4, MJPEG and what else `VideoClip`
/// takes, in regular files; no address is opened. An asset of a file does not change, and any thread may use it. The
/// file is opened when something of it is first asked for: `load(_:)` throws what is wrong with it, and by its
/// properties it is an asset without tracks.
open class AVAsset: NSObject, AVAsynchronousKeyValueLoading, @unchecked Sendable {
  // Unchecked Sendable: what there is of a file is behind a lock; a composition is used by one thread at a time.

  /// The file; nil for a composition.
  final let source: MediaSource?
  private let madeTracks = Mutex<[AVAssetTrack]?>(nil)

  /// The film of a file, which is opened when something of it is asked for.
  ///
  /// - Parameter url: a file URL.
  public convenience init(url: URL) { self.init(source: MediaSource(url)) }

  init(source: MediaSource?) {
    self.source = source
    super.init()
  }

  func loadSource() throws(AVError) { _ = try source?.clip.get() }

  // MARK: Tracks

  /// The tracks: the pictures, and the sound; of several streams of sound, the one that players take. None where the
  /// file cannot be read.
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

  /// Opens the file and returns the tracks of a kind.
  ///
  /// - Throws: ``AVError`` where it cannot be.
  public final func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVAssetTrack] {
    try loadSource()
    return tracks(withMediaType: mediaType)
  }

  /// Opens the file and returns the track with an ID; nil if the asset does not have one.
  ///
  /// - Throws: ``AVError`` where it cannot be.
  public final func loadTrack(withTrackID trackID: CMPersistentTrackID) async throws -> AVAssetTrack? {
    try loadSource()
    return track(withTrackID: trackID)
  }

  // MARK: What it is like

  /// The duration: to the end of the last picture, or of the sound if the asset has no pictures. Zero if the file
  /// cannot be read.
  open var duration: CMTime { source?.readable?.exactDuration ?? .zero }

  /// The rate at which the asset is meant to be played: always 1.
  open var preferredRate: Float { 1 }

  /// The volume at which the asset is meant to be heard: always 1.
  open var preferredVolume: Float { 1 }

  /// The transform that turns the pictures upright: that of the first track of pictures.
  open var preferredTransform: CGAffineTransform {
    tracks(withMediaType: .video).first?.preferredTransform ?? .identity
  }

  /// The size of its pictures, in pixels, before they are turned; that of the first track of pictures.
  open var naturalSize: CGSize { tracks(withMediaType: .video).first?.naturalSize ?? .zero }

  /// Whether it can be shown.
  open var isPlayable: Bool { !tracks.isEmpty }

  /// Whether it can be exported.
  open var isExportable: Bool { !tracks.isEmpty }

  /// Whether its tracks can be parts of compositions.
  open var isComposable: Bool { !tracks.isEmpty }

  /// Whether the asset's times are exact: always true, because all packets are read when the file is opened.
  open var providesPreciseDurationAndTiming: Bool { true }
}

/// A film in a file.
open class AVURLAsset: AVAsset, @unchecked Sendable {
  /// The URL of the file.
  public final let url: URL

  /// The film of a file, which is opened when something of it is asked for.
  ///
  /// - Parameters:
  ///   - URL: a file URL.
  ///   - options: of ``AVURLAssetPreferPreciseDurationAndTimingKey``, which is so whatever it says, and of no others.
  public init(url URL: URL, options: [String: Any]? = nil) {
    url = URL
    super.init(source: MediaSource(URL))
  }
}

/// Whether times are to be exact, as an option of ``AVURLAsset``. They always are.
public let AVURLAssetPreferPreciseDurationAndTimingKey = "AVURLAssetPreferPreciseDurationAndTimingKey"

/// Whether a property is loaded.
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
  /// Opens the file on another thread, and calls a block when all properties are loaded or cannot be loaded.
  ///
  /// - Parameters:
  ///   - keys: names of properties; all of them come with the file.
  ///   - handler: called on that thread; ``statusOfValue(forKey:error:)`` tells it more.
  public final func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)?)
  {
    DispatchQueue.global().async {
      _ = try? self.loadSource()
      handler?()
    }
  }

  /// Whether a property is loaded.
  ///
  /// - Parameters:
  ///   - key: the name of a property; all of them come with the file.
  ///   - outError: gets an ``AVError`` as an `NSError` where the file cannot be read.
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
