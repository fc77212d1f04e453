// Changes in folders, reported by the kernel (inotify), so that the preview need not check thousands of files each
// time.
//
// The kernel does not report changes that other machines make on network file systems and on some mounts of containers.
// For folders on such file systems no watch is made, and each file is checked.

import Foundation

/// A set of folders whose changes the kernel reports.
final class FolderWatch: Sendable {
  private let descriptor: CInt

  private static let changes =
    IN_MODIFY | IN_ATTRIB | IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF
    | IN_MOVE_SELF
  /// The beginnings of names of file systems that others change.
  private static let shared = ["nfs", "cifs", "smb", "fuse", "9p", "virtiofs", "vboxsf", "ceph", "afs", "gpfs"]

  /// Watches folders; nil if the kernel cannot report the changes of one of them.
  init?(_ folders: Set<String>) {
    let descriptor = inotify_init1(O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    let shared = Self.sharedMounts()
    let areAllWatched = folders.allSatisfy { folder in
      let real = URL(filePath: folder).resolvingSymlinksInPath().path + "/"
      return !shared.contains { real.hasPrefix($0) }
        && inotify_add_watch(descriptor, folder, UInt32(Self.changes)) >= 0
    }
    guard areAllWatched else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Returns the mount points of such file systems, with a slash at the end (proc(5): the fifth field of mountinfo is
  /// the place, the one behind " - " the kind).
  private static func sharedMounts() -> [String] {
    guard let text = try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8) else { return ["/"] }
    return text.split(separator: "\n").compactMap { line -> String? in
      let parts = line.split(separator: " ")
      guard let dash = parts.firstIndex(of: "-"), dash > 4, dash + 1 < parts.count,
        shared.contains(where: { parts[dash + 1].hasPrefix($0) })
      else { return nil }
      let place = String(parts[4]).replacing("\\040", with: " ")
      return place.hasSuffix("/") ? place : place + "/"
    }
  }

  /// Whether one of these names changed in a folder, or a folder itself, since this was last asked.
  func hasChanged(of names: Set<String>) -> Bool {
    var hasChanged = false
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &bytes, bytes.count)
      guard count > 0 else { return hasChanged }
      hasChanged = Self.names(in: bytes[..<count]).contains { $0.isEmpty || names.contains($0) } || hasChanged
    }
  }

  /// Returns the names in a buffer of events. An event has 16 bytes, whose last 4 are the length of the name that
  /// follows, padded with zeros. The name is empty for an event of a folder itself, and for an overflow of the queue.
  private static func names(in bytes: ArraySlice<UInt8>) -> [String] {
    var names: [String] = []
    var rest = bytes
    while rest.count >= 16 {
      let start = rest.startIndex
      let length = (12..<16).reversed().reduce(0) { $0 << 8 | Int(rest[start + $1]) }
      let name = rest.dropFirst(16).prefix(length)
      names.append(String(decoding: name.prefix { $0 != 0 }, as: UTF8.self))
      rest = rest.dropFirst(16 + length)
    }
    return names
  }
}
