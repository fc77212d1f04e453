// A thread decodes ahead of the callers, and keeps pictures within the memory limit.
//
// If a picture does not come from the nearest key frame on, decoding begins again from earlier ones, because keys of
// damaged films and of open groups of pictures can be wrong. If that fails, the picture is damaged, and the last good
// one before it replaces it.
//
// The work of playing forwards is linear in the number of packets: after `mostWork` for each packet, the film is read
// once more from its first packet, and the pictures that do not come are damaged. Only a request for an earlier picture
// resets the limit.
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
      throw .refused("decoder", error)
    }
  }

  deinit { state.end() }

  /// Returns the picture that shows at a time, in seconds of the clip, or the nearest picture outside of the clip.
  ///
  /// - Throws: `cannotRead` if no picture can be decoded; `outOfMemory`.
  package func frame(at seconds: Double) throws(VideoError) -> ClipFrame { try state.frame(at: seconds) }

  /// Returns picture number `index`, in the order of showing; the nearest one if the clip has fewer pictures.
  package func frame(number index: Int) throws(VideoError) -> ClipFrame { try state.frame(number: index) }

  /// The work so far: the packets read, the seeks (see `ClipDecoder.work`) and the missing pictures.
  package var work: Int { state.currentWork }
}

/// The state that a reader shares with its thread.
private final class ClipReading: @unchecked Sendable {
  // Unchecked Sendable: mutable state is used only under `condition`, except for the thread's own: `decoder`, `begun`,
  // `last`, `isDecoding`, `earlier`, `missed` and `isLastReading`.

  private let name: String
  private let stream: ClipStream
  private let memory: Int
  private let notes: FilmNotes
  /// Serialises the callers.
  private let turn = NSLock()
  private let condition = NSCondition()
  private var frames: [Int: ClipFrame] = [:]
  /// The picture of the last request; nil before the first one.
  private var wanted: Int?
  private var isBackward = false
  /// Whether the last request was for one of the next pictures. Only then are pictures decoded ahead.
  private var isForward = true
  /// The pictures that cannot be decoded, and the number of times that a picture was added to them.
  private var lost = LostPictures()
  private var lossCount = 0
  /// The work so far, and the work before the last request for an earlier picture.
  private var work = 0
  private var workBefore = 0
  private var failure: VideoError?
  private var isEnded = false

  private let decoder: ClipDecoder
  private var begun = 0
  /// The last picture since decoding began; nil for none.
  private var last: Int?
  private var isDecoding = false
  /// A picture that did not come, and the number of keys by which decoding begins earlier for it.
  private var earlier: (picture: Int, keys: Int)?
  private var missed = 0
  /// Whether decoding began with the film's first packet because the limit of the work was reached.
  private var isLastReading = false

  private var index: ClipIndex { stream.index }

  /// The most pictures that are decoded ahead.
  private static let mostAhead = 8
  /// The most pictures that are kept, however small they are.
  private static let mostFrames = 512
  /// The most keys by which decoding may begin earlier; a picture that needs more is damaged.
  private var mostKeys: Int { stream.description.isIntraOnly ? 0 : 8 }
  /// The work for each packet of the film after which decoding does not begin again on the way forwards.
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

  /// Returns the picture that shows in place of a picture; see `LostPictures.standIn(for:of:)`.
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

  /// Whether there is room for one more picture if those before `picture` are removed.
  private func hasRoom(after picture: Int) -> Bool {
    let ahead = frames.filter { $0.key >= picture }
    let memory = ahead.values.reduce(0) { $0 + $1.memory }
    return memory + memory / max(ahead.count, 1) <= self.memory && ahead.count < Self.mostFrames
  }

  private var taken: Int { frames.values.reduce(0) { $0 + $1.memory } }

  private struct Step {
    var frame: ClipFrame?
    /// The pictures that should have come before `frame`, and did not.
    var missing: Range<Int>
    /// Whether the reader stopped looking for the wanted picture.
    var isGivenUp = false
  }

  /// Decodes one picture on the way to `goal`.
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
      // Pictures that follow the first key and are shown before it need earlier packets.
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
    // A picture is missing only if decoding began early enough for it.
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

  /// Removes the pictures that are least likely to be requested.
  private func makeRoom(for goal: Int) {
    let wanted = wanted.flatMap(good) ?? goal
    var memory = taken
    while frames.count > 2, memory > self.memory || frames.count > Self.mostFrames {
      /// Returns the distance of a picture from the wanted one; pictures behind it are further than those ahead.
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
