// A thread decodes ahead of the callers, and keeps pictures within the memory limit.
//
// A picture that does not come from the nearest key frame on is tried again from earlier ones, as keys of damaged films
// and of open groups of pictures may promise too much. If it does not come then, it is damaged, and the last good one
// before it shows in its place.
//
// The work forwards through a film grows with its packets: beginning again is bounded by a number of packets for each
// of the film's. Then the film is read once more from its first packet on, and the pictures that do not come are
// damaged. Only a request for an earlier picture begins anew.
//
// Tested by VideoClipTests, ClipSoundTests, ClipInputTests and ClipWorkTests.

import CLibAV
import CoreGraphics
import Foundation

/// Reads the pictures of a clip. Any thread may ask; answers are given one at a time.
package final class ClipReader: Sendable {
  private let state: ClipReading
  private let thread: JoinedThread

  init(_ bytes: InputBytes, _ stream: ClipStream, notes: FilmNotes, memory: Int) throws(VideoError) {
    let state = try ClipReading(bytes, stream, notes: notes, memory: memory)
    self.state = state
    do throws(JoinedThread.Refused) {
      thread = try JoinedThread(name: "clip decoder") { state.run() }
    } catch {
      throw .outOfMemory(operation: "start the decoder's thread", reason: String(cString: strerror(error.errno)))
    }
  }

  deinit { state.end() }

  /// Returns the picture that shows at a time, in seconds of the clip; the first picture for an earlier time, the last
  /// one for a later time.
  ///
  /// - Throws: `cannotRead` where no picture can be decoded, `outOfMemory`.
  package func frame(at seconds: Double) throws(VideoError) -> ClipFrame { try state.frame(at: seconds) }

  /// Returns picture number `index`, in the order of showing; the nearest one if the clip has fewer pictures.
  package func frame(number index: Int) throws(VideoError) -> ClipFrame { try state.frame(number: index) }

  /// The work so far: the packets that were read, the places in the file that were looked for, and the pictures that
  /// were found to be missing.
  package var work: Int { state.currentWork }
}

/// The state that a reader shares with its thread.
private final class ClipReading: @unchecked Sendable {
  // Unchecked Sendable: what is not constant is touched only under `condition`, but for `decoder`, `begun`, `last`,
  // `isDecoding`, `earlier`, `missed` and `isLastReading`, which are the thread's.

  private let name: String
  private let stream: ClipStream
  private let memory: Int
  private let notes: FilmNotes
  /// The lock that lets callers ask one at a time.
  private let turn = NSLock()
  private let condition = NSCondition()
  private var frames: [Int: ClipFrame] = [:]
  /// The picture that was asked for last; nil before the first time.
  private var wanted: Int?
  private var isBackward = false
  /// Whether it was one of the next after the one before: what jumps about needs nothing ahead.
  private var isForward = true
  /// The pictures that cannot be decoded, and the number of times that one was found to be such.
  private var lost = LostPictures()
  private var lossCount = 0
  /// The work so far, and the part of it that was done when a caller last asked for an earlier picture than before.
  private var work = 0
  private var workBefore = 0
  private var failure: VideoError?
  private var isEnded = false

  private let decoder: ClipDecoder
  /// The packet that decoding began with.
  private var begun = 0
  /// The last picture that came since; nil for none.
  private var last: Int?
  private var isDecoding = false
  /// A picture that did not come, and the number of keys by which decoding begins earlier for it.
  private var earlier: (picture: Int, keys: Int)?
  /// The number of pictures that were found to be missing.
  private var missed = 0
  /// Whether decoding began with the film's first packet, as it may not begin anywhere else any more.
  private var isLastReading = false

  private var index: ClipIndex { stream.index }

  /// The most pictures that are decoded ahead.
  private static let mostAhead = 8
  /// The most pictures that are kept, however small they are.
  private static let mostFrames = 512
  /// The most keys by which decoding may begin earlier; a picture that needs more is damaged.
  private var mostKeys: Int { stream.description.isIntraOnly ? 0 : 8 }
  /// The work, for each packet of the film, after which decoding does not begin again on the way forwards.
  private static let mostWork = 32

  init(_ bytes: InputBytes, _ stream: ClipStream, notes: FilmNotes, memory: Int) throws(VideoError) {
    (name, self.stream, self.memory, self.notes) = (bytes.name, stream, memory, notes)
    let description = stream.description
    guard memory / 2 >= description.pictureMemory else {
      throw .memoryLimit(
        "\(bytes.name): two pictures of \(description.width)x\(description.height) take more than the "
          + "\(memory >> 20) MiB that its decoded pictures may take")
    }
    decoder = try ClipDecoder(bytes, stream)
  }

  func end() {
    condition.withLock {
      isEnded = true
      condition.broadcast()
    }
  }

  // MARK: Who asks

  func frame(at seconds: Double) throws(VideoError) -> ClipFrame {
    try frame(number: seconds.isNaN ? 0 : index.picture(at: seconds - stream.start))
  }

  func frame(number: Int) throws(VideoError) -> ClipFrame {
    let number = min(max(number, 0), index.count - 1)
    turn.lock()
    defer { turn.unlock() }
    condition.lock()
    defer { condition.unlock() }
    if let wanted, wanted != number {
      isBackward = number < wanted
      isForward = (1...Self.mostAhead).contains(number - wanted)
      if isBackward { workBefore = work }
    }
    wanted = number
    condition.broadcast()
    while true {
      if let failure { throw failure }
      if let picture = good(number), let frame = frames[picture] { return frame }
      condition.wait()
    }
  }

  /// Returns the picture that shows in place of a picture: itself, the last good one before it, or the first good one
  /// after it; nil if all are damaged.
  private func good(_ picture: Int) -> Int? { lost.standIn(for: picture, of: index.count) }

  var currentWork: Int { condition.withLock { work } }

  // MARK: The thread

  func run() {
    condition.lock()
    defer { condition.unlock() }
    while !isEnded {
      guard failure == nil, let goal else {
        condition.wait()
        continue
      }
      let mayBeginAgain = work - workBefore < Self.mostWork * index.packets.count + 1000
      condition.unlock()
      let step: Result<Step, VideoError>
      do throws(VideoError) { step = .success(try take(goal, mayBeginAgain)) } catch { step = .failure(error) }
      condition.lock()
      switch step {
      case .success(let step): note(step, goal: goal)
      case .failure(let error): failure = error
      }
      condition.broadcast()
    }
  }

  /// The picture to decode next; nil if the thread has nothing to do.
  private var goal: Int? {
    guard let wanted else { return nil }
    guard let picture = good(wanted) else {
      failure = .cannotRead(path: name, reason: "none of its pictures can be decoded")
      condition.broadcast()
      return nil
    }
    guard frames[picture] != nil else { return picture }
    guard isForward, isDecoding, let last, last >= picture, last + 1 < index.count,
      last + 1 <= picture + Self.mostAhead, frames[last + 1] == nil, !lost.contains(last + 1), hasRoom(after: picture)
    else { return nil }
    return last + 1
  }

  /// Whether there is room for one more after a picture, if those before it go.
  private func hasRoom(after picture: Int) -> Bool {
    let ahead = frames.filter { $0.key >= picture }
    let memory = ahead.values.reduce(0) { $0 + $1.memory }
    return memory + memory / max(ahead.count, 1) <= self.memory && ahead.count < Self.mostFrames
  }

  private var taken: Int { frames.values.reduce(0) { $0 + $1.memory } }

  private struct Step {
    var frame: ClipFrame?
    /// Pictures that should have come before it, and did not.
    var missing: Range<Int>
    /// Whether the reader stopped looking for the wanted picture.
    var isGivenUp = false
  }

  /// Decodes the next picture on the way to one.
  private func take(_ goal: Int, _ mayBeginAgain: Bool) throws(VideoError) -> Step {
    let keys = earlier.map { $0.picture == goal ? $0.keys : 0 } ?? 0
    let key = index.key(for: goal, earlier: keys)
    if mayBeginAgain { isLastReading = false }
    let isOnTheWay = isDecoding && (isLastReading || last.map { goal > $0 } ?? true && key <= decoder.position)
    if !isOnTheWay {
      guard !isLastReading else { return Step(missing: goal..<goal + 1, isGivenUp: true) }
      isLastReading = !mayBeginAgain
      begun = mayBeginAgain ? key : 0
      try decoder.start(at: begun)
      (last, isDecoding) = (nil, true)
    }
    while true {
      guard let (place, frame) = try decoder.next() else {
        isDecoding = false
        return Step(missing: (last.map { $0 + 1 } ?? goal)..<index.count)
      }
      // Pictures that are shown before the first key and come after it need what is not there.
      guard place >= 0, index.key(for: place) >= begun else { continue }
      let before = last
      last = max(place, before ?? 0)
      let made = ClipFrame(
        frame, index: place, start: stream.start + index.start(of: place), end: stream.start + index.end(of: place),
        description: stream.description)
      let expected = before.map { $0 + 1 } ?? min(goal, place)
      return Step(frame: made, missing: min(expected, place)..<(made == nil ? place + 1 : place))
    }
  }

  private func note(_ step: Step, goal: Int) {
    if let frame = step.frame {
      frames[frame.index] = frame
      lost.remove(frame.index)
      makeRoom(for: goal)
    }
    if earlier?.picture == goal, frames[goal] != nil { earlier = nil }
    missed += step.missing.count
    work = decoder.work + missed
    guard !step.isGivenUp else { return lose(goal) }
    // Only those that decoding began early enough for.
    let missing = step.missing.filter { frames[$0] == nil && index.key(for: $0) >= begun }
    if missing.contains(goal), begun > index.key(for: goal, earlier: mostKeys) {
      var keys = earlier?.picture == goal ? earlier?.keys ?? 0 : 0
      repeat { keys = max(keys * 2, 1) } while index.key(for: goal, earlier: keys) >= begun
      earlier = (goal, keys)
      isDecoding = false
    } else {
      for picture in missing { lose(picture) }
    }
  }

  private func lose(_ picture: Int) {
    guard !lost.contains(picture) else { return }
    lost.insert(picture)
    lossCount += 1
    guard lossCount <= 3 else { return }
    let time = (stream.start + index.start(of: picture)).inThousandths
    notes.add(
      lossCount < 3
        ? "\(name): the picture at \(time) s cannot be decoded; the one before shows in its place"
        : "\(name): more of its pictures cannot be decoded, from \(time) s on")
  }

  /// Removes the pictures that are least likely to be asked for.
  private func makeRoom(for goal: Int) {
    let wanted = wanted.flatMap(good) ?? goal
    var memory = taken
    while frames.count > 2, memory > self.memory || frames.count > Self.mostFrames {
      /// Returns the distance of a picture from the one that is wanted; pictures behind it are further than those to
      /// come.
      func distance(_ picture: Int) -> Int {
        let ahead = isBackward ? wanted - picture : picture - wanted
        return ahead >= 0 ? ahead : index.count - ahead
      }
      guard let furthest = frames.keys.filter({ $0 != wanted }).max(by: { (distance($0), $0) < (distance($1), $1) })
      else { return }
      memory -= frames[furthest]!.memory
      frames[furthest] = nil
    }
  }
}
