// The folders of Sources/Compositor stand in one order, and each uses only those before it. Swift has no modules below
// a target, so this reads names: a type, a function or a property that is declared in one folder alone may not be
// written in a folder before it. Names that the folder declares itself, or that one before it does, are not that one.

import Foundation
import Testing

@Suite struct FolderOrderTests {
  /// From the bottom up; FrameBuilder.swift tells what each is for.
  private static let order = [
    "Geometry", "Caches", "DrawList", "Particles", "Tree", "Flattening", "Planning", "Pictures", "Recording",
    "Primitives",
    "Frame",
  ]
  /// Names of the standard library, of Foundation and of QuartzCore that some folder declares, too.
  private static let common: Set = [
    "indices", "first", "last", "removeLast", "removeAll", "append", "isEmpty", "count", "sorted", "stride", "rounded",
    "size", "point", "alpha", "row", "copy", "all", "sublayers",
  ]
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sources/Compositor")

  private struct Source {
    var path: String
    var floor: Int
    /// Without comments and strings.
    var text: String
  }

  private static func sources() throws -> [Source] {
    try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".swift") }.sorted().map {
      let folder = String($0.prefix { $0 != "/" })
      let floor = try #require(order.firstIndex(of: folder), "\($0): a folder that has no place in the order")
      let text = try String(contentsOf: root.appending(path: $0), encoding: .utf8)
      let code = text.replacing(/"(\\.|[^"\\\n])*"/, with: "").replacing(/\/\/.*/, with: "")
      return Source(path: $0, floor: floor, text: code)
    }
  }

  /// What is declared in the lines of a text: names that other files may use, and all others.
  private static func declarations(_ text: String) -> (types: Set<String>, members: Set<String>, all: Set<String>) {
    var (types, members, all) = (Set<String>(), Set<String>(), Set<String>())
    for line in text.split(separator: "\n") {
      let isPrivate = line.contains(/\b(private|fileprivate)\b(?!\()/)
      let indent = line.prefix { $0 == " " }.count
      for match in line.matches(of: /\b(struct|class|enum|protocol|typealias|func|var|let|case)\s+`?(\w+)/) {
        let (kind, name) = (match.1, String(match.2))
        all.insert(name)
        guard !isPrivate else { continue }
        if ["struct", "class", "enum", "protocol", "typealias"].contains(kind) {
          types.insert(name)
        } else if indent <= 2, kind != "case" {
          members.insert(name)
        }
      }
      // Parameters, names in patterns, and further cases.
      for match in line.matches(of: /\b(\w+\s+)?(\w+)\s*:/) {
        all.insert(String(match.2))
        if let label = match.1 { all.insert(label.filter { $0 != " " }) }
      }
      for match in line.matches(of: /[(,]\s*(\w+)(?=\s*[,)])/) { all.insert(String(match.1)) }
      if line.contains(/^\s*case\b/) { for match in line.matches(of: /\b(\w+)\b/) { all.insert(String(match.1)) } }
    }
    return (types, members, all)
  }

  @Test func noArrowPointsUp() throws {
    let sources = try Self.sources()
    #expect(sources.count > 100 && Set(sources.map(\.floor)).count == Self.order.count)
    var floors: [String: Set<Int>] = [:]
    var known = [Set<String>](repeating: [], count: Self.order.count)
    for source in sources {
      let found = Self.declarations(source.text)
      for name in found.types.union(found.members) { floors[name, default: []].insert(source.floor) }
      for floor in source.floor..<Self.order.count { known[floor].formUnion(found.all) }
    }
    for source in sources {
      for name in Set(source.text.matches(of: /\b[A-Za-z_]\w*/).map { String($0.0) }) {
        guard let places = floors[name], let place = places.first, places.count == 1, place > source.floor else {
          continue
        }
        guard !known[source.floor].contains(name), !Self.common.contains(name) else { continue }
        Issue.record(
          "\(source.path) uses \(name) of \(Self.order[place]), which lies above \(Self.order[source.floor])")
      }
    }
  }

  /// The test would see an arrow: what the folder on top declares is used nowhere below, and is found there.
  @Test func declarationsAreFound() throws {
    let frame = try Self.sources().filter { $0.floor == Self.order.count - 1 }
    let found = frame.map { Self.declarations($0.text) }
    #expect(found.contains { $0.types.contains("FrameBuilder") } && found.contains { $0.members.contains("drawParts") })
  }
}
