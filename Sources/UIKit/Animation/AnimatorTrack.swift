// What a property animator changes: the value of one property of one layer, from what was shown to what its block set.
// The layer's model has the new value from the beginning, as in other blocks; an animation that the animator keeps in
// place shows how far it has come.
//
//   base time   0        start                     duration        of the animator
//   track                |-------------------------|               late ones take what is left
//
//   running     beginTime is when the track began, or would have
//   backward    the second half of an animation that autoreverses
//   paused      speed 0, timeOffset the time that has come
//   continued   with another timing: from what was shown then, to either end

import Foundation
import QuartzCore

/// A stretch of the way, with one timing.
struct AnimatorLeg {
  var pace: Pace
  /// The pace of the change of y where it is not `pace`.
  var verticalPace: Pace?
  /// In seconds.
  var duration: Double
  /// The way covered at its beginning; nil for the way as a whole, from 0 to 1.
  var start: Double?
  /// The way covered at its end.
  var goal = 1.0
}

/// A property that an animator changes.
struct AnimatorTrack {
  let layer: CALayer
  /// A key, or the path of a component.
  let keyPath: String
  /// Whether the velocity in y counts.
  let isVertical: Bool
  /// The value before any animation of the animator.
  let origin: AnimatableValue
  var from: AnimatableValue
  var to: AnimatableValue
  /// When it begins, in seconds of the animator's time.
  var start: Double
  /// What was shown when the leg began that is no whole.
  var legStart: AnimatableValue?

  /// How the property's value goes on in a leg: between two values, in a time, at a pace.
  private func course(_ leg: AnimatorLeg) -> (from: AnimatableValue, to: AnimatableValue, duration: Double, Pace) {
    var pace = isVertical ? leg.verticalPace ?? leg.pace : leg.pace
    if leg.start != nil { return (legStart ?? from, leg.goal == 0 ? origin : to, leg.duration, pace) }
    let duration = max(leg.duration - start, 1e-9)
    if case .spring(let spring) = pace, duration < leg.duration {
      pace = .spring(spring.stretched(by: duration / leg.duration))
    }
    return (from, to, duration, pace)
  }

  /// The value after `elapsed` seconds of a leg.
  func value(_ leg: AnimatorLeg, _ elapsed: Double) -> AnimatableValue {
    let (from, to, duration, pace) = course(leg)
    return from.interpolated(to: to, fraction: pace.progress(at: elapsed - offset(leg), of: duration))
  }

  private func offset(_ leg: AnimatorLeg) -> Double { leg.start == nil ? start : 0 }

  /// How an animation goes on from where it is.
  enum Motion {
    case paused
    /// Since a time of the clock.
    case forward(CFTimeInterval)
    case backward(CFTimeInterval)
  }

  /// Shows what belongs to `elapsed` seconds of a leg, and from then on moves.
  func show(_ leg: AnimatorLeg, _ elapsed: Double, _ motion: Motion) {
    let (from, to, duration, pace) = course(leg)
    let animation = pace.animation(keyPath: keyPath, over: duration)
    (animation.fromValue, animation.toValue) = (from.boxed, to.boxed)
    animation.duration = duration
    animation.fillMode = .both
    animation.isRemovedOnCompletion = false
    let time = elapsed - offset(leg)
    switch motion {
    case .paused:
      animation.speed = 0
      animation.timeOffset = min(max(time, 0), duration)
    case .forward(let now): animation.beginTime = begin(now, time)
    case .backward(let now):
      animation.autoreverses = true
      animation.beginTime = begin(now, 2 * duration - time)
    }
    layer.add(animation, forKey: keyPath)
  }

  /// When an animation began that has run for `time` seconds, in the layer's time. 0 would stand for its first commit.
  private func begin(_ now: CFTimeInterval, _ time: Double) -> CFTimeInterval {
    let begin = layer.convertTime(now, from: nil) - time
    return begin == 0 && time != 0 ? .leastNonzeroMagnitude : begin
  }

  /// Ends the animation; the model has a value of its own from then on.
  func end(at value: AnimatableValue) {
    layer.removeAnimation(forKey: keyPath)
    layer.setValue(value.boxed, forKeyPath: keyPath)
  }
}

/// Takes down what a block changes.
protocol ChangeRecorder: AnyObject {
  /// A property is about to change.
  func note(_ layer: CALayer, _ key: String)
}

/// Takes down what the block of an animator changes.
final class AnimatorRecorder: ChangeRecorder {
  private var changes: [(layer: CALayer, key: String, from: AnimatableValue)] = []
  /// What the animator shows of a property that it changes already.
  private let shown: (CALayer, String) -> AnimatableValue?

  init(shown: @escaping (CALayer, String) -> AnimatableValue?) { self.shown = shown }

  func note(_ layer: CALayer, _ key: String) {
    guard !changes.contains(where: { $0.layer === layer && $0.key == key }) else { return }
    changes.append((layer, key, shown(layer, key) ?? AnimatableValue(layer.shownValue(forKey: key)) ?? .none))
  }

  /// What was changed, with the values that the properties have by now.
  ///
  /// - Parameters:
  ///   - start: in seconds of the animator's time.
  ///   - splitsPositions: whether x and y of positions go apart.
  func tracks(start: Double, splitsPositions: Bool) -> [AnimatorTrack] {
    changes.flatMap { layer, key, from -> [AnimatorTrack] in
      let to = AnimatableValue(layer.animatableValue(forKey: key)) ?? .none
      func track(_ path: String, _ from: AnimatableValue, _ to: AnimatableValue, isVertical: Bool) -> AnimatorTrack {
        AnimatorTrack(
          layer: layer, keyPath: path, isVertical: isVertical, origin: from, from: from, to: to, start: start)
      }
      guard splitsPositions, key == "position", let a = from.point, let b = to.point else {
        return [track(key, from, to, isVertical: false)]
      }
      return [
        track("position.x", .number(Double(a.x)), .number(Double(b.x)), isVertical: false),
        track("position.y", .number(Double(a.y)), .number(Double(b.y)), isVertical: true),
      ]
    }
  }
}
