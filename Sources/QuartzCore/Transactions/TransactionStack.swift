// Every change of every layer reads from the stack whether actions are disabled: the stack is found by a pthread key,
// which takes a few nanoseconds where the thread's dictionary takes hundreds.

import Foundation

/// The settings of a transaction; a nested one begins with a copy.
struct TransactionSettings {
  static let defaultDuration: CFTimeInterval = 0.25

  var duration = TransactionSettings.defaultDuration
  var timingFunction: CAMediaTimingFunction?
  var disablesActions = false
  var others: [String: Any] = [:]
}

/// A thread's open transactions, the implicit one first: their settings, completion blocks, and hosts with changes.
final class TransactionStack {
  private struct Transaction {
    var settings = TransactionSettings()
    /// The completion blocks that were set in this transaction, in order, without those of inner ones.
    var completions: [TransactionCompletion] = []
    /// Whether the getter shows this transaction's last block rather than the one around it.
    var showsOwnBlock = false
    var block: (() -> Void)?
  }

  /// A weak reference: a tree whose host is deallocated is not hosted any more.
  private struct Uncommitted {
    weak var host: LayerHost?
  }

  private var innermost = Transaction()
  private var outer: [Transaction] = []
  private var uncommitted: [Uncommitted] = []
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

  /// The stack of this thread, which keeps it until it ends.
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

  /// Whether changes on this thread run no actions. Retaining the stack would cost as much as the rest.
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

  /// Ends the implicit transaction. `redisplays` says whether layers that marked themselves during their display are
  /// displayed again; false if several flushes make one frame.
  func flush(redisplays: Bool) {
    guard !isExplicit else { return }
    if redisplays { redisplay() }
    layOut()
    end(goingOnIn: Transaction())
  }

  /// Runs `body` inside a transaction in which changes run no actions. Its changes belong to the transaction around it.
  func withoutActions(_ body: () -> Void) {
    let depth = outer.count
    begin()
    innermost.settings.disablesActions = true
    body()
    // Ends an unbalanced `begin()` in `body`; one `commit()` too many has ended this transaction already.
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

  /// Notes a host with layers that marked themselves during display. Flushing for them would keep the run loop busy.
  func noteRedisplay(of host: LayerHost) { redisplaying.append(Uncommitted(host: host)) }

  /// Lays out and displays as part of the ending transaction: the changes are animated with its settings, and its
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

  /// Commits the noted hosts and returns the clock of one of them.
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

  /// Ends implicit transactions on the next turn of the run loop, if one runs on the main thread.
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

/// A transaction's completion block and the animations that it waits for: those added since the block was set whose
/// layers are in a hosted tree when the transaction ends. Animations of other layers never run.
final class TransactionCompletion {
  private var block: (() -> Void)?
  /// The animations added so far; empty once the transaction ended.
  private var added: [UInt64: CALayer] = [:]
  /// The animations to wait for, once the transaction ended.
  private var running: Set<UInt64> = []
  private var isSealed = false

  init(_ block: @escaping () -> Void) { self.block = block }

  func enter(_ serial: UInt64, of layer: CALayer) { added[serial] = layer }

  /// Notes that an animation ended or was removed; after the last one, calls the block by `perform`.
  func leave(_ serial: UInt64, perform: (@escaping () -> Void) -> Void) {
    guard isSealed else {
      added[serial] = nil
      return
    }
    if running.remove(serial) != nil { finishIfDone(perform) }
  }

  /// Notes the end of the transaction. Without animations the block is called on the next turn of `clock`, that of a
  /// tree that the transaction changed, or else of the current clock.
  func seal(_ clock: MediaClock?) {
    isSealed = true
    running = Set(added.lazy.filter { $0.value.host != nil }.map(\.key))
    added = [:]
    finishIfDone { (clock ?? .current).perform($0) }
  }

  private func finishIfDone(_ perform: (@escaping () -> Void) -> Void) {
    guard running.isEmpty, let block else { return }
    self.block = nil
    perform(block)
  }
}
