// Who draws: what the line of every result says.
//
// Tested by DrawingDeviceTests.

package import Compositor
import GLRenderer

/// What draws a renderer's frames.
package struct DrawingDevice: Hashable, Codable, Sendable {
  /// Which rasteriser.
  package let rasterizer: RasterizerKind
  /// OpenGL's name of the GPU, or of the driver's renderer; nil of rows.
  package let renderer: String?
  /// OpenGL's driver and its version, such as `Mesa 22.3.6`; nil of rows.
  package let driver: String?
  /// Where the GPU is, by PCI; nil where that is not known, and of what computes on the CPU.
  package let address: String?

  /// - Parameter version: GL_VERSION.
  init(_ rasterizer: RasterizerKind, renderer: String? = nil, version: String? = nil, address: String? = nil) {
    (self.rasterizer, self.renderer, self.address) = (rasterizer, renderer, address)
    driver = version.map(Self.driver)
  }

  /// What made a chunk of a film; nil where its origin does not say.
  ///
  /// - Parameter origin: ``Rasterizer/origin``, among other things.
  package init?(origin: [String: String]) {
    guard let renderer = origin["renderer"] else { return nil }
    guard let version = origin["OpenGL"] else {
      self.init(.rows)
      return
    }
    self.init(.gl, renderer: renderer, version: version)
  }

  /// What stands behind OpenGL's own version, as drivers word it: `OpenGL ES 3.2 Mesa 22.3.6`.
  private static func driver(_ version: String) -> String {
    guard let match = version.prefixMatch(of: #/OpenGL ES [0-9.]+ /#) else { return version }
    return String(version[match.range.upperBound...])
  }
}

extension DrawingDevice: CustomStringConvertible {
  /// `rows`, or `OpenGL: llvmpipe (LLVM 15.0.6, 256 bits), Mesa 22.3.6`.
  package var description: String {
    guard rasterizer == .gl else { return "rows" }
    return "OpenGL: " + [renderer, driver].compactMap(\.self).joined(separator: ", ")
  }
}

extension Rasterizer {
  /// What it draws by.
  package var drawingDevice: DrawingDevice {
    guard let gl = self as? GLRenderer else { return DrawingDevice(kind) }
    let (capabilities, report) = (gl.device.capabilities, gl.device.report)
    return DrawingDevice(
      .gl, renderer: capabilities.renderer, version: capabilities.versionText, address: report.address?.description)
  }
}
