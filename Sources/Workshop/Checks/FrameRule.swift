// What rules have in common: they look at frames in the order of time, and say at the end what they found.

import CoreGraphics
import QuartzCore

/// Some rules of one kind.
protocol FrameRule {
  /// Looks at the next frame.
  mutating func look(at frame: CheckedFrame) throws

  /// Returns the findings, after the last frame.
  func findings(_ scene: CheckedScene) -> [Finding]
}

/// The facts about the scene that rules need.
struct CheckedScene {
  /// In seconds; 0 of one that stands still.
  let duration: Double
  /// The size of the frame, in pixels.
  let width: Int
  let height: Int
  /// Pixels to a point.
  let scale: Double
  /// Each time that was looked at.
  let times: [Double]
  /// Whether the scene is over at the last of them.
  let hasEnd: Bool

  var isStill: Bool { duration <= 0 }

  /// Returns the last time before another one that was looked at; the other one itself if it is the first.
  func time(before time: Double) -> Double { times.last { $0 < time } ?? time }

  /// Returns the first time after another one that was looked at; the other one itself if it is the last.
  func time(after time: Double) -> Double { times.first { $0 > time } ?? time }

  /// Stretches of the times for which something holds, of all that were looked at.
  func stretches(_ holding: Set<Double>) -> [ClosedRange<Double>] {
    var stretches: [ClosedRange<Double>] = []
    var start: Double?
    var last = 0.0
    for time in times {
      if holding.contains(time) {
        if start == nil { start = time }
        last = time
      } else if let begun = start {
        stretches.append(begun...last)
        start = nil
      }
    }
    if let start { stretches.append(start...last) }
    return stretches
  }
}

/// Layers by what they are, and not by where they lie in the render tree, in the order in which they were met.
struct LayerTable<Value> {
  private var places: [ObjectIdentifier: Int] = [:]
  /// The layers live as long as they are listed: no other one gets their address.
  private(set) var entries: [(layer: CALayer, value: Value)] = []

  subscript(layer: CALayer, default initial: @autoclosure () -> Value) -> Value {
    get { places[ObjectIdentifier(layer)].map { entries[$0].value } ?? initial() }
    _modify {
      let place: Int
      if let known = places[ObjectIdentifier(layer)] {
        place = known
      } else {
        place = entries.count
        places[ObjectIdentifier(layer)] = place
        entries.append((layer, initial()))
      }
      yield &entries[place].value
    }
  }

  subscript(layer: CALayer) -> Value? { places[ObjectIdentifier(layer)].map { entries[$0].value } }
}
