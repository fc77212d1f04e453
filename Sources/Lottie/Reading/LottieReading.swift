// What a document is read with: what is said of it, and what it may ask for.

import CoreGraphics
import Documents

/// The notes on a document while it is read, and the rest of its limits.
final class LottieReading {
  let file: String
  /// The remarks, each with its places. `said` gives a remark's index by its message, and by a place and its message.
  private var remarks: [(message: String, places: [String], topic: SceneNote.Topic)] = []
  private var said: [String: Int] = [:]
  private var layersLeft = 100_000
  private var keyframesLeft = 2_000_000
  /// Points of letters' outlines: of some 100,000 letters.
  private var pointsLeft = 8_000_000
  /// Values of characters that move: some seconds of work.
  private var glyphValuesLeft = 50_000_000

  /// The player whose ways are drawn.
  let imitating: ScenePlayer?
  /// The runner of the document's expressions; nil where they are not run.
  var expressions: (any ExpressionRunner)?
  /// The object that measures layers for expressions; nil where nothing does.
  var measures: (any LayerMeasuring)?

  init(file: String, imitating: ScenePlayer? = nil) { (self.file, self.imitating) = (file, imitating) }

  /// Says once that a feature is not drawn, or drawn differently.
  ///
  /// - Parameter everywhere: whether other places that it is said of are named, too.
  func note(
    _ message: String, at path: LottiePath, everywhere: Bool = false, topic: SceneNote.Topic = .other
  ) {
    let place = path.description
    if let known = said[message] {
      if everywhere, said.updateValue(known, forKey: "\(place): \(message)") == nil {
        remarks[known].places.append(place)
      }
      return
    }
    (said[message], said["\(place): \(message)"]) = (remarks.count, remarks.count)
    remarks.append((message, [place], topic))
  }

  /// All that was said, each once, with the first places that it is said of.
  var notes: [SceneNote] {
    remarks.map { message, places, topic in
      let others = places.dropFirst()
      var text = places[0].isEmpty ? message : "\(places[0]): \(message)"
      if !others.isEmpty { text += "; also " + others.prefix(8).joined(separator: ", ") }
      if others.count > 8 { text += " and \(others.count - 8) more" }
      return SceneNote(at: SourceLocation(file: file), text, topic: topic)
    }
  }

  /// An error in the document.
  func malformed(_ message: String, at path: LottiePath) -> SceneFileError { failure(.malformed, message, at: path) }

  /// The error of what asks for more than there may be.
  func tooLarge(_ message: String, at path: LottiePath) -> SceneFileError { failure(.tooLarge, message, at: path) }

  private func failure(_ kind: SceneFileError.Kind, _ message: String, at path: LottiePath) -> SceneFileError {
    let place = path.description
    return SceneFileError(kind, file: file, place.isEmpty ? message : "\(place): \(message)")
  }
}

// MARK: - Limits

extension LottieReading {
  /// Counts layers before they are made.
  func takeLayers(_ count: Int, at path: LottiePath) throws(SceneFileError) {
    try take(
      count, of: &layersLeft, at: path,
      "the compositions up to here have more than 100000 layers, each as often as it is shown")
  }

  /// Counts keyframes before they are made.
  func takeKeyframes(_ count: Int, at path: LottiePath) throws(SceneFileError) {
    try take(count, of: &keyframesLeft, at: path, "the animations up to here have more than 2000000 keyframes")
  }

  /// Counts the points of letters' outlines.
  func takePoints(_ count: Int, at path: LottiePath) throws(SceneFileError) {
    try take(count, of: &pointsLeft, at: path, "the texts up to here have outlines of more than 8000000 points")
  }

  /// Counts the values of characters that move, before they are computed.
  func takeGlyphValues(_ count: Int, at path: LottiePath) throws(SceneFileError) {
    try take(
      count, of: &glyphValuesLeft, at: path,
      "the characters up to here have more than 50000000 values of their own over time")
  }

  private func take(
    _ count: Int, of left: inout Int, at path: LottiePath, _ message: String
  ) throws(SceneFileError) {
    left -= min(count, Int.max / 2)
    guard left >= 0 else { throw tooLarge(message, at: path) }
  }
}

/// An object that makes keyframes of a document's expressions.
protocol ExpressionRunner: AnyObject {
  /// The property with keyframes in the place of its expression; nil where it cannot be run, which is noted.
  func keyframes(of node: LottieNode) throws(SceneFileError) -> LottieNode?
}

/// An object that measures the content of layers.
protocol LayerMeasuring: AnyObject {
  /// Returns the box around a layer's content, in points of the layer; nil for a layer without content.
  ///
  /// - Parameters:
  ///   - layer: the layer in the document.
  ///   - frame: a frame of the layer's composition.
  ///   - text: the text of a text layer at that frame.
  func box(of layer: LottieNode, at frame: Double, text: String) -> CGRect?
}
