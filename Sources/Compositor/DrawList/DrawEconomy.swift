/// The cost that draw lists and their drawing save. On llvmpipe a call costs next to nothing and a pixel's program
/// most; on a GPU calls bound the speed.
///
/// Tested by DrawCallTests and EconomyTests.
package enum DrawEconomy: String, CaseIterable, Sendable {
  /// Work for each pixel, for processors: programs that do no more than a draw needs, and slices of rectangles that
  /// need the least.
  case pixels
  /// Calls, for GPUs: neighbours of many kinds and textures in one call, by a program that draws them all.
  case calls
}

extension DrawEconomy {
  /// The environment variable that overrides OpenGL's economy.
  package static let environmentVariable = "MULTIPLANE_ECONOMY"

  /// Returns the economy that an environment asks for; nil if the variable is missing or empty.
  package static func asked(in environment: [String: String]) throws(UnknownEconomy) -> DrawEconomy? {
    guard let word = environment[environmentVariable], !word.isEmpty else { return nil }
    guard let economy = DrawEconomy(rawValue: word) else { throw UnknownEconomy(name: word) }
    return economy
  }
}

package struct UnknownEconomy: Error, Equatable, CustomStringConvertible {
  let name: String

  package var description: String {
    let names = DrawEconomy.allCases.map(\.rawValue).joined(separator: ", ")
    return "\(DrawEconomy.environmentVariable): '\(name)' is nothing to save; expected one of \(names)"
  }
}
