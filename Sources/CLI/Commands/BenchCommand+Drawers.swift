// Who draws what is measured, where that is a number of the machine and its driver.
import Foundation
import Multiplane

extension BenchCommand {
  /// Returns the renderers for the scenes of the program: the one that is asked for, or else OpenGL and rows.
  func drawers() throws -> Drawers {
    let environment = ProcessInfo.processInfo.environment
    let isAsked = try options.renderer.renderer != nil || RendererChoice.asked(in: environment) != nil
    let request = try options.renderer.request.completed(by: environment)
    guard !isAsked, request.renderer == .automatic else { return Drawers(all: [options]) }
    return Drawers(
      all: [RendererChoice.gl, .rows].map { choice in
        var options = options
        options.renderer.renderer = choice
        return options
      })
  }
}

/// The renderers that draw the same scenes, one after the other.
final class Drawers {
  private var all: [RenderOptions]

  init(all: [RenderOptions]) { self.all = all }

  /// Calls a function with the options of each renderer. If there are several, and OpenGL cannot draw, that is noted
  /// once, and OpenGL is left out.
  func each<Result>(_ draw: (RenderOptions) throws -> Result) throws -> [Result] {
    var results: [Result] = []
    for options in all {
      do {
        results.append(try draw(options))
      } catch RenderingError.noDisplay(let reason) where all.count > 1 {
        all.removeAll { $0.renderer.renderer == .gl }
        StandardError.write("multiplane: note: OpenGL cannot draw here, rows do: \(reason)")
      }
    }
    return results
  }
}
