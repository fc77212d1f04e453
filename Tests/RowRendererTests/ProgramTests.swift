// Programs as rows draw them: the functions of GLSL that no processor has, against the C library's; and the row
// functions that stand for a program, against its GLSL.
import CRows
import Compositor
import Foundation
import QuartzCore
import TestSupport
import Testing

@testable import RowRenderer

@Suite struct ProgramTests {
  private var random = SeededRandom(seed: 12)

  private mutating func pixels(_ count: Int) -> [UInt32] {
    (0..<count).map { _ in UInt32.random(in: 0...(.max), using: &random) }
  }

  /// A row of a program's pixels.
  private func row(
    _ name: String, _ features: Int = 0, parameters: [Float], of texels: [UInt32], width: Int, count: Int, y: Int = 0
  ) throws -> [UInt32] {
    let program = try #require(row_paint(name, UInt32(features)))
    var result = [UInt32](repeating: 0, count: count)
    texels.withUnsafeBytes { texels in
      let bytes = texels.assumingMemoryBound(to: UInt8.self).baseAddress
      let texture = RowTexture(bytes, width: width, height: texels.count / 4 / width, texelBytes: 4)
      withUnsafePointer(to: texture) { texture in
        parameters.withUnsafeBufferPointer { parameters in
          var instance = RowInstance(
            x: (1, 0, 0), y: (0, 1, 0), w: (0, 0, 1), isAffine: 1, isDeep: 0,
            parameters: parameters.baseAddress, shape: nil, clipBox: nil, clipShape: nil, texture: texture,
            backdrop: texture)
          program(&instance, 0, y, count, nil, &result)
        }
      }
    }
    return result
  }

  @Test("Powers: those of the C library", arguments: [0.1, 0.45, 1, 2.2, 9])
  func powers(power: Double) throws {
    let levels = (0..<256).map { (level: UInt32) -> UInt32 in 0xff00_0000 | level << 16 | level << 8 | level }
    let drawn = try row(
      "filter:gamma", parameters: [Float(power), 0, 0, 0] + [Float](repeating: 0, count: 20), of: levels, width: 256,
      count: 256)
    for level in 0..<256 {
      let expected = pow(Double(level) / 255, power) * 255
      #expect(abs(Double(drawn[level] & 255) - expected) <= 0.501, "\(level) to the power of \(power)")
    }
  }

  @Test("Angles: those of the C library")
  func angles() throws {
    // A row of 65,536 texels that count in their first two bytes: the angle is told to a 65,536th of a turn.
    let turns = (0..<65_536).map { UInt32($0) | 0xff00_0000 }
    for y in [0, 3, 40] {
      // From pixels to the space of the angle; stepped, so that no seam is mixed.
      let drawn = try row(
        "gradient", RowConic | RowStepped,
        parameters: [1, 0, -1, 2] + [1, 1, -100, -20] + [0, 0, 1, 0], of: turns, width: 65_536, count: 200, y: y)
      for x in 0..<200 {
        let angle = atan2(Double(y) + 0.5 - 20, Double(x) + 0.5 - 100) / (2 * .pi)
        let expected = (angle < 0 ? angle + 1 : angle) * 65_536
        #expect(abs(Double(drawn[x] & 0xffff) + 0.5 - expected) < 0.6, "(\(x), \(y))")
      }
    }
  }

  @Test("Sums of rows: what blur.frag says", arguments: [1, 2, 3])
  mutating func sums(groups: Int) throws {
    let (width, pairs) = (64, groups * 4)
    let texels = pixels(width)
    // A falling row of weights, whose sum is 1.
    var weights = (0..<13).map { $0 <= pairs ? Float(14 - $0) : 0 }
    let sum = weights[0] + 2 * weights[1...].reduce(0, +)
    weights = weights.map { $0 / sum }
    let drawn = try row(
      "blur",
      parameters: Array(weights[1...]) + [weights[0], Float(groups), Float(width - 1), 0] + [1, 0, 0, 0], of: texels,
      width: width, count: width)
    let padded = (-12..<width + 12).map { texels[min(max($0, 0), width - 1)] }
    var made = [UInt32](repeating: 0, count: width)
    padded.withUnsafeBufferPointer { padded in
      let middle = padded.baseAddress! + 12
      let before = (0..<pairs).map { middle - 1 - $0 as UnsafePointer<UInt32>? }
      let after = (0..<pairs).map { middle + 1 + $0 as UnsafePointer<UInt32>? }
      let whole = weights.enumerated().map { UInt16(($1 * ($0 == 0 ? 65_536 : 131_072)).rounded()) }
      row_sum(&made, width, middle, before, after, pairs, whole)
    }
    for (a, b) in zip(drawn, made) { #expect(largestDifference(a, b) <= 1) }
  }

  @Test("Halves and averages: what halve.frag and crossfade.frag say")
  mutating func means() throws {
    let (width, count) = (64, 32)
    let texels = pixels(2 * width)
    let half = try row("halve", parameters: [2, 2, 0, 0], of: texels, width: width, count: count)
    var made = [UInt32](repeating: 0, count: count)
    row_halve(&made, count, texels, Array(texels[width...]))
    for (a, b) in zip(half, made) { #expect(largestDifference(a, b) <= 1) }
    // Both textures are the same here.
    let faded = try row(
      "crossfade", parameters: [0.3, 0.7, 0, 0] + [1 / 64, 0.5, 0, 0], of: texels, width: width, count: width)
    var average = [UInt32](repeating: 0, count: width)
    row_average(&average, texels, texels, width, 20_000)
    for (a, b) in zip(faded, average) { #expect(largestDifference(a, b) <= 1) }
  }

  private func largestDifference(_ a: UInt32, _ b: UInt32) -> Int {
    (0..<4).map { (component: UInt32) -> Int in
      abs(Int(a >> (component * 8) & 255) - Int(b >> (component * 8) & 255))
    }.max() ?? 0
  }

  @Test("There is a function for every program that a list can ask for")
  func all() {
    for primitive in Primitive.allCases {
      for variant in ProgramVariant.all where primitive.has(variant) {
        for features in primitive.featureSets {
          let key = ProgramKey(primitive, features, variant)
          #expect(ProgramKey(named: "\(key)") == key)
          for isMipmapped in [false, true] {
            let program = RowProgram(key, isMipmapped: isMipmapped)
            #expect(primitive.isCut || program.cuts.isEmpty, "\(key)")
          }
        }
      }
    }
  }

  @Test(
    "A name of no program is none",
    arguments: ["blend", "blend:blend_screen", "solid:gamma", "filter:blend_multiply", "gradient[radial,conic]", "x"])
  func unknown(name: String) { #expect(ProgramKey(named: name) == nil) }
}

extension Primitive {
  /// The sets of features that its programs can have.
  fileprivate var featureSets: [ProgramFeatures] {
    let curves: [ProgramFeatures] = [[], .continuous, .opposite, [.continuous, .opposite]]
    let clips: [ProgramFeatures] = [[], .clipBox, .clipShape, [.clipBox, .clipShape]]
    let shapes: [ProgramFeatures] = [[], .corner, .rounded, .perspective, [.rounded, .perspective]]
    var own: [ProgramFeatures] = [[]]
    var sets: [ProgramFeatures] = []
    switch self {
    case .blur: own.append(.alphaOnly)
    case .gradient: own = [[], .radial, .conic, .stepped, [.radial, .stepped], [.conic, .stepped]]
    case .image: own += [.screenTexture, .levels, .biased]
    default: break
    }
    guard isCut else { return own }
    for own in own {
      for shape in shapes {
        for clip in clips { sets += curves.map { own.union(shape).union(clip).union($0) } }
      }
    }
    return sets + (self == .solid ? [.linear] : self == .image ? [.linear, [.linear, .tinted]] : [])
  }
}
