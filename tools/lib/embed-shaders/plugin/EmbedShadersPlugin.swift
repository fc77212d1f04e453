// The build step that turns the package's top-level folder Shaders/ into a source file of each target that uses this
// plugin: `EmbeddedShaders.swift`, the texts, of GLRenderer; `Instances.swift`, the structs of draw lists, of
// Compositor; and of Preview, Blocks and Gallery a folder of texts, as `EmbeddedFiles.swift`. Resources copied beside
// the executable would tie it to its build folder, and SwiftPM's `.embedInCode` gives byte arrays that take seconds to
// compile; string literals take none.
//
// Every shader is declared as an input, so an edit rebuilds. A shader that came or went must make SwiftPM ask again for
// the inputs, and it does so only when a target's own folder changes: the link Shaders in this folder, excluded in
// Package.swift, makes the shaders part of it.
import Foundation
import PackagePlugin

@main
struct EmbedShadersPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    if target.name == "Preview" { return [try filesCommand(context, "Sources/Preview/Page")] }
    if ["Blocks", "Gallery"].contains(target.name) {
      return [try filesCommand(context, "Sources/\(target.name)/Files")]
    }
    let shaders = context.package.directoryURL.appending(path: "Shaders")
    let isCompositor = target.name == "Compositor"
    let output = context.pluginWorkDirectoryURL.appending(
      path: isCompositor ? "Instances.swift" : "EmbeddedShaders.swift")
    return [
      .buildCommand(
        displayName: "Embedding shaders",
        executable: try context.tool(named: "embed-shaders").url,
        arguments: [
          isCompositor ? "instances" : "texts", shaders.path(percentEncoded: false), output.path(percentEncoded: false),
        ],
        inputFiles: try sources(in: shaders, ["vert", "frag", "glsl"]),
        outputFiles: [output]
      )
    ]
  }

  private func filesCommand(_ context: PluginContext, _ path: String) throws -> Command {
    let folder = context.package.directoryURL.appending(path: path)
    let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedFiles.swift")
    return .buildCommand(
      displayName: "Embedding \(path)", executable: try context.tool(named: "embed-shaders").url,
      arguments: ["files", folder.path(percentEncoded: false), output.path(percentEncoded: false)],
      inputFiles: try sources(in: folder, ["html", "css", "js", "svg", "json", "md"]), outputFiles: [output])
  }

  /// The files of those suffixes below `folder`, sorted: the order of inputs is part of what decides about a rebuild.
  private func sources(in folder: URL, _ suffixes: [String]) throws -> [URL] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path(percentEncoded: false))
      .filter { suffixes.contains(($0 as NSString).pathExtension) }
      .sorted()
      .map { folder.appending(path: $0) }
  }
}
