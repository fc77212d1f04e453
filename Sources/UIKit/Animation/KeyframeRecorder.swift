// Changes in keyframes are recorded and become one keyframe animation for each property of each layer.
//
//   animateKeyframes { addKeyframe(0, 0.5) { x = 1 }; addKeyframe(0.75, 0.25) { x = 2 } }
//     values    old   1    1     2
//     keyTimes  0     0.5  0.75  1        between two keyframes the first one's value holds
//
// Where a block would add its animation to running ones, keyframes are added too: less the last value each (ours).

public import Foundation
import QuartzCore

final class KeyframeRecorder: ChangeRecorder {
  private struct Step {
    var start: Double
    var end: Double
    var value: AnimatableValue
  }

  private struct Track {
    let layer: CALayer
    let path: String
    let isAdded: Bool
    let from: AnimatableValue
    var steps: [Step] = []
    var isChanged = false
  }

  private var tracks: [Track] = []
  private let mode: CAAnimationCalculationMode
  private let style: AnimationStyle

  init(mode: CAAnimationCalculationMode, style: AnimationStyle) { (self.mode, self.style) = (mode, style) }

  func note(_ layer: CALayer, _ key: String, isAdded: Bool) {
    for path in isAdded ? CALayer.motionPaths(of: key) : [key] {
      if let index = tracks.firstIndex(where: { $0.layer === layer && $0.path == path }) {
        tracks[index].isChanged = true
      } else {
        let from = isAdded ? layer.motionValue(path) : layer.startOfReplacement(forKey: key, style: style)
        tracks.append(Track(layer: layer, path: path, isAdded: isAdded, from: from, isChanged: true))
      }
    }
  }

  /// Ends a keyframe: changes since the last one have their values at `end`. Both times are fractions of the whole.
  func endKeyframe(start: Double, end: Double) {
    for index in tracks.indices where tracks[index].isChanged {
      let track = tracks[index]
      tracks[index].steps.append(Step(start: start, end: end, value: track.layer.motionValue(track.path)))
      tracks[index].isChanged = false
    }
  }

  func addAnimations(_ style: AnimationStyle, delegate: BlockOutcome) {
    for track in tracks {
      let animation = CAKeyframeAnimation(keyPath: track.path)
      animation.calculationMode = mode
      let frames = frames(of: track)
      let motion = AddedMotion(track.layer, track.path)
      let differences = track.isAdded ? frames.compactMap { motion.difference($0.value) } : []
      animation.isAdditive = differences.count == frames.count
      animation.values = (animation.isAdditive ? differences : frames.map(\.value)).map { $0.boxed ?? CGColor.clear }
      animation.keyTimes = frames.map { NSNumber(value: $0.time) }
      // Discrete values also need the time of the end.
      if mode == .discrete { animation.keyTimes?.append(1) }
      animation.timingFunction = style.pace.timingFunction
      style.apply(to: animation, on: track.layer)
      animation.delegate = delegate
      track.layer.add(animation, forKey: track.isAdded ? track.layer.freeKey(track.path) : track.path)
    }
  }

  /// Returns the values and their times, from 0 to 1. A step that another one overlaps ends where that one starts.
  private func frames(of track: Track) -> [(time: Double, value: AnimatableValue)] {
    // The sort is stable only by index.
    let steps = track.steps.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
      .map(\.element)
    var frames: [(time: Double, value: AnimatableValue)] = [(0, track.from)]
    for (index, step) in steps.enumerated() {
      guard mode != .discrete else {
        frames.append((step.start, step.value))
        continue
      }
      let (time, value) = frames[frames.count - 1]
      if step.start > time { frames.append((step.start, value)) }
      let next = index + 1 < steps.count ? steps[index + 1].start : 1
      frames.append((Swift.max(Swift.min(step.end, next), step.start), step.value))
    }
    if mode != .discrete, let last = frames.last, last.time < 1 { frames.append((1, last.value)) }
    return frames
  }
}

extension UIView {
  /// Animates the changes of several keyframes, each made in a call of
  /// ``addKeyframe(withRelativeStartTime:relativeDuration:animations:)`` within `animations`, which is called at once.
  /// Other changes take the whole time. The pace of the whole eases in and out, unless the curve of
  /// ``AnimationOptions`` is added to the options by raw value.
  ///
  /// - Parameters:
  ///   - duration: in seconds, as `delay`; at 0 or less the changes are made at once.
  ///   - delay: in seconds.
  ///   - options: the interpolation, and repetition.
  ///   - animations: is called at once.
  ///   - completion: called when all animations are over, with whether they reached their end.
  public class func animateKeyframes(
    withDuration duration: TimeInterval, delay: TimeInterval, options: KeyframeAnimationOptions = [],
    animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    // The bits of the calculation mode mean nothing to blocks.
    let blockOptions = AnimationOptions(rawValue: options.rawValue)
    let style = AnimationStyle(duration: duration, delay: delay, options: blockOptions)
    let recorder = KeyframeRecorder(mode: options.calculationMode, style: style)
    run(
      style, options: blockOptions,
      configure: { $0.recorder = recorder },
      animations: animations,
      finish: { block in
        recorder.endKeyframe(start: 0, end: 1)
        recorder.addAnimations(block.style, delegate: block.outcome)
      },
      completion: completion)
  }

  /// Makes a keyframe of the changes in `animations`, which is called at once. Times are fractions of the whole, from 0
  /// to 1; the duration is cut at the end. Only makes the changes outside
  /// ``animateKeyframes(withDuration:delay:options:animations:completion:)``.
  public class func addKeyframe(
    withRelativeStartTime frameStartTime: Double, relativeDuration frameDuration: Double,
    animations: @escaping () -> Void
  ) {
    let recorder = AnimationStack.current.innermost?.recorder as? KeyframeRecorder
    // Changes before this keyframe, outside any, take the whole time.
    recorder?.endKeyframe(start: 0, end: 1)
    animations()
    let start = Swift.min(Swift.max(frameStartTime, 0), 1)
    recorder?.endKeyframe(start: start, end: Swift.min(start + Swift.max(frameDuration, 0), 1))
  }
}
