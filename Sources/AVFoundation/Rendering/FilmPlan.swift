// What is seen of an asset, in the terms of instructions, whether there are any or not.

import CoreGraphics
import CoreMedia
import Foundation

/// The plan of the film that an asset shows: its size, its duration and its parts.
struct FilmPlan {
  /// A track's pictures, or a tree of layers, and how they are placed.
  struct Placing {
    enum Content {
      case segments([MediaSegment])
      case layer(CALayer)
    }

    let content: Content
    let instruction: AVVideoCompositionLayerInstruction
  }

  /// A stretch of the film and the placings that it shows; the first placing is in front.
  struct Part {
    let range: CMTimeRange
    let background: CGColor
    let placings: [Placing]
  }

  /// The film's size, in pixels at scale 1; zero where nothing is seen.
  let size: CGSize
  let scale: CGFloat
  /// The duration of a frame.
  let frameDuration: CMTime
  let duration: CMTime
  let parts: [Part]
  let tool: AVVideoCompositionCoreAnimationTool?

  /// Creates the plan of the film that an asset shows.
  ///
  /// - Parameter composition: nil for the first enabled track of pictures, upright, at its size and rate.
  /// - Throws: where the composition does not fit the asset.
  init(_ asset: AVAsset, _ composition: AVVideoComposition?) throws(AVError) {
    duration = asset.duration
    if let fault = composition?.fault(for: asset) { throw AVError(.invalidVideoComposition, fault) }
    let standard = composition ?? Self.standard(asset)
    (size, scale) = (standard.renderSize, CGFloat(standard.renderScale))
    (frameDuration, tool) = (standard.frameDuration, standard.animationTool)
    let extra = tool?.additional
    parts = standard.instructions.compactMap { $0 as? AVVideoCompositionInstruction }.map { part in
      Part(
        range: part.timeRange, background: part.backgroundColor ?? .black,
        placings: part.layerInstructions.compactMap { instruction in
          if let extra, extra.trackID == instruction.trackID {
            return Placing(content: .layer(extra.layer), instruction: instruction)
          }
          guard let track = asset.track(withTrackID: instruction.trackID), track.isEnabled else { return nil }
          let segments = track.mediaSegments.filter { !$0.target.intersection(part.timeRange).isEmpty }
          return Placing(content: .segments(segments.map { $0.clipped(to: part.timeRange) }), instruction: instruction)
        })
    }
  }

  /// The first track alone.
  private static func standard(_ asset: AVAsset) -> AVVideoComposition {
    let composition = AVMutableVideoComposition(propertiesOf: asset)
    if let part = composition.instructions.first as? AVMutableVideoCompositionInstruction {
      part.layerInstructions = Array(part.layerInstructions.prefix(1))
      // What is transparent in a clip stays so, where that can be shown.
      part.backgroundColor = .clear
    }
    return composition
  }
}
