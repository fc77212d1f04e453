// Tested by ExpectationTests.

import Compositor
import CoreGraphics
import Documents
import Foundation
import Multiplane
import QuartzCore

/// Finds unmet expectations of a scene's author.
struct ExpectationRule: FrameRule {
  private struct Watched {
    var sights: [Sight] = []
    var exists = false
  }

  private struct Sight {
    let time: Double
    /// The visible box of the layers, in pixels; nil for none.
    let box: Box?
    /// The unclipped box of all the layers.
    let whole: Box
    /// A hash of the layers' pixels: equal numbers mean equal pixels.
    let look: Int
    let text: String?
  }

  private let expectations: [Expectation]
  private var watched: [String: Watched] = [:]
  /// The colours of pixels, by the numbers of expectations.
  private var colors: [Int: [UInt8]] = [:]
  private let scale: Double

  init(_ expectations: [Expectation], scale: Double) {
    (self.expectations, self.scale) = (expectations, scale)
    for expectation in expectations {
      for name in expectation.names { watched[name] = Watched() }
    }
  }

  /// Returns the times at which frames are needed, in a scene of a duration.
  static func times(of expectations: [Expectation], duration: Double) -> [Double] {
    expectations.flatMap { expectation -> [Double] in
      guard case .keepsMoving = expectation.kind else { return expectation.times }
      // Uneven distances between times detect motion in circles.
      let (from, to) = (expectation.from, min(expectation.to ?? duration, duration))
      let middles = stride(from: from, to: to, by: max(0.5, (to - from) / 100)).flatMap { [$0 + 0.13, $0 + 0.31] }
      return expectation.times + middles.filter { $0 < to }
    }
  }

  mutating func look(at frame: CheckedFrame) {
    for name in watched.keys {
      let found = frame.layers.filter { $0.value.isCalled(name) }.sorted { $0.key < $1.key }
      guard !found.isEmpty else { continue }
      watched[name]?.exists = true
      var (box, whole, text): (Box, Box, String?) = (.empty, .empty, nil)
      for (slot, layer) in found {
        guard let seen = frame.seen[slot], seen.opacity > 0.02 else { continue }
        box = box.joined(seen.box.intersection(frame.box))
        whole = whole.joined(seen.whole)
        text = text ?? layer.writtenTextInside(at: frame.time)
      }
      watched[name]?.sights.append(
        Sight(
          time: frame.time, box: box.isEmpty ? nil : box, whole: whole, look: frame.look(of: box), text: text))
    }
    for (index, expectation) in expectations.enumerated() {
      guard case .colorAt(let x, let y, let time, _, _) = expectation.kind, time == frame.time else { continue }
      colors[index] = frame.color(Int(x * scale), Int(y * scale))
    }
  }

  func findings(_ scene: CheckedScene) -> [Finding] {
    expectations.enumerated().compactMap { index, expectation in
      for name in expectation.names where watched[name]?.exists != true {
        return finding(
          expectation, "there is no layer '\(name.onOneLine)'",
          advice: "mend the name, in the scene or in the expectation")
      }
      let sights = expectation.layer.flatMap { watched[$0]?.sights } ?? []
      guard let failure = failure(of: expectation, index, sights, scene) else { return nil }
      return finding(
        expectation, failure.message, advice: "mend the scene, or the expectation", box: failure.box,
        times: [failure.time...failure.time])
    }
  }

  private func finding(
    _ expectation: Expectation, _ message: String, advice: String, box: CGRect? = nil, times: [ClosedRange<Double>] = []
  ) -> Finding {
    Finding(
      .expectation, layer: expectation.layer?.onOneLine, "\(expectation.location): \(message)", advice: advice,
      box: box, times: times)
  }

  private typealias Failure = (message: String, time: Double, box: CGRect?)

  private func failure(
    of expectation: Expectation, _ index: Int, _ sights: [Sight], _ scene: CheckedScene
  ) -> Failure? {
    switch expectation.kind {
    case .appearsBy(let time):
      if let late = outside(time, scene) { return late }
      if sights.contains(where: { $0.box != nil && $0.time <= time }) { return nil }
      return ("the layer is not seen by \(time.text) s", time, nil)
    case .goneBy(let time):
      if let late = outside(time, scene) { return late }
      return sights.first { $0.box != nil && $0.time >= time }.map {
        ("the layer is still seen at \($0.time.text) s", $0.time, $0.box?.rect)
      }
    case .before(let other): return failure(of: sights, before: other)
    case .staysInFrame:
      let frame = Box(0, 0, Double(scene.width), Double(scene.height))
      return during(expectation, sights).first { $0.box == nil || !frame.insetBy(-0.5).contains($0.whole) }.map {
        (
          "the layer is \($0.box == nil ? "not seen" : "partly outside of the frame") at \($0.time.text) s", $0.time,
          $0.box?.rect
        )
      }
    case .keepsMoving(let most): return failure(of: during(expectation, sights), stillFor: most)
    case .colorAt(_, _, let time, let color, let tolerance):
      if let late = outside(time, scene) { return late }
      guard let actual = colors[index] else { return ("the point lies outside of the frame", time, nil) }
      guard zip(actual, color).contains(where: { abs(Int($0) - Int($1)) > tolerance }) else { return nil }
      return ("the colour is \(actual.hexadecimal) and not \(color.hexadecimal)", time, nil)
    case .textIs(let text, let time):
      if let time, let late = outside(time, scene) { return late }
      let looked = sights.filter { time == nil ? $0.box != nil : $0.time == time }
      guard let other = looked.first(where: { $0.text != text }) else {
        return looked.isEmpty ? ("the layer is never seen", 0, nil) : nil
      }
      let actual = other.text.map { "'\($0.excerpt.onOneLine)'" } ?? "no text"
      return ("the layer says \(actual)", other.time, other.box?.rect)
    }
  }

  /// Returns the failure of an expectation whose time is after the scene's end; nil for other times.
  private func outside(_ time: Double, _ scene: CheckedScene) -> Failure? {
    time > scene.duration ? ("the scene is over at \(scene.duration.text) s", scene.duration, nil) : nil
  }

  private func during(_ expectation: Expectation, _ sights: [Sight]) -> [Sight] {
    sights.filter { $0.time >= expectation.from && $0.time <= expectation.to ?? .infinity }
  }

  private func failure(of sights: [Sight], before other: String) -> Failure? {
    let (first, second) = (sights.first { $0.box != nil }, watched[other]?.sights.first { $0.box != nil })
    guard let first else { return ("the layer is never seen", 0, nil) }
    guard let second, second.time <= first.time else { return nil }
    return (
      "the layer is first seen at \(first.time.text) s, and '\(other.onOneLine)' at \(second.time.text)", first.time,
      first.box?.rect
    )
  }

  private func failure(of sights: [Sight], stillFor most: Double) -> Failure? {
    var since: Sight?
    for sight in sights {
      guard sight.box != nil else { return ("the layer is not seen at \(sight.time.text) s", sight.time, nil) }
      if let start = since, start.look == sight.look, start.box == sight.box {
        if sight.time - start.time > most {
          return ("the layer stands still from \(start.time.text) to \(sight.time.text) s", start.time, start.box?.rect)
        }
      } else {
        since = sight
      }
    }
    return nil
  }
}

extension Expectation {
  fileprivate var names: [String] {
    if case .before(let other) = kind { return [layer, other].compactMap { $0 } }
    return [layer].compactMap { $0 }
  }
}

extension CALayer {
  /// Whether a selector, a name or the end of a path, matches the layer.
  fileprivate func isCalled(_ selector: String) -> Bool {
    if name == selector { return true }
    guard let own = name, selector.hasSuffix("/\(own)") else { return false }
    return "/\(checkedPath)".hasSuffix("/\(selector)")
  }

  /// Returns the text of the layer, or of its first sublayer with text.
  fileprivate func writtenTextInside(at time: Double) -> String? {
    if let text = writtenText(at: time)?.string { return text }
    for layer in sublayers ?? [] {
      if let text = layer.writtenTextInside(at: time) { return text }
    }
    return nil
  }
}

extension CheckedFrame {
  fileprivate func look(of box: Box) -> Int {
    let box = box.intersection(self.box)
    guard !box.isEmpty else { return 0 }
    var hasher = Hasher()
    for y in Int(box.minY)..<min(Int(box.maxY.rounded(.up)), height) {
      let row = y * width * 4
      let (from, to) = (row + Int(box.minX) * 4, row + min(Int(box.maxX.rounded(.up)), width) * 4)
      pixels[from..<to].withUnsafeBytes { hasher.combine(bytes: $0) }
    }
    return hasher.finalize()
  }

  /// Returns a pixel's components, not premultiplied; nil outside of the frame.
  fileprivate func color(_ x: Int, _ y: Int) -> [UInt8]? {
    guard 0..<width ~= x, 0..<height ~= y else { return nil }
    let pixel = pixels[(y * width + x) * 4..<(y * width + x) * 4 + 4]
    guard let alpha = pixel.last, alpha > 0 else { return [0, 0, 0, 0] }
    let whole = Int(alpha)
    var color = pixel.dropLast().map { UInt8(min((Int($0) * 255 + whole / 2) / whole, 255)) }
    color.append(alpha)
    return color
  }
}

extension [UInt8] {
  fileprivate var hexadecimal: String { SIMD4<UInt8>(self).hexadecimal }
}

extension Double {
  fileprivate var text: String { formatted(places: 2) }
}
