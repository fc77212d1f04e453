// Tested by LottieKeyframeTests and TransformTests.

import CoreGraphics
import Documents
import Foundation
import QuartzCore

extension LottieBuilder {
  /// Animates a layer's property with the boxed values of a track over frames of the timeline's composition.
  func set<Value: Blendable>(
    _ keyPath: String, of layer: CALayer, to track: Track<Value>, on timeline: Timeline, box: (Value) -> Any
  ) {
    let shown = self.shown(track, keyPath, on: timeline)
    set(keyPath, of: layer, toPlaced: timeline.placed(shown), duration: timeline.duration, box: box)
  }

  /// Returns the track as lottie-ios shows it if that is imitated, else the track.
  private func shown<Value: Blendable>(
    _ track: Track<Value>, _ keyPath: String, on timeline: Timeline
  ) -> Track<Value> {
    guard reading.imitating == .lottieIOS, let own = Self.ownValues[keyPath] as? Value else { return track }
    return track.withoutLoneHolds(own, from: timeline.first)
  }

  /// The default values of layers, by key path.
  private static let ownValues: [String: Double] = [
    "opacity": 1, "transform.scale.x": 1, "transform.scale.y": 1, "transform.rotation.x": 0, "transform.rotation.y": 0,
    "transform.rotation.z": 0,
  ]

  /// Animates a layer's property with a track over seconds of the film. `adds`: on top of earlier animations.
  func set<Value: Blendable>(
    _ keyPath: String, of layer: CALayer, toPlaced track: Track<Value>, duration: Double, adds: Bool = false,
    box: (Value) -> Any
  ) {
    let track = track.settled(within: duration)
    guard !track.isConstant else {
      layer.setValue(box(track.first), forKeyPath: keyPath)
      return
    }
    if !adds { layer.setValue(box(track.value(at: 0)), forKeyPath: keyPath) }
    animate(keyPath, of: layer, byPlaced: track, duration: duration, adds: adds, box: box)
  }

  /// Animates a number of a layer. The layer's own value stays as it is, even for a track that is constant.
  func animate(_ keyPath: String, of layer: CALayer, by track: Track<Double>, on timeline: Timeline) {
    let track = timeline.placed(shown(track, keyPath, on: timeline)).settled(within: timeline.duration)
    let still = Track(
      Keyframe(time: 0, value: track.first), then: [Keyframe(time: timeline.duration, value: track.first)])
    animate(keyPath, of: layer, byPlaced: track.isConstant ? still : track, duration: timeline.duration) { $0 }
  }

  private func animate<Value: Blendable>(
    _ keyPath: String, of layer: CALayer, byPlaced track: Track<Value>, duration: Double, adds: Bool = false,
    box: (Value) -> Any
  ) {
    let animation = CAKeyframeAnimation(keyPath: keyPath)
    animation.setKeyframes(track, duration: duration, box: box)
    animation.isAdditive = adds
    animation.run(for: duration)
    layer.add(animation, forKey: adds ? keyPath + "+" : keyPath)
  }

  /// Animates a layer's point with a track, along its curves.
  func setPoint(_ keyPath: String, of layer: CALayer, to track: Track<[Double]>, on timeline: Timeline) {
    let placed = timeline.placed(track).settled(within: timeline.duration)
    guard placed.keyframes.contains(where: { $0.curve != nil }) else {
      if placed.keyframes.contains(where: { $0.easing.count > 1 }) {
        for (index, axis) in ["x", "y"].enumerated() {
          let track = placed.component(index)
          set("\(keyPath).\(axis)", of: layer, toPlaced: track, duration: timeline.duration) { $0 }
        }
      } else {
        set(keyPath, of: layer, toPlaced: placed, duration: timeline.duration) { $0.point }
      }
      return
    }
    setWay(keyPath, of: layer, toPlaced: placed, duration: timeline.duration)
  }

  /// Moves a layer's point along a track over seconds of the film. `turns`: the layer turns along the way.
  func setWay(
    _ keyPath: String, of layer: CALayer, toPlaced track: Track<[Double]>, duration: Double, turns: Bool = false
  ) {
    layer.setValue(track.value(at: 0).point, forKeyPath: keyPath)
    guard !track.isConstant else { return }
    let animation = CAKeyframeAnimation(keyPath: keyPath)
    animation.setWay(track, duration: duration)
    if turns { animation.rotationMode = .rotateAuto }
    animation.run(for: duration)
    layer.add(animation, forKey: keyPath)
  }

  /// Shows a layer from one frame of its composition to before another, or to the film's very end.
  func show(_ layer: CALayer, from inPoint: Double, to outPoint: Double, on timeline: Timeline) {
    let far = 1e9
    func key(_ frame: Double, isHidden: Bool) -> Keyframe<Bool> { Keyframe(time: frame, value: isHidden, isHold: true) }
    let shown =
      outPoint > inPoint ? [key(max(inPoint, -far), isHidden: false), key(min(outPoint, far), isHidden: true)] : []
    let placed = timeline.placed(Track(key(-2 * far, isHidden: true), then: shown)).keyframes
    let nearEnd = timeline.duration - timeline.frameDuration * 1e-6
    let untilTheEnd = placed.filter { !$0.value || $0.time < nearEnd }
    // A layer that begins after the film's end stays hidden.
    let hidden = Track(keyframes: untilTheEnd) ?? Track(true)
    set("hidden", of: layer, toPlaced: hidden, duration: timeline.duration) { $0 }
  }
}

extension Track {
  /// Returns the track as far as a film shows it: one value if nothing changes in the film.
  func settled(within duration: Double) -> Track {
    guard !isConstant else { return self }
    let relevant = keyframes[(index(at: 0) ?? 0)...]
    let first = relevant[relevant.startIndex].value
    var previous: Keyframe<Value>?
    for keyframe in relevant {
      // A keyframe after the end is invisible.
      if keyframe.time > duration, previous == nil || previous?.isHold == true { break }
      if keyframe.value != first || keyframe.curve != nil { return self }
      previous = keyframe
      if keyframe.time > duration { break }
    }
    return Track(first)
  }

  /// Returns the track as lottie-ios shows it. It cuts a track where holding begins or ends, and makes an animation of
  /// each part; one that holds a single value has no effect (X-A9), so that the layer shows its own value. A first
  /// value after `start`, the composition's frame at the film's beginning, holds as two values.
  fileprivate func withoutLoneHolds(_ own: Value, from start: Double) -> Track {
    guard !isConstant, !keyframes.allSatisfy(\.isHold) else { return self }
    var result: [Keyframe<Value>] = []
    for (index, key) in keyframes.enumerated() {
      let before = index > 0 && keyframes[index - 1].isHold
      let after = index + 1 < keyframes.count && keyframes[index + 1].isHold
      guard key.isHold, !before, !after, index > 0 || key.time <= start else {
        result.append(key)
        continue
      }
      // A part that ends here includes the value.
      if index > 0 { result.append(key) }
      result.append(Keyframe(time: key.time, value: own, isHold: true))
    }
    return Track(keyframes: result) ?? self
  }
}

extension Track<[Double]> {
  /// Returns one component, with its own pace; the last one if there are fewer.
  func component(_ index: Int) -> Track<Double> {
    mapKeyframes { key in
      Keyframe<Double>(
        time: key.time, value: index < key.value.count ? key.value[index] : key.value.last ?? 0, isHold: key.isHold,
        easing: [key.easing[Swift.min(index, key.easing.count - 1)]])
    }
  }
}

extension CAKeyframeAnimation {
  /// Sets values at times of the film. A value that holds is written twice, at its beginning and at its end.
  fileprivate func setKeyframes<Value>(_ track: Track<Value>, duration: Double, box: (Value) -> Any) {
    let keys = track.keyframes
    if keys.dropLast().allSatisfy(\.isHold) {
      calculationMode = .discrete
      values = keys.map { box($0.value) }
      // There is one more time than values: the last value holds to the end.
      let times = keys.map { $0.time / duration }
      keyTimes = (times + [max(times[times.count - 1], 1)]).map { NSNumber(value: $0) }
      return
    }
    var (values, times, paces): ([Any], [Double], [CAMediaTimingFunction]) = ([], [], [])
    for (index, key) in keys.enumerated() {
      values.append(box(key.value))
      times.append(key.time / duration)
      guard index + 1 < keys.count else { break }
      if key.isHold {
        values.append(box(key.value))
        times.append(keys[index + 1].time / duration)
        paces += [.linear, .linear]
      } else {
        paces.append(CAMediaTimingFunction(key.easing[0]))
      }
    }
    self.values = values
    keyTimes = times.map { NSNumber(value: $0) }
    timingFunctions = paces
  }

  /// Sets a path through points at times of the film. A point that holds is a line of length 0.
  fileprivate func setWay(_ track: Track<[Double]>, duration: Double) {
    let keys = track.keyframes
    let way = CGMutablePath()
    var (times, paces): ([Double], [CAMediaTimingFunction]) = ([keys[0].time / duration], [])
    way.move(to: keys[0].value.point)
    for (key, next) in zip(keys, keys.dropFirst()) {
      let (from, to) = (key.value.point, next.value.point)
      if key.isHold {
        way.addLine(to: from)
        times.append(next.time / duration)
        paces.append(.linear)
        way.addLine(to: to)
        paces.append(.linear)
      } else {
        if let curve = key.curve {
          let (out, into) = (curve.out.point, curve.in.point)
          way.addCurve(
            to: to, control1: CGPoint(x: from.x + out.x, y: from.y + out.y),
            control2: CGPoint(x: to.x + into.x, y: to.y + into.y))
        } else {
          way.addLine(to: to)
        }
        paces.append(CAMediaTimingFunction(key.easing[0]))
      }
      times.append(next.time / duration)
    }
    path = way
    keyTimes = times.map { NSNumber(value: $0) }
    timingFunctions = paces
  }

  /// Makes the animation last as long as the film, from the layer's time 0 on, and hold before and after.
  fileprivate func run(for duration: Double) {
    // 0 itself would mean the time of the commit.
    beginTime = .leastNonzeroMagnitude
    self.duration = duration
    fillMode = .both
    isRemovedOnCompletion = false
  }
}

extension CAMediaTimingFunction {
  fileprivate static let linear = CAMediaTimingFunction(name: .linear)

  fileprivate convenience init(_ easing: CubicEasing) {
    self.init(controlPoints: Float(easing.x1), Float(easing.y1), Float(easing.x2), Float(easing.y2))
  }
}
