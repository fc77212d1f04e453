// Changes of files, polled every 40 ms. The kernel reports changes in the files' folders; on file systems where it does
// not, such as network drives, each file is checked. All files are checked at least once a second, as links on the way
// to a file can change, too.
//
// Tested by FileWatchTests.

import Foundation

/// The files of a scene, as they were when they were last looked at.
struct FileWatch {
  /// The interval between two looks at the files.
  static let interval = Duration.milliseconds(40)
  /// The duration without changes before an error in the files is reported: editors write files in steps.
  static let patience = Duration.milliseconds(200)

  /// The attributes by which a changed file differs from the former one.
  private struct Signature: Equatable {
    let device: UInt64
    let number: UInt64
    let size: Int
    let seconds: Int
    let nanoseconds: Int

    /// Nil where there is no such file.
    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      (device, number, size) = (UInt64(status.st_dev), UInt64(status.st_ino), Int(status.st_size))
      (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }

    /// In seconds since 1970.
    var changed: Double { Double(seconds) + Double(nanoseconds) / 1e9 }
  }

  private var signatures: [String: Signature?]
  /// The files' folders, and their names in them; links followed and not.
  private var folders: Set<String> = []
  private var names: Set<String> = []
  /// Nil where each file is to be asked each time.
  private var watch: FolderWatch?
  /// The number of times that the watch was asked for changes.
  private var looks = 0
  /// The number of files that were asked so far.
  private(set) var askedCount = 0
  /// The number of looks after which all files are asked.
  private static let most = 25

  init(_ files: [String]) {
    signatures = [:]
    follow(files)
  }

  /// Looks at these files from now on; what is known of those among them stays, so that no change is missed.
  ///
  /// - Parameter start: when it was begun to read them: a new one that was written since counts as changed.
  mutating func follow(_ files: [String], readSince start: Date = .distantFuture) {
    // Before the files are asked, so that no change is missed.
    followFolders(of: files)
    askedCount += files.count
    var followed: [String: Signature?] = [:]
    for file in files {
      let signature = Signature(file)
      // File systems' clocks go by steps of up to 10 ms.
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

  /// Whether any is not as it was when this was last asked.
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
