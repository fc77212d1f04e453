// The GPUs of a machine in one list: those that files tell of and those that EGL lists, each once. Their numbers are
// the same whatever order EGL has them in, and whether they can be used or not.
//
// Tested by GPUSelectionTests.

/// The devices that may draw, by their numbers: those of PCI by their addresses, then others, then those that compute
/// on the CPU.
struct GPUList {
  /// A device.
  struct Device {
    /// The device's bus address; nil where it is not known.
    var address: BusAddress?
    /// The device as the machine's files describe it.
    var hardware: HardwareDevice?
    /// The ways to open it.
    var candidates: [EGLCandidate] = []
    /// Whether it computes on the CPU.
    var isSoftware = false

    /// The device's name, as far as it is known before the device is opened, and its driver.
    var name: String {
      let known = hardware?.model ?? candidates.lazy.compactMap(\.deviceName).first ?? hardware?.nodes.last
      guard let driver = hardware?.driver else { return known ?? (isSoftware ? "a software driver" : "unknown") }
      return known.map { "\($0) (\(driver))" } ?? driver
    }

    /// The address and the name.
    var label: String { [address?.description, name].compactMap(\.self).joined(separator: " ") }
  }

  private(set) var devices: [Device] = []

  /// The list of what files and EGL tell.
  ///
  /// - Parameter candidates: those of all platforms, of which only devices and render nodes say what they are.
  init(_ hardware: [HardwareDevice], _ candidates: [EGLCandidate]) {
    var others: [Device] = []
    devices = hardware.map { Device(address: $0.address, hardware: $0) }
    for candidate in candidates where candidate.platform != .surfaceless {
      let place = candidate.address.flatMap { address in devices.firstIndex { $0.address == address } }
      if let place {
        devices[place].candidates.append(candidate)
      } else if candidate.address != nil {
        devices.append(Device(address: candidate.address, candidates: [candidate]))
      } else {
        others.append(Device(candidates: [candidate], isSoftware: candidate.isSoftware))
      }
    }
    devices = devices.sorted { a, b in
      guard let first = a.address, let second = b.address else { return false }
      return first < second
    }
    devices += others.filter { !$0.isSoftware } + others.filter(\.isSoftware)
  }

  /// The devices with their numbers, a line each: `0: 0000:65:00.0 NVIDIA L4 (nvidia)`.
  var lines: [String] {
    devices.enumerated().map { number, device in
      "\(number): \(device.label)\(device.isSoftware ? ", on the processor" : "")"
    }
  }
}
