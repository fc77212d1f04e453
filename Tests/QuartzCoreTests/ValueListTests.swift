// Arrays of values that are not all numbers, such as a gradient's colours.

import QuartzCore
import Testing

@Suite struct ValueListTests {
  static let from = AnimatableValue.list([.color(.testRed), .number(0)])
  static let to = AnimatableValue.list([.color(.testBlue), .number(4)])

  @Test("An array of numbers stays numbers, any other is a list, one of unknown types is none")
  func reading() {
    #expect(AnimatableValue([1, 2.5]) == .numbers([1, 2.5]))
    #expect(AnimatableValue([Any]()) == .numbers([]))
    #expect(AnimatableValue([CGColor.testRed, CGColor.testBlue]) == .list([.color(.testRed), .color(.testBlue)]))
    #expect(AnimatableValue([CGColor.testRed, 3, NSNull()] as [Any]) == .list([.color(.testRed), .number(3), .none]))
    #expect(AnimatableValue([CAEmitterCell()]) == nil)
  }

  @Test("Boxed, it is an array again, nil in it NSNull")
  func boxing() throws {
    let boxed = try #require(AnimatableValue.list([.color(.testRed), .none]).boxed as? [Any])
    #expect(boxed.count == 2 && boxed[0] as? CGColor == .testRed && boxed[1] is NSNull)
    #expect(AnimatableValue.list([]).kind == .list)
  }

  @Test("Lists of as many values interpolate one by one")
  func interpolation() {
    #expect(
      Self.from.interpolated(to: Self.to, fraction: 0.5)
        == .list([.color(CGColor(red: 0.5, green: 0, blue: 0.5, alpha: 1)), .number(2)]))
    #expect(Self.from.interpolated(to: Self.to, fraction: 0) == Self.from)
    #expect(Self.from.interpolated(to: Self.to, fraction: 1) == Self.to)
  }

  @Test("C-12 between lists of different counts there is no way", arguments: [0.25, 0.75])
  func mismatch(fraction: Double) {
    let other = AnimatableValue.list([.color(.testBlue)])
    let between = Self.from.interpolated(to: other, fraction: fraction)
    #expect(between.number?.isNaN == true)
    #expect(Self.from.distance(to: other) == nil && Self.from.adding(other) == nil)
  }

  @Test("Sums, differences, multiples and distances go by element")
  func arithmetic() {
    #expect(
      Self.from.adding(Self.to) == .list([.color(CGColor(red: 1, green: 0, blue: 1, alpha: 1)), .number(4)]))
    #expect(
      Self.to.subtracting(Self.from) == .list([.color(CGColor(red: 0, green: 0, blue: 1, alpha: 0)), .number(4)]))
    #expect(Self.to.repeated(2) == .list([.color(.testBlue), .number(8)]))
    #expect(abs((Self.from.distance(to: Self.to) ?? 0) - 18.0.squareRoot()) < 1e-6)
    #expect(AnimatableValue.list([.string("a")]).adding(.list([.string("b")])) == nil)
  }
}
