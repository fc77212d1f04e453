/// An optimisation that changes how a frame is drawn, but not its picture. Each can be switched off by name: if a wrong
/// pixel goes away without one, that one is to blame.
package enum Optimization: UInt8, CaseIterable, Sendable {
  /// Drop draws that lie behind something opaque.
  case occlusion
  /// Draw upright whole-pixel rectangles as plain triangles, which llvmpipe's linear rasteriser takes.
  case linear
  /// Cut interiors out of antialiased or rounded rectangles, to draw them on the linear path.
  case slicing
  /// Paint coverage of shapes with its colour, so that it is drawn as a picture and not through a tint.
  case painting
  /// Paint texts likewise, for OpenGL on the processor.
  case textPainting
  /// Apply a mask that is one picture of coverage without a surface of its own.
  case masks
  /// Draw rounded corners of one colour by patches of coverage, on the linear path.
  case corners
  /// Put draws into an earlier batch if nothing in between overlaps them.
  case reordering
  /// Keep the surfaces of rasterized layers, and the draws of layers that did not change, from frame to frame.
  case retention
  /// Let surfaces wait until all draws that show them are in one pass.
  case waiting
  /// Have workers make several frames at a time.
  case ahead
}

extension Optimization {
  package var name: String { "\(self)" }

  package static var names: [String] { allCases.map(\.name) }

  /// The environment variable that lists the optimisations to leave out.
  package static let environmentVariable = "MULTIPLANE_DISABLE"

  /// Returns the optimisations that an environment leaves out: names separated by commas; none for an empty variable.
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
    /// The most bytes of finished surfaces that wait for their draws. Beyond, open passes draw what they have so far,
    /// and the memory of those surfaces is free for others.
    package var waitingBytes = 256 << 20

    package init() {}

    package init(without optimizations: some Sequence<Optimization>) {
      for optimization in optimizations { leaveOut(optimization) }
      if !has(.waiting) { waitingBytes = 0 }
    }

    /// Returns the options for a rasteriser. Rows and GPUs tint the coverage of texts, which has a quarter of a
    /// picture's bytes. GPUs save calls, without slices and plain rectangles, which save only pixels.
    package func suiting(_ rasterizer: any Rasterizer) -> Options {
      let savesCalls = rasterizer.economy == .calls
      var options = self
      if savesCalls || rasterizer.kind == .rows { options.leaveOut(.textPainting) }
      for optimization in [Optimization.linear, .slicing, .corners] where savesCalls { options.leaveOut(optimization) }
      return options
    }

    private mutating func leaveOut(_ optimization: Optimization) { disabled |= 1 << optimization.rawValue }

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
