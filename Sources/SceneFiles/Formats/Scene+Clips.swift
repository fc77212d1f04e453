// Opens the films of a scene and makes them play, as the modules that read documents have no decoders.
//
// Tested by SceneClipTests.

import CoreGraphics
import Documents
import Foundation
import Multiplane
import QuartzCore

#if Films
import Video
#endif

extension Scene {
  /// Leaves a film out, with an error of a kind if it is the user's, else with a note.
  private mutating func leaveOut(
    _ clip: SceneClip, _ reason: String, kind: @autoclosure () -> SceneFileError.Kind
  ) throws(SceneFileError) {
    guard !clip.isAsked else { throw SceneFileError(kind(), file: clip.name, reason) }
    notes.append(SceneNote(at: SourceLocation(file: clip.name), "\(reason); the layer is drawn without it"))
  }
}

#if Films

extension Scene {
  /// The greatest number of films of a scene, with unreadable ones; and of those that are seen at a time, as each has
  /// its own decoders.
  private static let (mostClips, mostAtATime) = (256, 32)

  /// A film, and all clips that show the same of it.
  private struct Shown {
    var clips: [SceneClip]
    let film: VideoClip
    /// The range in seconds of the film.
    let stretch: (start: Double, end: Double)
    /// The number of bytes that decoding takes.
    let least: Int

    /// The seconds of the scene in which one of the clips may be seen.
    var seen: ClosedRange<Double> {
      clips.map(\.seen).reduce(clips[0].seen) {
        min($0.lowerBound, $1.lowerBound)...max($0.upperBound, $1.upperBound)
      }
    }
  }

  /// Makes the scene's films play in their layers, with at most `memory` bytes of decoded frames in all. Throws faults
  /// of the user's films; a document's film that cannot be read is noted, and its layer shows nothing of it.
  package mutating func playClips(memory: Int) throws(SceneFileError) {
    guard !clips.isEmpty else { return }
    let shown = try openClips(within: max(memory, 0))
    // Each has its share of what remains at the fullest time, as far as it is useful.
    let spare = (max(memory, 0) - Self.most(of: shown, \.least)) / max(Self.most(of: shown) { _ in 1 }, 1)
    let share = { (each: Shown) in
      min(max(each.least, min(each.least * 8, VideoClip.standardMemory)), each.least + spare)
    }
    let taken = Self.most(of: shown, share)
    let pool = ClipPool(memory: taken)
    for each in shown {
      let clip = each.clips[0]
      let animation = clip.animation(of: each.film, each.stretch, memory: share(each), in: pool)
      for clip in each.clips {
        let layer = clip.layer(each.film.size)
        // Files have no word for the range.
        layer.preferredDynamicRange = .high
        animation.alone = clip.alone.isEmpty ? nil : (clip.alone, clip.seen.lowerBound)
        layer.add(animation, forKey: "contents.clip")
      }
      // A film that begins with the scene extends its duration to the film's, or to a cycle of it.
      if clip.course.isEmpty { duration = max(duration ?? 0, animation.duration) }
    }
    // A scene's images exist twice, decoded and for drawing, its films once.
    imageBytes += taken / 2
    filmNotes = { shown.flatMap { $0.film.notes.take() } }
    filmColors = {
      shown.flatMap { each in
        each.film.colorNotes.map {
          SceneNote(at: SourceLocation(file: each.clips[0].name), $0, topic: .color)
        }
      }
    }
  }

  /// Returns the most of a quantity of films that are seen at the same time.
  private static func most(of shown: [Shown], _ quantity: (Shown) -> Int) -> Int {
    // The most is reached when one begins.
    shown.map(\.seen.lowerBound).map { time in
      shown.reduce(0) { $0 + ($1.seen.contains(time) ? quantity($1) : 0) }
    }.max() ?? 0
  }

  /// Opens the films that play, in `memory` bytes for frames, and notes faults of others.
  private mutating func openClips(within memory: Int) throws(SceneFileError) -> [Shown] {
    var shown: [Shown] = []
    var failed: [SceneClip.Source] = []
    for clip in clips where !failed.contains(clip.source) {
      if let known = shown.firstIndex(where: { $0.clips[0].showsTheSame(as: clip) }) {
        shown[known].clips.append(clip)
        continue
      }
      guard shown.count + failed.count < Self.mostClips,
        Self.most(of: shown, { _ in 1 }) + failed.count < Self.mostAtATime
      else {
        throw SceneFileError(
          .tooLarge, file: clip.name,
          "the scene has more than \(Self.mostClips) films, or \(Self.mostAtATime) at a time")
      }
      do throws(RenderingError) {
        let known = shown.first { $0.clips[0].source == clip.source }?.film
        let film: VideoClip
        if let known { film = known } else { film = try clip.opened() }
        let stretch = try film.stretch(from: clip.start, to: clip.end)
        let new = Shown(clips: [clip], film: film, stretch: stretch, least: film.leastMemory)
        let taken = Self.most(of: shown + [new], \.least)
        guard taken <= memory else {
          let left = max(memory - (taken - new.least), 0)
          throw .memoryLimitExceeded(
            "decoding it takes \(new.least.formattedAsMemory), and the scene's films have "
              + "\(left.formattedAsMemory) left; raise `imageBytes`")
        }
        shown.append(new)
        if known == nil, !film.sounds.isEmpty, !clip.isHeard {
          notes.append(
            SceneNote(at: SourceLocation(file: clip.name), "films in layers are silent: its sound is left out"))
        }
      } catch {
        try leaveOut(clip, error.reason(besides: clip.name), kind: clip.kind(of: error))
        failed.append(clip.source)
      }
    }
    return shown
  }
}

extension SceneClip {
  /// Returns whether another clip shows the same at all times.
  fileprivate func showsTheSame(as other: SceneClip) -> Bool {
    source == other.source && start == other.start && end == other.end && ending == other.ending
      && duration == other.duration && course.elementsEqual(other.course) { $0 == $1 }
  }

  fileprivate func opened() throws(RenderingError) -> VideoClip {
    switch source {
    case .data(let data): try VideoClip(data: data, name: name)
    case .file(let url): try VideoClip(contentsOf: url)
    }
  }

  fileprivate func kind(of error: RenderingError) -> SceneFileError.Kind {
    if case .file(let url) = source, !FileManager.default.fileExists(atPath: url.path) { return .notFound }
    switch error {
    case .invalidArgument: return .unsuitableValue
    case .memoryLimitExceeded, .outOfMemory: return .tooLarge
    case .encoderUnavailable: return .unavailable
    default: return .malformed
    }
  }

  /// Returns the animation of a range of the film.
  fileprivate func animation(
    of film: VideoClip, _ stretch: (start: Double, end: Double), memory: Int, in pool: ClipPool
  ) -> MovingContentsAnimation {
    let (start, length) = (stretch.start, stretch.end - stretch.start)
    var timing = ClipTiming(film, from: start, length: length)
    let hasCourse = duration != nil && !course.isEmpty
    if let duration, hasCourse {
      timing = ClipTiming(
        film, from: start, length: length, course: course, duration: duration,
        ending: ClipTiming.Ending(rawValue: ending.rawValue) ?? .nothing)
    }
    let animation = MovingContentsAnimation(ClipContents(film, timing, memory: memory, in: pool))
    // The scene's time; 0 itself would mean the commit's. The frame at 0 is before it, and shows the first picture.
    (animation.beginTime, animation.fillMode) = (.leastNonzeroMagnitude, .backwards)
    if hasCourse || ending == .hold { (animation.fillMode, animation.isRemovedOnCompletion) = (.both, false) }
    if !hasCourse, ending == .loop { animation.repeatCount = .infinity }
    if seen.lowerBound > 0 {
      // Nobody sees the first picture before: it need not be decoded with those of all other films.
      (animation.beginTime, animation.fillMode) = (-1e-7, hasCourse || ending == .hold ? .forwards : .removed)
    }
    return animation
  }
}

extension RenderingError {
  /// Returns the description of the error, without the film's name.
  func reason(besides name: String) -> String {
    description.hasPrefix("\(name): ") ? String(description.dropFirst(name.count + 2)) : description
  }
}

#else

extension Scene {
  /// Reports the scene's films as left out of the build.
  package mutating func playClips(memory: Int) throws(SceneFileError) {
    for clip in clips {
      try leaveOut(
        clip, "films are not read: the program was built without the trait Films", kind: .unsupported)
    }
  }
}

#endif
