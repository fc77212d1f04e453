// The tables of properties against those of Apple's API: a property that one has and the other lacks is a fault.

import QuartzCore
import Testing

@testable import api_coverage

@Suite struct APIPropertyRowTests {
  /// The keys of a type's settable properties in tools/lib/api-coverage/quartzcore.txt.
  private static func keys(of type: String) -> Set<String> {
    var current = ""
    var keys: Set<String> = []
    for line in DefaultValueTests.table.split(separator: "\n") {
      guard line.hasPrefix(" ") else {
        let words = line.split(separator: " ")
        current = words.count > 1 ? String(words[1]) : ""
        continue
      }
      guard current == type, line.contains("{ get set"), !line.contains("static "),
        let start = line.firstRange(of: "var "),
        let end = line.firstRange(of: ": ")
      else { continue }
      keys.insert(DefaultValueTests.key(ofProperty: String(line[start.upperBound..<end.lowerBound])))
    }
    return keys
  }

  @Test("Every property of a layer class has a row, and every row a property", arguments: LayerClass.all.map(\.name))
  func layers(name: String) throws {
    let layerClass = try #require(LayerClass.all.first { $0.name == name })
    var rows = Set(layerClass.properties.added.map(\.key))
    // It is read only.
    if name == "CALayer" { #expect(rows.remove("superlayer") != nil) }
    // A class that adds no property has its superclass's table.
    if layerClass.properties === LayerProperties.table && name != "CALayer" { rows = [] }
    #expect(rows == Self.keys(of: name))
  }

  @Test func cells() { #expect(Set(CellProperties.table.added.map(\.key)) == Self.keys(of: "CAEmitterCell")) }

  @Test func timing() { #expect(Set(TimingProperties.table.added.map(\.key)) == Self.keys(of: "CAMediaTiming")) }
}
