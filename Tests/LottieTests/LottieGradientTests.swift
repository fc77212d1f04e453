// Gradients, by the colour at each pixel's centre: mixed by the part of the way from start to end, or of the distance
// from start to that of end, between the stops around it; colours and alphas each for itself.

import CoreGraphics
import Documents
import Foundation
import QuartzCore
import TestSupport
import Testing

@testable import Lottie

@MainActor struct LottieGradientTests {
  nonisolated private static let two = [0.0, 1, 0, 0, 1, 0, 0, 1]
  nonisolated private static let three = [0.0, 1, 0, 0, 0.25, 0, 1, 0, 1, 0, 0, 1]

  /// A gradient's members.
  private func gradient(
    _ stops: [Double], colors: Int, type: Int = 1, from start: String = fixed(8, 0), to end: String = fixed(56, 0)
  ) -> String {
    #""t":\#(type),"s":\#(start),"e":\#(end),"g":{"p":\#(colors),"k":{"a":0,"k":\#(stops)}}"#
  }

  private func film(_ gradient: String, _ members: String = "") throws -> Film {
    try Film([shapes([rectangle(0, 0, 64, 64), object(#""ty":"gf""#, gradient, members)])])
  }

  /// What lies at a place between stops, each its place and its components.
  private func mixed(_ stops: [[Double]], at place: Double) -> [Double] {
    guard let next = stops.firstIndex(where: { $0[0] > place }) else { return Array(stops.last?.dropFirst() ?? []) }
    guard next > 0 else { return Array(stops[0].dropFirst()) }
    let (low, high) = (stops[next - 1], stops[next])
    let part = (place - low[0]) / (high[0] - low[0])
    return zip(low, high).map { $0 + ($1 - $0) * part }.dropFirst() + []
  }

  /// Expects each pixel to have the colour of its place.
  private func expectColors(
    _ picture: Picture, _ stops: [Double], colors: Int, opacity: Double = 1, within tolerance: Int = 2,
    place: (Double, Double) -> Double, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    let ofColor = (0..<colors).map { Array(stops[$0 * 4..<$0 * 4 + 4]) }
    let rest = Array(stops[(colors * 4)...])
    let ofAlpha = (0..<rest.count / 2).map { Array(rest[$0 * 2..<$0 * 2 + 2]) }
    var expected = picture
    for y in 0..<64 {
      for x in 0..<64 {
        let place = place(Double(x) + 0.5, Double(y) + 0.5)
        let alpha = (ofAlpha.isEmpty ? 1 : mixed(ofAlpha, at: place)[0]) * opacity
        let color = mixed(ofColor, at: place).map { $0 * alpha } + [alpha]
        let bytes = color.map { UInt8(($0 * 255).rounded()) }
        expected.bytes.replaceSubrange((y * 64 + x) * 4..<(y * 64 + x) * 4 + 4, with: bytes)
      }
    }
    let difference = picture.difference(from: expected)
    expectAlike(
      difference.most <= tolerance, picture, expected: expected, "\(difference)", sourceLocation: sourceLocation)
  }

  @Test(arguments: [(two, 2), (three, 3)])
  func linear(stops: [Double], colors: Int) throws {
    let picture = try film(gradient(stops, colors: colors)).picture()
    expectColors(picture, stops, colors: colors) { x, _ in (x - 8) / 48 }
  }

  @Test("Lines of one colour stand upright on the way")
  func slanted() throws {
    let picture = try film(gradient(Self.two, colors: 2, from: fixed(10, 20), to: fixed(50, 50))).picture()
    expectColors(picture, Self.two, colors: 2) { x, y in ((x - 10) * 40 + (y - 20) * 30) / 2500 }
  }

  @Test("A radial gradient reaches as far as its end is from its start")
  func radial() throws {
    let picture = try film(gradient(Self.three, colors: 3, type: 2, from: fixed(30, 28), to: fixed(30, 58))).picture()
    expectColors(picture, Self.three, colors: 3) { x, y in hypot(x - 30, y - 28) / 30 }
  }

  @Test("A fill's opacity fades a gradient")
  func opacity() throws {
    let picture = try film(gradient(Self.two, colors: 2), #""o":\#(fixed(40))"#).picture()
    expectColors(picture, Self.two, colors: 2, opacity: 0.4) { x, _ in (x - 8) / 48 }
  }

  /// White with alphas at the places of colours, and at others.
  @Test(arguments: [[0.0, 0, 1, 1], [0, 1, 0.5, 0.2, 1, 1], [0, 0, 0.3, 0.9, 0.6, 0.1, 1, 1]])
  func alphas(alphas: [Double]) throws {
    let stops = [0.0, 1, 1, 1, 1, 1, 1, 1] + alphas
    let picture = try film(gradient(stops, colors: 2)).picture()
    expectColors(picture, stops, colors: 2) { x, _ in (x - 8) / 48 }
  }

  @Test("Colours and alphas at places of their own")
  func colorsAndAlphas() throws {
    let stops = Self.three + [0, 1, 0.6, 0.2, 1, 0.8]
    let picture = try film(gradient(stops, colors: 3)).picture()
    expectColors(picture, stops, colors: 3) { x, _ in (x - 8) / 48 }
  }

  @Test("Two stops at one place are a step")
  func steps() throws {
    let stops = [0.0, 1, 0, 0, 0.5, 1, 0, 0, 0.5, 0, 0, 1, 1, 0, 0, 1]
    try expect(
      film(gradient(stops, colors: 4, from: fixed(0, 0), to: fixed(64, 0))),
      shows: [box(0, 0, 32, 64), box(32, 0, 32, 64, .blue)])
  }

  @Test("One stop is its colour everywhere", arguments: [1, 2])
  func single(type: Int) throws {
    // One stop of four numbers, then with an alpha stop at another place, and at its place.
    for (stops, alpha) in [([1.0, 1, 0, 0], 1.0), ([0.3, 1, 0, 0, 0.3, 0.5], 0.5), ([0.3, 1, 0, 0, 0.9, 0.5], 0.5)] {
      try expect(film(gradient(stops, colors: 1, type: type)), shows: [box(0, 0, 64, 64, .red(alpha))])
    }
  }

  @Test("Start, end and colours move")
  func moving() throws {
    let moved = try film(
      gradient(
        Self.two, colors: 2, from: LottieTests.moving(key(0, [0, 0]), key(100, [20, 0])),
        to: LottieTests.moving(key(0, [64, 0]), key(100, [44, 0]))))
    expectColors(try moved.picture(at: 50), Self.two, colors: 2) { x, _ in (x - 10) / 44 }
    let keys = LottieTests.moving(key(0, Self.two), key(100, [0.5, 0, 1, 0, 1, 1, 1, 1]))
    let colored = try film(#""t":1,"s":\#(fixed(0, 0)),"e":\#(fixed(64, 0)),"g":{"p":2,"k":\#(keys)}"#)
    expectColors(try colored.picture(at: 50), [0.25, 0.5, 0.5, 0, 1, 0.5, 0.5, 1], colors: 2) { x, _ in x / 64 }
    let radius = try film(
      gradient(
        Self.two, colors: 2, type: 2, from: fixed(32, 32),
        to: LottieTests.moving(key(0, [42, 32]), key(100, [62, 32]))))
    expectColors(try radius.picture(at: 50), Self.two, colors: 2) { x, y in hypot(x - 32, y - 32) / 20 }
  }

  @Test("A gradient of a line is seen where the line is")
  func strokes() throws {
    let item = object(#""ty":"gs","w":\#(fixed(12))"#, gradient(Self.two, colors: 2))
    let picture = try Film([shapes([line(0, 32, 64, 32), item])]).picture()
    for x in [4, 10, 32, 50, 60] {
      let place = min(max((Double(x) + 0.5 - 8) / 48, 0), 1)
      let expected = [1 - place, 0, place, 1].map { UInt8(($0 * 255).rounded()) }
      for y in [26, 31, 37] {
        let pixel = picture[x, y]
        #expect(zip(pixel, expected).allSatisfy { abs(Int($0) - Int($1)) <= 2 }, "(\(x), \(y)): \(pixel) \(expected)")
      }
      #expect(picture[x, 25] == [0, 0, 0, 0] && picture[x, 38] == [0, 0, 0, 0])
    }
  }

  @Test("A gradient lies in the space of its group")
  func groups() throws {
    let item = object(#""ty":"gf""#, gradient(Self.two, colors: 2, from: fixed(0, 0), to: fixed(20, 0)))
    let film = try Film([
      shapes([group([rectangle(0, 0, 20, 20), item], transform: #""p":\#(fixed(2, 2)),"s":\#(fixed(300, 300))"#)])
    ])
    let picture = try film.picture()
    for x in [2, 20, 40, 61] {
      let place = (Double(x) + 0.5 - 2) / 60
      #expect(abs(Int(picture[x, 30][0]) - Int((1 - place) * 255)) <= 2)
    }
  }

  /// As was measured of Apple's `render(in:)`, which drew the references.
  @Test("Like lottie-ios, colours are mixed in Generic RGB")
  func genericRGB() throws {
    let item = object(#""ty":"gf""#, gradient(Self.two, colors: 2, from: fixed(0, 0), to: fixed(64, 0)))
    let picture = try Film([shapes([rectangle(0, 0, 64, 64), item])], like: .lottieIOS).picture()
    let (red, blue) = (GenericRGB.components(sRGB: SIMD3(1, 0, 0)), GenericRGB.components(sRGB: SIMD3(0, 0, 1)))
    for x in [0, 9, 20, 31, 40, 63] {
      let expected = GenericRGB.sRGB(red + (blue - red) * ((Double(x) + 0.5) / 64)) * 255
      let pixel = picture[x, 30]
      for channel in 0..<3 {
        #expect(abs(Double(pixel[channel]) - expected[channel]) <= 2, "\(x): \(pixel) \(expected)")
      }
    }
  }
}
