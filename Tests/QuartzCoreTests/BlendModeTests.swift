import CoreGraphics
import Testing

@testable import QuartzCore

/// The names of blend modes, which frames and render(in:) read of one table.
struct BlendModeTests {
  @Test func everyModeHasNames() {
    let named = Set(BlendMode.names.compactMap { BlendMode(filter: $0) })
    #expect(named == Set(BlendMode.allCases))
    #expect(BlendMode.names.allSatisfy { FilterCatalog.isBlend($0) && FilterCatalog.defaults(of: $0)?.isEmpty == true })
  }

  @Test(
    "Both spellings of a mode are the mode",
    arguments: [
      ("multiplyBlendMode", "CIMultiplyBlendMode", BlendMode.multiply),
      ("colorDodgeBlendMode", "CIColorDodgeBlendMode", .colorDodge),
      ("sourceAtop", "CISourceAtopCompositing", .sourceAtop), ("plusL", "CIAdditionCompositing", .plusLighter),
      ("multiply", "CIMultiplyCompositing", .product), ("destIn", "destinationIn", .destinationIn),
    ])
  func spellings(name: String, other: String, mode: BlendMode) {
    #expect(BlendMode(filter: name) == mode)
    #expect(BlendMode(filter: other) == mode)
  }

  @Test("Source over is a compositing filter, and no mode", arguments: ["normalBlendMode", "CISourceOverCompositing"])
  func sourceOver(name: String) {
    #expect(FilterCatalog.isBlend(name))
    #expect(BlendMode(filter: name) == nil)
  }

  /// Core Graphics has no product, minimum and maximum of components: render(in:) leaves them to frames.
  @Test func contextsHaveAllButThree() {
    let others = BlendMode.allCases.filter { $0.contextMode == nil }
    #expect(others == [.product, .minimum, .maximum])
    #expect(Set(BlendMode.allCases.compactMap { $0.contextMode?.rawValue }).count == BlendMode.allCases.count - 3)
  }
}
