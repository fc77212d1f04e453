// The choice of a display: the order of attempts, the candidates that are passed over, and the record of both.
//
//   auto          hardware devices -> GBM on each render node -> surfaceless
//   device        hardware devices -> software devices
//   gbm           GBM on each render node
//   surfaceless   surfaceless
//
// `auto` passes over software devices: the surfaceless platform offers the same, but a render node that only GBM can
// open comes before it. If a GPU is requested, others are passed over as far as they are known before they are opened,
// and an open display is asked for its identity.
//
// Tested by EGLSelectionTests, GPUSelectionTests and EGLContextTests.

/// Tries displays until one opens.
struct EGLDisplaySelector<Source: EGLDisplaySource> {
  private let source: Source
  private(set) var attempts: [EGLAttempt] = []

  init(_ source: Source) { self.source = source }

  /// Opens the first display of `choice`, and of the GPU, that can be opened; throws every attempt if none can.
  mutating func select(
    _ choice: EGLDisplayChoice, gpu: GPURequest = .auto
  ) throws(EGLDisplayError) -> Source.Opened {
    attempts = []
    let wanted = try wanted(gpu, choice)
    for platform in wanted.platforms(of: choice) {
      for candidate in candidates(on: platform, for: choice, wanted) {
        do throws(EGLFailure) {
          let opened = try source.open(candidate)
          if wanted != .any, let reason = wanted.refusal(of: source.identity(of: opened), by: candidate) {
            attempts.append(EGLAttempt(candidate, .skipped(reason: reason)))
            continue
          }
          attempts.append(EGLAttempt(candidate, .chosen))
          return opened
        } catch {
          attempts.append(EGLAttempt(candidate, .failed(error)))
        }
      }
    }
    guard gpu.namesDevice else { throw .noDisplay(choice, attempts) }
    let problems = source.hardware.compactMap { device in
      wanted.mayBe(device) ? source.problem(of: device).map { "\(device.address): \($0)" } : nil
    }
    throw .noUsableDevice(gpu, attempts, problems: problems)
  }

  /// Returns the candidates of `platform` worth opening, in order; records the others.
  private mutating func candidates(
    on platform: EGLPlatform, for choice: EGLDisplayChoice, _ wanted: WantedDevice
  ) -> [EGLCandidate] {
    do throws(EGLFailure) {
      let all = try source.candidates(on: platform)
      if all.isEmpty { attempts.append(EGLAttempt(platform, .skipped(reason: "none on this machine"))) }
      let ordered = all.filter { !$0.isSoftware } + all.filter(\.isSoftware)
      let reasons = ordered.map { wanted.reason(toPassOver: $0, for: choice) }
      attempts += zip(ordered, reasons).compactMap { candidate, reason in
        reason.map { EGLAttempt(candidate, .skipped(reason: $0)) }
      }
      return zip(ordered, reasons).compactMap { $1 == nil ? $0 : nil }
    } catch {
      attempts.append(EGLAttempt(platform, .failed(error)))
      return []
    }
  }

  /// Returns the devices that a request means on this machine.
  private func wanted(_ gpu: GPURequest, _ choice: EGLDisplayChoice) throws(EGLDisplayError) -> WantedDevice {
    switch gpu {
    case .auto: return .any
    case .none: return .software
    case .required: return .hardware
    case .address(let address):
      let list = source.gpus
      guard list.devices.contains(where: { $0.address == address }) else { throw .noDevice(gpu, list.lines) }
      return .device(address)
    case .number(let number):
      let list = source.gpus
      guard list.devices.indices ~= number else { throw .noDevice(gpu, list.lines) }
      let device = list.devices[number]
      return device.address.map { .device($0) } ?? .candidates(device.candidates, isSoftware: device.isSoftware)
    case .name(let name): return .candidates([try device(called: name, choice)], isSoftware: false)
    }
  }

  /// Returns the candidate of the only device with a name; opens all devices, as only their contexts tell names.
  private func device(called name: String, _ choice: EGLDisplayChoice) throws(EGLDisplayError) -> EGLCandidate {
    var found: [(key: String, label: String, candidate: EGLCandidate)] = []
    let hardware = source.hardware
    for platform in choice.platforms {
      for candidate in (try? source.candidates(on: platform)) ?? [] {
        guard let opened = try? source.open(candidate) else { continue }
        let identity = source.identity(of: opened)
        let address = identity.address ?? candidate.address
        let known = hardware.first { $0.address == address }
        let names = [identity.renderer, identity.vendor, candidate.name, known?.model, known?.driver].compactMap(\.self)
        guard (names + (known?.nodes ?? [])).contains(where: { $0.lowercased().contains(name.lowercased()) }) else {
          continue
        }
        let key =
          address?.description ?? (identity.isSoftware ? identity.renderer : "\(platform.rawValue) \(candidate.index)")
        guard !found.contains(where: { $0.key == key }) else { continue }
        found.append(
          (key, [address?.description, identity.renderer].compactMap(\.self).joined(separator: " "), candidate))
      }
    }
    guard let first = found.first else { throw .noDevice(.name(name), source.gpus.lines) }
    guard found.count == 1 else { throw .severalDevices(name, found.map(\.label)) }
    return first.candidate
  }
}

/// A machine's EGL displays for ``EGLDisplaySelector``, so that tests can make up a machine.
protocol EGLDisplaySource<Opened> {
  /// A working display, with everything needed to use it.
  associatedtype Opened

  /// Returns the candidates of `platform`, in the order the system lists them; throws the reason that the platform
  /// cannot be asked at all, such as a missing extension.
  func candidates(on platform: EGLPlatform) throws(EGLFailure) -> [EGLCandidate]

  /// Opens `candidate` until rendering can start; leaves nothing behind if that fails.
  func open(_ candidate: EGLCandidate) throws(EGLFailure) -> Opened

  /// Returns the identity that an open display reports, which must be the one opened last.
  func identity(of opened: Opened) -> DeviceIdentity

  var hardware: [HardwareDevice] { get }

  /// Returns the reason, as far as files tell it, that a GPU cannot be used; nil if they tell nothing.
  func problem(of device: HardwareDevice) -> DeviceProblem?
}

extension EGLDisplaySource {
  /// The machine's GPUs, as far as they are known before they are opened.
  var gpus: GPUList {
    GPUList(hardware, [EGLPlatform.device, .gbm].flatMap { (try? candidates(on: $0)) ?? [] })
  }
}

/// The devices among the candidates that a request for a GPU means.
private enum WantedDevice: Equatable {
  case any
  case hardware
  case software
  case device(BusAddress)
  /// The device that these candidates open.
  case candidates([EGLCandidate], isSoftware: Bool)

  /// The platforms to try, in order.
  func platforms(of choice: EGLDisplayChoice) -> [EGLPlatform] {
    // On a machine with a GPU, the surfaceless platform may use it.
    if case .software = self, choice == .auto { return [.device, .surfaceless] }
    return choice.platforms
  }

  /// Returns the reason for not opening a candidate; nil if it is to be opened.
  func reason(toPassOver candidate: EGLCandidate, for choice: EGLDisplayChoice) -> String? {
    switch self {
    case .any: choice == .auto && candidate.isSoftware ? "software device" : nil
    case .hardware: candidate.isSoftware ? "software device" : nil
    case .software: candidate.isSoftware || candidate.platform == .surfaceless ? nil : "not a software device"
    case .device(let address):
      if candidate.isSoftware {
        "software device"
      } else if let other = candidate.address, other != address {
        "another device, \(other)"
      } else {
        nil
      }
    case .candidates(let some, let isSoftware):
      some.contains(candidate) || isSoftware && candidate.platform == .surfaceless ? nil : "another device"
    }
  }

  /// Returns the reason for refusing an open display; nil if it is accepted.
  func refusal(of identity: DeviceIdentity, by candidate: EGLCandidate) -> String? {
    switch self {
    case .any: nil
    case .hardware: identity.isSoftware ? "it computes on the CPU: \(identity.renderer)" : nil
    case .software: identity.isSoftware ? nil : "it is a GPU: \(identity.renderer)"
    case .device(let address):
      if identity.isSoftware {
        "it computes on the CPU: \(identity.renderer)"
      } else if let found = identity.address ?? candidate.address {
        found == address ? nil : "it is another device, \(found): \(identity.renderer)"
      } else {
        "where it is cannot be known: \(identity.renderer)"
      }
    case .candidates(_, let isSoftware): isSoftware && !identity.isSoftware ? "it is a GPU: \(identity.renderer)" : nil
    }
  }

  /// Whether a GPU is a requested one.
  func mayBe(_ device: HardwareDevice) -> Bool {
    switch self {
    case .any, .hardware: true
    case .software: false
    case .device(let address): device.address == address
    case .candidates(let some, _): some.contains { $0.address == device.address }
    }
  }
}

/// The kind of EGL display to render on: the value of `--egl` and of MULTIPLANE_EGL.
package enum EGLDisplayChoice: String, CaseIterable, Codable, Sendable {
  /// The first that works of: a hardware EGL device, GBM on a DRM render node, Mesa without a surface. The default.
  case auto
  /// An EGL device (EGL_EXT_platform_device): hardware first, a software device as the last resort.
  case device
  /// GBM on a DRM render node.
  case gbm
  /// Mesa's surfaceless platform: llvmpipe on a machine without a GPU.
  case surfaceless

  /// The environment variable that chooses if no argument does.
  package static let environmentVariable = "MULTIPLANE_EGL"

  /// The choice spelt `argument`, or nil: the four names, in lower case.
  package init?(argument: String) { self.init(rawValue: argument) }

  /// Returns the choice of an environment; nil if MULTIPLANE_EGL is empty or missing. Throws
  /// ``EGLDisplayError/unknownChoice(_:from:)`` for any name but the four.
  package static func asked(in environment: [String: String]) throws(EGLDisplayError) -> EGLDisplayChoice? {
    guard let value = environment[environmentVariable], !value.isEmpty else { return nil }
    guard let choice = EGLDisplayChoice(argument: value) else { throw .unknownChoice(value, from: environmentVariable) }
    return choice
  }

  var platforms: [EGLPlatform] {
    switch self {
    case .auto: [.device, .gbm, .surfaceless]
    case .device: [.device]
    case .gbm: [.gbm]
    case .surfaceless: [.surfaceless]
    }
  }
}

package enum EGLDisplayError: Error, Hashable, CustomStringConvertible {
  /// A name that is no ``EGLDisplayChoice``, and the argument or variable it came from.
  case unknownChoice(String, from: String)
  /// No display of the choice could be used; every attempt, in order.
  case noDisplay(EGLDisplayChoice, [EGLAttempt])
  /// A requested GPU, by number, address or name, that the machine does not have; the list of its GPUs.
  case noDevice(GPURequest, [String])
  /// Several GPUs of the requested name.
  case severalDevices(String, [String])
  /// A requested GPU that cannot be used: every attempt, and the known problems of the machine's GPUs.
  case noUsableDevice(GPURequest, [EGLAttempt], problems: [String])

  package var description: String {
    switch self {
    case .unknownChoice(let name, let origin):
      let names = EGLDisplayChoice.allCases.map(\.rawValue).joined(separator: ", ")
      return "\(origin): '\(name)' is no kind of EGL display; expected one of \(names)"
    case .noDisplay(let choice, let attempts):
      let tried = Self.lines(attempts.map(\.description))
      return "no usable EGL display (choice: \(choice.rawValue)); tried:\(tried)"
    case .noDevice(let request, let list):
      let there = list.isEmpty ? "this machine has no GPU" : "there are\(Self.lines(list))"
      return "no GPU '\(request)'; \(there)"
    case .severalDevices(let name, let list):
      return "several GPUs are called '\(name)': choose one by its number or its address\(Self.lines(list))"
    case .noUsableDevice(let request, let attempts, let problems):
      let known = problems.isEmpty ? "" : "; of the GPUs that there are:\(Self.lines(problems))"
      return "no usable GPU (asked for: \(request)); tried:\(Self.lines(attempts.map(\.description)))\(known)"
    }
  }

  private static func lines(_ texts: [String]) -> String { texts.map { "\n  \($0)" }.joined() }
}
