// The command that the build runs (tools/EmbedShadersPlugin): reads a folder of shaders, writes one Swift file that
// holds them as string literals, includes expanded. A mistake ends the build with `file:line: error: what`, the form
// that compilers and editors share.
import Foundation

@main
enum EmbedShaders {
  static func main() {
    guard CommandLine.arguments.count == 3 else {
      fail("usage: embed-shaders FOLDER OUTPUT.swift")
    }
    let folder = URL(filePath: CommandLine.arguments[1], directoryHint: .isDirectory)
    let output = URL(filePath: CommandLine.arguments[2])
    do {
      let library = try ShaderLibrary(folder: folder)
      try Data(library.swiftSource().utf8).write(to: output, options: .atomic)
    } catch let error as ShaderError {
      fail(error.message(in: folder))
    } catch {
      fail("\(output.path): error: \(error.localizedDescription)")
    }
  }

  private static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    exit(1)
  }
}
