// The films of a scene, opened and made to play: documents name them, and the modules that read documents know no
// decoders.

import CoreGraphics
import Documents
import Foundation
import Multiplane
import QuartzCore
import Video

extension Scene {
  /// The most films of a scene: each has decoders of its own.
  private static let mostClips = 32

  /// What is shared by all layers that show the same of a film.
  private struct Shown {
    let clip: SceneClip
    let animation: MovingContentsAnimation
    let size: CGSize
  }

  /// Has the scene's films play in their layers.
  ///
  /// - Parameter memory: the most bytes of their decoded frames, in all.
  /// - Throws: what is wrong with a film of the user's; one of the document's own that cannot be read is a note, and the
  ///   layer shows nothing of it.
  package mutating func playClips(memory: Int) throws(SceneFileError) {
    guard !clips.isEmpty else { return }
    // Films that many layers show alike are few.
    var shown: [Shown] = []
    var failed: [SceneClip.Source] = []
    var left = memory
    for clip in clips where !failed.contains(clip.source) {
      if let known = shown.first(where: { $0.clip.showsTheSame(as: clip) }) {
        play(known.animation, of: known.size, by: clip)
        continue
      }
      guard shown.count < Self.mostClips else {
        throw SceneFileError(.tooLarge, file: clip.name, "the scene has more than \(Self.mostClips) films")
      }
      do throws(RenderingError) {
        let film = try clip.opened()
        let share = min(max(memory / Self.share(of: clips.count), ClipContents.leastMemory(of: film)), left)
        let (animation, size) = (try clip.animation(of: film, memory: share), film.size)
        left -= share
        shown.append(Shown(clip: clip, animation: animation, size: size))
        play(animation, of: size, by: clip)
        // What begins with the scene lasts as long as it plays, or as a cycle of it does.
        if clip.course.isEmpty { duration = max(duration ?? 0, animation.duration) }
      } catch {
        let reason = error.reason(besides: clip.name)
        guard !clip.isAsked else { throw SceneFileError(clip.kind(of: error), file: clip.name, reason) }
        failed.append(clip.source)
        notes.append(SceneNote(at: SourceLocation(file: clip.name), "\(reason); the layer is drawn without it"))
      }
    }
    // A scene's images are there twice, decoded and for drawing; films count once.
    imageBytes += (memory - left) / 2
  }

  /// Into how many parts memory is divided: as many as there are films, up to some.
  private static func share(of count: Int) -> Int { min(count, 8) }

  private func play(_ animation: MovingContentsAnimation, of size: CGSize, by clip: SceneClip) {
    clip.layer(size).add(animation, forKey: "contents.clip")
  }
}

extension SceneClip {
  /// Whether another one shows the same at all times.
  fileprivate func showsTheSame(as other: SceneClip) -> Bool {
    source == other.source && start == other.start && end == other.end && ending == other.ending
      && duration == other.duration && course.elementsEqual(other.course) { $0 == $1 }
  }

  /// The film.
  fileprivate func opened() throws(RenderingError) -> VideoClip {
    switch source {
    case .data(let data): try VideoClip(data: data, name: name)
    case .file(let url): try VideoClip(contentsOf: url)
    }
  }

  /// What kind of error of the scene an error of the film is.
  fileprivate func kind(of error: RenderingError) -> SceneFileError.Kind {
    if case .file(let url) = source, !FileManager.default.fileExists(atPath: url.path) { return .notFound }
    switch error {
    case .invalidArgument: return .unsuitableValue
    case .memoryLimitExceeded: return .tooLarge
    default: return .malformed
    }
  }

  /// The film's animation.
  fileprivate func animation(
    of clip: VideoClip, memory: Int
  ) throws(RenderingError) -> MovingContentsAnimation {
    let (start, end) = try clip.stretch(from: start, to: end)
    var way: ClipCourse?
    if let duration, !course.isEmpty {
      way = ClipCourse(
        course.map { ClipCourse.Point(time: $0.time, second: $0.second) }, duration: duration,
        ending: ending.ofCourse)
    }
    let animation = MovingContentsAnimation(ClipContents(clip, from: start, to: end, course: way, memory: memory))
    // The scene's time; 0 itself would be that of the commit.
    animation.beginTime = .leastNonzeroMagnitude
    if way != nil || ending == .hold { (animation.fillMode, animation.isRemovedOnCompletion) = (.both, false) }
    if way == nil, ending == .loop { animation.repeatCount = .infinity }
    return animation
  }
}

extension SceneClipEnding {
  fileprivate var ofCourse: ClipCourse.Ending {
    switch self {
    case .nothing: .nothing
    case .hold: .hold
    case .loop: .loop
    }
  }
}

extension RenderingError {
  /// What is wrong with a film, without its name.
  fileprivate func reason(besides name: String) -> String {
    description.hasPrefix("\(name): ") ? String(description.dropFirst(name.count + 2)) : description
  }
}
