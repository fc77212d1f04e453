// The machine, for `multiplane info`, comparisons of measurements, and the origin of bytes.
//
// Tested by ProcessorReportTests and BenchmarkReportTests.

package import Compositor
import CoreGraphics
import Foundation
package import GLRenderer
import ImageCodecs
import ImageFiles
package import Multiplane
import Video

package struct MachineReport: Encodable, CustomStringConvertible {
  package struct Library: Encodable {
    package let name: String
    package let version: String
  }

  package struct Encoder: Encodable {
    package let name: String
    package let codec: String
    package let encoder: String
    package let isHardware: Bool
    package let isUsable: Bool
    package let problem: String?
  }

  package let rasterizer: RasterizerKind
  /// EGL and OpenGL ES; nil if they are not used.
  package let graphics: DeviceReport?
  /// The devices for `--gpu`, each tested.
  package let gpus: [DeviceSurvey.Device]
  /// The processor, which OpenGL's frames depend on, too.
  package let processor: ProcessorReport
  package let libraries: [Library]
  /// The encoders, each tested with two frames.
  package let encoders: [Encoder]
  /// The reason why films can neither be written nor read; nil if they can.
  package let filmProblem: String?

  /// Opens a device to examine it. Throws if OpenGL is requested and no display works; the message lists all attempts.
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
    func line(_ name: String, _ text: String) -> String {
      "\(name):".padding(toLength: 24, withPad: " ", startingAt: 0) + text
    }
    var lines = [graphics?.description ?? line("renderer", "\(rasterizer.rawValue): no GPU is used")]
    lines += gpus.map { line("GPU \($0.number)", $0.description) }
    lines.append(line("vector instructions", processor.summary))
    lines += libraries.map { line($0.name, $0.version) }
    lines += encoders.map { encoder in
      line(
        "\(encoder.isHardware ? "--hardware" : "--codec") \(encoder.codec)",
        "\(encoder.name) by \(encoder.encoder), " + (encoder.problem.map { "not usable: \($0)" } ?? "usable"))
    }
    if let filmProblem { lines.append(line("films", "not usable: \(filmProblem)")) }
    return lines.joined(separator: "\n")
  }
}

/// The properties of a machine that affect times.
package struct MeasuredMachine: Codable, Hashable, Sendable, CustomStringConvertible {
  package var processor: String
  package var vectorInstructions: String
  package var threads: Int
  /// The clock of the processor's first core in megahertz, when measured, and at most; nil if Linux does not state it.
  package var megahertz: Double?
  package var highestMegahertz: Double?
  /// Linux's governor of the clock, such as `performance`; nil if Linux does not state it, as in virtual machines.
  package var governor: String?
  package var system: String
  /// Environment variables that drivers read, with their values.
  package var settings: [String: String]

  /// Variables that affect the speed of drivers.
  private static let known = ["GALLIUM_DRIVER", "LIBGL_ALWAYS_SOFTWARE", "LP_NUM_THREADS", "LP_NATIVE_VECTOR_WIDTH"]

  package init() {
    func text(_ path: String) -> String? {
      (try? String(contentsOfFile: path, encoding: .utf8))?.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    self.init(cpuInfo: text("/proc/cpuinfo") ?? "", environment: ProcessInfo.processInfo.environment)
    let clock = "/sys/devices/system/cpu/cpu0/cpufreq"
    // Linux's unit here is kilohertz.
    highestMegahertz = text("\(clock)/cpuinfo_max_freq").flatMap { Double($0) }.map { $0 / 1000 }
    governor = text("\(clock)/scaling_governor")
  }

  /// - Parameter cpuInfo: the text of `/proc/cpuinfo`; empty if the file does not exist.
  init(cpuInfo: String, environment: [String: String]) {
    func value(_ key: String) -> String? {
      cpuInfo.split(separator: "\n").first { $0.hasPrefix(key) }?.split(separator: ":", maxSplits: 1).last
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }
    processor = value("model name") ?? "unknown"
    vectorInstructions = ProcessorReport(cpuInfo: cpuInfo, environment: [:]).summary
    threads = ProcessInfo.processInfo.activeProcessorCount
    megahertz = value("cpu MHz").flatMap { Double($0) }
    var names = utsname()
    uname(&names)
    func string(_ field: some Any) -> String {
      withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    system = "\(string(names.sysname)) \(string(names.release))"
    settings = environment.filter { Self.known.contains($0.key) }
  }

  /// Whether both machines' times may be compared: they are the same, apart from their current clocks.
  package func isLike(_ other: MeasuredMachine) -> Bool {
    var (a, b) = (self, other)
    (a.megahertz, b.megahertz) = (nil, nil)
    return a == b
  }

  package var description: String {
    let clock = [
      megahertz.map { "\($0.formatted(places: 0)) MHz" }, highestMegahertz.map { "at most \($0.formatted(places: 0))" },
      governor,
    ].compactMap(\.self).joined(separator: ", ")
    let settings = self.settings.sorted { $0.key < $1.key }.map { ", \($0.key)=\($0.value)" }.joined()
    return "\(processor)\(clock.isEmpty ? "" : " (\(clock))"), \(threads) threads, \(system)\(settings)"
  }
}

/// The properties of the processor that affect rounding in llvmpipe.
package struct ProcessorReport: Encodable {
  /// Its vector instructions, of those that llvmpipe uses.
  package let vectorInstructions: [String]
  /// Environment variables that make llvmpipe compile for another processor, with their values.
  package let overrides: [String: String]

  /// Linux's names, on x86 and ARM.
  private static let known = [
    "sse2", "ssse3", "sse4_1", "sse4_2", "avx", "avx2", "fma", "f16c", "avx512f", "avx512dq", "avx512bw", "avx512vl",
    "neon", "asimd", "sve",
  ]

  package init() {
    let text = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    self.init(cpuInfo: text, environment: ProcessInfo.processInfo.environment)
  }

  /// - Parameter cpuInfo: the text of `/proc/cpuinfo`; empty if the file does not exist.
  init(cpuInfo: String, environment: [String: String]) {
    let line = cpuInfo.split(separator: "\n").first { $0.hasPrefix("flags") || $0.hasPrefix("Features") }
    let flags = Set(
      (line ?? "").split(separator: ":").last?.split(whereSeparator: \.isWhitespace).map(String.init) ?? [])
    vectorInstructions = Self.known.filter(flags.contains)
    overrides = environment.filter { ["GALLIUM_OVERRIDE_CPU_CAPS", "LP_NATIVE_VECTOR_WIDTH"].contains($0.key) }
  }

  /// `sse2 avx avx2; LP_NATIVE_VECTOR_WIDTH=128`.
  package var summary: String {
    let settings = overrides.sorted { $0.key < $1.key }.map { "; \($0.key)=\($0.value)" }.joined()
    return (vectorInstructions.isEmpty ? "unknown" : vectorInstructions.joined(separator: " ")) + settings
  }
}

extension OffscreenRenderer {
  /// The facts besides the scene that the bytes of frames and packets depend on: equal origins give equal bytes.
  package var origin: [String: String] {
    var origin = Dictionary(VideoWriter.libraries.map { ($0.name, $0.version) }) { $1 }
    origin["Multiplane"] = MultiplaneVersion.current
    if rasterizer.kind == .gl { origin["vector instructions"] = ProcessorReport().summary }
    return origin.merging(rasterizer.origin) { $1 }
  }
}
