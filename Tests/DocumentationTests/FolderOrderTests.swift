// The folders of a module stand in one order, which its main file tells, and each uses only those before it. Swift has
// no modules below a target, so this asks the compiler's index.

import Foundation
import Testing

@Suite("Folder order")
struct FolderOrderTests {
  /// Modules with folders whose order is not written yet.
  private static let withoutOrder: Set = ["QuartzCore"]

  /// An order in the comment that begins a file: a line `//   NAME   what it is` a floor, the lowest first. `.` stands
  /// for the files beside the folders; folders that one line names may use each other.
  static func order(in text: String) -> [[String]]? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).prefix { $0.hasPrefix("//") }
    guard let start = lines.firstIndex(where: { $0.contains("stand in one order") }) else { return nil }
    let floors = lines[start...].compactMap { line in
      line.firstMatch(of: /^\/\/   (\.|[A-Z]\w*(?:, [A-Z]\w*)*)  +\S/).map { match in
        match.output.1.split(separator: ", ").map(String.init)
      }
    }
    return floors.isEmpty ? nil : floors
  }

  /// The folder of a file, or `.`; of `Compositor/Frame/FrameBuilder.swift` it is `Frame`.
  private static func folder(of path: String) -> String {
    let parts = path.split(separator: "/")
    return parts.count > 2 ? String(parts[1]) : "."
  }

  private static func sources(of module: String) throws -> [String] {
    try Repository.files(in: "Sources/\(module)", suffix: ".swift").map { String($0.dropFirst("Sources/".count)) }
  }

  /// The modules that have folders.
  static let modules: [String] = {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: Repository.root.appending(path: "Sources").path))
    return (all ?? []).filter { $0 != "C" }.sorted().filter { module in
      Set(((try? sources(of: module)) ?? []).map(folder)).count > 1
    }
  }()

  @Test("Each folder of a module uses only those before it", arguments: modules)
  func noArrowPointsUp(module: String) throws {
    let files = try Self.sources(of: module)
    let orders = try files.compactMap { try Self.order(in: Repository.text("Sources/\($0)")) }
    guard !Self.withoutOrder.contains(module) else {
      #expect(orders.isEmpty, "\(module) has an order now: it is no exception any more")
      return
    }
    let order = try #require(orders.first, "\(module): no file tells the order of its folders")
    #expect(orders.count == 1, "\(module): several files tell an order")
    #expect(Set(order.joined()) == Set(files.map(Self.folder)), "\(module): the order names other folders")
    guard let index = CompilerIndex.shared else {
      print("there is no index of the compiler's: who uses whom cannot be asked for")
      return
    }
    let uses = try #require(index.uses[module])
    let floors = Dictionary(uniqueKeysWithValues: order.enumerated().flatMap { at, names in names.map { ($0, at) } })
    for use in uses.sorted(by: { ($0.user, $0.name) < ($1.user, $1.name) }) {
      let (user, owner) = (Self.folder(of: use.user), Self.folder(of: use.owner))
      guard let from = floors[user], let to = floors[owner], to > from else { continue }
      Issue.record("\(use.user) uses \(use.name) of \(use.owner), which lies above")
    }
  }

  /// The index tells what reading names does not: members of extensions, whatever else has their names.
  @Test(.enabled(if: CompilerIndex.shared != nil, "there is no index of the compiler's"))
  func membersOfExtensionsAreSeen() throws {
    let uses = try #require(CompilerIndex.shared?.uses["Compositor"])
    #expect(uses.count > 1000)
    #expect(uses.contains { $0.owner.contains("FrameBuilder+") && $0.name.hasSuffix(")") })
  }
}
