// Films: the document's own, and those that the user put in the place of a layer's content.
//
// Tested by LottieClipTests.

import CoreGraphics
import Documents
import Foundation
import QuartzCore

extension LottieBuilder {
  /// Creates the layer of the user's film that replaces a layer's content; nil where the user gives no film for it.
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

  /// Returns the seconds of a layer's film by the time at which they show: from the layer's own beginning on, at the
  /// pace of its stretch, or as its curve says.
  ///
  /// - Parameter remap: the film's second by the composition's frame.
  func course(
    of layer: LottieLayer, remap: Track<Double>? = nil, in composition: Composition
  ) -> [SceneClip.Point] {
    // As far as numbers are exact.
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
        // Frame by frame, as far as it is seen.
        let step = timeline.frameDuration
        let times = timeline.frames(
          from: max(key.time, -step), to: min(next.time, timeline.duration + step))
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
}

extension LottieLayer.Content {
  /// Whether it is a film, whatever its asset says.
  var isFilm: Bool { if case .film = self { true } else { false } }

  /// Whether it is shapes, be there any or none.
  var isShapes: Bool { if case .shapes = self { true } else { false } }
}

extension LottieImagePlacing {
  /// Makes a layer ready for a picture of a size in pixels.
  ///
  /// - Returns: the layer that shows it: itself, or one in it, where it does not fill it.
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
