// A thread's open transactions: their settings, their completion blocks, and the hosts with changes to commit.
//
// Every change of every layer asks the stack whether actions are disabled, hosted or not: the stack is found by a
// pthread key, which takes a few nanoseconds where the thread's dictionary takes hundreds.

import Foundation

/// The settings of a transaction; a nested one begins with a copy.
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
    /// The completion blocks that were set in this transaction, in order. An inner transaction has its own blocks.
    var completions: [TransactionCompletion] = []
    /// Whether the getter shows this transaction's last block and not the one around it.
    var showsOwnBlock = false
    var block: (() -> Void)?
  }

  /// Does not keep the host alive: when it goes, its tree is not hosted any more.
  private struct Uncommitted {
    weak var host: LayerHost?
  }

  private var innermost = Transaction()
  /// The transactions around the innermost one.
  private var outer: [Transaction] = []
  private var uncommitted: [Uncommitted] = []
  /// The hosts with layers to display again.
  private var redisplaying: [Uncommitted] = []
  private var willFlushOnRunLoop = false

  private static let threadKey: pthread_key_t = {
    var key = pthread_key_t()
    let status = pthread_key_create(&key) { stack in
      if let stack { Unmanaged<TransactionStack>.fromOpaque(stack).release() }
    }
    require(status == 0, "CATransaction: no thread key left (pthread_key_create: \(status))")
    return key
  }()

  /// The stack of this thread; the thread keeps it until it ends.
  static var current: TransactionStack {
    if let stack = pthread_getspecific(threadKey) {
      return Unmanaged<TransactionStack>.fromOpaque(stack).takeUnretainedValue()
    }
    let stack = TransactionStack()
    pthread_setspecific(threadKey, Unmanaged.passRetained(stack).toOpaque())
    return stack
  }

  var settings: TransactionSettings {
    get { innermost.settings }
    set { innermost.settings = newValue }
  }

  /// Whether changes on this thread run no actions. Does not retain the stack, which would cost as much as the rest.
  static var disablesActions: Bool {
    guard let stack = pthread_getspecific(threadKey) else { return false }
    return Unmanaged<TransactionStack>.fromOpaque(stack)._withUnsafeGuaranteedRef {
      $0.innermost.settings.disablesActions
    }
  }

  var isExplicit: Bool { !outer.isEmpty }

  func begin() {
    outer.append(innermost)
    innermost = Transaction(settings: outer[outer.count - 1].settings)
  }

  func commit() {
    guard isExplicit else { return }
    if outer.count == 1 {
      redisplay()
      layOut()
    }
    end(goingOnIn: outer.removeLast())
  }

  /// Ends the implicit transaction.
  ///
  /// - Parameter redisplays: whether layers that marked themselves while they were displayed are displayed again: not
  ///   where several flushes make one frame.
  func flush(redisplays: Bool) {
    guard !isExplicit else { return }
    if redisplays { redisplay() }
    layOut()
    end(goingOnIn: Transaction())
  }

  /// Runs `body` inside a transaction in which changes run no actions. It commits nothing by itself: what is changed
  /// belongs to the transaction around it.
  func withoutActions(_ body: () -> Void) {
    let depth = outer.count
    begin()
    innermost.settings.disablesActions = true
    body()
    // A `begin()` in `body` without its `commit()` ends here, and one `commit()` too many has ended this one already.
    while outer.count > depth {
      let ended = innermost
      innermost = outer.removeLast()
      innermost.completions += ended.completions
    }
  }

  /// Ends the innermost transaction. The outermost commits the hosts' changes before its completion blocks are sealed.
  private func end(goingOnIn next: Transaction) {
    let ended = innermost
    innermost = next
    let clock = isExplicit ? nil : commitChanges()
    for completion in ended.completions { completion.seal(clock) }
  }

  // MARK: Completion blocks

  var completionBlock: (() -> Void)? {
    if innermost.showsOwnBlock { return innermost.block }
    return outer.last { $0.showsOwnBlock }?.block
  }

  func setCompletionBlock(_ block: (() -> Void)?) {
    innermost.showsOwnBlock = true
    innermost.block = block
    if let block { innermost.completions.append(TransactionCompletion(block)) }
    scheduleFlush()
  }

  var openCompletions: [TransactionCompletion] {
    guard isExplicit else { return innermost.completions }
    return outer.flatMap(\.completions) + innermost.completions
  }

  // MARK: Commits

  func noteChanges(of host: LayerHost, schedulesFlush: Bool) {
    uncommitted.append(Uncommitted(host: host))
    if schedulesFlush { scheduleFlush() }
  }

  /// Notes a host with layers that marked themselves while they were displayed. The run loop does not flush for them:
  /// it would do nothing else.
  func noteRedisplay(of host: LayerHost) { redisplaying.append(Uncommitted(host: host)) }

  /// Layout and display belong to the transaction that ends: their changes are animated with its settings, and its
  /// completion blocks wait for them.
  private func layOut() {
    for entry in uncommitted { entry.host?.layOutAndDisplay() }
  }

  private func redisplay() {
    guard !redisplaying.isEmpty else { return }
    let hosts = redisplaying
    redisplaying = []
    for entry in hosts { entry.host?.redisplay(inCommit: true) }
  }

  /// Commits the noted hosts; the answer is the clock of one of them.
  private func commitChanges() -> MediaClock? {
    let noted = uncommitted
    uncommitted = []
    var clock: MediaClock?
    for entry in noted {
      guard let host = entry.host else { continue }
      host.commitChanges()
      clock = host.clock
    }
    return clock
  }

  /// Has implicit transactions end on the next turn of the run loop, if one runs on the main thread.
  private func scheduleFlush() {
    guard !willFlushOnRunLoop, Thread.isMainThread, let runLoop = MainRunLoop.ifAvailable else { return }
    willFlushOnRunLoop = true
    runLoop.perform {
      let stack = TransactionStack.current
      stack.willFlushOnRunLoop = false
      stack.flush(redisplays: true)
      MediaClock.current.processEvents()
      MediaClock.wakeRunLoop()
    }
  }
}
