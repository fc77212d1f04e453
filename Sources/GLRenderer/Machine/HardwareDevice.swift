// The GPUs that Linux's files tell of, whether a driver of OpenGL can use them or not.
//
//   /sys/bus/pci/devices/ADDRESS      class 0x03.... for GPUs, driver -> the kernel's
//   /sys/class/drm/card0, renderD128  device -> the device that the node is of
//   /proc/driver/nvidia/gpus/ADDRESS  what NVIDIA's kernel driver knows: "Model: ...", "GPU UUID: GPU-01234567-...",
//                                     "Device Minor: 0"

/// A GPU.
package struct HardwareDevice: Hashable, Sendable {
  /// The device's address on its bus.
  package let address: BusAddress
  /// The driver's name for the device; nil where no file gives it.
  package var model: String?
  /// The kernel's driver, such as `amdgpu`; nil where none has taken it.
  package var driver: String?
  /// Its nodes of DRM, under `/dev/dri`, whether they are in this process's `/dev` or not.
  package var nodes: [String] = []
  /// The number of its `/dev/nvidiaN`; nil for those of other drivers.
  var minor: Int?
  /// The 16 bytes that it is known by, as hexadecimal digits; nil where no file tells.
  var uuid: String?

  /// The node for drawing without a screen.
  var renderNode: String? { nodes.first { $0.contains("/renderD") } }
}

/// The GPUs of a machine, as its files list them.
struct HardwareList: Sendable {
  /// The GPUs, by their addresses.
  let devices: [HardwareDevice]
  private let files: MachineFiles
  private static let nvidia = "/proc/driver/nvidia/gpus"

  /// The list of the process's machine, read once.
  static let ofThisMachine = HardwareList(MachineFiles())

  /// Reads what files tell.
  init(_ files: MachineFiles) {
    var found: [BusAddress: HardwareDevice] = [:]
    for name in files.names(in: "/sys/bus/pci/devices") {
      let folder = "/sys/bus/pci/devices/\(name)"
      guard let address = BusAddress(pci: name), files.text("\(folder)/class")?.hasPrefix("0x03") == true else {
        continue
      }
      found[address] = HardwareDevice(address: address, driver: files.resolved("\(folder)/driver")?.last)
    }
    for node in files.names(in: "/sys/class/drm") where Self.isNode(node) {
      guard let address = Self.address(ofNode: node, files) else { continue }
      let driver = files.resolved("/sys/class/drm/\(node)/device/driver")?.last
      var device = found[address] ?? HardwareDevice(address: address)
      device.driver = device.driver ?? driver
      device.nodes.append("/dev/dri/\(node)")
      found[address] = device
    }
    for name in files.names(in: Self.nvidia) {
      guard let address = BusAddress(pci: name) else { continue }
      let lines = (files.text("\(Self.nvidia)/\(name)/information") ?? "").split(separator: "\n")
      func value(_ key: String) -> String? {
        lines.first { $0.hasPrefix("\(key):") }?.dropFirst(key.count + 1).trimming
      }
      var device = found[address] ?? HardwareDevice(address: address)
      (device.model, device.driver) = (value("Model"), device.driver ?? "nvidia")
      device.minor = value("Device Minor").flatMap { Int($0) }
      device.uuid = value("GPU UUID")?.lowercased().replacing("gpu-", with: "").replacing("-", with: "")
      found[address] = device
    }
    devices = found.values.sorted { $0.address < $1.address }
    self.files = files
  }

  /// Returns the address of the device of a DRM node, such as `/dev/dri/card0`; nil where files do not tell it.
  func address(ofNode path: String) -> BusAddress? {
    path.split(separator: "/").last.flatMap { Self.address(ofNode: String($0), files) }
  }

  /// Returns the address of the device with a UUID, of 16 bytes; nil where files do not tell it.
  func address(ofUUID bytes: [UInt8]) -> BusAddress? {
    let text = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return devices.first { $0.uuid == text }?.address
  }

  /// Returns the address of the device that CUDA gives this number to; nil where it is not known.
  ///
  /// CUDA has the fastest device first, the others in any order, unless CUDA_DEVICE_ORDER asks for the order of
  /// addresses.
  func address(ofCUDADevice number: Int) -> BusAddress? {
    let addresses = files.names(in: Self.nvidia).compactMap { BusAddress(pci: $0) }.sorted()
    let isInOrder = files.environment["CUDA_DEVICE_ORDER"] == "PCI_BUS_ID"
    guard addresses.indices ~= number, isInOrder || addresses.count == 1 else { return nil }
    return addresses[number]
  }

  /// Whether a name in `/sys/class/drm` is a node's: `card0-HDMI-A-1` is a socket of one.
  private static func isNode(_ name: String) -> Bool {
    let number = name.hasPrefix("renderD") ? name.dropFirst(7) : name.hasPrefix("card") ? name.dropFirst(4) : ""
    return !number.isEmpty && number.allSatisfy(\.isNumber)
  }

  private static func address(ofNode node: String, _ files: MachineFiles) -> BusAddress? {
    files.resolved("/sys/class/drm/\(node)/device").flatMap { BusAddress(path: $0) }
  }
}

extension Substring {
  fileprivate var trimming: String { trimmingPrefix(while: \.isWhitespace).description }
}
