// Changes of files, polled every 40 ms. The kernel (inotify) reports changes in the files' folders; on file systems
// without reports, such as network drives, each file is checked. All files are checked at least once a second, as links
// on the way to a file can change, too.
//
// Tested by FileWatchTests.

import Foundation

struct FileWatch {
  static let interval = Duration.milliseconds(40)
  /// The duration without changes before an error in the files is reported: editors write files in steps.
  static let patience = Duration.milliseconds(200)

  /// The attributes that differ after a change of the file.
  private struct Signature: Equatable {
    let device: UInt64
    let number: UInt64
    let size: Int
    let seconds: Int
    let nanoseconds: Int

    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      (device, number, size) = (UInt64(status.st_dev), UInt64(status.st_ino), Int(status.st_size))
      (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }

    var changed: Double { Double(seconds) + Double(nanoseconds) / 1e9 }
  }

  private var signatures: [String: Signature?]
  /// The files' folders and names, with links followed and not.
  private var folders: Set<String> = []
  private var names: Set<String> = []
  /// The kernel's reports; nil if each file must be checked each time.
  private var watch: FolderWatch?
  private var looks = 0
  private(set) var askedCount = 0
  /// The number of polls after which all files are checked.
  private static let most = 25

  init(_ files: [String]) {
    signatures = [:]
    follow(files)
  }

  /// Follows these files from now on; known ones keep their state, so that no change is missed. A new file that was
  /// written after the reading began at `start` counts as changed.
  mutating func follow(_ files: [String], readSince start: Date = .distantFuture) {
    followFolders(of: files)
    askedCount += files.count
    var followed: [String: Signature?] = [:]
    for file in files {
      let signature = Signature(file)
      // File systems' clocks have steps of up to 10 ms.
      let isNewer = signature.map { $0.changed > start.timeIntervalSince1970 - 0.01 } ?? false
      followed[file] = signatures[file] ?? (isNewer ? .some(nil) : signature)
    }
    signatures = followed
  }

  private mutating func followFolders(of files: some Sequence<String>) {
    var (folders, names): (Set<String>, Set<String>) = ([], [])
    for file in files {
      let url = URL(filePath: file)
      for url in [url, url.resolvingSymlinksInPath()] {
        folders.insert(url.deletingLastPathComponent().path)
        names.insert(url.lastPathComponent)
      }
    }
    if watch == nil || folders != self.folders { watch = FolderWatch(folders) }
    (self.folders, self.names) = (folders, names)
  }

  /// Returns whether a file has changed since the last call.
  mutating func hasChanged() -> Bool {
    looks += 1
    let isTold = watch?.hasChanged(of: names) ?? true
    guard isTold || looks % Self.most == 0 else { return false }
    askedCount += signatures.count
    var hasChanged = false
    for (file, known) in signatures {
      let now = Signature(file)
      guard now != known else { continue }
      signatures[file] = .some(now)
      hasChanged = true
    }
    // A folder, or a link to it, may be another one now.
    if hasChanged { followFolders(of: signatures.keys) }
    return hasChanged
  }
}

/// A set of folders whose changes the kernel reports, so that thousands of files need not be checked each time. It
/// cannot watch network file systems and some containers' mounts, where other machines' changes are not reported.
final class FolderWatch: Sendable {
  private let descriptor: CInt

  private static let changes =
    IN_MODIFY | IN_ATTRIB | IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF
    | IN_MOVE_SELF
  /// The beginnings of the names of shared file systems.
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

  /// Returns the mount points of shared file systems, with a slash at the end (proc(5): in mountinfo, the mount point
  /// is the fifth field, the type follows " - ").
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

  /// Returns whether one of these names in a folder, or a folder itself, has changed since the last call.
  func hasChanged(of names: Set<String>) -> Bool {
    var hasChanged = false
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &bytes, bytes.count)
      guard count > 0 else { return hasChanged }
      hasChanged = Self.names(in: bytes[..<count]).contains { $0.isEmpty || names.contains($0) } || hasChanged
    }
  }

  /// Returns the names in a buffer of events. An event has 16 bytes, the last 4 of which are the length of the
  /// following zero-padded name. The name is empty for an event of a folder itself, and for an overflow of the queue.
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
