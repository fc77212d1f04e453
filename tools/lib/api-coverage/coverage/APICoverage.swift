// Compares what our modules declare with the tables of Apple's API: api-coverage TABLES GRAPHS, two folders. Called by
// tools/api-coverage, which has the compiler write the symbol graphs.
//
// exit: 0 nothing in scope is missing or differs; 1 something is, or an exclusion is out of date; 65 a file cannot be
// read

import Foundation

@main
struct APICoverage {
  static func main() throws {
    guard CommandLine.arguments.count == 3 else {
      print("usage: api-coverage TABLES-FOLDER SYMBOL-GRAPHS-FOLDER")
      exit(64)
    }
    do {
      let folders = CommandLine.arguments.dropFirst().map { URL(filePath: $0) }
      exit(try run(tables: folders[0], graphs: folders[1]) ? 0 : 1)
    } catch {
      print("api-coverage: \(error)")
      exit(65)
    }
  }

  /// Prints the comparison; true when nothing is missing.
  private static func run(tables: URL, graphs: URL) throws -> Bool {
    func text(_ name: String) throws -> String {
      try String(contentsOf: tables.appending(path: name), encoding: .utf8)
    }
    let modules = try Modules(folder: graphs)
    var comparison = Comparison(modules: modules, exclusions: Exclusion.all(in: try text("exclusions.txt")))
    var report = Report()
    for name in ["quartzcore.txt", "coregraphics.txt"] {
      for type in try APITable(text: text(name), path: name).types { report.types.append(try comparison.compare(type)) }
    }
    report.unusedExclusions = comparison.unusedExclusions
    print(report)
    return report.isComplete
  }
}
