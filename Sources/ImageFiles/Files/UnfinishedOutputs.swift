// What this process has begun to write and has not given its final name yet. Every temporary file and folder that has a
// name is listed here from before it exists until after it is gone, so that one that ends the process in the middle of
// its work (a signal) can remove them all.

import Glibc
import Synchronization

/// The temporary files and folders of this process.
package enum UnfinishedOutputs {
  private static let paths = Mutex<Set<String>>([])

  /// The number of names that are tried: with 64 random bits not even a second one should be needed.
  private static let attempts = 64

  /// Makes something under a name in `target`'s folder that nothing had before, and lists it.
  ///
  /// The name is random, as a process is not known by its number: two containers that share a folder may both be number
  /// 1.
  ///
  /// - Parameter make: makes it at a path, exclusively; its result, negative when it failed and errno says why.
  /// - Returns: the path and the result, or errno.
  static func create(beside target: String, _ make: (String) -> CInt) -> Result<(path: String, value: CInt), Failure> {
    paths.withLock { paths in
      let folderEnd = target.lastIndex(of: "/").map { target.index(after: $0) } ?? target.startIndex
      for _ in 0..<attempts {
        let name = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        let path = "\(target[..<folderEnd]).multiplane-\(String(repeating: "0", count: 16 - name.count))\(name).partial"
        let value = make(path)
        if value >= 0 {
          paths.insert(path)
          return .success((path, value))
        }
        if errno != EEXIST { return .failure(Failure(code: errno)) }
      }
      return .failure(Failure(code: EEXIST))
    }
  }

  /// The errno of a call.
  struct Failure: Error {
    let code: CInt
  }

  /// Calls `body`, which gives a temporary file or folder its final name or removes it; no signal's cleaning up comes
  /// between. The path is no longer listed where `body` returns true.
  static func settle(_ path: String, _ body: () -> Bool) {
    paths.withLock { paths in
      if body() { paths.remove(path) }
    }
  }

  /// Calls `body`, which gives a file its name; no signal's cleaning up comes between.
  static func undisturbed<Result>(_ body: () -> Result) -> Result { paths.withLock { _ in body() } }

  /// Removes all that is unfinished, and ends the process by `end`; nothing more is begun or published.
  package static func discardAll(andThen end: () -> Never) -> Never {
    paths.withLock { paths in
      for path in paths { remove(path) }
      end()
    }
  }

  /// Removes a file, or a folder with the files in it.
  static func remove(_ path: String) {
    guard unlink(path) != 0, errno == EISDIR || errno == EPERM, let folder = opendir(path) else { return }
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { unlink("\(path)/\(name)") }
    }
    closedir(folder)
    rmdir(path)
  }
}
