// The effect Stroke: lines along a layer's masks, twice as wide as the brush's size, as lottie-web draws them.

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

@testable import Lottie

@MainActor struct StrokeEffectTests {
  private static let (first, second) = (corners(12, 12, 40, 40), corners(24, 24, 16, 16))

  private func mask(_ points: [[Double]], _ mode: String) -> String {
    #"{"mode":"\#(mode)","pt":{"a":0,"k":\#(polygon(points))},"o":\#(fixed(100)),"x":\#(fixed(0)),"inv":false}"#
  }

  /// A layer with two masks and the effect, whose values are those given by their place.
  private func film(_ changed: [Int: String], mode: String = "n", _ items: [String] = []) throws -> Film {
    let usual: [Int: Double] = [0: 1, 1: 0, 2: 1, 4: 2, 5: 1, 6: 1, 7: 0, 8: 100, 9: 15, 10: 2]
    let values = (0..<11).map { index in
      #"{"ty":0,"v":\#(changed[index] ?? (index == 3 ? fixed(1, 0, 0, 1) : fixed(usual[index] ?? 0)))}"#
    }
    let masks = [mask(Self.first, mode), mask(Self.second, mode)].joined(separator: ",")
    let effect = #""ef":[{"ty":22,"ef":[\#(values.joined(separator: ","))]}]"#
    return try Film([shapes(items, LayerOptions(), transform: "", #""masksProperties":[\#(masks)],\#(effect)"#)])
  }

  private func line(_ points: [[Double]], isClosed: Bool = true) -> CAShapeLayer {
    stroked(lines(points, isClosed: isClosed), 4) { ($0.lineCap, $0.lineJoin) = (.round, .round) }
  }

  @Test("Along the mask of a number, or all of them, whatever they hide", arguments: ["n", "f", "a", "s"])
  func masks(mode: String) throws {
    try expect(film([:], mode: mode), shows: [line(Self.first)])
    try expect(film([0: fixed(2)], mode: mode), shows: [line(Self.second)])
    try expect(film([1: fixed(1)], mode: mode), shows: [line(Self.first), line(Self.second)])
    try expect(film([0: fixed(3)], mode: mode), shows: [])
  }

  @Test("From a part of the length to another, that move")
  func trims() throws {
    let half = Array(Self.first.prefix(3))
    try expect(film([8: fixed(50)]), shows: [line(half, isClosed: false)])
    let drawn = try film([8: moving(key(0, [0]), key(100, [100]))])
    try expect(drawn, at: 50, shows: [line(half, isClosed: false)])
    // One after the other: of 160 and 64 points 112.
    let both = try film([1: fixed(1), 8: fixed(50)])
    let (start, end) = ([12.0, 12.0], [20.0, 52.0])
    try expect(both, shows: [line([start, [52, 12], [52, 52], end], isClosed: false)])
  }

  @Test("Upon the content, in its place, and where it is")
  func styles() throws {
    let items = [rectangle(20, 4, 24, 16), fill(0, 0, 1)]
    try expect(film([10: fixed(1)], items), shows: [box(20, 4, 24, 16, .blue), line(Self.first)])
    try expect(film([10: fixed(2)], items), shows: [line(Self.first)])
    try expect(film([10: fixed(3)], items), shows: [box(20, 10, 24, 4, .blue)])
    let pixel = try film([6: fixed(0.5)], items).picture()[30, 12]
    #expect(zip(pixel, [128, 0, 0, 128]).allSatisfy { abs(Int($0) - $1) <= 1 }, "\(pixel)")
  }
}
