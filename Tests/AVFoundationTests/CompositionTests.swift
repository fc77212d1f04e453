// Compositions: edits against the segments that they must come to, and frames against those of the sources.

import AVFoundation
import TestSupport
import Testing

@Suite struct CompositionTests {
  private func track(_ composition: AVMutableComposition) throws -> AVMutableCompositionTrack {
    try #require(composition.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid))
  }

  /// Source start and end, target start and end of segments, in seconds; a source of nothing is [-1, -1].
  private func list(_ track: AVAssetTrack) -> [[Double]] {
    track.segments.map { segment in
      let (source, target) = (segment.timeMapping.source, segment.timeMapping.target)
      return (segment.isEmpty ? [-1, -1] : [source.start.seconds, source.end.seconds])
        + [target.start.seconds, target.end.seconds]
    }
  }

  /// The grey of the frame at a second.
  private func grey(_ asset: AVAsset, _ second: Double) throws -> Int {
    let generator = AVAssetImageGenerator(asset: asset)
    return try generator.copyCGImage(at: .seconds(second), actualTime: nil).pixel(30, 20)[0]
  }

  @Test("Insertions move what follows, and leave nothing before what begins behind the end")
  func insertion() throws {
    let clip = try TestClip()
    let composition = AVMutableComposition()
    let track = try track(composition)
    try track.insertTimeRange(.seconds(0.5..<1.5), of: clip.track(), at: .zero)
    #expect(list(track) == [[0.5, 1.5, 0, 1]])
    try track.insertTimeRange(.seconds(0..<0.5), of: clip.track(), at: .seconds(0.5))
    #expect(list(track) == [[0.5, 1, 0, 0.5], [0, 0.5, 0.5, 1], [1, 1.5, 1, 1.5]])
    try track.insertTimeRange(.seconds(0..<1), of: clip.track(), at: .seconds(2))
    #expect(list(track).suffix(2) == [[-1, -1, 1.5, 2], [0, 1, 2, 3]])
    try track.insertTimeRange(.seconds(1..<2), of: clip.track(), at: .invalid)
    #expect(list(track).last == [1, 2, 3, 4] && composition.duration == .seconds(4))
    #expect(composition.naturalSize == CGSize(width: 32, height: 24))
    // The frames of 0.5 s and 1 s of the clip are its sixth and eleventh; nothing is black.
    #expect(try grey(composition, 0) == 60 && grey(composition, 0.5) == 10 && grey(composition, 1) == 110)
    #expect(try grey(composition, 1.7) == 0 && grey(composition, 2) == 10 && grey(composition, 3.95) == 200)
  }

  @Test("What the source has not is nothing")
  func beyondTheSource() throws {
    let clip = try TestClip()
    let track = try track(AVMutableComposition())
    try track.insertTimeRange(.seconds(1.5..<3), of: clip.track(), at: .zero)
    #expect(list(track) == [[1.5, 2, 0, 0.5], [-1, -1, 0.5, 1.5]])
  }

  @Test("Removals close up, and empty stretches open")
  func removal() throws {
    let clip = try TestClip()
    let composition = AVMutableComposition()
    let track = try track(composition)
    try track.insertTimeRange(.seconds(0..<2), of: clip.track(), at: .zero)
    composition.removeTimeRange(.seconds(0.5..<1))
    #expect(list(track) == [[0, 0.5, 0, 0.5], [1, 2, 0.5, 1.5]])
    composition.insertEmptyTimeRange(.seconds(1..<1.25))
    #expect(list(track) == [[0, 0.5, 0, 0.5], [1, 1.5, 0.5, 1], [-1, -1, 1, 1.25], [1.5, 2, 1.25, 1.75]])
    composition.removeTimeRange(.seconds(1..<9))
    #expect(list(track) == [[0, 0.5, 0, 0.5], [1, 1.5, 0.5, 1]])
    #expect(try grey(composition, 0.5) == 110)
  }

  @Test("Scaled stretches run slower or faster", arguments: [0.5, 2.0, 3.0])
  func scaling(factor: Double) throws {
    let clip = try TestClip()
    let composition = AVMutableComposition()
    let track = try track(composition)
    try track.insertTimeRange(.seconds(0..<2), of: clip.track(), at: .zero)
    composition.scaleTimeRange(.seconds(0..<1), toDuration: .seconds(factor))
    #expect(list(track) == [[0, 1, 0, factor], [1, 2, factor, factor + 1]])
    for second in [0.0, 0.05, 0.1, 0.45, 0.9, 0.95] {
      let frame = Int((second * 10 + 1e-9).rounded(.down))
      #expect(try grey(composition, second * factor) == 10 + 10 * frame, "\(second) of \(factor)")
    }
    #expect(try grey(composition, factor) == 110)
    // A stretch of a scaled one keeps its pace.
    let copy = try self.track(AVMutableComposition())
    try copy.insertTimeRange(.seconds(factor / 2..<factor + 0.5), of: track, at: .zero)
    #expect(list(copy) == [[0.5, 1, 0, factor / 2], [1, 1.5, factor / 2, factor / 2 + 0.5]])
  }

  @Test("An asset goes in with all its tracks, and its transform")
  func wholeAssets() throws {
    let folder = try TemporaryFolder()
    let heard = try TestClip(sound: [Float](repeating: 0.5, count: 96_000), in: folder, name: "a.mov")
    let silent = try TestClip(first: 100, step: 1, in: folder, name: "b.mov")
    let composition = AVMutableComposition()
    try composition.insertTimeRange(.seconds(0..<1), of: heard.asset, at: .zero)
    try composition.insertTimeRange(.seconds(0..<1), of: silent.asset, at: .zero)
    #expect(composition.tracks.map(\.mediaType) == [.video, .audio])
    #expect(list(composition.tracks[0]) == [[0, 1, 0, 1], [0, 1, 1, 2]])
    // The sound is still with its pictures.
    #expect(list(composition.tracks[1]) == [[-1, -1, 0, 1], [0, 1, 1, 2]])
    #expect(try grey(composition, 0.5) == 105 && grey(composition, 1.5) == 60)
  }

  @Test("Tracks are numbered, found, and taken out")
  func tracks() throws {
    let composition = AVMutableComposition()
    let first = try track(composition)
    let second = try #require(composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 7))
    let third = try #require(composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 7))
    #expect([first, second, third].map(\.trackID) == [1, 7, 8])
    #expect(composition.track(withTrackID: 7) === second)
    composition.removeTrack(second)
    #expect(composition.tracks.map(\.trackID) == [1, 8])
    #expect(composition.addMutableTrack(withMediaType: AVMediaType(rawValue: "text"), preferredTrackID: 0) == nil)
  }

  @Test("What cannot be is an error, and changes nothing")
  func errors() throws {
    let clip = try TestClip()
    let composition = AVMutableComposition()
    let track = try track(composition)
    let sound = try #require(composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 0))
    #expect(throws: AVError.self) { try sound.insertTimeRange(.seconds(0..<1), of: clip.track(), at: .zero) }
    for range in [CMTimeRange.invalid, CMTimeRange(start: .seconds(-1), duration: .seconds(1))] {
      #expect(throws: AVError.self) { try track.insertTimeRange(range, of: clip.track(), at: .zero) }
    }
    #expect(throws: AVError.self) {
      try track.insertTimeRange(.seconds(0..<1), of: clip.track(), at: .indefinite)
    }
    #expect(track.segments.isEmpty)
    let gap = [
      AVCompositionTrackSegment(timeRange: .seconds(0..<1)), AVCompositionTrackSegment(timeRange: .seconds(2..<3)),
    ]
    #expect(throws: AVError.self) { try track.validateSegments(gap) }
    track.segments = [
      AVCompositionTrackSegment(
        url: clip.url, trackID: 1, sourceTimeRange: .seconds(1..<2), targetTimeRange: .seconds(0..<2))
    ]
    #expect(try grey(composition, 1) == 160 && track.segment(forTrackTime: .seconds(1))?.isEmpty == false)
  }
}
