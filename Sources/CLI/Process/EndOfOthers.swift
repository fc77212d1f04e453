// The end of those whom the command works for: the reader of what it prints, and the program that began it. The command
// ends with them, as SIGPIPE would end it, with ``ExitStatus/brokenPipe`` and without a word; what is unfinished is
// removed first.
//
// A thread waits for each. The kernel tells of both by a descriptor, so that no other process is asked for, and a
// program that was killed counts like one that has ended.
//
// Tested by EndOfOthersTests.
import Foundation
import ImageFiles

/// Ends the command together with its reader or its parent.
enum EndOfOthers {
  /// The variable that names a descriptor whose other end the program holds that began the command: the reading end of
  /// a pipe, or a socket.
  static let variable = "MULTIPLANE_PARENT_FD"

  /// Ends the command when the other end of the descriptor is closed that ``variable`` names, if it is set.
  ///
  /// The variable is taken out of the environment: it is not for the processes that this one begins.
  ///
  /// - Throws: ``NoParentDescriptor`` where it names none.
  static func followParent() throws {
    guard let value = ProcessInfo.processInfo.environment[variable] else { return }
    unsetenv(variable)
    var status = stat()
    guard let descriptor = CInt(value), descriptor >= 0, fstat(descriptor, &status) == 0,
      [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
    else { throw NoParentDescriptor(value: value) }
    if descriptor > STDERR_FILENO { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    Thread.detachNewThread {
      var byte: UInt8 = 0
      // Bytes that arrive before the end have no meaning.
      while true {
        let count = read(descriptor, &byte, 1)
        if count < 0, errno == EAGAIN { wait(descriptor, POLLIN) }
        if count == 0 || count < 0 && errno != EINTR && errno != EAGAIN { end() }
      }
    }
  }

  /// Ends the command when nobody reads its standard output any more, for what has no other product than what is
  /// printed there.
  static func followReader() {
    Thread.detachNewThread {
      // The end of the reader is told whether it is asked for or not, and nothing else is.
      if wait(STDOUT_FILENO, 0) & Int16(POLLERR | POLLHUP) != 0 { end() }
    }
  }

  /// Ends the command as one that nobody listens to.
  static func end() -> Never { UnfinishedOutputs.discardAll { _exit(ExitStatus.brokenPipe.rawValue) } }

  /// Waits until something happens at a descriptor; what it was.
  @discardableResult
  private static func wait(_ descriptor: CInt, _ events: CInt) -> Int16 {
    var watched = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    while poll(&watched, 1, -1) < 0, errno == EINTR {}
    return watched.revents
  }
}

/// The error of an environment whose ``EndOfOthers/variable`` is not the number of an open pipe or socket.
struct NoParentDescriptor: ExitStatusError, CustomStringConvertible {
  let value: String
  var exitStatus: ExitStatus { .usage }
  var description: String {
    "\(EndOfOthers.variable)='\(value)': expected the number of an open pipe or socket, whose other end is closed when "
      + "the command is to end"
  }
}
