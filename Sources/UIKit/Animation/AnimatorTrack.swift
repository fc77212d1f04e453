// A property animator changes one property of one layer by a track, from the old value to the value of the block. The
// layer's model has the new value from the beginning, as in other blocks; an animation that the animator keeps shows
// the value of the moment. It is added to running animations as a block's would be (U-12).
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

struct AnimatorLeg {
  var pace: Pace
  /// The pace of the change of y, if it differs from `pace`.
  var verticalPace: Pace?
  /// The duration, in seconds.
  var duration: Double
  /// The part of the way that is covered at the beginning; nil for the whole way, from 0 to 1.
  var start: Double?
  /// The part of the way that is covered at the end.
  var goal = 1.0
}

/// A delegate that marks an animator's animation among others under the same key.
private final class AnimatorMark: NSObject, CAAnimationDelegate {
  var isShown = false
}

struct AnimatorTrack {
  let layer: CALayer
  let keyPath: String
  var key: String
  /// The change, if its animation is added to running ones.
  let motion: AddedMotion?
  /// Whether the velocity in y counts.
  let isVertical: Bool
  /// The value before any animation of the animator.
  var origin: AnimatableValue
  var from: AnimatableValue
  var to: AnimatableValue
  /// The time at which the change begins, in seconds of the animator's time.
  var start: Double
  /// The shown value at the beginning of the current leg; unused while the leg is the whole way.
  var legStart: AnimatableValue?
  /// The value that the animator last gave the model.
  private var model: AnimatableValue
  private let mark = AnimatorMark()

  /// Creates a track of a change from a value to the layer's present one.
  init(_ layer: CALayer, _ keyPath: String, from: AnimatableValue, start: Double, isAdded: Bool, isVertical: Bool) {
    (self.layer, self.keyPath, self.start, self.isVertical) = (layer, keyPath, start, isVertical)
    (self.from, origin) = (from, from)
    to = layer.motionValue(keyPath)
    model = to
    let motion = isAdded ? AddedMotion(layer, keyPath) : nil
    // A singular transform has no difference from another value.
    self.motion = motion?.difference(to) == nil ? nil : motion
    key = isAdded ? layer.freeKey(keyPath) : keyPath
  }

  /// Returns the two ends, the duration in seconds, and the pace of the property's value in a leg.
  private func course(_ leg: AnimatorLeg) -> (from: AnimatableValue, to: AnimatableValue, duration: Double, Pace) {
    var pace = isVertical ? leg.verticalPace ?? leg.pace : leg.pace
    if leg.start != nil { return (legStart ?? from, leg.goal == 0 ? origin : to, leg.duration, pace) }
    let duration = max(leg.duration - start, 1e-9)
    if case .spring(let spring) = pace, duration < leg.duration {
      pace = .spring(spring.stretched(by: duration / leg.duration))
    }
    return (from, to, duration, pace)
  }

  func value(_ leg: AnimatorLeg, _ elapsed: Double) -> AnimatableValue {
    let (from, to, duration, pace) = course(leg)
    return from.interpolated(to: to, fraction: pace.progress(at: elapsed - offset(leg), of: duration))
  }

  private func offset(_ leg: AnimatorLeg) -> Double { leg.start == nil ? start : 0 }

  /// The way that an animation continues from its present place.
  enum Motion {
    case paused
    /// Forward since a time of the clock.
    case forward(CFTimeInterval)
    case backward(CFTimeInterval)
  }

  private var isReplaced: Bool {
    guard mark.isShown, let there = layer.animation(forKey: key) else { return false }
    return there.delegate !== mark
  }

  /// Shows the value after `elapsed` seconds of a leg, and moves on from there.
  func show(_ leg: AnimatorLeg, _ elapsed: Double, _ course: Motion) {
    guard !isReplaced else { return }
    let (from, to, duration, pace) = self.course(leg)
    let animation = pace.animation(keyPath: keyPath, over: duration)
    if let from = motion?.difference(from), let to = motion?.difference(to) {
      (animation.fromValue, animation.toValue, animation.isAdditive) = (from.boxed, to.boxed, true)
    } else {
      (animation.fromValue, animation.toValue) = (from.boxed, to.boxed)
    }
    animation.duration = duration
    animation.fillMode = .both
    animation.isRemovedOnCompletion = false
    let time = elapsed - offset(leg)
    switch course {
    case .paused:
      animation.speed = 0
      animation.timeOffset = min(max(time, 0), duration)
    case .forward(let now): animation.beginTime = begin(now, time)
    case .backward(let now):
      animation.autoreverses = true
      animation.beginTime = begin(now, 2 * duration - time)
    }
    animation.delegate = mark
    mark.isShown = true
    layer.add(animation, forKey: key)
  }

  /// Returns the begin time of an animation that has run for `time` seconds, in the layer's time; never 0, which Core
  /// Animation replaces by the time of the next commit.
  private func begin(_ now: CFTimeInterval, _ time: Double) -> CFTimeInterval {
    let begin = layer.convertTime(now, from: nil) - time
    return begin == 0 ? .leastNonzeroMagnitude : begin
  }

  /// Ends the animation and sets the model; a value that the program changed since moves by the difference or stays.
  mutating func end(at value: AnimatableValue) {
    if !isReplaced { layer.removeAnimation(forKey: key) }
    let current = layer.motionValue(keyPath)
    if current == model {
      layer.setValue(value.boxed, forKeyPath: keyPath)
    } else if motion != nil, value != model, let change = value.change(from: model), let moved = current.adding(change)
    {
      layer.setValue(moved.boxed, forKeyPath: keyPath)
    }
    model = value
  }
}

protocol ChangeRecorder: AnyObject {
  func note(_ layer: CALayer, _ key: String, isAdded: Bool)
}

final class AnimatorRecorder: ChangeRecorder {
  private struct Change {
    let layer: CALayer
    let path: String
    let isAdded: Bool
    let from: AnimatableValue
  }

  private var changes: [Change] = []
  /// The shown value of a property that the animator already changes.
  private let shown: (CALayer, String) -> AnimatableValue?

  init(shown: @escaping (CALayer, String) -> AnimatableValue?) { self.shown = shown }

  func note(_ layer: CALayer, _ key: String, isAdded: Bool) {
    for path in isAdded ? CALayer.motionPaths(of: key) : [key]
    where !changes.contains(where: { $0.layer === layer && $0.path == path }) {
      // An animation that replaces another begins at the shown value (U-12).
      let from = isAdded ? layer.motionValue(path) : shown(layer, key) ?? layer.shownValue(forKey: key)
      changes.append(Change(layer: layer, path: path, isAdded: isAdded, from: from))
    }
  }

  /// Returns a track for each change, up to the properties' present values. `start` is in seconds of the animator's
  /// time; `splitsPositions` gives x and y of positions separate tracks.
  func tracks(start: Double, splitsPositions: Bool) -> [AnimatorTrack] {
    changes.flatMap { change -> [AnimatorTrack] in
      func track(_ path: String, _ from: AnimatableValue, isVertical: Bool) -> AnimatorTrack {
        AnimatorTrack(
          change.layer, path, from: from, start: start, isAdded: change.isAdded, isVertical: isVertical)
      }
      guard splitsPositions, change.path == "position", let from = change.from.point else {
        return [track(change.path, change.from, isVertical: false)]
      }
      return [
        track("position.x", .number(Double(from.x)), isVertical: false),
        track("position.y", .number(Double(from.y)), isVertical: true),
      ]
    }
  }
}
