// The command that the build runs (the plugin beside it): reads a folder of shaders, writes one Swift file. Of
// `texts` it holds them as string literals, includes expanded; of `instances` the structs that draw lists are made of;
// of `files` the files of any folder as they are, as string literals.
// A mistake ends the build with `file:line: error: what`, the form that compilers and editors share.
import Foundation

@main
enum EmbedShaders {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, ["texts", "instances", "files"].contains(arguments[1]) else {
      fail("usage: embed-shaders texts|instances|files FOLDER OUTPUT.swift")
    }
    let folder = URL(filePath: arguments[2], directoryHint: .isDirectory)
    let output = URL(filePath: arguments[3])
    do {
      let source =
        switch arguments[1] {
        case "texts": try ShaderLibrary(folder: folder).swiftSource()
        case "instances": try ShaderLibrary(folder: folder).swiftInstances()
        default: try EmbeddedFolder(folder).swiftSource()
        }
      try write(source, to: output)
    } catch let error as ShaderError {
      fail(error.message(in: folder))
    } catch {
      fail("\(output.path): error: \(error.localizedDescription)")
    }
  }

  /// Writes a file, but leaves one alone that holds the same text: SwiftPM runs this program again whenever it was
  /// linked anew, as it is for each product that is built first, and what it wrote anew would be compiled with all
  /// above it.
  static func write(_ source: String, to output: URL) throws {
    let data = Data(source.utf8)
    if let old = try? Data(contentsOf: output), old == data { return }
    try data.write(to: output, options: .atomic)
  }

  private static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    exit(1)
  }
}
