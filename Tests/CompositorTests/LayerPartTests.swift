// The parts of layers as bits of a look's flags.

import QuartzCore
import Testing

@testable import Compositor

@Suite struct LayerPartTests {
  private typealias Flags = LayerLook.Flags

  @Test("Each part has a flag of its own, which no other flag shares")
  func flags() {
    var seen = Flags()
    for part in LayerPart.allCases {
      #expect(part.flag.rawValue.nonzeroBitCount == 1, "\(part)")
      #expect(seen.isDisjoint(with: part.flag), "\(part)")
      seen.formUnion(part.flag)
    }
    let others: [Flags] = [
      .hidden, .singleSided, .flipped, .clips, .groupOpacity, .sublayerTransform, .filters, .blendMode, .rasterizes,
      .keepsDepth, .tilted, .inTransition,
    ]
    for flag in others {
      #expect(flag.rawValue.nonzeroBitCount == 1 && seen.isDisjoint(with: flag))
      seen.formUnion(flag)
    }
    #expect(LayerPart.allCases.count + Flags.firstPartBit < Flags.RawValue.bitWidth, "no room for one more part")
  }

  @Test("Parts of a stage lie together, and stages follow each other")
  func stages() {
    #expect(LayerPart.under + LayerPart.inside + LayerPart.over == LayerPart.allCases)
  }

  @Test("Flags give their parts in paint order, and no others")
  func order() {
    func parts(_ flags: Flags) -> [LayerPart] {
      var parts: [LayerPart] = []
      flags.forEachPart { parts.append($0) }
      return parts
    }
    #expect(
      parts([.drawsParticles, .castsShadow, .drawsText, .hidden, .inTransition]) == [.shadow, .text, .particles])
    #expect(parts([.hidden, .clips]).isEmpty)
    #expect(parts(Flags(LayerPart.allCases.map(\.flag))) == LayerPart.allCases)
  }
}
