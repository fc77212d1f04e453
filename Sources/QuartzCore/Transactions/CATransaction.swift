// Each thread has its own stack of transactions. Changes outside explicit transactions belong to an implicit one, which
// ends at `flush()`: at a renderer's frame, when a manual clock advances, or on a running run loop's next turn.
//
// Tested by TransactionTests, CompletionBlockTests and ImplicitAnimationTests.

public import Foundation
import Synchronization

/// The key of ``CATransaction/animationDuration()``.
public let kCATransactionAnimationDuration = "animationDuration"
/// The key of ``CATransaction/disableActions()``.
public let kCATransactionDisableActions = "disableActions"
/// The key of ``CATransaction/animationTimingFunction()``.
public let kCATransactionAnimationTimingFunction = "animationTimingFunction"
/// The key of ``CATransaction/completionBlock()``.
public let kCATransactionCompletionBlock = "completionBlock"

/// A mechanism for batching changes of layer trees into atomic updates: frames see changes once they are committed.
///
/// Changes of animatable properties of committed layers are animated, with the duration and timing function of the
/// transaction, unless an action says otherwise (``CALayer/action(forKey:)``) or ``setDisableActions(_:)`` is set.
public final class CATransaction: NSObject {
  private override init() {}

  /// Begins a transaction, inside the open one, if any, whose settings it inherits.
  public class func begin() { stack.begin() }

  /// Ends the innermost transaction and returns to the settings of the one around it. Ending the outermost commits all
  /// changes of this thread. Without a transaction it does nothing.
  public class func commit() { stack.commit() }

  /// Commits changes outside explicit transactions, and resets their settings. Inside an explicit one it does nothing.
  public class func flush() { stack.flush(redisplays: true) }

  /// Commits changes for a frame: layers that were marked during their display wait for the next one.
  static func flushForFrame() { stack.flush(redisplays: false) }

  /// Makes changes that run no actions, as part of the open transaction.
  static func withoutActions(_ body: () -> Void) { stack.withoutActions(body) }

  /// Takes the lock that all threads share; the same thread may take it several times.
  public class func lock() { globalLock.lock() }

  /// Releases the lock; without it, does nothing.
  public class func unlock() { globalLock.unlock() }

  /// Returns the duration of animations that set no duration, in seconds. Default: 0.25.
  public class func animationDuration() -> CFTimeInterval { stack.settings.duration }

  /// Sets the duration, in seconds, for animations added in this transaction.
  public class func setAnimationDuration(_ dur: CFTimeInterval) { stack.settings.duration = dur }

  /// Returns the pace that replaces that of animations added in this transaction; nil leaves theirs. Default: nil.
  public class func animationTimingFunction() -> CAMediaTimingFunction? { stack.settings.timingFunction }

  /// Sets the pace of all animations that are added in this transaction.
  public class func setAnimationTimingFunction(_ function: CAMediaTimingFunction?) {
    stack.settings.timingFunction = function
  }

  /// Whether changes run no actions. Default: false. Direct calls of ``CALayer/action(forKey:)`` are not affected.
  public class func disableActions() -> Bool { TransactionStack.disablesActions }

  /// Sets whether changes run no actions.
  public class func setDisableActions(_ flag: Bool) { stack.settings.disablesActions = flag }

  /// Returns the last block that was set in this transaction or one around it.
  public class func completionBlock() -> (() -> Void)? { stack.completionBlock }

  /// Sets a block to call once, after all animations that are added from now on in this transaction have ended or were
  /// removed; without any, on the clock's next turn after the commit. Another block does not replace the first one:
  /// both are called. Nil only clears ``completionBlock()``; the block is still called.
  ///
  /// Animations count if their layers are in a hosted tree when the transaction is committed. The thread that advances
  /// the clock calls the block; see ``MediaClock``.
  public class func setCompletionBlock(_ block: (() -> Void)?) { stack.setCompletionBlock(block) }

  /// Returns the value of a key: a setting, or any that was set in this transaction or one around it.
  public class func value(forKey key: String) -> Any? {
    switch key {
    case kCATransactionAnimationDuration: animationDuration()
    case kCATransactionDisableActions: disableActions()
    case kCATransactionAnimationTimingFunction: animationTimingFunction()
    case kCATransactionCompletionBlock: completionBlock()
    default: stack.settings.others[key]
    }
  }

  /// Sets the value of a key for this transaction and those inside it.
  public class func setValue(_ anObject: Any?, forKey key: String) {
    switch key {
    case kCATransactionAnimationDuration:
      setAnimationDuration(AnimatableValue(anObject)?.number ?? TransactionSettings.defaultDuration)
    case kCATransactionDisableActions: setDisableActions((AnimatableValue(anObject)?.number ?? 0) != 0)
    case kCATransactionAnimationTimingFunction: setAnimationTimingFunction(anObject as? CAMediaTimingFunction)
    case kCATransactionCompletionBlock: setCompletionBlock(anObject as? () -> Void)
    default: stack.settings.others[key] = anObject
    }
  }

  static var isExplicit: Bool { stack.isExplicit }

  static func noteChanges(of host: LayerHost, schedulesFlush: Bool) {
    stack.noteChanges(of: host, schedulesFlush: schedulesFlush)
  }

  static func noteRedisplay(of host: LayerHost) { stack.noteRedisplay(of: host) }

  /// The completion blocks that wait for an animation that is added now.
  static var openCompletions: [TransactionCompletion] { stack.openCompletions }

  static func nextSerial() -> UInt64 { serials.add(1, ordering: .relaxed).newValue }

  private static let serials = Atomic<UInt64>(0)
  private static let globalLock = GlobalLock()
  private static var stack: TransactionStack { .current }
}

/// A recursive lock that may be released without having been taken.
private final class GlobalLock: Sendable {
  private let lockQueue = NSRecursiveLock()
  private let holder = Mutex<(thread: ObjectIdentifier?, count: Int)>((nil, 0))

  func lock() {
    lockQueue.lock()
    holder.withLock { $0 = (ObjectIdentifier(Thread.current), $0.count + 1) }
  }

  func unlock() {
    let isMine = holder.withLock { state -> Bool in
      guard state.count > 0, state.thread == ObjectIdentifier(Thread.current) else { return false }
      state.count -= 1
      if state.count == 0 { state.thread = nil }
      return true
    }
    if isMine { lockQueue.unlock() }
  }
}
