// The choice of a display: what is tried, in which order, what is passed over, and what is remembered of it.
//
//   auto          hardware devices -> GBM on each render node -> surfaceless
//   device        hardware devices -> software devices
//   gbm           GBM on each render node
//   surfaceless   surfaceless
//
// `auto` passes over software devices: what they offer, the surfaceless platform offers too, but a render node that
// only GBM can open comes before it.
//
// Where a GPU is asked for, others are passed over as far as they are known before they are opened, and what is open is
// asked who it is.
//
// Tested by EGLSelectionTests, GPUSelectionTests and EGLContextTests.

/// Tries displays until one opens.
struct EGLDisplaySelector<Source: EGLDisplaySource> {
  private let source: Source
  /// The attempts so far, in order.
  private(set) var attempts: [EGLAttempt] = []

  init(_ source: Source) {
    self.source = source
  }

  /// Opens the first display of `choice` that can be opened and is of the GPU that is asked for.
  ///
  /// - Throws: ``EGLDisplayError`` with every attempt when no display was opened.
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

  /// The candidates of `platform` worth opening, in order; what is left out is recorded.
  private mutating func candidates(
    on platform: EGLPlatform, for choice: EGLDisplayChoice, _ wanted: WantedDevice
  ) -> [EGLCandidate] {
    do throws(EGLFailure) {
      let all = try source.candidates(on: platform)
      if all.isEmpty {
        attempts.append(EGLAttempt(platform, .skipped(reason: "none on this machine")))
      }
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

  /// A way to open the one device that is called so. Drivers tell names of contexts alone, so that all are opened.
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

/// A machine's EGL displays, as ``EGLDisplaySelector`` sees them: where they come from, apart from the order they are
/// tried in, so that the selection is tested with a made-up machine.
protocol EGLDisplaySource<Opened> {
  /// A display that works, with whatever is needed to use it.
  associatedtype Opened

  /// The candidates of `platform`, in the order the system lists them; none is an empty list.
  ///
  /// - Throws: what stops the platform from being asked at all, such as a missing extension.
  func candidates(on platform: EGLPlatform) throws(EGLFailure) -> [EGLCandidate]

  /// Opens `candidate` so far that rendering can start, and leaves nothing behind where that fails.
  func open(_ candidate: EGLCandidate) throws(EGLFailure) -> Opened

  /// Returns the identity that a display reports, which must be the one that was opened last.
  func identity(of opened: Opened) -> DeviceIdentity

  /// The GPUs that the machine's files tell of.
  var hardware: [HardwareDevice] { get }

  /// Returns the reason, as far as files tell it, that a GPU cannot be used; nil where they tell nothing.
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
  /// Any that does not compute on the CPU.
  case hardware
  /// Any that computes on the CPU.
  case software
  /// The one at an address.
  case device(BusAddress)
  /// The one that these candidates open.
  case candidates([EGLCandidate], isSoftware: Bool)

  /// The platforms to try, in order.
  func platforms(of choice: EGLDisplayChoice) -> [EGLPlatform] {
    // Where there is a GPU, the surfaceless platform may be its.
    if case .software = self, choice == .auto { return [.device, .surfaceless] }
    return choice.platforms
  }

  /// Returns the reason for not opening a candidate; nil where it is to be opened.
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

  /// Returns the reason for refusing an open display; nil where it is accepted.
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

  /// Whether a GPU is one that is asked for.
  func mayBe(_ device: HardwareDevice) -> Bool {
    switch self {
    case .any, .hardware: true
    case .software: false
    case .device(let address): device.address == address
    case .candidates(let some, _): some.contains { $0.address == device.address }
    }
  }
}
