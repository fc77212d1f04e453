// A layer class and a property that QuartzCore does not have, in a document: a row is all that the reader needs.

import Foundation
import SceneFiles
import TestDocuments
import TestSupport
import Testing

@testable import CAML
@testable import QuartzCore

struct PropertyRowTests {
  private final class GaugeProperties: Sendable {
    static let table = PropertyTable(GaugeProperties(), inheriting: LayerProperties.table)

    let level = LayerProperty("level", .number, default: 0.5, .implicit)
    let scaleStyle = LayerProperty("scaleStyle", .enumeration(["linear", "logarithmic"]), default: "linear")
  }

  private final class Gauge: CALayer {
    override class var properties: PropertyTable { GaugeProperties.table }

    var level: Double {
      get { managed() }
      set { setManaged(newValue) }
    }
    var scaleStyle: String {
      get { managed() }
      set { setManaged(newValue) }
    }
  }

  private func load(_ gauge: String) throws -> Scene {
    let folder = try TemporaryFolder()
    var options = SceneLoadOptions()
    options.layerClasses.append(LayerClass { Gauge() })
    return try Scene(
      path: folder.write(Fixtures.document("<sublayers>\(gauge)</sublayers>"), to: "main.caml"), options: options)
  }

  private func gauge(in scene: Scene) throws -> Gauge {
    let root = try #require(scene.rootLayer.sublayers?.first?.sublayers?.first)
    return try #require(root.sublayers?.first as? Gauge)
  }

  @Test func attributesAndAnimations() throws {
    let scene = try load(
      """
      <Gauge level='0.25' opacity='0.5'>
        <scaleStyle value='logarithmic'/>
        <animations><animation type='CABasicAnimation' keyPath='level' duration='2'>
          <toValue type='real' value='1.25'/>
        </animation></animations>
      </Gauge>
      """)
    let gauge = try gauge(in: scene)
    #expect(gauge.level == 0.25 && gauge.opacity == 0.5 && gauge.scaleStyle == "logarithmic")
    #expect(scene.notes.isEmpty)
    let host = LayerHost(layer: scene.rootLayer, clock: MediaClock(startingAt: 0))
    host.flush()
    #expect(gauge.values(at: 1).managed[ManagedKey("level")] == .number(0.75))
    #expect(host.takeIssues().isEmpty)
  }

  @Test func wrongValues() throws {
    let scene = try load("<Gauge level='high' scaleStyle='cubic'/>")
    let gauge = try gauge(in: scene)
    #expect(gauge.level == 0.5 && gauge.scaleStyle == "linear")
    #expect(
      scene.notes.map(\.message) == [
        "level: 'high'; expected a number; skipped",
        "scaleStyle: 'cubic'; expected one of linear, logarithmic; skipped",
      ])
  }

  @Test("Without the class, the layer is one that is not known") func unknownClass() throws {
    let scene = try Fixtures.load(Fixtures.document("<sublayers><GaugeLayer level='1'/></sublayers>"))
    #expect(scene.notes.count == 2)
  }
}
