// A scene of the score on its canvas, with as many layers as are asked for just now.

import CoreGraphics
package import QuartzCore

/// A tree of a ``ScoreScene`` whose complexity can be changed. What it shows depends on the scene, the complexity and
/// the time alone, however it came there: the n-th layer is the same in all trees of a scene.
package final class ScoreStage {
  /// The root of the tree: the canvas.
  package let root: CALayer
  private let make: (Int, inout SeededNumbers) -> ScoreScene.Element
  private var random: SeededNumbers
  /// All that were ever asked for; the first ``complexity`` of them are in the tree.
  private var elements: [ScoreScene.Element] = []

  /// The number of layers in the tree, without the canvas.
  package private(set) var complexity = 0

  package init(_ scene: ScoreScene) {
    root = Gallery.page(ScoreScene.size.width, ScoreScene.size.height, CGColor(gray: 1, alpha: 1))
    make = scene.maker()
    random = SeededNumbers(seed: scene.seed)
  }

  /// Adds the next layers, or takes the last ones out.
  package func tune(to complexity: Int) {
    precondition(complexity >= 0, "a scene has no fewer than 0 layers")
    withoutActions {
      while elements.count < complexity { elements.append(make(elements.count, &random)) }
      for element in elements[min(self.complexity, complexity)..<complexity] { root.addSublayer(element.layer) }
      for element in elements[complexity..<max(self.complexity, complexity)] { element.layer.removeFromSuperlayer() }
    }
    self.complexity = complexity
  }

  /// Moves every layer to where it is at a time, in seconds, as an app does between frames.
  package func show(at time: CFTimeInterval) {
    withoutActions {
      for element in elements.prefix(complexity) { element.show(time) }
    }
  }

  private func withoutActions(_ body: () -> Void) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    body()
    CATransaction.commit()
  }
}
