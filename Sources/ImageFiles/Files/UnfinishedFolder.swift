// Several files that get their names together: they are written to a hidden folder beside their place, and moved there
// when all are whole. Either all get their names or none does.
import Glibc

/// A folder of output files in the making. It is removed, with what is in it, when it is let go of without `publish`.
package final class UnfinishedFolder {
  /// The path of the folder until `publish`.
  package let path: String
  private var isSettled = false

  /// Creates the folder beside `target`.
  ///
  /// - Throws: `ImageFileError` with `unwritable` and the system's reason.
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

  /// Moves the folder's files to their places, each in place of what was there, and removes the folder.
  ///
  /// - Parameters:
  ///   - count: how many files there are.
  ///   - names: the name in the folder, and the path to move to, of each.
  /// - Throws: `ImageFileError` with `unwritable` for the first that cannot be moved; those before are moved back then,
  ///   and what they had replaced is there again.
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
      // What is left in the folder is what was replaced.
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
