// The machine that numbers were measured on: what tells whether two measurements may be compared.
//
// Tested by BenchmarkReportTests.

import Foundation
import Multiplane

/// A machine, as far as times depend on it.
package struct MeasuredMachine: Codable, Hashable, Sendable, CustomStringConvertible {
  /// The processor's name, as Linux has it.
  package var processor: String
  /// The vector instructions that it has.
  package var vectorInstructions: String
  /// The number of threads that run at a time.
  package var threads: Int
  /// The processor's clock: megahertz of its first core when this was asked, and at most; nil where Linux does not say.
  package var megahertz: Double?
  package var highestMegahertz: Double?
  /// The way that Linux chooses the clock, such as `performance`; nil if Linux does not say it, as in virtual machines.
  package var governor: String?
  /// Linux's name and release.
  package var system: String
  /// Environment variables that drivers read, with their values.
  package var settings: [String: String]

  /// Variables that change how fast drivers draw.
  private static let known = ["GALLIUM_DRIVER", "LIBGL_ALWAYS_SOFTWARE", "LP_NUM_THREADS", "LP_NATIVE_VECTOR_WIDTH"]

  /// This machine.
  package init() {
    func text(_ path: String) -> String? {
      (try? String(contentsOfFile: path, encoding: .utf8))?.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    self.init(cpuInfo: text("/proc/cpuinfo") ?? "", environment: ProcessInfo.processInfo.environment)
    let clock = "/sys/devices/system/cpu/cpu0/cpufreq"
    // Linux counts in kilohertz here.
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

  /// Whether times of both machines may be compared: they are the same, whatever their clocks showed.
  package func isLike(_ other: MeasuredMachine) -> Bool {
    var (a, b) = (self, other)
    (a.megahertz, b.megahertz) = (nil, nil)
    return a == b
  }

  /// A line for people.
  package var description: String {
    let clock = [
      megahertz.map { "\($0.formatted(places: 0)) MHz" }, highestMegahertz.map { "at most \($0.formatted(places: 0))" },
      governor,
    ].compactMap(\.self).joined(separator: ", ")
    let settings = self.settings.sorted { $0.key < $1.key }.map { ", \($0.key)=\($0.value)" }.joined()
    return "\(processor)\(clock.isEmpty ? "" : " (\(clock))"), \(threads) threads, \(system)\(settings)"
  }
}
