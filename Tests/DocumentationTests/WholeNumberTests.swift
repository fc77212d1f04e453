// Numbers of files on their way to whole ones: `Int(_:)` of a number that is none, or too large, ends the process. The
// compiler's index knows which initialisers are of floating-point numbers; a search in the text does not.

import Foundation
import Testing

@Suite("Whole numbers")
struct WholeNumberTests {
  /// The modules that read what others made.
  private static let modules = [
    "CAML", "Captions", "Documents", "ImageCodecs", "ImageFiles", "Lottie", "SceneFiles", "Video",
  ]

  /// Whether a symbol makes a whole number of a floating-point one, and may trap: `Int(_: Double)` and its like.
  private static func traps(_ symbol: String) -> Bool {
    // Swift's names: Si and Su are Int and UInt, Sd and Sf Double and Float; SB stands for any floating-point type.
    let whole = /^s:(Si|Su|s\d+U?Int\d+V)(y(Si|Su|AB)S[df]cfc|10FoundationEy\w*7CGFloatVcfc|yABxcSBRzlufc)$/
    let generic = /^s:(SZs|SUs|s17FixedWidthIntegerPs)\w*SBRd__\w*fc$/
    return symbol.contains(whole) || symbol.contains(generic)
  }

  @Test(
    "Modules that read files make whole numbers by Int(bounded:), or say `// Bounded: WHY`",
    .enabled(if: CompilerIndex.shared != nil, "there is no index of the compiler's"))
  func conversions() throws {
    let index = try #require(CompilerIndex.shared)
    let files = index.initialisers.filter { file, symbols in
      Self.modules.contains(String(file.prefix { $0 != "/" })) && symbols.contains(where: Self.traps)
    }
    // The search finds what is there: codecs have some that are bounded.
    #expect(files.keys.contains { $0.hasPrefix("ImageFiles/") }, "\(index.initialisers.count) files are in the index")
    let mark = /\/\/ (.*\. )?Bounded:\s/
    for file in files.keys.sorted() {
      #expect(
        try Repository.text("Sources/\(file)").contains(mark),
        "Sources/\(file): a floating-point number becomes a whole one: Int(bounded:), or `// Bounded: WHY`")
    }
  }
}
