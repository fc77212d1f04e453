// Whether files changed. They are asked every 40 ms: a call a file, which also network drives and containers' mounts
// answer, of which inotify tells nothing.

import Foundation

/// The files of a scene, as they were when they were last looked at.
struct FileWatch {
  /// How often they are looked at.
  static let interval = Duration.milliseconds(40)
  /// How long nothing changes before an error in them is told: editors write files in steps.
  static let patience = Duration.milliseconds(200)

  /// What tells a file from what it was.
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

  init(_ files: [String]) {
    signatures = [:]
    follow(files)
  }

  /// Looks at these files from now on; what is known of those among them stays, so that no change is missed.
  ///
  /// - Parameter start: when it was begun to read them: a new one that was written since counts as changed.
  mutating func follow(_ files: [String], readSince start: Date = .distantFuture) {
    var followed: [String: Signature?] = [:]
    for file in files {
      let signature = Signature(file)
      // File systems' clocks go by steps of up to 10 ms.
      let isNewer = signature.map { $0.changed > start.timeIntervalSince1970 - 0.01 } ?? false
      followed[file] = signatures[file] ?? (isNewer ? .some(nil) : signature)
    }
    signatures = followed
  }

  /// Whether any is not as it was when this was last asked.
  mutating func hasChanged() -> Bool {
    var hasChanged = false
    for (file, known) in signatures {
      let now = Signature(file)
      guard now != known else { continue }
      signatures[file] = .some(now)
      hasChanged = true
    }
    return hasChanged
  }
}
