// Tested by BlocksCommandTests.
import ArgumentParser
import Blocks
import Documents
import Foundation
import ImageFiles
import SceneJSON

struct BlocksCommand: ParsableCommand, FileNaming {
  static let configuration = CommandConfiguration(
    commandName: "blocks",
    abstract: "Lists the scenes to begin with, or shows them moving on a page.",
    discussion: """
      A block is a scene as JSON with slots, for 16:9, 9:16 and 1:1; 'multiplane init' copies one into a folder.

      EXAMPLES
        multiplane blocks
        multiplane blocks --html blocks.html
        multiplane init intro --from lower-third-plate
      """
  )

  @Option(
    help: ArgumentHelp(
      "A page to write that shows the blocks moving; it takes about a minute.", valueName: "file"))
  var html: String?

  @Flag(help: "Print JSON for programs.")
  var json = false

  var inputFiles: [String] { [] }
  var outputFiles: [NamedOutput] { [NamedOutput("--html", html)].compactMap { $0 } }

  func run() throws {
    if let html { return try writePage(html) }
    if json {
      let list = Block.all.map { ["name": $0.name, "title": $0.title, "about": $0.about, "kind": $0.kind] }
      let data = try JSONSerialization.data(withJSONObject: list, options: [.prettyPrinted, .sortedKeys])
      return try StandardOutput.write(String(decoding: data, as: UTF8.self))
    }
    try StandardOutput.write(Block.all.map { ($0.name, $0.about) }.inColumns)
  }

  /// Writes a page with an animated picture of each block.
  private func writePage(_ path: String) throws {
    let folder = try UnfinishedFolder(beside: path)
    defer { folder.discard() }
    var page = """
      <!doctype html><meta charset="utf-8"><title>Blocks</title>
      <style>body{background:#16181d;color:#e8e6e1;font:15px/1.4 sans-serif;margin:2em}main{display:grid;\
      grid-template-columns:repeat(auto-fill,minmax(320px,1fr));gap:1.5em}figure{margin:0}img{width:100%;\
      background:linear-gradient(135deg,#46566b,#8d7a6b);border-radius:6px}small{color:#a9a59c}</style><main>

      """
    for block in Block.all {
      let (scene, film) = ("\(folder.path)/\(block.name).scene.json", "\(folder.path)/\(block.name).webp")
      let document = try UnfinishedFile(for: scene)
      try document.write(Array(block.document.utf8))
      try document.publish()
      let video = try VideoCommand.parse(
        [scene, "-o", film, "--width", "320", "--fps", "15", "--quiet", "--alpha", "straight"])
      try video.run()
      let picture = try Data(contentsOf: URL(fileURLWithPath: film)).base64EncodedString()
      page +=
        "<figure><img src=\"data:image/webp;base64,\(picture)\" alt=\"\(block.title)\"><figcaption>"
        + "<b>\(block.name)</b><br><small>\(block.about)</small></figcaption></figure>\n"
    }
    let file = try UnfinishedFile(for: path)
    try file.write(Array((page + "</main>\n").utf8))
    try file.publish()
    StandardError.write("wrote \(path)")
  }
}

struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Makes a folder with a scene to begin with.",
    discussion: """
      The folder has a scene as JSON, a table with a column for each slot whose default is one text, the schema that \
      editors check scenes by, a README with the commands, and AGENTS.md for programs that write scenes. 'multiplane \
      blocks' lists the blocks.

      EXAMPLES
        multiplane init intro
        multiplane init prices --from bar-chart
      """
  )

  @Argument(help: ArgumentHelp("The folder to make.", valueName: "folder"))
  var folder: String

  @Option(help: ArgumentHelp("The block to begin with (default: title-mask).", valueName: "block"))
  var from = "title-mask"

  func run() throws {
    guard let block = Block.named(from) else {
      throw CommandError(
        .noInput,
        "no block '\(from)'; 'multiplane blocks' lists those there are\(Block.all.map(\.name).guess(of: from))")
    }
    guard !FileManager.default.fileExists(atPath: folder) else {
      throw CommandError(.cannotWrite, "\(folder): it exists; give another name")
    }
    let name = URL(fileURLWithPath: folder).lastPathComponent
    let scene = "\(name).scene.json"
    let slots = try SceneSlot.all(in: Array(block.document.utf8), file: scene)
    let files = [
      (scene, block.document), ("data.csv", Self.table(slots)),
      ("multiplane-scene.schema.json", SceneSchema.text + "\n"),
      ("README.md", readme(scene, slots)), ("AGENTS.md", Block.advice),
    ]
    let unfinished = try UnfinishedFolder(beside: folder)
    for (name, text) in files {
      let file = try UnfinishedFile(for: "\(unfinished.path)/\(name)")
      try file.write(Array(text.utf8))
      try file.publish()
    }
    try OutputFolder.make(for: "\(folder)/x")
    try unfinished.publish(files.count) { (files[$0].0, "\(folder)/\(files[$0].0)") }
    StandardError.write("made \(folder): \(files.map(\.0).joined(separator: ", "))")
  }

  /// Returns a table with a column for each slot, and their defaults in a row.
  private static func table(_ slots: [SceneSlot]) -> String {
    let written = slots.filter { $0.text != nil }
    let rows: [[String]] = [written.map(\.id), written.map { $0.text ?? "" }]
    return rows.map { row in row.map(\.csvField).joined(separator: ",") + "\n" }.joined()
  }

  private func readme(_ scene: String, _ slots: [SceneSlot]) -> String {
    let slot = slots.first { $0.text != nil }
    let text = slot.map { " --slot '\($0.id)=\($0.text ?? "")'" } ?? ""
    return """
      Look at the scene while you edit it:     multiplane preview \(scene)
      What is wrong with it:                   multiplane check \(scene)
      A picture of several moments:            multiplane render \(scene) --at 0,0.5,1,2 --sheet -o sheet.png
      An upright film:                         multiplane video \(scene)\(text) --size 1080x1920 -o film.mp4
      A film for each row of the table:        multiplane video \(scene) --data data.csv -o 'out/{row}.mp4'

      The whole model of scenes: multiplane help scene. Font: Inter, or the program's own where it is not installed.

      """
  }
}
