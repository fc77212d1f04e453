// Looks of layers whose values are no numbers: a look that holds one would never equal itself, so that its layer would
// be drawn anew in each frame, and a rasteriser would get it.

import CoreGraphics
import QuartzCore
import Testing

@testable import Compositor

@Suite struct LayerLookTests {
  private static let nan = CGFloat.nan
  private static let rect = CGRect(x: nan, y: nan, width: nan, height: nan)

  private static let changes: [(name: String, change: @Sendable (inout LayerValues) -> Void)] = [
    ("nothing", { _ in }), ("borderWidth", { $0.borderWidth = nan }), ("cornerRadius", { $0.cornerRadius = nan }),
    ("opacity", { $0.opacity = .nan }), ("contentsScale", { $0.contentsScale = nan }),
    ("contentsRect", { $0.contentsRect = rect }), ("contentsCenter", { $0.contentsCenter = rect }),
    ("minificationFilterBias", { $0.minificationFilterBias = .nan }), ("shadowRadius", { $0.shadowRadius = nan }),
    ("shadowOpacity", { $0.shadowOpacity = .nan }), ("rasterizationScale", { $0.rasterizationScale = nan }),
  ]

  @Test("A look equals itself, whatever value is no number", arguments: changes.indices)
  func reflexive(index: Int) {
    var values = LayerValues()
    values.bounds = CGRect(x: 0, y: 0, width: 20, height: 10)
    values.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    (values.borderWidth, values.cornerRadius) = (2, 3)
    values.contents = CGImage(width: 2, height: 2, premultipliedRGBA: Array(repeating: 255, count: 16))
    Self.changes[index].change(&values)
    let look = LayerLook(values, placement: CATransform3DIdentity, image: 0)
    let again = look
    #expect(look == again, "\(Self.changes[index].name)")
    #expect(!look.borderWidth.isNaN && look.borderWidth >= 0)
  }

  @Test("A border of no number is none")
  func border() {
    var values = LayerValues()
    values.bounds = CGRect(x: 0, y: 0, width: 20, height: 10)
    values.borderWidth = .nan
    #expect(!LayerLook(values, placement: CATransform3DIdentity, image: -1).flags.contains(.drawsBorder))
  }
}
