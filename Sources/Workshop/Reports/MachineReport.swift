// What `multiplane info` prints: the graphics of this machine and the libraries in use.

import CoreGraphics
import Foundation
package import GLRenderer
import ImageCodecs
import ImageFiles
package import Multiplane
import Video

/// EGL displays, OpenGL ES, processor and libraries.
package struct MachineReport: Codable, CustomStringConvertible {
  /// A library in use.
  package struct Library: Codable {
    package let name: String
    package let version: String
  }

  /// An encoder of video.
  package struct Encoder: Codable {
    package let name: String
    /// What `--codec` calls it.
    package let codec: String
    /// libavcodec's name of it.
    package let encoder: String
    /// Whether it runs on a GPU.
    package let isHardware: Bool
    /// Whether it encoded two frames.
    package let isUsable: Bool
    /// Why not.
    package let problem: String?
  }

  package let graphics: DeviceReport
  /// What frames by llvmpipe depend on besides.
  package let processor: ProcessorReport
  package let libraries: [Library]
  /// Each was tried with two frames.
  package let encoders: [Encoder]

  /// Opens a device to see what it can do.
  ///
  /// - Throws: when no display can be used; the message lists all that were tried.
  package init(display: EGLDisplayChoice?) throws(RenderingError) {
    do throws(GLError) { graphics = try GLDevice.opened(display).report } catch { throw RenderingError(error) }
    processor = ProcessorReport()
    libraries = (ImageCodec.libraries + VideoWriter.libraries).map { Library(name: $0.name, version: $0.version) }
    encoders = EncoderProbe.all().map {
      Encoder(
        name: $0.name, codec: $0.codec, encoder: $0.encoder, isHardware: $0.isHardware, isUsable: $0.problem == nil,
        problem: $0.problem)
    }
  }

  package var description: String {
    let width = 24
    let lines = libraries.map { library in
      "\(library.name):".padding(toLength: width, withPad: " ", startingAt: 0) + library.version
    }
    let processor =
      "vector instructions:".padding(toLength: width, withPad: " ", startingAt: 0) + processor.summary
    let encoders = self.encoders.map { encoder in
      "\(encoder.isHardware ? "--hardware" : "--codec") \(encoder.codec):".padding(
        toLength: width, withPad: " ", startingAt: 0)
        + "\(encoder.name) by \(encoder.encoder), " + (encoder.problem.map { "not usable: \($0)" } ?? "usable")
    }
    return ([graphics.description, processor] + lines + encoders).joined(separator: "\n")
  }
}
