import Glibc
import Synchronization

/// A folder of output files that get their names together, all or none. It is hidden, beside their place, and removed
/// with its contents when it is released without `publish`.
package final class UnfinishedFolder {
  /// The path of the folder before `publish`.
  package let path: String
  private var isSettled = false

  /// Creates the folder beside `target`. Throws `unwritable` with the system's reason.
  package init(beside target: String) throws(ImageFileError) {
    switch UnfinishedOutputs.create(beside: target, { mkdir($0, 0o777) }) {
    case .success(let made): path = made.path
    case .failure(let failure): throw ImageFileError(target, .unwritable, "cannot write", errno: failure.code)
    }
  }

  deinit { discard() }

  /// Removes the folder; does nothing after `publish`.
  package func discard() {
    guard !isSettled else { return }
    isSettled = true
    UnfinishedOutputs.settle(path) {
      UnfinishedOutputs.remove(path)
      return true
    }
  }

  /// Throws if no file can replace `target`: a folder, a device, or a link to itself.
  package static func check(_ target: String) throws(ImageFileError) {
    guard let code = UnfinishedFile.unusableTarget(target) else { return }
    guard code != 0 else {
      throw ImageFileError(target, .unwritable, "cannot write: it exists and is not a regular file")
    }
    throw ImageFileError(target, .unwritable, "cannot write", errno: code)
  }

  /// Moves `count` files to their places, replacing those there, and removes the folder. `names` gives each one's name
  /// in the folder and its path. Throws `unwritable` for the first that cannot be moved, after reverting the earlier
  /// ones, and restoring the files that they replaced.
  package func publish(_ count: Int, _ names: (Int) -> (name: String, target: String)) throws(ImageFileError) {
    for index in 0..<count { try Self.check(names(index).target) }
    var failure: (target: String, code: CInt)?
    UnfinishedOutputs.settle(path) {
      for index in 0..<count {
        let (name, target) = names(index)
        // A second name for the replaced file, without which (on some file systems) it cannot be restored.
        link(target, replaced(name))
        guard rename("\(path)/\(name)", target) != 0 else { continue }
        failure = (target, errno)
        for earlier in 0..<index { takeBack(names(earlier)) }
        return false
      }
      // The folder now contains the replaced files.
      UnfinishedOutputs.remove(path)
      isSettled = true
      return true
    }
    if let failure { throw ImageFileError(failure.target, .unwritable, "cannot write", errno: failure.code) }
  }

  private func takeBack(_ file: (name: String, target: String)) {
    if rename(replaced(file.name), file.target) != 0 { rename(file.target, "\(path)/\(file.name)") }
  }

  private func replaced(_ name: String) -> String { "\(path)/\(name).replaced" }
}

/// The named temporary files and folders of this process, each listed from before it exists until after it is gone, so
/// that a signal that ends the process can remove them all.
package enum UnfinishedOutputs {
  private static let paths = Mutex<Set<String>>([])

  /// The number of names that are tried; with 64 random bits even a second one should never be needed.
  private static let attempts = 64

  /// Makes an item under a new name in `target`'s folder, and lists it. The name is random instead of the process's
  /// number, as two containers that share a folder may both have number 1. `make` makes the item at a path,
  /// exclusively, or returns a negative number with errno. Returns the path and the result, or errno.
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

  struct Failure: Error {
    let code: CInt
  }

  /// Calls `body`, which names or removes a temporary item, undisturbed by a signal's cleaning up. The path is no
  /// longer listed if `body` returns true.
  static func settle(_ path: String, _ body: () -> Bool) {
    paths.withLock { paths in if body() { paths.remove(path) } }
  }

  /// Calls `body`, which names a file, undisturbed by a signal's cleaning up.
  static func undisturbed<Result>(_ body: () -> Result) -> Result { paths.withLock { _ in body() } }

  /// Removes all unfinished items, and ends the process by `end`; nothing else is begun or published.
  package static func discardAll(andThen end: () -> Never) -> Never {
    paths.withLock { paths in
      for path in paths { remove(path) }
      end()
    }
  }

  /// Removes a file, or a folder with its files.
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
