// The files by which Linux tells of its devices. All reading of them goes through here, below one folder: tests make up
// a machine of real files.

import Foundation

/// A machine's files, its environment, and whether its devices can be opened.
package struct MachineFiles: Sendable {
  /// The folder that stands for `/`, without a slash at its end; empty for the machine's own.
  private let root: String
  /// The process's environment.
  let environment: [String: String]
  private let open: @Sendable (_ path: String) -> Int32?

  /// A machine.
  ///
  /// - Parameters:
  ///   - root: the folder that stands for `/`, without a slash at its end.
  ///   - open: opens a device's file for reading and writing, and closes it: nil, or the `errno` of what went wrong.
  package init(
    root: String = "", environment: [String: String] = ProcessInfo.processInfo.environment,
    open: @escaping @Sendable (_ path: String) -> Int32? = MachineFiles.open
  ) {
    (self.root, self.environment, self.open) = (root, environment, open)
  }

  /// Opens a file for reading and writing, and closes it: nil, or the `errno` of what went wrong.
  package static func open(_ path: String) -> Int32? {
    let descriptor = Glibc.open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return errno }
    close(descriptor)
    return nil
  }

  /// The names in a folder, in order; none where there is no such folder.
  func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: root + folder)) ?? []).sorted()
  }

  /// Whether there is something at a path.
  func exists(_ path: String) -> Bool { access(root + path, F_OK) == 0 }

  /// A file's text without space around it; nil where it cannot be read.
  func text(_ path: String) -> String? {
    (try? String(contentsOfFile: root + path, encoding: .utf8))?.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The components of the path that a link stands for, all links in it followed; nil where it leads nowhere.
  func resolved(_ path: String) -> [String]? {
    guard let text = realpath(root + path, nil) else { return nil }
    defer { free(text) }
    return String(cString: text).split(separator: "/").map(String.init)
  }

  /// Returns the `errno` of opening a device's file for reading and writing; nil where it can be opened.
  func problemOfOpening(_ path: String) -> Int32? { exists(path) ? open(root + path) : ENOENT }

  /// The group that a file belongs to, by its number and, where it has one here, by its name.
  func group(of path: String) -> (id: UInt32, name: String?)? {
    var status = stat()
    guard stat(root + path, &status) == 0 else { return nil }
    return (status.st_gid, getgrgid(status.st_gid).map { String(cString: $0.pointee.gr_name) })
  }
}
