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
  /// The greatest number of films of a scene, with unreadable ones, as each has its own decoders.
  private static let mostClips = 32

  /// A film, and all clips that show the same of it.
  private struct Shown {
    var clips: [SceneClip]
    let film: VideoClip
    /// The range in seconds of the film.
    let stretch: (start: Double, end: Double)
    /// The number of bytes that decoding takes.
    let least: Int
  }

  /// Makes the scene's films play in their layers, with at most `memory` bytes of decoded frames in all. Throws faults
  /// of the user's films; a document's film that cannot be read is noted, and its layer shows nothing of it.
  package mutating func playClips(memory: Int) throws(SceneFileError) {
    guard !clips.isEmpty else { return }
    var left = max(memory, 0)
    let shown = try openClips(within: &left)
    for (number, each) in shown.enumerated() {
      // Each has an equal share of what remains, as far as it is useful.
      let wanted = max(each.least, min(each.least * 8, VideoClip.standardMemory))
      let more = min(wanted - each.least, left / (shown.count - number))
      left -= more
      let clip = each.clips[0]
      let animation = clip.animation(of: each.film, each.stretch, memory: each.least + more)
      for clip in each.clips {
        let layer = clip.layer(each.film.size)
        // Files have no word for the range.
        layer.preferredDynamicRange = .high
        layer.add(animation, forKey: "contents.clip")
      }
      // A film that begins with the scene extends its duration to the film's, or to a cycle of it.
      if clip.course.isEmpty { duration = max(duration ?? 0, animation.duration) }
    }
    // A scene's images exist twice, decoded and for drawing, its films once.
    imageBytes += (max(memory, 0) - left) / 2
    filmNotes = { shown.flatMap { $0.film.notes.take() } }
    filmColors = {
      shown.flatMap { each in
        each.film.colorNotes.map {
          SceneNote(at: SourceLocation(file: each.clips[0].name), $0, topic: .color)
        }
      }
    }
  }

  /// Opens the films that play, and notes faults of others. `left` are the bytes for frames, less those that they need.
  private mutating func openClips(within left: inout Int) throws(SceneFileError) -> [Shown] {
    var shown: [Shown] = []
    var failed: [SceneClip.Source] = []
    for clip in clips where !failed.contains(clip.source) {
      if let known = shown.firstIndex(where: { $0.clips[0].showsTheSame(as: clip) }) {
        shown[known].clips.append(clip)
        continue
      }
      guard shown.count + failed.count < Self.mostClips else {
        throw SceneFileError(.tooLarge, file: clip.name, "the scene has more than \(Self.mostClips) films")
      }
      do throws(RenderingError) {
        let known = shown.first { $0.clips[0].source == clip.source }?.film
        let film: VideoClip
        if let known { film = known } else { film = try clip.opened() }
        let stretch = try film.stretch(from: clip.start, to: clip.end)
        let least = film.leastMemory
        guard least <= left else {
          throw .memoryLimitExceeded(
            "decoding it takes \(least.formattedAsMemory), and the scene's films have \(left.formattedAsMemory) left; "
              + "raise `imageBytes`")
        }
        left -= least
        shown.append(Shown(clips: [clip], film: film, stretch: stretch, least: least))
        if known == nil, !film.sounds.isEmpty {
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
    of film: VideoClip, _ stretch: (start: Double, end: Double), memory: Int
  ) -> MovingContentsAnimation {
    let (start, length) = (stretch.start, stretch.end - stretch.start)
    var timing = ClipTiming(film, from: start, length: length)
    let hasCourse = duration != nil && !course.isEmpty
    if let duration, hasCourse {
      timing = ClipTiming(
        film, from: start, length: length, course: course, duration: duration,
        ending: ClipTiming.Ending(rawValue: ending.rawValue) ?? .nothing)
    }
    let animation = MovingContentsAnimation(ClipContents(film, timing, memory: memory))
    // The scene's time; 0 itself would mean the commit's. The frame at 0 is before it, and shows the first picture.
    (animation.beginTime, animation.fillMode) = (.leastNonzeroMagnitude, .backwards)
    if hasCourse || ending == .hold { (animation.fillMode, animation.isRemovedOnCompletion) = (.both, false) }
    if !hasCourse, ending == .loop { animation.repeatCount = .infinity }
    return animation
  }
}

extension RenderingError {
  /// Returns the description of the error, without the film's name.
  fileprivate func reason(besides name: String) -> String {
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
