// Properties in Lottie's form: {"a": 0, "k": value} or {"a": 1, "k": [keyframes]}. A keyframe is {"t": frame, "s":
// value, "h": 1 if it holds, "o" and "i": the handles of the pace to the next one, "to" and "ti": those of the way}.
// Old files have the end value, "e", which counts if the next keyframe has no "s".

import CoreGraphics
import Documents
import Foundation

extension LottieReading {
  /// Reads a property of numbers, or the fallback if it is missing. Points move along curved ways by length.
  func vector(_ node: LottieNode?, default fallback: [Double]) throws(SceneFileError) -> Track<[Double]> {
    let written = try self.written(node, default: fallback)
    guard let node, written.hasCurves else { return written }
    // Each curve is measured, even if it has few pieces.
    try takeKeyframes(8 * written.keyframes.count, at: node.path)
    let evenly = written.byLength
    try takeKeyframes(evenly.keyframes.count - written.keyframes.count, at: node.path)
    return evenly
  }

  /// Reads a point of a transform, whose way is run by length; for lottie-ios by the curve's parameter.
  func place(_ node: LottieNode?) throws(SceneFileError) -> Track<[Double]> {
    try imitating == .lottieIOS ? written(node, default: [0, 0]) : vector(node, default: [0, 0])
  }

  /// Reads a property of numbers with the document's own keyframes, by the curves' parameters.
  func written(_ node: LottieNode?, default fallback: [Double]) throws(SceneFileError) -> Track<[Double]> {
    try track(node, default: fallback) { json in
      if let number = json.boundedNumber { return [number] }
      guard let array = json.array else { return nil }
      let numbers = array.compactMap(\.boundedNumber)
      return numbers.count == array.count && !numbers.isEmpty ? numbers : nil
    }
  }

  func scalar(_ node: LottieNode?, default fallback: Double) throws(SceneFileError) -> Track<Double> {
    try track(node, default: fallback) { $0.boundedNumber ?? $0[0]?.boundedNumber }
  }

  /// Reads a property of one number, multiplied by a unit, for example of percent.
  func scalar(_ node: LottieNode?, default fallback: Double, unit: Double) throws(SceneFileError) -> Track<Double> {
    try scalar(node, default: fallback).map { $0 * unit }
  }

  /// Reads a colour: components from 0 to 1, or to 255 in very old files.
  func color(_ node: LottieNode?) throws(SceneFileError) -> Track<[Double]> {
    let track = try vector(node, default: [0, 0, 0])
    let isOld = track.keyframes.contains { $0.value.prefix(3).contains { $0 > 1.5 } }
    return isOld ? track.map { $0.map { $0 / 255 } } : track
  }

  func point(_ node: LottieNode?, default fallback: CGPoint = .zero) throws(SceneFileError) -> Track<CGPoint> {
    try vector(node, default: [fallback.x, fallback.y]).map(\.point)
  }

  /// Reads any property; `read` returns nil for JSON that is no value.
  func track<Value: Blendable>(
    _ node: LottieNode?, default fallback: Value, read: (JSON) -> Value?
  ) throws(SceneFileError) -> Track<Value> {
    guard var node else { return Track(fallback) }
    if node.json["x"]?.string != nil { node = try computed(node) }
    // Some writers omit the object.
    guard let k = node["k"] else {
      if let value = read(node.json) { return Track(value) }
      return Track(fallback)
    }
    guard let keys = k.json.array, keys.contains(where: { $0["t"] != nil }) else {
      guard let value = read(k.json) else {
        if k.json.array?.isEmpty != true { note("neither a value nor keyframes; the default is used", at: k.path) }
        return Track(fallback)
      }
      return Track(value)
    }
    return try keyframes(k, read: read) ?? Track(fallback)
  }

  /// Returns a property with the results of its expression; if that is not run, as it is written.
  func computed(_ node: LottieNode) throws(SceneFileError) -> LottieNode {
    guard let expressions else {
      note("expressions are not run; the property has its written value", at: node.path, everywhere: true)
      return node
    }
    return try expressions.keyframes(of: node) ?? node
  }

  private func keyframes<Value: Blendable>(
    _ node: LottieNode, read: (JSON) -> Value?
  ) throws(SceneFileError) -> Track<Value>? {
    var keyframes: [Keyframe<Value>] = []
    var previousEnd: Value?
    let nodes = node.elements
    try takeKeyframes(nodes.count, at: node.path)
    for item in nodes {
      guard let time = item.number("t") else {
        note("a keyframe without its time, 't', is left out", at: item.path)
        continue
      }
      // A keyframe without a value has the end value of the one before; without that, too, it is skipped.
      guard let value = item.json["s"].flatMap(read) ?? previousEnd else { continue }
      previousEnd = item.json["e"].flatMap(read)
      var keyframe = Keyframe(time: time, value: value, isHold: item.flag("h"))
      keyframe.easing = easing(out: item.json["o"], in: item.json["i"])
      if let out = item.json["to"].flatMap(numbers), let into = item.json["ti"].flatMap(numbers),
        (out + into).contains(where: { $0 != 0 })
      {
        keyframe.curve = SpatialCurve(out: out, in: into)
      }
      keyframes.append(keyframe)
    }
    for (key, next) in zip(keyframes, keyframes.dropFirst()) where next.time < key.time {
      note("keyframes are not in the order of time; they are sorted", at: node.path)
      keyframes = keyframes.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
        .map(\.element)
      break
    }
    // The end value of an old file's single keyframe is the last value.
    if let end = previousEnd, let last = keyframes.last, keyframes.count == 1, !last.isHold {
      keyframes.append(Keyframe(time: last.time, value: end, isHold: true))
    }
    return Track(keyframes: keyframes)
  }

  private func numbers(_ json: JSON) -> [Double]? { json.array?.compactMap(\.boundedNumber) }

  /// Returns the pace of handles: numbers, or arrays with one for each component.
  private func easing(out: JSON?, in into: JSON?) -> [CubicEasing] {
    guard let out, let into else { return [.linear] }
    func coordinates(_ json: JSON?) -> [Double] { json?.boundedNumber.map { [$0] } ?? json.flatMap(numbers) ?? [] }
    let (x1, y1, x2, y2) = (
      coordinates(out["x"]), coordinates(out["y"]), coordinates(into["x"]), coordinates(into["y"])
    )
    let count = [x1, y1, x2, y2].map(\.count).min() ?? 0
    guard count > 0 else { return [.linear] }
    let easings = (0..<min(count, 4)).map { CubicEasing(x1: x1[$0], y1: y1[$0], x2: x2[$0], y2: y2[$0]) }
    let isOne = imitating == .lottieIOS || easings.allSatisfy { $0 == easings[0] }
    return isOne ? [easings[0]] : easings
  }
}

extension JSON {
  /// The number, limited so far that paces beyond 0...1 and products of a few values stay finite: infinity times 0 is
  /// no place of a layer.
  fileprivate var boundedNumber: Double? { number.map { min(max($0, -1e30), 1e30) } }
}
