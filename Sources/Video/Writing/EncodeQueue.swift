// One condition guards everything but the slots' bytes, which the caller fills and the thread encodes outside it: a
// slot counts as filled until the thread has read it.

import CoreGraphics
import Foundation
import ImageFiles
import Synchronization

/// Passes frames to a sink on a thread of its own, in order, with bounded memory.
final class EncodeQueue: @unchecked Sendable {
  // Unchecked Sendable: `phase`, `appended`, `encoded`, `pictures`, `outcome`, `waiters` and `waits` are used only
  // under `condition`, `thread` by the initialiser, the slots as above, and the sink only by the thread once it runs.

  private enum Phase { case running, finishing, cancelling }

  /// The durations of both sides' waits for each other.
  struct Waits {
    /// The caller's wait for a free slot.
    var forRoom = Duration.zero
    /// The thread's wait for a frame.
    var forFrames = Duration.zero
  }

  /// Three: one being encoded, one ready, one being filled.
  static let capacity = 3

  private let condition = NSCondition()
  private let sink: any FrameSink
  private let slots: [FrameMemory]
  /// The pictures in the place of slots' bytes, by slot.
  private var pictures = [PassedPicture?](repeating: nil, count: EncodeQueue.capacity)
  private var phase = Phase.running
  /// The number of frames put in.
  private var appended = 0
  /// The slots of the last frames, by their numbers modulo `capacity`: a repeated frame has that of the one before.
  private var slotOfFrame = [Int](repeating: 0, count: EncodeQueue.capacity)
  /// The slot of the next frame that is no repetition. No frame that waits is in it, as those in between are fewer.
  private var nextFree = 0
  /// The number of frames that the sink has processed.
  private var encoded = 0
  /// The result of the thread; nil while it runs.
  private var outcome: Result<Void, VideoError>?
  /// Tasks that wait for a change of any of these.
  private var waiters: [CheckedContinuation<Bool, Never>] = []
  private var waits = Waits()
  private var thread: JoinedThread?

  /// Starts the thread, which keeps the queue alive until `finish` or `cancel`: one of them must be called. `exit`
  /// waits until the thread has removed its temporary files.
  init(sink: any FrameSink, frameSize: Int) throws(VideoError) {
    self.sink = sink
    var slots: [FrameMemory] = []
    for _ in 0..<Self.capacity { slots.append(try FrameMemory.make(byteCount: frameSize)) }
    self.slots = slots
    do throws(JoinedThread.Refused) {
      thread = try JoinedThread(name: "video encoder") { self.run() }
    } catch {
      sink.discard()
      throw .refused("encoder", error)
    }
    RunningEncoders.add(self)
  }

  /// Waits for a free slot, and returns its memory, to be filled before `commit`. Throws the thread's error.
  func nextSlot() throws(VideoError) -> UnsafeMutableRawBufferPointer {
    condition.lock()
    defer { condition.unlock() }
    try waitForRoom()
    return slots[nextFree].bytes
  }

  /// Adds the next frame: a picture, or the bytes of its slot.
  func commit(_ picture: PassedPicture? = nil) throws(VideoError) {
    condition.lock()
    defer { condition.unlock() }
    while outcome == nil, phase == .cancelling { condition.wait() }
    try outcome?.get()
    pictures[nextFree] = picture
    add(inSlot: nextFree)
    nextFree = (nextFree + 1) % Self.capacity
  }

  /// Puts the last frame in once more, after waiting for room.
  func repeatLast() throws(VideoError) {
    condition.lock()
    defer { condition.unlock() }
    precondition(appended > 0, "VideoWriter: nothing to repeat")
    try waitForRoom()
    add(inSlot: slotOfFrame[(appended - 1) % Self.capacity])
  }

  /// Waits until fewer than `capacity` frames wait. Called under the lock.
  private func waitForRoom() throws(VideoError) {
    precondition(phase != .finishing, "VideoWriter: append after finish")
    let isFull = appended - encoded == Self.capacity
    let start = ContinuousClock.now
    // After a cancellation, wait for the end, so that the temporary files are gone.
    while outcome == nil, appended - encoded == Self.capacity || phase == .cancelling { condition.wait() }
    if isFull { waits.forRoom += ContinuousClock.now - start }
    try outcome?.get()
  }

  /// Adds a frame. Called under the lock.
  private func add(inSlot slot: Int) {
    slotOfFrame[appended % Self.capacity] = slot
    appended += 1
    condition.broadcast()
  }

  /// Waits for a free slot, and copies a frame into it.
  func append(_ frame: RawSpan) throws(VideoError) {
    let slot = try nextSlot()
    frame.withUnsafeBytes { slot.copyMemory(from: $0) }
    try commit()
  }

  /// The durations that the caller has waited for a free slot, and the thread for frames from the second one on:
  /// programs are compiled before the first.
  var waitingTimes: Waits { condition.withLock { waits } }

  func finish() throws(VideoError) { try end(.finishing).get() }

  /// Makes the thread encode the rest and publish the output, without waiting for it.
  func requestFinish() {
    condition.withLock {
      if phase == .running { phase = .finishing }
      condition.broadcast()
    }
  }

  func cancel() { _ = end(.cancelling) }

  /// Makes the thread end and remove the temporary files, without waiting for it.
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

  /// Suspends until all frames are encoded and the output is published, or an error occurs.
  func finishAsync() async -> Result<Void, VideoError> {
    condition.withLock {
      if phase != .cancelling { phase = .finishing }
      condition.broadcast()
    }
    await suspend { self.outcome != nil }
    // The thread is about to end.
    return joined { condition.withLock { outcome! } }
  }

  /// Suspends until a condition holds, which is evaluated under the lock after each change.
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

  /// Wakes the waiting threads and tasks. Called under the lock.
  private func wakeWaiters() {
    condition.broadcast()
    for waiter in waiters { waiter.resume(returning: false) }
    waiters = []
  }

  private func end(_ ending: Phase) -> Result<Void, VideoError> {
    condition.withLock {
      // A cancellation is final.
      if phase != .cancelling { phase = ending }
      condition.broadcast()
    }
    return joined { condition.withLock { outcome! } }
  }

  /// Waits until the thread has ended and released the queue and the sink, so that they are freed with their owner, and
  /// not while the process ends.
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
      var last: Int?
      while let (slot, picture) = nextFrame() {
        let frame = UnsafeRawBufferPointer(slots[slot].bytes)
        // The frame in the slot of the one before is that one: a slot is filled again only after the others.
        if slot == last {
          try sink.writeAgain(frame, at: index)
        } else if let picture {
          try sink.write(picture, at: index)
        } else {
          try sink.write(frame, at: index)
        }
        last = slot
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

  /// Waits for a frame, and returns its slot and its picture, which the slot no longer holds; nil if there will be no
  /// more, or the film is cancelled.
  private func nextFrame() -> (slot: Int, picture: PassedPicture?)? {
    condition.lock()
    defer { condition.unlock() }
    let start = ContinuousClock.now
    while phase == .running, appended == encoded { condition.wait() }
    if encoded > 0 { waits.forFrames += ContinuousClock.now - start }
    guard phase != .cancelling, appended > encoded else { return nil }
    let slot = slotOfFrame[encoded % Self.capacity]
    return (slot, pictures[slot].take())
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

/// The queues whose threads may be running. A program may call `exit` at any time, and the libraries must not be torn
/// down while a thread is inside of them.
private enum RunningEncoders {
  private static let queues = Mutex<[ObjectIdentifier: EncodeQueue]>([:])
  /// Registered after the libraries were opened, and so called before their own handlers.
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
