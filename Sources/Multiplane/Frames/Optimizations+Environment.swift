// The one place that reads MULTIPLANE_DISABLE: every renderer takes its optimisations from here, where its program does
// not choose them.

package import Compositor
import Foundation

extension DrawListBuilder.Options {
  /// All optimisations but those that the process's environment leaves out: see ``Optimization/environmentVariable``.
  ///
  /// - Throws: ``RenderingError/invalidArgument(_:)`` for a word that is no optimisation.
  package static func fromEnvironment() throws(RenderingError) -> DrawListBuilder.Options {
    do throws(UnknownOptimization) {
      return DrawListBuilder.Options(without: try Optimization.disabled(in: ProcessInfo.processInfo.environment))
    } catch {
      throw .invalidArgument(error.description)
    }
  }
}
