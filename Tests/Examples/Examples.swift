// The examples of the README and the articles, as a program that runs them.
//
// A file holds one example: its imports, and a function whose body is the rest, between its opening brace and the line
// `// End of the example.` or its closing one. Tests/DocumentationTests holds the files and the texts together, and
// runs each example by itself and all in order.
//
// usage: examples [DOCUMENT [NUMBER]]    runs all, a document's, or one; `examples list` prints what there is
// exit:  0 done; 1 an example threw, the message is its error; 64 usage

import Foundation

@main
enum Examples {
  typealias Example = @Sendable () async throws -> Void

  /// By document, in the order of the texts; a document's folder has its name.
  static let documents: [(name: String, examples: [Example])] = [
    ("README", [readmeLabel, readmeCard]),
    ("CodeFromAnApp", [codeFromAnAppGauge, codeFromAnAppLive]),
    ("AVFoundation", [SampleClip.before(avFoundationTitles)]),
    ("FirstFrame", [firstFrame, firstFrameParts]),
    ("FirstFilm", [firstFilm, firstFilmChanges, firstFilmTransaction, firstFilmTasks]),
    ("PicturesInTests", [picturesInTests]),
    ("CoordinateSpaces", [coordinateSpacesConversion, coordinateSpacesPerspective]),
    ("Documents", [documentsScene]),
    ("Lottie", [lottieDot]),
    ("Footage", [footageWaves, SampleClip.before(footageCut)]),
    ("Captions", [captionsTalk]),
    ("QuartzCore", [quartzCoreHost]),
    ("UIKit", [uiKitView, uiKitConstraints]),
  ]

  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.first == "list" {
      for document in documents { print(document.name, document.examples.count) }
      return
    }
    var chosen = documents
    if let name = arguments.first { chosen = documents.filter { $0.name == name } }
    if let text = arguments.dropFirst().first {
      guard let number = Int(text), let all = chosen.first?.examples, all.indices.contains(number - 1) else {
        fail(64, "no example \(text) in \(arguments.first ?? "")")
      }
      chosen[0].examples = [all[number - 1]]
    }
    guard !chosen.isEmpty else { fail(64, "no document \(arguments.first ?? "")") }
    do {
      for document in chosen { for example in document.examples { try await example() } }
    } catch { fail(1, "\(error)") }
  }

  private static func fail(_ status: Int32, _ message: String) -> Never {
    FileHandle.standardError.write(Data("examples: \(message)\n".utf8))
    exit(status)
  }
}
