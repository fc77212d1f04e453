// Assets and tracks against the films that were written for them.

import AVFoundation
import TestSupport
import Testing

@Suite struct AssetTests {
  @Test("An asset tells what its file is")
  func properties() throws {
    let clip = try TestClip(count: 20, rate: 10, sound: [Float](repeating: 0.25, count: 48_000))
    let asset = clip.asset
    #expect(asset.duration == CMTime(value: 2, timescale: 1) && asset.url == clip.url)
    #expect(asset.tracks.map(\.mediaType) == [.video, .audio] && asset.tracks.map(\.trackID) == [1, 2])
    let video = try #require(asset.tracks(withMediaType: .video).first)
    #expect(video.naturalSize == CGSize(width: 32, height: 24) && video.preferredTransform == .identity)
    #expect(video.nominalFrameRate == 10 && video.minFrameDuration == CMTime(value: 1, timescale: 10))
    #expect(video.timeRange == CMTimeRange(start: .zero, duration: CMTime(value: 2, timescale: 1)))
    #expect(video.asset === asset && video.isPlayable && asset.track(withTrackID: 2)?.mediaType == .audio)
    #expect(asset.naturalSize == video.naturalSize && asset.unusedTrackID() == 3)
    #expect(asset.tracks(withMediaType: .audio)[0].naturalTimeScale == 48_000)
  }

  @Test("30000/1001 frames a second last exactly so long")
  func exactDuration() throws {
    let clip = try TestClip(count: 7, rate: 29.97)
    #expect(clip.asset.duration == CMTime(value: 7 * 1001, timescale: 30_000))
    #expect(clip.track().minFrameDuration == CMTime(value: 1001, timescale: 30_000))
  }

  @Test("Properties are loaded, one or several")
  func loading() async throws {
    let clip = try TestClip()
    let asset: AVAsset = clip.asset
    #expect(try await asset.load(.duration) == CMTime(value: 2, timescale: 1))
    let (duration, tracks, isPlayable) = try await asset.load(.duration, .tracks, .isPlayable)
    #expect(duration == asset.duration && tracks.count == 1 && isPlayable)
    let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
    let (size, transform, rate) = try await track.load(.naturalSize, .preferredTransform, .nominalFrameRate)
    #expect(size == CGSize(width: 32, height: 24) && transform == .identity && rate == 10)
    #expect(try await clip.asset.load(.isExportable))
  }

  @Test("Properties are loaded by their names, as before")
  func keys() async throws {
    let clip = try TestClip(count: 3)
    let (asset, missing) = (clip.asset, AVURLAsset(url: clip.file("missing.mov")))
    #expect(asset.statusOfValue(forKey: "tracks", error: nil) == .unknown)
    for asset in [asset, missing] {
      await withCheckedContinuation { continuation in
        asset.loadValuesAsynchronously(forKeys: ["tracks", "duration"]) { continuation.resume() }
      }
    }
    var error: NSError?
    #expect(asset.statusOfValue(forKey: "duration", error: &error) == .loaded && error == nil)
    #expect(missing.statusOfValue(forKey: "tracks", error: &error) == .failed)
    #expect(error?.domain == AVFoundationErrorDomain && error?.localizedDescription.contains("missing.mov") == true)
    #expect(AVMutableComposition().statusOfValue(forKey: "tracks", error: nil) == .loaded)
  }

  @Test("A file that is none has no tracks; loading it throws why")
  func unreadable() async throws {
    let folder = try TemporaryFolder()
    try folder.write("no film", to: "none.mov")
    let asset = AVURLAsset(url: folder.url.appending(path: "none.mov"))
    #expect(asset.tracks.isEmpty && asset.duration == .zero && !asset.isPlayable && asset.naturalSize == .zero)
    do {
      _ = try await asset.load(.duration)
      Issue.record("it was loaded")
    } catch let error as AVError {
      #expect(error.code == .fileFormatNotRecognized && error.description.contains("none.mov"))
      #expect((error as NSError).domain == AVFoundationErrorDomain && (error as NSError).code == -11828)
    }
    await #expect(throws: AVError.self) {
      try await AVAsset(url: folder.url.appending(path: "missing.mp4")).load(.tracks)
    }
    await #expect(throws: AVError.self) {
      try await AVAsset(url: #require(URL(string: "https://example.com/a.mp4"))).load(.tracks)
    }
  }
}
