// A thread's open transactions: their settings, their completion blocks, and the hosts with changes to commit.

import Foundation

/// What a transaction sets; a nested one begins with a copy.
struct TransactionSettings {
  static let defaultDuration: CFTimeInterval = 0.25

  var duration = TransactionSettings.defaultDuration
  var timingFunction: CAMediaTimingFunction?
  var disablesActions = false
  var others: [String: Any] = [:]
}

/// The transactions of one thread, the implicit one first.
final class TransactionStack {
  private struct Transaction {
    var settings = TransactionSettings()
    /// What was set here, in order; the blocks of an inner transaction are its own.
    var completions: [TransactionCompletion] = []
    /// Whether the getter shows this transaction's last block and not the one around it.
    var showsOwnBlock = false
    var block: (() -> Void)?
  }

  /// Does not keep the host alive: when it goes, its tree is not hosted any more.
  private struct Uncommitted {
    weak var host: LayerHost?
  }

  private var transactions = [Transaction()]
  private var uncommitted: [Uncommitted] = []
  private var willFlushOnRunLoop = false

  static var current: TransactionStack {
    let key = "multiplane.CATransaction"
    if let stack = Thread.current.threadDictionary[key] as? TransactionStack { return stack }
    let stack = TransactionStack()
    Thread.current.threadDictionary[key] = stack
    return stack
  }

  var settings: TransactionSettings {
    get { transactions[transactions.count - 1].settings }
    set { transactions[transactions.count - 1].settings = newValue }
  }

  var isExplicit: Bool { transactions.count > 1 }

  func begin() { transactions.append(Transaction(settings: settings)) }

  func commit() {
    guard isExplicit else { return }
    let ended = transactions.removeLast()
    if !isExplicit { commitChanges() }
    for completion in ended.completions { completion.seal() }
  }

  func flush() {
    guard !isExplicit else { return }
    let ended = transactions[0]
    transactions[0] = Transaction()
    commitChanges()
    for completion in ended.completions { completion.seal() }
  }

  // MARK: Completion blocks

  var completionBlock: (() -> Void)? { transactions.last { $0.showsOwnBlock }?.block }

  func setCompletionBlock(_ block: (() -> Void)?) {
    let last = transactions.count - 1
    transactions[last].showsOwnBlock = true
    transactions[last].block = block
    if let block { transactions[last].completions.append(TransactionCompletion(block)) }
    scheduleFlush()
  }

  var openCompletions: [TransactionCompletion] { transactions.flatMap(\.completions) }

  // MARK: Commits

  func noteChanges(of host: LayerHost) {
    uncommitted.append(Uncommitted(host: host))
    scheduleFlush()
  }

  private func commitChanges() {
    let noted = uncommitted
    uncommitted = []
    for entry in noted { entry.host?.commitChanges() }
  }

  /// Where a run loop runs on the main thread, implicit transactions end on its next turn.
  private func scheduleFlush() {
    guard !willFlushOnRunLoop, Thread.isMainThread else { return }
    willFlushOnRunLoop = true
    RunLoop.main.perform {
      let stack = TransactionStack.current
      stack.willFlushOnRunLoop = false
      stack.flush()
      MediaClock.current.processEvents()
    }
  }
}

/// A completion block and what it waits for.
final class TransactionCompletion {
  private var block: (() -> Void)?
  private var pending = 0
  private var isSealed = false
  /// The clock of the animations; the block is called on its turn.
  private var clock: MediaClock?

  init(_ block: @escaping () -> Void) { self.block = block }

  /// One more animation to wait for, of a tree with that clock.
  func enter(_ clock: MediaClock) {
    pending += 1
    self.clock = clock
  }

  /// An animation ended or was removed.
  func leave() {
    pending -= 1
    finishIfDone()
  }

  /// The transaction was committed: nothing more to wait for will come.
  func seal() {
    isSealed = true
    finishIfDone()
  }

  private func finishIfDone() {
    guard isSealed, pending == 0, let block else { return }
    self.block = nil
    (clock ?? .current).perform(block)
  }
}
