// A transaction's completion block. Which animations it waits for is settled when its transaction ends: those added
// since the block was set whose layers are in a hosted tree by then. Animations of other layers never run, and nobody
// waits for them.

/// A completion block and what it waits for.
final class TransactionCompletion {
  private var block: (() -> Void)?
  /// The animations added so far; empty once the transaction ended.
  private var added: [UInt64: CALayer] = [:]
  /// The animations to wait for, once the transaction ended.
  private var running: Set<UInt64> = []
  private var isSealed = false

  init(_ block: @escaping () -> Void) { self.block = block }

  /// One more animation to wait for.
  func enter(_ serial: UInt64, of layer: CALayer) { added[serial] = layer }

  /// An animation ended or was removed.
  ///
  /// - Parameter perform: calls the block, where that was the last one.
  func leave(_ serial: UInt64, perform: (@escaping () -> Void) -> Void) {
    guard isSealed else {
      added[serial] = nil
      return
    }
    if running.remove(serial) != nil { finishIfDone(perform) }
  }

  /// The transaction ended: nothing more to wait for will come. Without animations the block is called on the next turn
  /// of `clock`, that of a tree the transaction changed; where it changed none, of the current clock.
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
