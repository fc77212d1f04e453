// Instructions: opacities, transforms and crops against formulas on films of known colours.

import AVFoundation
import TestSupport
import Testing

@Suite struct VideoCompositionTests {
  /// Two clips in two tracks, over each other: the front one is 100, 101, ... and the back one 10, 20, ...
  private func scene(
    _ place: (AVMutableVideoCompositionLayerInstruction, AVMutableVideoCompositionLayerInstruction) -> Void
  ) throws -> (asset: AVAsset, composition: AVMutableVideoComposition) {
    let folder = try TemporaryFolder()
    let composition = AVMutableComposition()
    var placings: [AVMutableVideoCompositionLayerInstruction] = []
    for (first, step) in [(100, 1), (10, 10)] {
      let clip = try TestClip(first: first, step: step, in: folder, name: "\(first).mov")
      let track = try #require(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 0))
      try track.insertTimeRange(.seconds(0..<2), of: clip.track(), at: .zero)
      placings.append(AVMutableVideoCompositionLayerInstruction(assetTrack: track))
      // Opened, so that the folder may go.
      _ = clip.asset.duration
    }
    place(placings[0], placings[1])
    let part = AVMutableVideoCompositionInstruction()
    part.timeRange = CMTimeRange(start: .zero, duration: composition.duration)
    part.layerInstructions = placings
    let video = AVMutableVideoComposition()
    video.renderSize = CGSize(width: 32, height: 24)
    video.frameDuration = CMTime(value: 1, timescale: 10)
    video.instructions = [part]
    return (composition, video)
  }

  private func image(_ asset: AVAsset, _ video: AVVideoComposition, at second: Double) throws -> CGImage {
    let generator = AVAssetImageGenerator(asset: asset)
    generator.videoComposition = video
    return try generator.copyCGImage(at: .seconds(second), actualTime: nil)
  }

  @Test("Opacity: 1 before, even ramps, and held between them", arguments: [0.0, 0.5, 0.8, 1.0, 1.2, 1.5, 1.9])
  func opacity(second: Double) throws {
    let (asset, video) = try scene { front, _ in
      front.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0.2, timeRange: .seconds(0.5..<1))
      front.setOpacity(0.6, at: .seconds(1.5))
    }
    let opacity = second < 0.5 ? 1 : second < 1 ? 1 - 0.8 * (second - 0.5) / 0.5 : second < 1.5 ? 0.2 : 0.6
    let frame = (second * 10).rounded()
    let expected = (100 + frame) * opacity + (10 + 10 * frame) * (1 - opacity)
    let pixel = try image(asset, video, at: second).pixel(30, 20)
    #expect(near(pixel, [Int(expected.rounded()), Int(expected.rounded()), Int(expected.rounded()), 255]), "\(pixel)")
  }

  @Test("Transforms: the track's pixels to the film's, y downwards")
  func transforms() throws {
    let (asset, video) = try scene { front, _ in
      front.setTransform(CGAffineTransform(a: 0.5, b: 0, c: 0, d: 0.5, tx: 16, ty: 12), at: .zero)
      front.setTransformRamp(
        fromStart: CGAffineTransform(translationX: 0, y: 0), toEnd: CGAffineTransform(translationX: 20, y: 0),
        timeRange: .seconds(1..<2))
    }
    // Half as large, at the bottom right: its own red quarter is at its top left.
    let half = try image(asset, video, at: 0)
    #expect(half.pixel(17, 13) == [255, 0, 0, 255] && half.pixel(30, 22) == [100, 100, 100, 255])
    #expect(half.pixel(14, 22) == [10, 10, 10, 255] && half.pixel(2, 2) == [255, 0, 0, 255])
    // Half of the way.
    let moved = try image(asset, video, at: 1.5)
    #expect(moved.pixel(8, 20) == [160, 160, 160, 255] && moved.pixel(11, 20) == [115, 115, 115, 255])
    #expect(moved.pixel(24, 3) == [255, 0, 0, 255] && moved.pixel(27, 3) == [115, 115, 115, 255])
  }

  @Test("Crops: a rectangle of the track's pixels, at its place")
  func crops() throws {
    let (asset, video) = try scene { front, _ in
      front.setCropRectangle(CGRect(x: 8, y: 6, width: 16, height: 12), at: .zero)
      front.setCropRectangleRamp(
        fromStartCropRectangle: CGRect(x: 0, y: 0, width: 32, height: 24),
        toEndCropRectangle: CGRect(x: 16, y: 0, width: 16, height: 24), timeRange: .seconds(1..<2))
    }
    let cropped = try image(asset, video, at: 0.1)
    #expect(cropped.pixel(8, 20) == [20, 20, 20, 255] && cropped.pixel(22, 16) == [101, 101, 101, 255])
    #expect(cropped.pixel(25, 16) == [20, 20, 20, 255] && cropped.pixel(22, 19) == [20, 20, 20, 255])
    // Half of the way 8 columns are gone.
    let ramp = try image(asset, video, at: 1.5)
    #expect(ramp.pixel(6, 20) == [160, 160, 160, 255] && ramp.pixel(9, 20) == [115, 115, 115, 255])
  }

  @Test("Instructions follow each other, over their own colours")
  func parts() throws {
    let clip = try TestClip()
    let video = AVMutableVideoComposition(propertiesOf: clip.asset)
    #expect(video.renderSize == CGSize(width: 32, height: 24) && video.frameDuration == CMTime(value: 1, timescale: 10))
    let first = AVMutableVideoCompositionInstruction()
    first.timeRange = .seconds(0..<1)
    first.backgroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
    let second = AVMutableVideoCompositionInstruction()
    second.timeRange = .seconds(1..<2)
    second.layerInstructions = [AVMutableVideoCompositionLayerInstruction(assetTrack: clip.track())]
    video.instructions = [first, second]
    #expect(try image(clip.asset, video, at: 0.9).pixel(30, 20) == [0, 0, 255, 255])
    #expect(try image(clip.asset, video, at: 1).pixel(30, 20) == [110, 110, 110, 255])
  }

  @Test("A track that stands on its head is placed by its preferred transform")
  func preferredTransform() throws {
    let clip = try TestClip()
    let composition = AVMutableComposition()
    let track = try #require(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 0))
    try track.insertTimeRange(.seconds(0..<2), of: clip.track(), at: .zero)
    // A quarter turn clockwise: the red quarter comes to the top right.
    track.preferredTransform = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 24, ty: 0)
    let video = AVMutableVideoComposition(propertiesOf: composition)
    #expect(video.renderSize == CGSize(width: 24, height: 32))
    let turned = try image(composition, video, at: 0)
    #expect(turned.width == 24 && turned.pixel(20, 3) == [255, 0, 0, 255] && turned.pixel(3, 3) == [10, 10, 10, 255])
  }

  @Test("A composition that does not fit is an error with the reason")
  func faults() throws {
    let clip = try TestClip()
    func expectFault(_ words: String, _ change: (AVMutableVideoComposition) -> Void) {
      let video = AVMutableVideoComposition(propertiesOf: clip.asset)
      change(video)
      let error = #expect(throws: AVError.self) { try image(clip.asset, video, at: 0) }
      #expect(error?.code == .invalidVideoComposition && error?.description.contains(words) == true, "\(error as Any)")
    }
    expectFault("0.0x0.0 pixels") { $0.renderSize = .zero }
    expectFault("frameDuration") { $0.frameDuration = .zero }
    expectFault("no instructions") { $0.instructions = [] }
    let later = AVMutableVideoCompositionInstruction()
    later.timeRange = .seconds(3..<4)
    expectFault("begins at 3.0 s") { $0.instructions += [later] }
    let stray = AVMutableVideoCompositionInstruction()
    stray.timeRange = .seconds(0..<2)
    let placing = AVMutableVideoCompositionLayerInstruction()
    placing.trackID = 77
    stray.layerInstructions = [placing]
    expectFault("number 77") { $0.instructions = [stray] }
    final class Custom: AVVideoCompositionInstructionProtocol {
      var timeRange = CMTimeRange.seconds(0..<2)
    }
    expectFault("custom compositors") { $0.instructions = [Custom()] }
  }

  @Test("Ramps are told as they were set")
  func ramps() {
    let placing = AVMutableVideoCompositionLayerInstruction()
    placing.setOpacityRamp(fromStartOpacity: 0.25, toEndOpacity: 0.75, timeRange: .seconds(1..<2))
    var (start, end, range) = (Float(-1), Float(-1), CMTimeRange.invalid)
    #expect(
      !placing.getOpacityRamp(for: .zero, startOpacity: &start, endOpacity: &end, timeRange: &range) && start == -1)
    #expect(placing.getOpacityRamp(for: .seconds(1.5), startOpacity: &start, endOpacity: &end, timeRange: &range))
    #expect(start == 0.25 && end == 0.75 && range == .seconds(1..<2))
    #expect(placing.getOpacityRamp(for: .seconds(5), startOpacity: nil, endOpacity: nil, timeRange: nil))
    #expect(!placing.getTransformRamp(for: .seconds(5), start: nil, end: nil, timeRange: nil))
  }
}
