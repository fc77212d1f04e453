// Tested by ConvertCommandTests.
import ArgumentParser
import CAML
import CoreGraphics
import Documents
import Foundation
import ImageFiles
import Multiplane
import SceneFiles
import SceneJSON

struct ConvertCommand: ParsableCommand, FileNaming, TimeLimited {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Writes a scene in another form: as JSON, as CAML, or as a CAML package.",
    discussion: """
      Reads a scene of any form and writes it as the output's suffix says: .scene.json, .caml, or .ca, a folder. Slots \
      and values by aspect become the values of this run, and layout becomes positions. Images are written as PNG: in \
      the document, or in a package's folder 'assets'. What the other form cannot say is left out, with a note.

      EXAMPLES
        multiplane convert wallpaper.tendies -o wallpaper.scene.json
        multiplane convert card.scene.json --text Title=Hello -o card.ca
      """
  )

  @OptionGroup var source: SceneArgument

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The document to write: .scene.json, .caml, or .ca, a folder.", valueName: "file"))
  var output: String

  @OptionGroup var lottie: LottieOptions

  @Option(
    name: .customLong("font"),
    help: ArgumentHelp("A font file whose fonts the scene may name. May be given again.", valueName: "file"))
  var fonts: [String] = []

  @OptionGroup var time: TimeOption

  @Flag(name: .shortAndLong, help: "Print nothing but errors.")
  var quiet = false

  private enum Form: CaseIterable {
    case json, caml, package

    var suffix: String {
      switch self {
      case .json: ".scene.json"
      case .caml: ".caml"
      case .package: ".ca"
      }
    }
  }

  private var form: Form? { Form.allCases.first { output.lowercased().hasSuffix($0.suffix) } }

  var timeLimit: Double? { time.maxTime }
  var inputFiles: [String] { source.files + fonts }
  var outputFiles: [NamedOutput] { [NamedOutput("--output", output)].compactMap { $0 } }

  func validate() throws {
    guard form != nil else {
      throw ValidationError("--output '\(output)' has no suffix of a document; expected .scene.json, .caml or .ca")
    }
  }

  func run() throws {
    try FontLibrary.withLock { library in for font in fonts { try library.register(file: font) } }
    let notes = NoteCollector()
    let scene = try LoadedScene(source.scene, options: try source.loading(lottie.loadOptions())).written(notes)
    switch form {
    case .package: try writePackage(scene, notes)
    case .caml, .json, nil:
      let folder = URL(fileURLWithPath: output).deletingLastPathComponent().path
      let assets = WrittenAssets(besideDocumentIn: folder)
      let text =
        form == .json
        ? try DocumentWriter.document(scene, named: source.title, assets: assets, notes: notes)
        : try CAMLWriter.document(scene, named: source.title, assets: assets, notes: notes)
      let file = try UnfinishedFile(for: output)
      try file.write(Array(text.utf8))
      try file.publish()
    }
    guard !quiet else { return }
    for note in notes.notes.gathered { StandardError.write("multiplane: note: \(note)") }
    StandardError.write("wrote \(output)")
  }

  /// Writes a package: the document, its index and its assets get their names together.
  private func writePackage(_ scene: WrittenScene, _ notes: NoteCollector) throws {
    let folder = try UnfinishedFolder(beside: output)
    let assets = WrittenAssets(besideDocumentIn: output, package: folder.path)
    let document = try CAMLWriter.document(scene, named: source.title, assets: assets, notes: notes)
    let index = """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict>
        <key>rootDocument</key><string>main.caml</string>
        <key>documentWidth</key><real>\(Double(scene.size.width).shortText)</real>
        <key>documentHeight</key><real>\(Double(scene.size.height).shortText)</real>
      </dict></plist>

      """
    for (name, text) in [("main.caml", document), ("index.xml", index)] {
      let file = try UnfinishedFile(for: "\(folder.path)/\(name)")
      try file.write(Array(text.utf8))
      try file.publish()
    }
    for folder in [output] + (assets.files.isEmpty ? [] : ["\(output)/\(WrittenAssets.folderName)"]) {
      try OutputFolder.make(for: folder + "/x")
    }
    let files = ["main.caml", "index.xml"] + assets.files
    try folder.publish(files.count) { index in
      ((files[index] as NSString).lastPathComponent, "\(output)/\(files[index])")
    }
  }
}
