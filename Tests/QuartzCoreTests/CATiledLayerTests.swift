import QuartzCore
import Testing

@Suite("23 Tiled layer") struct CATiledLayerTests {
  @Test(
    "23.6, 23.7 defaults and round trips",
    arguments: [
      ClassProperty("levelsOfDetail", .number(1), .number(3)),
      ClassProperty("levelsOfDetailBias", .number(0), .number(2)),
      ClassProperty(
        "tileSize", .size(CGSize(width: 256, height: 256)), .size(CGSize(width: 64, height: 32))),
    ])
  func property(_ property: ClassProperty) { property.check(on: CATiledLayer()) }

  @Test("Accessors read back what they are given; a tile fades in over a quarter of a second")
  func accessors() {
    let layer = CATiledLayer()
    #expect(layer.levelsOfDetail == 1 && layer.levelsOfDetailBias == 0)
    #expect(layer.tileSize == CGSize(width: 256, height: 256) && layer.opacity == 1)
    layer.levelsOfDetail = 3
    layer.levelsOfDetailBias = 2
    layer.tileSize = CGSize(width: 64, height: 32)
    #expect(layer.levelsOfDetail == 3 && layer.levelsOfDetailBias == 2)
    #expect(layer.tileSize == CGSize(width: 64, height: 32))
    #expect(CATiledLayer.fadeDuration() == 0.25)
  }
}
