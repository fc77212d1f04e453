// One call of tools/port: all sources of a folder.

import Foundation

/// Ports a folder, in place or into a copy.
struct PortRun {
  /// Where what is ported goes.
  enum Output: Equatable {
    case inPlace
    /// A folder that does not exist, or is empty.
    case copy(String)
    /// Nowhere: only the report is made.
    case none
  }

  private(set) var report = PortReport()
  /// The gravest of what went wrong with single files.
  private(set) var failure: PortError.Kind?

  /// Ports the sources of a folder; what goes wrong with one is in the report, and leaves the others as they are.
  ///
  /// - Parameter known: the names that Multiplane's modules declare; empty for no report of those that they do not.
  init(_ name: String, output: Output, known: Set<String> = []) throws(PortError) {
    let folder = try Folder(name)
    // Paths in the report begin as the caller wrote the folder.
    var from = name
    while from.count > 1, from.hasSuffix("/") { from.removeLast() }
    var to = from
    if case .copy(let copy) = output {
      to = copy
      while to.count > 1, to.hasSuffix("/") { to.removeLast() }
      try Self.prepare(to, for: folder)
    }
    report.isTrial = output == .none
    for item in folder.unreadable { fail(.malformed, "\(from)/\(item.path): left alone: \(item.reason)") }
    for link in folder.linksOutside {
      report.asides.append("\(from)/\(link.path): a link to \(link.destination), not in the folder: not followed")
    }
    let sources = Self.sources(of: folder)
    let project = Project(folder.entries.compactMap { sources[$0.path] }, known: known)
    for entry in folder.entries {
      let source = "\(folder.path)/\(entry.path)"
      let target = output == .inPlace ? source : "\(to)/\(entry.path)"
      do throws(PortError) {
        if case .copy = output { try Self.copy(entry, source, target) }
        guard entry.isSwift else { continue }
        report.sources += 1
        try port(
          source, sources[entry.path], of: project, to: output == .none ? nil : target,
          name: "\(from)/\(entry.path)", newName: "\(to)/\(entry.path)")
      } catch {
        fail(error.kind, error.description.replacing(folder.path, with: from, maxReplacements: 1))
      }
    }
  }

  /// The sources by their paths; one that cannot be read is missing, and fails in its turn.
  private static func sources(of folder: Folder) -> [String: SwiftSource] {
    var sources: [String: SwiftSource] = [:]
    for entry in folder.entries where entry.isSwift {
      sources[entry.path] = (try? SourceFile.read("\(folder.path)/\(entry.path)")).flatMap { try? SwiftSource($0) }
    }
    return sources
  }

  /// - Parameter read: what was read of it before; nil where that went wrong.
  private mutating func port(
    _ source: String, _ read: SwiftSource?, of project: Project, to target: String?, name: String, newName: String
  ) throws(PortError) {
    let ported: PortedSource
    if let read {
      ported = PortedSource(read, in: project)
    } else {
      let bytes = try SourceFile.read(source)
      do throws(LexError) { ported = PortedSource(try SwiftSource(bytes), in: project) } catch {
        throw PortError(kind: .malformed, description: "\(name):\(error.line): left alone: \(error.reason)")
      }
    }
    if !ported.changes.isEmpty, let target { try SourceFile.write(ported.bytes, to: target, like: source) }
    report.add(ported, name: name, newName: newName)
  }

  private mutating func fail(_ kind: PortError.Kind, _ line: String) {
    report.failures.append(line)
    failure = failure == .cannotWrite ? .cannotWrite : kind
  }

  // MARK: Copies

  private static func prepare(_ copy: String, for folder: Folder) throws(PortError) {
    let place = URL(filePath: copy).resolvingSymlinksInPath().standardizedFileURL.path
    guard !folder.holds(place) else {
      throw PortError(kind: .cannotWrite, description: "\(copy): a copy cannot lie in the folder itself")
    }
    do {
      if try FileManager.default.fileExists(atPath: copy)
        && !FileManager.default.contentsOfDirectory(atPath: copy).isEmpty
      {
        throw PortError(kind: .cannotWrite, description: "\(copy): not empty; a copy needs a folder of its own")
      }
      try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
    } catch let error as PortError {
      throw error
    } catch {
      throw PortError(kind: .cannotWrite, description: "\(copy): cannot be made a folder")
    }
  }

  private static func copy(_ entry: Folder.Entry, _ source: String, _ target: String) throws(PortError) {
    do {
      if entry.kind == .folder {
        try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
      } else {
        // A link is copied as it is.
        try FileManager.default.copyItem(atPath: source, toPath: target)
      }
    } catch {
      throw PortError(kind: .cannotWrite, description: "\(target): cannot be written, or \(source) not read")
    }
  }
}
