//   stage                   the film's size, y downwards
//     part                  hidden outside its time; the background's colour
//       placing             opacity, transform
//         crop              where there is one
//           file            a file's pictures, turned back to how the track has them; contents by segments
//
// Frame times are exact but in floating point: everything begins and ends a hair early, so that a frame at a border
// belongs to what begins there.
//
// Tested by VideoCompositionTests and CompositionTests.

import CoreGraphics
import CoreMedia
import Foundation
import Multiplane
import QuartzCore
import Synchronization
import Video

struct AssetStage {
  /// The seconds by which everything begins and ends early.
  static let hair = 1e-7
  /// The second of the first frame, after ``AVCoreAnimationBeginTimeAtZero``.
  static let start = 1e-9

  /// The tree. Its bounds are the film's size; y points down in it if it does around it.
  let layer = CALayer()
  private let pool: FramePool

  init(_ plan: AssetPlan, pool: FramePool) {
    self.pool = pool
    layer.bounds = CGRect(origin: .zero, size: plan.size)
    layer.anchorPoint = .zero
    layer.masksToBounds = true
    for part in plan.parts { layer.addSublayer(made(part, plan)) }
  }

  private func made(_ part: AssetPlan.Part, _ plan: AssetPlan) -> CALayer {
    let layer = Self.plain(plan.size)
    layer.backgroundColor = part.background
    if part.range.start > .zero || part.range.end < plan.duration {
      layer.isHidden = true
      let seen = CABasicAnimation(keyPath: "hidden")
      (seen.fromValue, seen.toValue) = (NSNumber(value: false), NSNumber(value: false))
      Self.time(seen, part.range)
      layer.add(seen, forKey: "part")
    }
    for placing in part.placings.reversed() { layer.addSublayer(made(placing, part, plan)) }
    return layer
  }

  private func made(_ placing: AssetPlan.Placing, _ part: AssetPlan.Part, _ plan: AssetPlan) -> CALayer {
    let instruction = placing.instruction
    let size = placing.size ?? plan.size
    let layer = Self.plain(size)
    let start = part.range.start
    layer.opacity = Self.animate(layer, "opacity", instruction.opacity, from: 1, start) { NSNumber(value: $0) }
    layer.setAffineTransform(
      Self.animate(layer, "transform", instruction.transform, from: .identity, start) {
        NSValue(caTransform3D: CATransform3DMakeAffineTransform($0))
      })
    var parent = layer
    if !instruction.crop.ramps.isEmpty {
      let crop = Self.plain(size)
      crop.masksToBounds = true
      let all = CGRect(origin: .zero, size: size)
      crop.bounds = Self.animate(crop, "bounds", instruction.crop, from: all, start) { NSValue(cgRect: $0) }
      crop.position =
        Self.animate(crop, "position", instruction.crop, from: all, start) { NSValue(cgPoint: $0.origin) }
        .origin
      layer.addSublayer(crop)
      parent = crop
    }
    switch placing.content {
    case .layer(let own):
      // The tool's layers have y upwards.
      let space = Self.plain(plan.size)
      space.isGeometryFlipped = true
      space.addSublayer(own)
      parent.addSublayer(space)
    case .segments(let segments): for file in files(segments) { parent.addSublayer(file) }
    }
    return layer
  }

  /// Returns a layer for each file of the segments.
  private func files(_ segments: [MediaSegment]) -> [CALayer] {
    var layers: [(source: MediaSource, layer: CALayer)] = []
    for segment in segments {
      guard let source = segment.stream?.source, let clip = source.readable, let pictures = clip.pictures,
        segment.mapping.source.duration.seconds > 0, segment.target.duration.seconds > 0
      else { continue }
      let layer: CALayer
      if let known = layers.first(where: { $0.source === source }) {
        layer = known.layer
      } else {
        layer = Self.plain(clip.size)
        layer.setAffineTransform(pictures.orientation.inverted())
        layer.preferredDynamicRange = .high
        layers.append((source, layer))
      }
      let range = segment.mapping.source
      let timing = ClipTiming(clip, from: range.start.seconds, length: range.duration.seconds)
      let film = MovingContentsAnimation(SegmentContents(source, timing, pool))
      Self.time(film, segment.target)
      layer.add(film, forKey: "\(segment.target.start.seconds)")
    }
    return layers.map(\.layer)
  }

  private static func plain(_ size: CGSize) -> CALayer {
    let layer = CALayer()
    layer.anchorPoint = .zero
    layer.bounds = CGRect(origin: .zero, size: size)
    return layer
  }

  private static func time(_ animation: CAAnimation, _ range: CMTimeRange) {
    animation.beginTime = range.start.seconds - hair
    animation.duration = range.duration.seconds
    animation.isRemovedOnCompletion = false
    animation.fillMode = .removed
  }

  /// Adds animations for ramps from `start` on. `value` applies before the first ramp. Returns the value at `start`.
  private static func animate<Value>(
    _ layer: CALayer, _ keyPath: String, _ course: Course<Value>, from value: Value, _ start: CMTime,
    _ object: (Value) -> Any
  ) -> Value {
    // The last ramp that is over at the start gives the first value.
    let over = course.ramps.lastIndex { $0.range.end <= start }
    let first = over.map { course.ramps[$0].to } ?? value
    for (number, ramp) in course.ramps.enumerated().dropFirst(over.map { $0 + 1 } ?? 0) {
      let animation = CABasicAnimation(keyPath: keyPath)
      (animation.fromValue, animation.toValue) = (object(ramp.from), object(ramp.to))
      time(animation, ramp.range)
      animation.duration = max(ramp.range.duration.seconds, hair)
      animation.fillMode = .forwards
      layer.add(animation, forKey: "\(keyPath) \(number)")
    }
    return first
  }
}

extension AssetPlan.Placing {
  /// The unplaced size; nil for a tree of layers.
  fileprivate var size: CGSize? {
    guard case .segments(let segments) = content else { return nil }
    return segments.lazy.compactMap { $0.stream?.source.readable?.pictures?.naturalSize }.first
  }
}

/// Decoders of the most recently used files.
final class FramePool: Sendable {
  private struct State {
    /// The files, the last used one last.
    var files: [(source: MediaSource, playback: ClipPlayback)] = []
    var depth = ImageDepth.bytes
    var failure: (any Error & CustomStringConvertible)?
  }

  private let state = Mutex(State())
  /// The most bytes of the frames of a file.
  private let memory: Int
  private static let mostFiles = 4

  init(memory: Int = VideoClip.standardMemory / 2) { self.memory = memory }

  /// The error of the first frame that could not be decoded; nil for none.
  var failure: (any Error & CustomStringConvertible)? { state.withLock { $0.failure } }

  func setDepth(_ depth: ImageDepth) {
    state.withLock { state in
      guard depth != state.depth else { return }
      state.depth = depth
      for file in state.files { file.playback.setDepth(depth) }
    }
  }

  /// Returns the frame of a file that shows at a second of it; nil if it cannot be decoded.
  func image(_ source: MediaSource, at second: Double) -> CGImage? {
    guard let playback = playback(of: source) else { return nil }
    let image = playback.image(at: second)
    if let failure = playback.failure { state.withLock { $0.failure = $0.failure ?? failure } }
    return image
  }

  private func playback(of source: MediaSource) -> ClipPlayback? {
    guard let clip = source.readable else { return nil }
    return state.withLock { state in
      if let index = state.files.firstIndex(where: { $0.source === source }) {
        state.files.append(state.files.remove(at: index))
        return state.files.last?.playback
      }
      if state.files.count == Self.mostFiles { state.files.removeFirst() }
      let playback = ClipPlayback(clip, memory: memory, depth: state.depth)
      state.files.append((source, playback))
      return playback
    }
  }
}

private final class SegmentContents: MovingContents {
  private let source: MediaSource
  private let timing: ClipTiming
  private let pool: FramePool

  init(_ source: MediaSource, _ timing: ClipTiming, _ pool: FramePool) {
    (self.source, self.timing, self.pool) = (source, timing, pool)
  }

  var duration: Double { timing.duration }

  func image(at time: CFTimeInterval) -> CGImage? { timing.second(at: time).flatMap { pool.image(source, at: $0) } }

  func setDepth(_ depth: ImageDepth) { pool.setDepth(depth) }

  var failure: (any Error & CustomStringConvertible)? { pool.failure }
}
