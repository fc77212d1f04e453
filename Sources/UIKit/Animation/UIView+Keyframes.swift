public import Foundation

extension UIView {
  /// Animates the changes of several keyframes, each made in a call of
  /// ``addKeyframe(withRelativeStartTime:relativeDuration:animations:)`` within `animations`. Changes outside these
  /// take the whole time. The pace of the whole eases in and out, unless the curve of ``AnimationOptions`` is added to
  /// the options by raw value.
  ///
  /// - Parameters:
  ///   - duration: in seconds; at 0 or less the changes are made at once.
  ///   - delay: in seconds.
  ///   - options: how values in between are found, and repetition.
  ///   - animations: is called at once.
  ///   - completion: is called when all animations are over, with whether they reached their end.
  public class func animateKeyframes(
    withDuration duration: TimeInterval, delay: TimeInterval, options: KeyframeAnimationOptions = [],
    animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    // The bits of the calculation mode mean nothing there.
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

  /// Makes a keyframe of the changes in `animations`, within
  /// ``animateKeyframes(withDuration:delay:options:animations:completion:)``. Elsewhere it only makes the changes.
  ///
  /// - Parameters:
  ///   - frameStartTime: as a fraction of the whole, from 0 to 1.
  ///   - frameDuration: as a fraction of the whole; what reaches beyond the end is cut.
  ///   - animations: makes the changes; called once, at once.
  public class func addKeyframe(
    withRelativeStartTime frameStartTime: Double, relativeDuration frameDuration: Double,
    animations: @escaping () -> Void
  ) {
    let recorder = AnimationStack.current.innermost?.recorder as? KeyframeRecorder
    // What was changed before this keyframe, outside any, takes the whole time.
    recorder?.endKeyframe(start: 0, end: 1)
    animations()
    let start = Swift.min(Swift.max(frameStartTime, 0), 1)
    recorder?.endKeyframe(start: start, end: Swift.min(start + Swift.max(frameDuration, 0), 1))
  }
}
