import Glibc
import Synchronization

/// A folder of output files that get their names together: either all do or none does. It is hidden, lies beside their
/// place, and is removed, with all that is in it, when it is let go of without `publish`.
package final class UnfinishedFolder {
  /// The path of the folder until `publish`.
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

  /// Removes the folder; nothing happens after `publish`.
  package func discard() {
    guard !isSettled else { return }
    isSettled = true
    UnfinishedOutputs.settle(path) {
      UnfinishedOutputs.remove(path)
      return true
    }
  }

  /// Throws where no file can get the name `target`: it is a folder's, a device's, or a link's that leads to itself.
  package static func check(_ target: String) throws(ImageFileError) {
    guard let code = UnfinishedFile.unusableTarget(target) else { return }
    guard code != 0 else {
      throw ImageFileError(target, .unwritable, "cannot write: it exists and is not a regular file")
    }
    throw ImageFileError(target, .unwritable, "cannot write", errno: code)
  }

  /// Moves `count` files to their places, each in place of what was there, and removes the folder. `names` gives each
  /// one's name in the folder and its path. Throws `unwritable` for the first that cannot be moved; those before are
  /// moved back then, and what they had replaced is there again.
  package func publish(_ count: Int, _ names: (Int) -> (name: String, target: String)) throws(ImageFileError) {
    for index in 0..<count { try Self.check(names(index).target) }
    var failure: (target: String, code: CInt)?
    UnfinishedOutputs.settle(path) {
      for index in 0..<count {
        let (name, target) = names(index)
        // A second name for what is there: where the file system has none, it cannot come back.
        link(target, replaced(name))
        guard rename("\(path)/\(name)", target) != 0 else { continue }
        failure = (target, errno)
        for earlier in 0..<index { takeBack(names(earlier)) }
        return false
      }
      // The folder now holds the files that were replaced.
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

/// The temporary files and folders of this process that have a name: each is listed from before it exists until after
/// it is gone, so that a signal that ends the process can remove them all.
package enum UnfinishedOutputs {
  private static let paths = Mutex<Set<String>>([])

  /// The number of names that are tried: with 64 random bits not even a second one should be needed.
  private static let attempts = 64

  /// Makes something under a name in `target`'s folder that nothing had before, and lists it. The name is random, not
  /// the process's number: two containers that share a folder may both be number 1. `make` makes it at a path,
  /// exclusively; a negative result has an errno. Returns the path and the result, or errno.
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

  /// Calls `body`, which gives a temporary file or folder its final name or removes it; no signal's cleaning up comes
  /// between. The path is no longer listed where `body` returns true.
  static func settle(_ path: String, _ body: () -> Bool) {
    paths.withLock { paths in if body() { paths.remove(path) } }
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
