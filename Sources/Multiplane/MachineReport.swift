// What `multiplane info` prints: the graphics of this machine and the libraries in use.

import CoreGraphics
import Foundation
package import GLRenderer
import ImageCodecs
import ImageFiles
import Video

/// EGL displays, OpenGL ES, processor and libraries.
package struct MachineReport: Codable, CustomStringConvertible {
  /// A library in use.
  package struct Library: Codable {
    package let name: String
    package let version: String
  }

  package let graphics: DeviceReport
  /// What frames by llvmpipe depend on besides.
  package let processor: ProcessorReport
  package let libraries: [Library]

  /// Opens a device to see what it can do.
  ///
  /// - Throws: when no display can be used; the message lists all that were tried.
  package init(display: EGLDisplayChoice?) throws(RenderingError) {
    graphics = try RenderingError.fromDevice { () throws(GLError) in try GLDevice.opened(display).report }
    processor = ProcessorReport()
    libraries = (ImageCodec.libraries + VideoWriter.libraries).map { Library(name: $0.name, version: $0.version) }
  }

  /// The report as JSON, keys sorted.
  package func json() throws -> String { try reportedAsJSON() }

  package var description: String {
    let width = 24
    let lines = libraries.map { library in
      "\(library.name):".padding(toLength: width, withPad: " ", startingAt: 0) + library.version
    }
    let processor =
      "vector instructions:".padding(toLength: width, withPad: " ", startingAt: 0) + processor.summary
    return "\(graphics)\n\(processor)\n\(lines.joined(separator: "\n"))"
  }
}

extension EGLDisplayChoice {
  /// What the environment variable `MULTIPLANE_EGL` chooses; ``auto`` where it says nothing.
  static func fromEnvironment() throws(GLError) -> EGLDisplayChoice {
    try requested(argument: nil, environment: ProcessInfo.processInfo.environment)
  }
}
