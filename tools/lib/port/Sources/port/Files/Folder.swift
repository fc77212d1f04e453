// The files of a folder. Symbolic links are not followed: what one leads to inside of the folder is found anyway, and
// what lies outside is nobody's to change.

import Foundation

/// A folder of sources, with the folders in it.
struct Folder {
  /// Folders of other people's code, and of what tools make.
  static let skipped: Set<String> = [
    ".build", ".git", ".hg", ".svn", ".swiftpm", "Pods", "Carthage", "DerivedData",
  ]

  enum Kind { case folder, file, link }

  struct Entry {
    /// Relative to the folder.
    var path: String
    var kind: Kind

    var isSwift: Bool { kind == .file && path.hasSuffix(".swift") }
  }

  /// The folder, without links on the way.
  let path: String
  /// Sorted by path; folders before what they hold.
  private(set) var entries: [Entry] = []
  /// Links that lead out of the folder, or nowhere.
  private(set) var linksOutside: [(path: String, destination: String)] = []
  /// Folders that cannot be read, with the reason.
  private(set) var unreadable: [(path: String, reason: String)] = []

  init(_ name: String) throws(PortError) {
    let url = URL(filePath: name).resolvingSymlinksInPath()
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), isFolder.boolValue else {
      throw PortError(kind: .notFound, description: "\(name): no such folder")
    }
    path = url.standardizedFileURL.path
    collect("")
  }

  private mutating func collect(_ folder: String) {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? path : "\(path)/\(folder)")
    } catch {
      unreadable.append((folder, "the folder cannot be read"))
      return
    }
    for name in names.sorted() where !Self.skipped.contains(name) {
      let item = folder.isEmpty ? name : "\(folder)/\(name)"
      let type = try? FileManager.default.attributesOfItem(atPath: "\(path)/\(item)")[.type] as? FileAttributeType
      switch type {
      case FileAttributeType.typeDirectory:
        entries.append(Entry(path: item, kind: .folder))
        collect(item)
      case FileAttributeType.typeRegular: entries.append(Entry(path: item, kind: .file))
      case FileAttributeType.typeSymbolicLink:
        entries.append(Entry(path: item, kind: .link))
        noteLink(item)
      // Sockets and pipes are no sources.
      default: break
      }
    }
  }

  private mutating func noteLink(_ item: String) {
    let destination = (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(path)/\(item)")) ?? "?"
    let target = URL(filePath: "\(path)/\(item)").resolvingSymlinksInPath().path
    if !target.hasPrefix("\(path)/") && target != path || !FileManager.default.fileExists(atPath: target) {
      linksOutside.append((item, destination))
    }
  }

  /// Whether a path lies in this folder, where it would be found.
  func holds(_ other: String) -> Bool {
    guard other == path || other.hasPrefix("\(path)/") else { return false }
    return !other.dropFirst(path.count).split(separator: "/").contains { Self.skipped.contains(String($0)) }
  }
}
