// What llvmpipe compiles for: equal bytes of a frame hold on machines where this is equal.

import Compositor
import Foundation
import GLRenderer
package import Multiplane
import Video

/// The processor, as far as rounding in llvmpipe follows from it.
package struct ProcessorReport: Encodable {
  /// The vector instructions that it has, of those that llvmpipe asks for.
  package let vectorInstructions: [String]
  /// Environment variables that make llvmpipe compile for another one, with their values.
  package let overrides: [String: String]

  /// Names of Linux, on x86 and ARM.
  private static let known = [
    "sse2", "ssse3", "sse4_1", "sse4_2", "avx", "avx2", "fma", "f16c", "avx512f", "avx512dq", "avx512bw", "avx512vl",
    "neon", "asimd", "sve",
  ]

  /// The machine's own processor.
  package init() {
    let text = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    self.init(cpuInfo: text, environment: ProcessInfo.processInfo.environment)
  }

  /// - Parameter cpuInfo: the text of `/proc/cpuinfo`; empty if the file does not exist.
  init(cpuInfo: String, environment: [String: String]) {
    // Each core has its line, all alike.
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
  /// The things besides the scene that the bytes of frames and packets depend on: equal origins give equal bytes.
  package var origin: [String: String] {
    var origin = Dictionary(VideoWriter.libraries.map { ($0.name, $0.version) }) { $1 }
    origin["Multiplane"] = MultiplaneVersion.current
    if rasterizer.kind == .gl { origin["vector instructions"] = ProcessorReport().summary }
    return origin.merging(rasterizer.origin) { $1 }
  }
}
