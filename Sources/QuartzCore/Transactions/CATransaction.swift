// Transactions group changes into commits. The commit is what moves model values to the render tree: nothing that is
// set is seen by a frame before it. Each thread has its own stack; a change outside any explicit transaction belongs to
// an implicit one, which ends at `flush()`, called at the beginning of a renderer's frame.

public import Foundation
import Synchronization

/// A mechanism for batching changes of layer trees into atomic updates of the render tree.
public final class CATransaction: NSObject {
  private override init() {}

  /// Begins a transaction, inside the one that is open, if any. It inherits the settings of that one.
  public class func begin() { stack.begin() }

  /// Ends the innermost transaction; the settings of the one around it are in force again. With the outermost, all
  /// changes of this thread are committed. Without a transaction it does nothing.
  public class func commit() { stack.commit() }

  /// Commits what was changed outside explicit transactions; what was set there is back at its default. While an
  /// explicit transaction is open it does nothing.
  public class func flush() { stack.flush() }

  /// How long animations last that say nothing else, in seconds. Default: 0.25.
  public class func animationDuration() -> CFTimeInterval { stack.duration }

  /// Sets the duration, in seconds, for animations added in this transaction.
  public class func setAnimationDuration(_ dur: CFTimeInterval) { stack.duration = dur }

  /// Whether an explicit transaction is open on this thread.
  static var isExplicit: Bool { stack.isExplicit }

  /// Notes a host with uncommitted changes.
  static func noteChanges(of host: LayerHost) { stack.noteChanges(of: host) }

  /// A number that no other animation has.
  static func nextSerial() -> UInt64 { serials.add(1, ordering: .relaxed).newValue }

  private static let serials = Atomic<UInt64>(0)
  private static var stack: TransactionStack { .current }
}

/// A thread's open transactions and the hosts with changes to commit.
private final class TransactionStack {
  /// Does not keep the host alive: when it goes, its tree is not hosted any more.
  struct Uncommitted {
    weak var host: LayerHost?
  }

  static let defaultDuration: CFTimeInterval = 0.25

  /// The settings of each open transaction, the implicit one first.
  private var durations: [CFTimeInterval] = [TransactionStack.defaultDuration]
  private var uncommitted: [Uncommitted] = []

  static var current: TransactionStack {
    let key = "multiplane.CATransaction"
    if let stack = Thread.current.threadDictionary[key] as? TransactionStack { return stack }
    let stack = TransactionStack()
    Thread.current.threadDictionary[key] = stack
    return stack
  }

  var duration: CFTimeInterval {
    get { durations[durations.count - 1] }
    set { durations[durations.count - 1] = newValue }
  }

  var isExplicit: Bool { durations.count > 1 }

  func begin() { durations.append(duration) }

  func commit() {
    guard isExplicit else { return }
    durations.removeLast()
    if !isExplicit { commitChanges() }
  }

  func flush() {
    guard !isExplicit else { return }
    durations[0] = Self.defaultDuration
    commitChanges()
  }

  func noteChanges(of host: LayerHost) { uncommitted.append(Uncommitted(host: host)) }

  private func commitChanges() {
    let noted = uncommitted
    uncommitted = []
    for entry in noted { entry.host?.commitChanges() }
  }
}
