// Runs the expressions of a document: a property with an expression gets a keyframe for every frame that is shown, as
// lottie-web evaluates the expression for every frame that it draws. The engine is created for the first expression.
//
// The same document gives the same keyframes on every machine: the limits count operations and bytes, and an expression
// leaves nothing behind for the next one. If an expression fails at any frame, it is not used at all.

import CDuktape
import CoreGraphics
import Documents
import Foundation

final class LottieExpressions: ExpressionRunner {
  private let document: JSON
  private unowned let reading: LottieReading
  private var host: ExpressionHost?
  /// Whether no more expressions are run.
  private var isEnded = false
  private var valuesLeft = 1_000_000

  /// The limits of all expressions of a document together: a few seconds.
  private let limits: cduktape_limits

  /// Creates the runner; `operations` limits the document's expressions together.
  init(_ document: JSON, reading: LottieReading, operations: Int64 = 100_000_000) {
    (self.document, self.reading) = (document, reading)
    limits = cduktape_limits(operations: operations, memory: 32 << 20, seconds: 30)
  }

  func keyframes(of node: LottieNode) throws(SceneFileError) -> LottieNode? {
    guard !isEnded, let expression = node.string("x") else { return nil }
    do throws(ExpressionHost.Failure) {
      guard expression.utf8.count <= ExpressionSource.longest else { throw .thrown("it is longer than 64 KiB") }
      let host = try started()
      guard let property = host.scene.property(node) else { throw .thrown("it belongs to no layer") }
      guard let range = host.scene.range(of: host.scene.nodes[property].layer) else { return node.withoutExpression }
      let (start, indices) = (range.shown.lowerBound, try Self.frames(of: range))
      guard let written = host.scene.values(of: property, reading: reading) else {
        throw .thrown("the property has no value")
      }
      let samples = try values(of: property, written, from: start, at: indices, host: host)
      return replaced(node, written, by: samples)
    } catch .thrown(let message) {
      let line = message.split(whereSeparator: \.isNewline).first.map(String.init) ?? "it cannot be read"
      reading.note(
        "the expression is not run, the written values are taken: \(line.excerpt)", at: node.path, everywhere: true)
    } catch {
      try end(error, at: node.path)
    }
    return nil
  }

  private func started() throws(ExpressionHost.Failure) -> ExpressionHost {
    if let host { return host }
    let host = ExpressionHost(ExpressionScene(document), reading: reading, limits: limits)
    self.host = host
    try host.begin()
    return host
  }

  /// Ends all running. The limit of time throws, as pictures must not depend on the machine's speed.
  private func end(_ failure: ExpressionHost.Failure, at path: LottiePath) throws(SceneFileError) {
    isEnded = true
    host = nil
    switch failure {
    case .operations: reading.note("the expressions take too long; from here on they are not run", at: path)
    case .memory, .thrown:
      reading.note("the expressions take more than 32 MiB of memory; from here on they are not run", at: path)
    case .time: throw reading.tooLarge("the expressions take more than 30 seconds of processor time", at: path)
    }
  }
}

// MARK: - Values

extension LottieExpressions {
  struct Sample {
    var frame: Double
    var value: ExpressionValue
    /// Whether the value holds until the next one.
    var isHold = false
  }

  /// Returns the shown frames, relative to the composition's first one and in whole steps from it.
  private static func frames(
    of range: (own: ClosedRange<Double>, shown: ClosedRange<Double>)
  ) throws(ExpressionHost.Failure) -> ClosedRange<Int> {
    let shown = range.shown.lowerBound
    let first = (range.own.lowerBound - shown).rounded(.down)
    let last = (range.own.upperBound - shown).rounded(.up)
    guard last - first < 100_000 else { throw .thrown("it is shown for more than 100000 frames") }
    // Beyond the exact range of numbers, the last frame may come before the first.
    let start = Int(bounded: first)
    return start...max(start, Int(bounded: last))
  }

  /// Returns the values at frames of a composition, relative to its first one.
  private func values(
    of property: Int, _ written: ExpressionValues, from start: Double, at indices: ClosedRange<Int>,
    host: ExpressionHost
  ) throws(ExpressionHost.Failure) -> [Sample] {
    let first = written.value(at: start)
    func sample(_ frame: Double) throws(ExpressionHost.Failure) -> Sample {
      guard let value = try host.evaluate(property, at: frame) else { throw .thrown("there is no result") }
      let fitting = try Self.fitted(value, to: first, of: written, at: frame)
      if case .numbers(let numbers) = fitting { valuesLeft -= numbers.count } else { valuesLeft -= 64 }
      guard valuesLeft >= 0 else { throw .operations }
      return Sample(frame: frame, value: fitting)
    }
    var samples: [Sample] = []
    for index in indices { samples.append(try sample(start + Double(index))) }
    return try withJumps(samples, sample)
  }

  /// Adds values just before or after jumps, as a loop jumps right after a keyframe, a comparison with the time right
  /// at it. A frame with much more change than both its neighbours is sampled near its ends, too.
  private func withJumps(
    _ samples: [Sample], _ sample: (Double) throws(ExpressionHost.Failure) -> Sample
  ) throws(ExpressionHost.Failure) -> [Sample] {
    let changes = zip(samples, samples.dropFirst()).map { $0.value.distance(to: $1.value) }
    let moment = 1e-3
    var result: [Sample] = []
    for (index, one) in samples.enumerated() {
      result.append(one)
      guard index < changes.count else { break }
      let beside = max(index > 0 ? changes[index - 1] : 0, index + 1 < changes.count ? changes[index + 1] : 0)
      guard changes[index] > 2 * beside + 1e-6 else { continue }
      let next = samples[index + 1]
      func isNearer(_ value: ExpressionValue, _ a: Sample, than b: Sample) -> Bool {
        value.distance(to: a.value) < value.distance(to: b.value)
      }
      var before = try sample(next.frame - moment)
      if isNearer(before.value, one, than: next) {
        before.isHold = true
        result.append(before)
        continue
      }
      let after = try sample(one.frame + moment)
      if isNearer(after.value, next, than: one) {
        result[result.count - 1].isHold = true
        result.append(after)
      }
    }
    return result
  }

  /// Returns a result in the property's form: a vector that is too short is completed by the written one's end. `first`
  /// is the written value of the first frame.
  private static func fitted(
    _ value: ExpressionValue, to first: ExpressionValue, of written: ExpressionValues, at frame: Double
  ) throws(ExpressionHost.Failure) -> ExpressionValue {
    switch (value, first) {
    case (.text, .text): return value
    case (.numbers(let numbers), .text):
      guard numbers.count == 1 else { throw .thrown("the result is no text") }
      // In the number format of scripts.
      let number = numbers[0]
      return .text(number == number.rounded() && abs(number) < 1e15 ? String(Int(bounded: number)) : "\(number)")
    case (.text(let text), .numbers(let old)):
      guard old.count == 1, let number = Double(text), number.isFinite else { throw .thrown("the result is a text") }
      return .numbers([number])
    case (.numbers(let numbers), .numbers(let old)):
      guard numbers.allSatisfy(\.isFinite) else { throw .thrown("the result is not finite") }
      if case .path = written {
        guard JSON.path(numbers) != nil else { throw .thrown("the result is no path") }
        return value
      }
      if old.count == 1 {
        guard let number = numbers.first else { throw .thrown("the result has no number") }
        return .numbers([number])
      }
      guard numbers.count > 1, numbers.count >= old.count - 1 else {
        throw .thrown("the result has \(numbers.count) dimensions; expected \(old.count)")
      }
      guard numbers.count < old.count, case .numbers(let now) = written.value(at: frame) else {
        return .numbers(Array(numbers.prefix(old.count)))
      }
      // The value of another keyframe may be shorter.
      return .numbers(numbers + now.dropFirst(numbers.count))
    }
  }

  // MARK: - Keyframes

  private func replaced(_ node: LottieNode, _ written: ExpressionValues, by samples: [Sample]) -> LottieNode {
    var json = node.withoutExpression.json
    if case .text = written { return text(node, json, samples) }
    let isPath = if case .path = written { true } else { false }
    func boxed(_ value: ExpressionValue) -> JSON {
      guard case .numbers(let numbers) = value else { return .null }
      return isPath ? .array([JSON.path(numbers) ?? .null]) : .array(numbers.map(JSON.number))
    }
    let kept = Self.merged(samples)
    if kept.count == 1 {
      json.set("a", .number(0))
      json.set("k", isPath ? boxed(kept[0].value)[0] : boxed(kept[0].value))
    } else {
      json.set("a", .number(1))
      json.set(
        "k",
        .array(
          kept.map { sample in
            var key: [String: JSON] = ["t": .number(sample.frame), "s": boxed(sample.value)]
            if sample.isHold { key["h"] = .number(1) }
            return .object(key)
          }))
    }
    return LottieNode(json, at: node.path)
  }

  /// Returns a text's documents: the style that is written at each frame, with the resulting text.
  private func text(_ node: LottieNode, _ json: JSON, _ samples: [Sample]) -> LottieNode {
    let written = node.elements("k").sorted { ($0.number("t") ?? 0) < ($1.number("t") ?? 0) }
    var (keys, last): ([JSON], (look: Int, text: String)?) = ([], nil)
    for sample in samples {
      guard case .text(let text) = sample.value else { continue }
      let frame = sample.frame
      let look = max((written.firstIndex { ($0.number("t") ?? 0) > frame } ?? written.count) - 1, 0)
      if let last, last.look == look, last.text == text { continue }
      last = (look, text)
      var document = written[look].json["s"] ?? .null
      document.set("t", .string(text))
      keys.append(.object(["t": .number(frame), "s": document]))
    }
    var json = json
    json.set("k", .array(keys))
    return LottieNode(json, at: node.path)
  }

  /// Returns the samples without those on a straight line between their neighbours; one for a constant property.
  private static func merged(_ samples: [Sample]) -> [Sample] {
    guard samples.contains(where: { $0.value != samples[0].value }) else { return [samples[0]] }
    var kept: [Sample] = []
    for (index, sample) in samples.enumerated() {
      if let last = kept.last, !last.isHold, index + 1 < samples.count,
        sample.isHold ? sample.value == last.value : isBetween(sample, last, samples[index + 1])
      {
        // A value that is constant until a jump holds from its beginning.
        if sample.isHold { kept[kept.count - 1].isHold = true }
        continue
      }
      kept.append(sample)
    }
    return kept
  }

  /// Whether a value lies on the straight line between two others, up to rounding.
  private static func isBetween(_ sample: Sample, _ first: Sample, _ last: Sample) -> Bool {
    guard case .numbers(let value) = sample.value, case .numbers(let from) = first.value,
      case .numbers(let to) = last.value, from.count == to.count, value.count == to.count
    else { return false }
    let fraction = (sample.frame - first.frame) / (last.frame - first.frame)
    return value.indices.allSatisfy { index in
      let expected = from[index] + (to[index] - from[index]) * fraction
      return abs(value[index] - expected) <= 1e-9 * max(1, abs(expected))
    }
  }
}

extension ExpressionValue {
  /// Returns the largest difference of a dimension; for other kinds or counts, 0 if they are equal, else infinity.
  fileprivate func distance(to other: ExpressionValue) -> Double {
    guard case .numbers(let a) = self, case .numbers(let b) = other, a.count == b.count else {
      return self == other ? 0 : .infinity
    }
    return zip(a, b).reduce(0) { max($0, abs($1.0 - $1.1)) }
  }
}
