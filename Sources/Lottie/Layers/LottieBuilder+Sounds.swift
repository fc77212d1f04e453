// Audio layers: no layers, but sounds of the film.

import Documents
import Foundation

extension LottieBuilder {
  /// Adds what an audio layer plays to the film's sounds.
  ///
  /// - Parameters:
  ///   - name: the asset.
  ///   - level: in percent, of which 100 leaves samples as they are; of several channels the first counts, as in
  ///     lottie-web.
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

  /// The film's seconds at which a layer's own time begins, the layer is first heard, and last; nil where its
  /// composition runs by a curve.
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
