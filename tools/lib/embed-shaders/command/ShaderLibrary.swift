// The shaders of a folder: which files are there, and each program stage (.vert, .frag) with its includes expanded.
//
// `#include "common/x.glsl"` is ours, GLSL has none. The path is relative to the shader folder, whatever the folder of
// the file that includes; `"common/*.glsl"` are all of a folder. A file is put in at its first mention in a stage and
// left out at later ones, so two files may include a third that both need; a circle of includes is an error.
//
// So that a driver's message names the line that a person wrote, `#line LINE FILE` marks each change of file: FILE is
// the index of the file in `files`, as GLSL ES 3.00 (3.4, Preprocessor) takes integers only, and LINE numbers the line
// that follows the directive.
import Foundation

/// The shader sources of a folder.
struct ShaderLibrary {
  /// The path of every shader file relative to the folder, with `/`, sorted. A file's index here is its number in
  /// `#line` directives.
  let files: [String]
  private let texts: [String: String]

  /// The library of `texts`: file contents by path relative to the folder.
  init(texts: [String: String]) {
    self.files = texts.keys.sorted()
    self.texts = texts
  }

  /// Reads every `.vert`, `.frag` and `.glsl` file in `folder` and below it.
  init(folder: URL) throws(ShaderError) {
    let paths: [String]
    do {
      paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    } catch {
      throw ShaderError(file: "", line: nil, reason: "cannot list the folder: \(error.localizedDescription)")
    }
    var texts: [String: String] = [:]
    for path in paths where ["vert", "frag", "glsl"].contains((path as NSString).pathExtension) {
      do {
        texts[path] = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
      } catch {
        throw ShaderError(file: path, line: nil, reason: "cannot read it as UTF-8: \(error.localizedDescription)")
      }
    }
    self.init(texts: texts)
  }

  /// The files that are a stage of a program, not a part for others to include.
  var stages: [String] { files.filter { $0.hasSuffix(".vert") || $0.hasSuffix(".frag") } }

  /// The text of `stage`, includes expanded.
  ///
  /// It starts with a `#line` directive, so that lines the renderer puts in front (`#version`, `#define`) do not shift
  /// the count; where the file itself starts with `#version`, which GLSL wants in the first line, right after that.
  func expanded(_ stage: String) throws(ShaderError) -> String {
    var expansion = Expansion(library: self)
    try expansion.append(stage)
    return expansion.text
  }

  func lines(of file: String) -> [Substring] {
    var lines = texts[file, default: ""].split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  fileprivate func number(of file: String) -> Int? { files.firstIndex(of: file) }

  /// The files that an include names, in order: one, or with `*.glsl` for the name all of a folder.
  fileprivate func files(matching path: String) -> [String] {
    guard path.hasSuffix("/*.glsl") else { return files.filter { $0 == path } }
    return files.filter { $0.hasPrefix(path.dropLast(6)) && $0.hasSuffix(".glsl") }
  }
}

/// A mistake in the shader sources.
struct ShaderError: Error, Equatable {
  /// The file, relative to the shader folder; empty for the folder itself.
  var file: String
  /// The line, counted from 1; nil when the file as a whole is meant.
  var line: Int?
  /// What is wrong and what was expected.
  var reason: String

  /// The message as compilers write it, `path:line: error: reason`, which editors turn into a link.
  func message(in folder: URL) -> String {
    let path = file.isEmpty ? folder.path : folder.appending(path: file).path
    return line.map { "\(path):\($0): error: \(reason)" } ?? "\(path): error: \(reason)"
  }
}

/// The expansion of one stage while it grows.
private struct Expansion {
  let library: ShaderLibrary
  var text = ""
  /// The files put in so far.
  private var included: Set<String> = []
  /// The files being read, the stage first: a file among them that is included again closes a circle.
  private var open: [String] = []

  init(library: ShaderLibrary) { self.library = library }

  mutating func append(_ file: String) throws(ShaderError) {
    included.insert(file)
    open.append(file)
    defer { open.removeLast() }

    let lines = library.lines(of: file)
    var next = lines.startIndex
    if open.count == 1, let first = lines.first, first.hasPrefix("#version") {
      text += first + "\n"
      next += 1
    }
    markLine(next + 1, of: file)
    let loaders = open[0].hasSuffix(".vert") ? try library.loaders(of: file) : [:]
    while next < lines.endIndex {
      let line = lines[next]
      next += 1
      if let loader = loaders[next] {
        text += line + " " + loader + "\n"
        continue
      }
      guard let path = try includedPath(in: line, at: next, of: file) else {
        text += line + "\n"
        continue
      }
      let paths = library.files(matching: path)
      guard !paths.isEmpty else {
        throw ShaderError(file: file, line: next, reason: "no file \"\(path)\" in the shader folder to include")
      }
      for path in paths {
        if let start = open.firstIndex(of: path) {
          let circle = (open[start...] + [path]).joined(separator: " -> ")
          throw ShaderError(file: file, line: next, reason: "a circle of includes: \(circle)")
        }
        if !included.contains(path) { try append(path) }
      }
      markLine(next + 1, of: file)
    }
  }

  /// Says that the next line of the text is line `line`, counted from 1, of `file`.
  private mutating func markLine(_ line: Int, of file: String) {
    guard let number = library.number(of: file) else {
      preconditionFailure("expanded a file that is not in the library: \(file)")
    }
    text += "#line \(line) \(number)\n"
  }

  /// The path that an `#include` line names; nil for any other line.
  private func includedPath(in line: Substring, at number: Int, of file: String) throws(ShaderError) -> String? {
    guard line.prefixMatch(of: /\s*#\s*include\b/) != nil else { return nil }
    guard let match = line.wholeMatch(of: /\s*#\s*include\s+"([^"]+)"\s*(\/\/.*)?/) else {
      throw ShaderError(file: file, line: number, reason: "expected #include \"path/in/the/shader/folder.glsl\"")
    }
    return String(match.1)
  }
}
