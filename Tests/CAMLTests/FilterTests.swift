import CoreGraphics
import Foundation
import QuartzCore
import SceneFiles
import TestDocuments
import Testing

@testable import CAML

/// Filters in documents.
struct FilterTests {
  private func load(_ xml: String) throws -> (CALayer, [String]) {
    let scene = try Fixtures.load(Fixtures.document("<sublayers>\(xml)</sublayers>"))
    let root = try #require(scene.rootLayer.sublayers?.first?.sublayers?.first)
    return (try #require(root.sublayers?.first), scene.notes.map(\.message))
  }

  @Test func filters() throws {
    let (layer, notes) = try load(
      """
      <CALayer>
        <filters>
          <CAFilter type="gaussianBlur" name="blur" inputRadius="8.5" inputNormalizeEdges="1"/>
          <CAFilter type="colorMonochrome" inputColor="1 0.5 0" inputAmount="0.25" enabled="0"/>
          <CAFilter type="multiplyColor"><inputColor value="0 1 0"/></CAFilter>
        </filters>
        <backgroundFilters><CAFilter type="colorSaturate" inputAmount="1.8"/></backgroundFilters>
      </CALayer>
      """)
    #expect(notes.isEmpty, "\(notes)")
    let filters = try #require(layer.filters as? [CAFilter])
    #expect(filters.map(\.type) == ["gaussianBlur", "colorMonochrome", "multiplyColor"])
    #expect(filters[0].name == "blur" && filters[0].value(forKey: "inputRadius") as? Double == 8.5)
    #expect(!filters[1].isEnabled && filters[1].value(forKey: "inputAmount") as? Double == 0.25)
    let color = try #require(filters[1].value(forKey: "inputColor") as? CGColor)
    #expect(color.components == [1, 0.5, 0, 1])
    #expect((filters[2].value(forKey: "inputColor") as? CGColor)?.components == [0, 1, 0, 1])
    #expect(layer.value(forKeyPath: "backgroundFilters.colorSaturate.inputAmount") as? Double == 1.8)
  }

  @Test(arguments: [
    "<CALayer compositingFilter='multiplyBlendMode'/>",
    "<CALayer><compositingFilter value='multiplyBlendMode'/></CALayer>",
    "<CALayer><compositingFilter><string value='multiplyBlendMode'/></compositingFilter></CALayer>",
    "<CALayer><compositingFilter><CAFilter type='multiplyBlendMode'/></compositingFilter></CALayer>",
    "<CALayer><compositingFilter type='multiplyBlendMode'/></CALayer>",
  ])
  func compositingFilter(xml: String) throws {
    let (layer, notes) = try load(xml)
    #expect(notes.isEmpty, "\(notes)")
    #expect(layer.values.filters?.compositingFilter?.type == "multiplyBlendMode")
  }

  /// An animation may stand before the filter that it animates; states reach inputs, too.
  @Test func animations() throws {
    let (layer, notes) = try load(
      """
      <CALayer>
        <animations>
          <animation type="CABasicAnimation" key="soften" keyPath="filters.blur.inputRadius" duration="2">
            <fromValue type="real" value="1"/><toValue type="real" value="9"/>
          </animation>
        </animations>
        <filters><CAFilter type="gaussianBlur" name="blur"/></filters>
      </CALayer>
      """)
    #expect(notes.isEmpty, "\(notes)")
    let animation = try #require(layer.animation(forKey: "soften"))
    #expect((animation as? CABasicAnimation)?.keyPath == "filters.blur.inputRadius")
    #expect((animation as? CABasicAnimation)?.toValue as? Double == 9)
  }

  @Test func mistakes() throws {
    let (layer, notes) = try load(
      """
      <CALayer>
        <filters>
          <CAFilter type="swirl" inputTurns="3"/>
          <CAFilter name="x"/>
          <CAFilter type="gaussianBlur" inputFog="1" inputRadius="wide"/>
        </filters>
        <compositingFilter/>
      </CALayer>
      """)
    #expect(layer.filters?.count == 2 && layer.compositingFilter == nil)
    for part in ["'swirl' is no filter", "has no 'type'", "'inputFog' is no input", "'wide'", "names no filter"] {
      #expect(notes.contains { $0.contains(part) }, "\(part)")
    }
  }
}
