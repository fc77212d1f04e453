// One condition guards everything but the slots' bytes, which the caller fills and the thread encodes outside it: a
// slot that the thread reads counts as filled until it is done.

import CoreGraphics
import Foundation
import ImageFiles
import Synchronization

/// Hands frames to a sink on a thread of its own, in order, with bounded memory.
final class EncodeQueue: @unchecked Sendable {
  // Unchecked Sendable: `phase`, `appended`, `encoded`, `outcome`, `waiters` and `waits` are touched only under
  // `condition`, `thread` by the initialiser, the slots as told above, and the sink only by the thread once it runs.

  private enum Phase { case running, finishing, cancelling }

  /// The durations that the two sides waited for each other.
  struct Waits {
    /// The caller, for a free slot.
    var forRoom = Duration.zero
    /// The thread, for a frame.
    var forFrames = Duration.zero
  }

  /// Three: one being encoded, one ready, one being filled.
  static let capacity = 3

  private let condition = NSCondition()
  private let sink: any FrameSink
  private let slots: [FrameMemory]
  private var phase = Phase.running
  /// Frames put in so far; the next one goes to slot `appended % capacity`.
  private var appended = 0
  /// Frames that the sink is done with.
  private var encoded = 0
  /// The result of the thread; nil while it runs.
  private var outcome: Result<Void, VideoError>?
  /// Tasks that wait for a change of any of these.
  private var waiters: [CheckedContinuation<Bool, Never>] = []
  private var waits = Waits()
  private var thread: JoinedThread?

  /// Starts the thread. It keeps the queue alive until `finish` or `cancel` ends it, so one of them must be called. A
  /// process that exits before is held until the thread has removed what it was writing.
  init(sink: any FrameSink, frameSize: Int) throws(VideoError) {
    self.sink = sink
    var slots: [FrameMemory] = []
    for _ in 0..<Self.capacity { slots.append(try FrameMemory.make(byteCount: frameSize)) }
    self.slots = slots
    do throws(JoinedThread.Refused) {
      thread = try JoinedThread(name: "video encoder") { self.run() }
    } catch {
      sink.discard()
      throw .outOfMemory(
        operation: "start the encoder's thread", reason: String(cString: strerror(error.errno)))
    }
    RunningEncoders.add(self)
  }

  /// The memory of the next frame, to be filled before `commit`, after waiting for a free slot. Throws what ended the
  /// thread, if something has.
  func nextSlot() throws(VideoError) -> UnsafeMutableRawBufferPointer {
    condition.lock()
    defer { condition.unlock() }
    precondition(phase != .finishing, "VideoWriter: append after finish")
    let isFull = appended - encoded == Self.capacity
    let start = ContinuousClock.now
    // Once it is cancelled, it waits for the end, so that the caller finds the temporary files gone.
    while outcome == nil, appended - encoded == Self.capacity || phase == .cancelling { condition.wait() }
    if isFull { waits.forRoom += ContinuousClock.now - start }
    try outcome?.get()
    return slots[appended % Self.capacity].bytes
  }

  func commit() throws(VideoError) {
    condition.lock()
    defer { condition.unlock() }
    while outcome == nil, phase == .cancelling { condition.wait() }
    try outcome?.get()
    appended += 1
    condition.broadcast()
  }

  /// Copies a frame in, after waiting for a free slot.
  func append(_ frame: RawSpan) throws(VideoError) {
    let slot = try nextSlot()
    frame.withUnsafeBytes { slot.copyMemory(from: $0) }
    try commit()
  }

  /// The durations that the caller has waited for a free slot, and the thread for frames, from the second frame on:
  /// before the first one, programs are compiled.
  var waitingTimes: Waits { condition.withLock { waits } }

  func finish() throws(VideoError) { try end(.finishing).get() }

  /// Has the thread encode what is left and publish the output, without waiting for it.
  func requestFinish() {
    condition.withLock {
      if phase == .running { phase = .finishing }
      condition.broadcast()
    }
  }

  func cancel() { _ = end(.cancelling) }

  /// Has the thread end and remove the temporary files, without waiting for it.
  func requestCancellation() {
    condition.withLock {
      phase = .cancelling
      condition.broadcast()
    }
  }

  // MARK: For tasks, which must not hold on to their thread

  /// Suspends until `append` would not wait.
  func waitUntilReady() async {
    let start = ContinuousClock.now
    var hasWaited = false
    await suspend {
      let isReady = self.outcome != nil || self.appended - self.encoded < Self.capacity && self.phase != .cancelling
      if isReady, hasWaited { self.waits.forRoom += ContinuousClock.now - start }
      hasWaited = !isReady
      return isReady
    }
  }

  /// Suspends until all frames are encoded and the output is published, or something went wrong.
  func finishAsync() async -> Result<Void, VideoError> {
    condition.withLock {
      if phase != .cancelling { phase = .finishing }
      condition.broadcast()
    }
    await suspend { self.outcome != nil }
    // It has nothing left to do but to end.
    return joined { condition.withLock { outcome! } }
  }

  /// Suspends until a condition holds, which is looked at under the lock after each change.
  private func suspend(until isMet: () -> Bool) async {
    var isDone = false
    while !isDone {
      isDone = await withCheckedContinuation { continuation in
        condition.lock()
        let isMetNow = isMet()
        if !isMetNow { waiters.append(continuation) }
        condition.unlock()
        if isMetNow { continuation.resume(returning: true) }
      }
    }
  }

  /// Has the threads and the tasks that wait look again. Called under the lock.
  private func wakeWaiters() {
    condition.broadcast()
    for waiter in waiters { waiter.resume(returning: false) }
    waiters = []
  }

  private func end(_ ending: Phase) -> Result<Void, VideoError> {
    condition.withLock {
      // A cancellation is not taken back.
      if phase != .cancelling { phase = ending }
      condition.broadcast()
    }
    return joined { condition.withLock { outcome! } }
  }

  /// Waits until the thread has ended, and with it its hold on the queue and the sink: what they are made of goes with
  /// their owner, and not while the process ends.
  private func joined<Value>(_ body: () -> Value) -> Value {
    thread?.join()
    RunningEncoders.remove(self)
    return body()
  }

  // MARK: The thread

  private func run() {
    let result = encodeAll()
    if case .failure = result { sink.discard() }
    condition.withLock {
      outcome = result
      wakeWaiters()
    }
  }

  private func encodeAll() -> Result<Void, VideoError> {
    do throws(VideoError) {
      var index = 0
      while let frame = nextFrame() {
        try sink.write(frame, at: index)
        index += 1
        releaseFrame()
      }
      try checkCancellation()
      try sink.complete()
      try checkCancellation()
      try sink.publish()
      return .success(())
    } catch {
      return .failure(error)
    }
  }

  /// Waits for a frame; nil when there will be no more or they are no longer wanted.
  private func nextFrame() -> UnsafeRawBufferPointer? {
    condition.lock()
    defer { condition.unlock() }
    let start = ContinuousClock.now
    while phase == .running, appended == encoded { condition.wait() }
    if encoded > 0 { waits.forFrames += ContinuousClock.now - start }
    guard phase != .cancelling, appended > encoded else { return nil }
    return UnsafeRawBufferPointer(slots[encoded % Self.capacity].bytes)
  }

  private func releaseFrame() {
    condition.withLock {
      encoded += 1
      wakeWaiters()
    }
  }

  private func checkCancellation() throws(VideoError) {
    if condition.withLock({ phase == .cancelling }) { throw .cancelled }
  }
}

/// The queues whose threads may be at work. A program may call `exit` at any time, and the libraries' own ends must not
/// come while a thread is inside of them.
private enum RunningEncoders {
  private static let queues = Mutex<[ObjectIdentifier: EncodeQueue]>([:])
  /// Registered after the libraries were opened, and so called before their own.
  private static let endsAtExit: Bool = atexit { RunningEncoders.cancelAll() } == 0

  static func add(_ queue: EncodeQueue) {
    _ = endsAtExit
    queues.withLock { $0[ObjectIdentifier(queue)] = queue }
  }

  static func remove(_ queue: EncodeQueue) { queues.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(queue)) } }

  private static func cancelAll() {
    for queue in queues.withLock({ Array($0.values) }) { queue.cancel() }
  }
}
