// What a device is sparing with. On llvmpipe a call costs next to nothing and a pixel's program most; on a GPU it is
// the other way round, and calls bound how fast frames are drawn.
//
// Tested by DrawCallTests and EconomyTests.

/// The cost that draw lists and their drawing save.
package enum DrawEconomy: String, CaseIterable, Sendable {
  /// Work for each pixel: programs that do no more than a draw needs, and slices of rectangles that need the least.
  /// What the processor likes, by OpenGL or row by row.
  case pixels
  /// Calls: neighbours of many kinds and textures in one, by a program that draws them all. What GPUs like.
  case calls
}

extension DrawEconomy {
  /// The environment variable that says what OpenGL saves, whatever the device is.
  package static let environmentVariable = "MULTIPLANE_ECONOMY"

  /// Returns the economy that an environment asks for; nil if the variable is missing or empty.
  package static func asked(in environment: [String: String]) throws(UnknownEconomy) -> DrawEconomy? {
    guard let word = environment[environmentVariable], !word.isEmpty else { return nil }
    guard let economy = DrawEconomy(rawValue: word) else { throw UnknownEconomy(name: word) }
    return economy
  }
}

/// An unknown word in `MULTIPLANE_ECONOMY`.
package struct UnknownEconomy: Error, Equatable, CustomStringConvertible {
  let name: String

  package var description: String {
    let names = DrawEconomy.allCases.map(\.rawValue).joined(separator: ", ")
    return "\(DrawEconomy.environmentVariable): '\(name)' is nothing to save; expected one of \(names)"
  }
}
