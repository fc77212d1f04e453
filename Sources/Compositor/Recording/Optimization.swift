// The optimisations of the draw list that can be switched off, by name: a wrong pixel that goes away without one of
// them is that one's fault.

/// An optimisation that changes how a frame is drawn, but not what it shows.
package enum Optimization: UInt8, CaseIterable, Sendable {
  /// Drop draws that lie behind something opaque.
  case occlusion
  /// Draw upright whole-pixel rectangles as plain triangles, which llvmpipe's linear rasteriser takes.
  case linear
  /// Cut interiors out of what needs antialiasing or rounding, to draw them on the linear path.
  case slicing
  /// Paint coverage of shapes and texts with its colour, so that it is drawn as a picture and not through a tint.
  case painting
  /// Apply a mask that is one picture of coverage without a surface of its own.
  case masks
  /// Draw rounded corners of one colour by patches of coverage, on the linear path.
  case corners
  /// Put draws into an earlier batch where nothing between overlaps them.
  case reordering
  /// Keep the surfaces of rasterized layers, and the draws of layers that did not change, from frame to frame.
  case retention
  /// Let surfaces wait until all that shows them is drawn in one pass.
  case waiting
}

extension Optimization {
  /// The word of lists: its name here.
  package var name: String { "\(self)" }

  /// All names.
  package static var names: [String] { allCases.map(\.name) }

  /// The environment variable that lists the optimisations to leave out.
  package static let environmentVariable = "MULTIPLANE_DISABLE"

  /// The optimisations that the environment leaves out: names with commas between them; an empty variable counts as
  /// none.
  package static func disabled(in environment: [String: String]) throws(UnknownOptimization) -> Set<Optimization> {
    var disabled: Set<Optimization> = []
    for word in (environment[environmentVariable] ?? "").split(separator: ",") {
      let name = word.trimmingSpaces()
      if name.isEmpty { continue }
      guard let optimization = allCases.first(where: { $0.name == name }) else { throw UnknownOptimization(name: name) }
      disabled.insert(optimization)
    }
    return disabled
  }
}

/// A word of `MULTIPLANE_DISABLE` that is no optimisation.
package struct UnknownOptimization: Error, Equatable, CustomStringConvertible {
  package let name: String

  package var description: String {
    let known = Optimization.names.joined(separator: ", ")
    return "\(Optimization.environmentVariable): there is no optimisation '\(name)'; expected some of \(known), with "
      + "commas between them"
  }
}

extension DrawListBuilder {
  /// The optimisations in use, so that a wrong pixel can be bisected.
  package struct Options: Equatable, Sendable {
    /// The optimisations that are left out, a bit each.
    private var disabled: UInt16 = 0
    /// Bytes of finished surfaces that may wait until what shows them is drawn. Beyond, open passes draw what they have
    /// so far, and the memory of those surfaces is free for others.
    package var waitingBytes = 256 << 20

    /// All optimisations.
    package init() {}

    /// All optimisations but those.
    package init(without optimizations: some Sequence<Optimization>) {
      for optimization in optimizations { disabled |= 1 << optimization.rawValue }
      if !has(.waiting) { waitingBytes = 0 }
    }

    /// The same without the optimisations that only save work for pixels, where calls are to be saved: slices, and
    /// rectangles of a program of their own.
    package func saving(_ economy: DrawEconomy) -> Options {
      guard economy == .calls else { return self }
      var options = self
      for optimization in [Optimization.linear, .slicing, .corners] { options.disabled |= 1 << optimization.rawValue }
      return options
    }

    /// Whether an optimisation is made.
    package func has(_ optimization: Optimization) -> Bool { disabled & 1 << optimization.rawValue == 0 }
  }
}

extension Substring {
  fileprivate func trimmingSpaces() -> String {
    var text = self
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
