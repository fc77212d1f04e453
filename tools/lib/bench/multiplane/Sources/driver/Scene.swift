// The neutral scenes, as tools/lib/bench/scenes.py writes them.

import Foundation

/// A number, or one that moves: `[base, amplitude, frequency, phase, slope]` is
/// base + amplitude sin(2π (frequency t + phase)) + slope t at t seconds.
struct Value: Decodable {
  private let base: Double
  private let motion: (amplitude: Double, frequency: Double, phase: Double, slope: Double)?

  var moves: Bool { motion != nil }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Double.self) {
      base = number
      motion = nil
      return
    }
    let parts = try container.decode([Double].self)
    guard parts.count == 5 else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "a moving value has five parts")
    }
    base = parts[0]
    motion = (parts[1], parts[2], parts[3], parts[4])
  }

  func at(_ t: Double) -> Double {
    guard let m = motion else { return base }
    return base + m.amplitude * sin(2 * .pi * (m.frequency * t + m.phase)) + m.slope * t
  }
}

struct SceneLayer: Decodable {
  struct Line: Decodable {
    let width: Double
    let color: [Double]
  }

  struct Shadow: Decodable {
    let sigma: Double
    let offset: [Double]
    let color: [Double]
  }

  struct Outline: Decodable {
    let radii: [Value]
    let fill: [Double]
    let stroke: Line
  }

  struct Label: Decodable {
    let text: String
    let size: Double
    let color: [Double]
    /// Whether the frame's number follows the text.
    let counts: Bool?
  }

  let size: [Double]
  let center: [Value]
  let turn: Value?
  let tiltX: Value?
  let tiltY: Value?
  let depth: Value?
  let opacity: Value?
  let fill: [Double]?
  let image: String?
  let mask: String?
  let radius: Double?
  let border: Line?
  let clips: Bool?
  let shadow: Shadow?
  let perspective: Double?
  let outline: Outline?
  let label: Label?
  let children: [SceneLayer]?
}

struct NeutralScene: Decodable {
  let name: String
  let size: [Int]
  let frameRate: Double
  let frames: Int
  let background: [Double]
  /// Paths of files by name, relative to the scene's own.
  let images: [String: String]
  let layers: [SceneLayer]
  /// The path of a Lottie file that is drawn instead.
  let lottie: String?
}
