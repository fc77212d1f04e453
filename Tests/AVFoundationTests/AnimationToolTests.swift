// The animation tool: where its layers lie, which way is up, and that filters work with it.

import AVFoundation
import CoreImage
import TestSupport
import Testing

@Suite struct AnimationToolTests {
  /// A frame of a clip with a tool's layers.
  private func image(
    _ clip: TestClip, at second: Double, _ change: (_ parent: CALayer, _ video: CALayer) -> Void
  ) throws -> CGImage {
    let frame = CGRect(x: 0, y: 0, width: 32, height: 24)
    let (parent, video) = (CALayer(), CALayer())
    parent.frame = frame
    video.frame = frame
    parent.addSublayer(video)
    change(parent, video)
    let composition = AVMutableVideoComposition(propertiesOf: clip.asset)
    composition.animationTool = AVVideoCompositionCoreAnimationTool(postProcessingAsVideoLayer: video, in: parent)
    let generator = AVAssetImageGenerator(asset: clip.asset)
    generator.videoComposition = composition
    return try generator.copyCGImage(at: .seconds(second), actualTime: nil)
  }

  private func square(_ x: CGFloat, _ y: CGFloat, _ size: CGFloat = 8) -> CALayer {
    let layer = CALayer()
    layer.frame = CGRect(x: x, y: y, width: size, height: size)
    layer.backgroundColor = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
    return layer
  }

  private let green = [0, 255, 0, 255]
  private let red = [255, 0, 0, 255]

  @Test("y points up, and the pictures stand upright")
  func up() throws {
    let frame = try image(TestClip(), at: 0.5) { parent, _ in parent.addSublayer(square(24, 0)) }
    #expect(frame.pixel(28, 20) == green && frame.pixel(28, 3) == [60, 60, 60, 255])
    #expect(frame.pixel(3, 3) == red && frame.pixel(3, 20) == [60, 60, 60, 255])
  }

  @Test("A parent that is flipped counts from the top; the pictures still stand upright")
  func flipped() throws {
    let frame = try image(TestClip(), at: 0.5) { parent, _ in
      parent.isGeometryFlipped = true
      parent.addSublayer(square(24, 0))
    }
    #expect(frame.pixel(28, 3) == green && frame.pixel(28, 20) == [60, 60, 60, 255])
    #expect(frame.pixel(3, 3) == red && frame.pixel(3, 20) == [60, 60, 60, 255])
  }

  @Test("The pictures fill the video layer, wherever it is")
  func placed() throws {
    let frame = try image(TestClip(), at: 0) { _, video in video.frame = CGRect(x: 16, y: 12, width: 16, height: 12) }
    // At the top right; the rest is black.
    #expect(frame.pixel(18, 2) == red && frame.pixel(30, 10) == [10, 10, 10, 255])
    #expect(frame.pixel(4, 4) == [0, 0, 0, 255] && frame.pixel(30, 20) == [0, 0, 0, 255])
  }

  @Test("Several layers show the pictures at once")
  func several() throws {
    let clip = try TestClip()
    let parent = CALayer()
    parent.frame = CGRect(x: 0, y: 0, width: 32, height: 24)
    let halves = [0.0, 16].map { x in
      let layer = CALayer()
      layer.frame = CGRect(x: x, y: 0, width: 16, height: 24)
      parent.addSublayer(layer)
      return layer
    }
    let composition = AVMutableVideoComposition(propertiesOf: clip.asset)
    composition.animationTool = AVVideoCompositionCoreAnimationTool(postProcessingAsVideoLayers: halves, in: parent)
    let generator = AVAssetImageGenerator(asset: clip.asset)
    generator.videoComposition = composition
    let frame = try generator.copyCGImage(at: .seconds(0.3), actualTime: nil)
    for x in [0, 16] { #expect(frame.pixel(x + 3, 3) == red && frame.pixel(x + 14, 20) == [40, 40, 40, 255]) }
  }

  @Test("Animations run in the film's time", arguments: [0.0, 0.5, 1.0, 1.5])
  func times(second: Double) throws {
    let frame = try image(TestClip(), at: second) { parent, _ in
      let square = square(24, 0)
      let fade = CABasicAnimation(keyPath: "opacity")
      (fade.fromValue, fade.toValue) = (0, 1)
      fade.beginTime = AVCoreAnimationBeginTimeAtZero + 0.5
      fade.duration = 1
      fade.fillMode = .both
      fade.isRemovedOnCompletion = false
      square.add(fade, forKey: "fade")
      parent.addSublayer(square)
    }
    let opacity = min(max(second - 0.5, 0), 1)
    let grey = 10 + 100 * second
    let expected = [grey * (1 - opacity), grey * (1 - opacity) + 255 * opacity, grey * (1 - opacity), 255]
    #expect(near(frame.pixel(28, 20), expected.map { Int($0.rounded()) }), "\(frame.pixel(28, 20)) \(expected)")
  }

  @Test("What begins at zero has begun in the first frame, and is over in its time", arguments: [0, 1.2])
  func zero(second: Double) throws {
    let frame = try image(TestClip(), at: second) { parent, _ in
      let square = square(24, 0)
      let fade = CABasicAnimation(keyPath: "opacity")
      (fade.fromValue, fade.toValue) = (0, 0)
      fade.beginTime = AVCoreAnimationBeginTimeAtZero
      fade.duration = 1
      square.add(fade, forKey: "fade")
      parent.addSublayer(square)
    }
    #expect(frame.pixel(28, 20) == (second < 1 ? [10, 10, 10, 255] : green))
  }

  @Test("What Apple refuses: a filter of the pictures, together with the tool")
  func filters() throws {
    let frame = try image(TestClip(), at: 0.5) { _, video in
      video.filters = [CIFilter(name: "CIColorInvert") as Any]
    }
    #expect(near(frame.pixel(30, 20), [195, 195, 195, 255]) && near(frame.pixel(3, 3), [0, 255, 255, 255]))
  }

  @Test("A layer as a track: placed by its number, y up in it")
  func additional() throws {
    let clip = try TestClip()
    let asset = clip.asset
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 0, width: 32, height: 24)
    layer.addSublayer(square(24, 0))
    let number = asset.unusedTrackID()
    let composition = AVMutableVideoComposition(propertiesOf: asset)
    let part = try #require(composition.instructions.first as? AVMutableVideoCompositionInstruction)
    let placing = AVMutableVideoCompositionLayerInstruction()
    placing.trackID = number
    placing.setOpacity(0.5, at: .zero)
    placing.setTransform(CGAffineTransform(translationX: -8, y: 0), at: .zero)
    part.layerInstructions.insert(placing, at: 0)
    composition.animationTool = AVVideoCompositionCoreAnimationTool(additionalLayer: layer, asTrackID: number)
    let generator = AVAssetImageGenerator(asset: asset)
    generator.videoComposition = composition
    let frame = try generator.copyCGImage(at: .seconds(0), actualTime: nil)
    #expect(near(frame.pixel(20, 20), [5, 133, 5, 255]) && frame.pixel(28, 20) == [10, 10, 10, 255])
  }

  @Test("The tool's layers are the program's again afterwards")
  func afterwards() throws {
    let clip = try TestClip()
    var layers: [CALayer] = []
    _ = try image(clip, at: 0) { layers = [$0, $1] }
    #expect(layers[0].superlayer == nil && layers[1].superlayer === layers[0] && layers[1].sublayers?.isEmpty != false)
  }
}
