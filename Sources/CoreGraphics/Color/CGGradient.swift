public import Foundation

/// The ends beyond which a gradient is painted.
public struct CGGradientDrawingOptions: OptionSet, Sendable {
  /// The options as the bits of Apple's constants.
  public let rawValue: UInt32

  /// Makes options of the bits of Apple's constants.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The first colour goes on before the start.
  public static let drawsBeforeStartLocation = CGGradientDrawingOptions(rawValue: 1)
  /// The last colour goes on after the end.
  public static let drawsAfterEndLocation = CGGradientDrawingOptions(rawValue: 2)
}

/// Colours along a line from 0 to 1, and what lies between them.
public final class CGGradient: Sendable {
  /// A colour and its place.
  package struct Stop: Hashable, Sendable {
    /// From 0, the start, to 1, the end.
    package var location: CGFloat
    /// The colour there.
    package var color: CGColor
  }

  /// The stops by rising location; those of one location in the order they were given. At least one.
  package let stops: [Stop]
  /// The space that colours are mixed in; nil for that of the colours, which is sRGB here.
  package let colorSpace: CGColorSpace?

  /// Creates a gradient of `colors`, which are CGColors, at `locations`, one for each; spread evenly when nil.
  ///
  /// Returns nil when the array is empty or contains anything but CGColors, and when a location is not from 0 to 1.
  public convenience init?(
    colorsSpace space: CGColorSpace?, colors: CFArray, locations: UnsafePointer<CGFloat>?
  ) {
    let values = colors.compactMap { $0 as? CGColor }
    guard values.count == colors.count else { return nil }
    self.init(space: space, colors: values, locations: locations)
  }

  /// A gradient of `count` colours of `space`, each with its components and then alpha, one after another, at
  /// `locations`; spread evenly when nil.
  ///
  /// Returns nil when `count` is not positive, and when a location is not from 0 to 1.
  public convenience init?(
    colorSpace space: CGColorSpace, colorComponents components: UnsafePointer<CGFloat>,
    locations: UnsafePointer<CGFloat>?, count: Int
  ) {
    let width = space.numberOfComponents + 1
    let colors = (0..<max(count, 0)).map { index in
      CGColor(space: space, values: Array(UnsafeBufferPointer(start: components + index * width, count: width)))
    }
    self.init(space: space, colors: colors, locations: locations)
  }

  private init?(space: CGColorSpace?, colors: [CGColor], locations: UnsafePointer<CGFloat>?) {
    guard !colors.isEmpty else { return nil }
    let last = CGFloat(max(colors.count - 1, 1))
    let unsorted = colors.indices.map { index in
      Stop(location: locations?[index] ?? CGFloat(index) / last, color: colors[index])
    }
    guard unsorted.allSatisfy({ 0...1 ~= $0.location }) else { return nil }
    // Swift's sort keeps the order of equal elements.
    stops = unsorted.sorted { $0.location < $1.location }
    colorSpace = space
  }
}
