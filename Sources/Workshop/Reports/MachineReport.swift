// What `multiplane info` prints: the graphics of this machine and the libraries in use.
//
// Tested by ProcessorReportTests.

package import Compositor
import CoreGraphics
import Foundation
package import GLRenderer
import ImageCodecs
import ImageFiles
package import Multiplane
import Video

/// The report on the rasteriser, EGL displays, OpenGL ES, the processor and libraries.
package struct MachineReport: Encodable, CustomStringConvertible {
  /// A library in use.
  package struct Library: Encodable {
    package let name: String
    package let version: String
  }

  /// An encoder of video.
  package struct Encoder: Encodable {
    package let name: String
    /// The name of the codec for `--codec`.
    package let codec: String
    /// libavcodec's name of it.
    package let encoder: String
    /// Whether it runs on a GPU.
    package let isHardware: Bool
    /// Whether it encoded two frames.
    package let isUsable: Bool
    /// The reason if the encoder is not usable.
    package let problem: String?
  }

  /// The rasteriser that draws frames.
  package let rasterizer: RasterizerKind
  /// EGL and OpenGL ES; nil where they are not used.
  package let graphics: DeviceReport?
  /// The devices that `--gpu` chooses from, each tried.
  package let gpus: [DeviceSurvey.Device]
  /// The processor, on which frames of OpenGL depend, too.
  package let processor: ProcessorReport
  package let libraries: [Library]
  /// Each was tried with two frames.
  package let encoders: [Encoder]
  /// The reason why films can neither be written nor read; nil if they can.
  package let filmProblem: String?

  /// Opens a device to see what it can do.
  ///
  /// - Throws: when OpenGL is asked for and no display can be used; the message lists all that were tried.
  package init(_ request: RasterizerRequest) throws(RenderingError) {
    let opened = try request.opened()
    rasterizer = opened.kind
    graphics = (opened as? GLRenderer)?.device.report
    gpus = DeviceSurvey().devices
    processor = ProcessorReport()
    libraries = (ImageCodec.libraries + VideoWriter.libraries).map { Library(name: $0.name, version: $0.version) }
    encoders = EncoderProbe.all().map {
      Encoder(
        name: $0.name, codec: $0.codec, encoder: $0.encoder, isHardware: $0.isHardware, isUsable: $0.problem == nil,
        problem: $0.problem)
    }
    filmProblem = VideoWriter.problem
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
    let drawing =
      graphics?.description
      ?? "renderer:".padding(toLength: width, withPad: " ", startingAt: 0) + "\(rasterizer.rawValue): no GPU is used"
    let gpus = self.gpus.map { gpu in
      "GPU \(gpu.number):".padding(toLength: width, withPad: " ", startingAt: 0) + gpu.description
    }
    let films = filmProblem.map {
      ["films:".padding(toLength: width, withPad: " ", startingAt: 0) + "not usable: \($0)"]
    }
    return ([drawing] + gpus + [processor] + lines + encoders + (films ?? [])).joined(separator: "\n")
  }
}
