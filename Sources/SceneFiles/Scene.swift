// A scene file, read: a layer tree that is ready to be drawn, and its states.

package import Foundation
package import QuartzCore

/// A scene from a file.
package final class Scene {
  /// The root of the tree: the scene's size, its origin top left, y down, position in the middle of a canvas of that
  /// size.
  ///
  /// Documents have y up unless they say otherwise; the root's `isGeometryFlipped` turns them upright, so the tree is
  /// drawn in a canvas with y down as it is.
  package let rootLayer: CALayer
  /// The scene's own size, in points.
  package let size: CGSize
  /// Whether the document says that its space has y down (`geometryFlipped` in `index.xml`).
  package let isGeometryFlipped: Bool
  /// The names of all states, in document order.
  package let stateNames: [String]
  /// What was skipped or read differently from what the file says.
  package let notes: [SceneNote]
  /// How long the scene's animations take: to the end of the longest that ends, or of one cycle of one that does not,
  /// in seconds. Nil without animations.
  package let durationHint: CFTimeInterval?

  /// Bytes of its images, decoded.
  package let imageBytes: Int
  /// The state that the scene is first shown in, which it is not yet in when it has been read; nil for none.
  package let initialState: String?

  private let documents: [DocumentStates]

  /// The state in which a phone shows a wallpaper first.
  static let stateShownFirst = "Locked"

  init(
    rootLayer: CALayer, size: CGSize, isGeometryFlipped: Bool, documents: [CAMLDocument], notes: [SceneNote],
    imageBytes: Int, initialState: String?
  ) {
    self.rootLayer = rootLayer
    self.size = size
    self.isGeometryFlipped = isGeometryFlipped
    self.notes = notes
    self.documents = documents.map(\.states)
    var seen: Set<String> = []
    let stateNames = documents.flatMap(\.states.names).filter { seen.insert($0).inserted }
    self.stateNames = stateNames
    self.imageBytes = imageBytes
    self.initialState = initialState.flatMap { stateNames.contains($0) ? $0 : nil }
    durationHint = documents.map(\.animationDuration).max().flatMap { $0 > 0 ? $0 : nil }
  }

  /// Shows a state: the documents' own values with the state's set. A document of a wallpaper that has no state of
  /// that name shows itself as it is written.
  ///
  /// - Parameters:
  ///   - name: one of ``stateNames``; nil for the scene as it is written.
  ///   - time: when the change happens, in the root layer's time; nil is now, by `CACurrentMediaTime()`. To render a
  ///     video, call this when the clock stands at that second, before the frame.
  ///   - animated: whether the transitions of the documents run. Properties without one change at once.
  /// - Throws: `unknownState` when no document has the state.
  package func setState(
    _ name: String?, at time: CFTimeInterval? = nil, animated: Bool = false
  ) throws(SceneFileError) {
    if let name, !stateNames.contains(name) {
      let known = stateNames.isEmpty ? "the scene has none" : "expected one of \(stateNames.joined(separator: ", "))"
      throw SceneFileError(.unknownState, file: rootLayer.name ?? "scene", "no state '\(name.excerpt)'; \(known)")
    }
    let begin = animated ? time ?? CACurrentMediaTime() : nil
    // The transitions are all there is to see: no implicit animation besides.
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    for document in documents { document.set(name, transitionsAt: begin, in: rootLayer) }
    CATransaction.commit()
  }
}
