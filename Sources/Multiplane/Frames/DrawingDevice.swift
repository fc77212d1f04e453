// Who draws: what the line of every result says.
//
// Tested by DrawingDeviceTests.

package import Compositor
import GLRenderer

/// The device that draws a renderer's frames: a rasteriser and its GPU.
package struct DrawingDevice: Hashable, Codable, Sendable {
  package let rasterizer: RasterizerKind
  /// OpenGL's name of the GPU, or of the driver's renderer; nil of rows.
  package let renderer: String?
  /// OpenGL's driver and its version, such as `Mesa 22.3.6`; nil of rows.
  package let driver: String?
  /// The GPU's PCI address; nil if it is unknown, and for renderers that compute on the CPU.
  package let address: String?

  /// - Parameter version: GL_VERSION.
  init(_ rasterizer: RasterizerKind, renderer: String? = nil, version: String? = nil, address: String? = nil) {
    (self.rasterizer, self.renderer, self.address) = (rasterizer, renderer, address)
    driver = version.map(Self.driver)
  }

  /// Creates the device that made a chunk of a film; nil if the chunk's origin does not name it.
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

  /// Returns the part after OpenGL's own version, as drivers word it: `Mesa 22.3.6` of `OpenGL ES 3.2 Mesa 22.3.6`.
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
  /// The device that the rasteriser draws with.
  package var drawingDevice: DrawingDevice {
    guard let gl = self as? GLRenderer else { return DrawingDevice(kind) }
    let (capabilities, report) = (gl.device.capabilities, gl.device.report)
    return DrawingDevice(
      .gl, renderer: capabilities.renderer, version: capabilities.versionText, address: report.address?.description)
  }
}
