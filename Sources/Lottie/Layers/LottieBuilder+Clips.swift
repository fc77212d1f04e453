// Tested by LottieClipTests.

import CoreGraphics
import Documents
import Foundation
import QuartzCore

extension LottieBuilder {
  /// Creates the layer of the user's film that replaces a layer's content; nil without one for the layer.
  func makeClip(of layer: LottieLayer, in composition: Composition) -> CALayer? {
    guard let name = layer.name, let file = replacements.clips[name] else { return nil }
    let shown = CALayer.carrier()
    var placing: LottieImagePlacing?
    switch layer.content {
    case .image(let asset), .film(let asset, _):
      if case .image(let size, _, let own)? = document.assets[asset] { (shown.bounds.size, placing) = (size, own) }
    case .solid(let size, _): shown.bounds.size = size
    case .composition(_, let size, _): shown.bounds.size = size == .zero ? composition.size : size
    case .null, .shapes, .text, .audio: return nil
    }
    let place = imagePlacing(of: name, placing)
    clips.append(
      SceneClip(
        name: file.url.path, source: .file(file.url), of: file, course: course(of: layer, in: composition),
        duration: document.duration, ending: file.ending
      ) { place.place($0, in: shown) })
    return shown
  }

  /// Returns the seconds of a layer's film over time: at the pace of the layer's stretch, or by `remap`, which gives
  /// the film's second at a frame of the composition.
  func course(of layer: LottieLayer, remap: Track<Double>? = nil, in composition: Composition) -> [SceneClip.Point] {
    // Within exact numbers.
    let far = 1e7
    func key(_ frame: Double) -> Keyframe<Double> {
      let frame = min(max(frame, -far), far)
      return Keyframe(time: frame, value: (frame - layer.start) / (layer.stretch * document.frameRate))
    }
    let own = Track(key(layer.inPoint), then: [key(layer.outPoint)])
    let timeline = composition.timeline
    let keyframes = timeline.placed(remap ?? own).keyframes
    var points: [SceneClip.Point] = []
    func add(_ time: Double, _ second: Double) {
      if time.isFinite, second.isFinite { points.append((time, min(max(second, -1e9), 1e9))) }
    }
    for (key, next) in zip(keyframes, keyframes.dropFirst()) where next.time > key.time {
      add(key.time, key.value)
      if key.isHold {
        add(next.time, key.value)
      } else if !key.easing[0].isLinear {
        // Frame by frame, while it is visible.
        let step = timeline.frameDuration
        let times = timeline.frames(from: max(key.time, -step), to: min(next.time, timeline.duration + step))
        timeline.budget.take(times.count)
        guard !timeline.budget.isExceeded else { break }
        for time in times where time > key.time && time < next.time {
          add(time, key.blended(to: next, (time - key.time) / (next.time - key.time)))
        }
      }
    }
    if let last = keyframes.last { add(last.time, last.value) }
    return points
  }

  /// Adds the asset of an audio layer to the film's sounds. `level` is in percent, 100 for unchanged samples; of
  /// several channels the first counts, as in lottie-web.
  func addSound(
    _ name: String, level: Track<[Double]>, of layer: LottieLayer, in composition: Composition
  ) throws(SceneFileError) {
    guard case .sound(let file)? = document.assets[name] else {
      reading.note("no sound '\(name.excerpt)'; it is left out", at: layer.path, topic: .missingFile)
      return
    }
    if level.constant == nil { reading.note("sounds keep the level that they begin with", at: layer.path) }
    if layer.stretch != 1 { reading.note("sounds keep their pace", at: layer.path) }
    guard let (start, begin, end) = seconds(of: layer, in: composition) else { return }
    if soundFiles[name] == nil {
      let place = SourceLocation(file: reading.file)
      let sound = try tolerated(file) { () throws(SceneFileError) in
        try resources.resource(.sound, folder: file.folder, name: file.name, from: place)
      }
      guard let sound else { return }
      soundFiles[name] = sound.map { ($0.name, Data($0.bytes)) }
    }
    guard let sound = soundFiles[name] else {
      reading.note("no file '\(file.name.excerpt)'; the sound is left out", at: file.path, topic: .missingFile)
      return
    }
    let heard = max(start, begin)
    guard heard < end else { return }
    let percent = level.first.first ?? 100
    sounds.append(
      SceneSound(
        name: sound.name, data: sound.data, start: heard, inPoint: heard - start, duration: end - heard,
        gain: percent.isFinite ? min(max(percent / 100, 0), 1000) : 1))
  }

  /// Returns the film's seconds of a layer's own time 0 and of its first and last sound; nil along a curve.
  private func seconds(
    of layer: LottieLayer, in composition: Composition
  ) -> (start: Double, begin: Double, end: Double)? {
    let last = min(layer.outPoint, 1e12)
    guard let start = composition.timeline.seconds(at: layer.start),
      let begin = composition.timeline.seconds(at: layer.inPoint), let end = composition.timeline.seconds(at: last),
      abs(start) < 1e9, abs(begin) < 1e9
    else {
      reading.note("a sound in a remapped composition is left out", at: layer.path)
      return nil
    }
    return (start, max(begin, 0), min(end, document.duration))
  }
}

extension LottieLayer.Content {
  var isFilm: Bool { if case .film = self { true } else { false } }

  var isShapes: Bool { if case .shapes = self { true } else { false } }
}

extension LottieImagePlacing {
  /// Prepares a layer for a picture of a size in pixels. Returns the layer, or the one inside that shows the picture.
  func place(_ picture: CGSize, in layer: CALayer) -> CALayer {
    if layer.bounds.size == .zero { layer.bounds.size = picture }
    let placed = placed(picture, in: layer.bounds.size)
    guard placed.frame == layer.bounds else {
      let inner = CALayer.carrier()
      (inner.position, inner.bounds.size) = (placed.frame.origin, placed.frame.size)
      layer.sublayers = [inner]
      return inner
    }
    layer.contentsRect = placed.part
    return layer
  }
}
