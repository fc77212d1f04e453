// The GPUs in Linux's files, whether a driver of OpenGL can use them or not.
//
//   /sys/bus/pci/devices/ADDRESS      class 0x03.... for GPUs, driver -> the kernel's
//   /sys/class/drm/card0, renderD128  device -> the device that the node is of
//   /proc/driver/nvidia/gpus/ADDRESS  facts of NVIDIA's kernel driver: "Model: ...", "GPU UUID: GPU-01234567-...",
//                                     "Device Minor: 0"

import Foundation

package struct HardwareDevice: Hashable, Sendable {
  package let address: BusAddress
  /// The driver's name for the device; nil if no file gives it.
  package var model: String?
  /// The kernel's driver, such as `amdgpu`; nil for none.
  package var driver: String?
  /// Its DRM nodes, under `/dev/dri`, whether they are in this process's `/dev` or not.
  package var nodes: [String] = []
  /// The number of its `/dev/nvidiaN`; nil for other drivers.
  var minor: Int?
  /// The 16 bytes of its UUID, as hexadecimal digits; nil if no file gives them.
  var uuid: String?

  var renderNode: String? { nodes.first { $0.contains("/renderD") } }
}

/// The GPUs of a machine, as its files list them.
struct HardwareList: Sendable {
  let devices: [HardwareDevice]
  private let files: MachineFiles
  private static let nvidia = "/proc/driver/nvidia/gpus"

  /// The list of the process's machine, read once.
  static let ofThisMachine = HardwareList(MachineFiles())

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

  /// Returns the address of the device of a DRM node, such as `/dev/dri/card0`; nil if files do not give it.
  func address(ofNode path: String) -> BusAddress? {
    path.split(separator: "/").last.flatMap { Self.address(ofNode: String($0), files) }
  }

  /// Returns the address of the device with a UUID, of 16 bytes; nil if files do not give it.
  func address(ofUUID bytes: [UInt8]) -> BusAddress? {
    let text = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return devices.first { $0.uuid == text }?.address
  }

  /// Returns the address of the device with this CUDA number; nil if unknown. CUDA has the fastest device first, the
  /// others in any order, unless CUDA_DEVICE_ORDER asks for the order of addresses.
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

/// The place of a device in the machine, which tells two GPUs of one kind apart, whatever order a driver lists them in.
package struct BusAddress: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// PCI's domain, bus, device and function in hexadecimal digits, `0000:65:00.0`; elsewhere the name in Linux.
  package let description: String
  let isPCI: Bool

  /// Parses a PCI address, with or without its domain, for which NVIDIA's tools write 8 digits: `65:00.0`,
  /// `0000:65:00.0`, `00000000:65:00.0`. Nil for any other text.
  package init?(pci text: String) {
    var parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard 2...3 ~= parts.count, let last = parts.popLast(), let bus = parts.popLast() else { return nil }
    let place = last.split(separator: ".", omittingEmptySubsequences: false)
    guard
      place.count == 2, let domain = Self.number(parts.last ?? "0", digits: 1...8),
      let bus = Self.number(bus, digits: 2...2), let device = Self.number(place[0], digits: 2...2),
      let function = Self.number(place[1], digits: 1...1)
    else { return nil }
    func hexadecimal(_ number: UInt32, _ digits: Int) -> String {
      let text = String(number, radix: 16)
      return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
    description = "\(hexadecimal(domain, 4)):\(hexadecimal(bus, 2)):\(hexadecimal(device, 2)).\(function)"
    isPCI = true
  }

  /// The address of a device with these components of a path under `/sys/devices`: the last one of PCI, on which a bus
  /// of a virtual machine may stand, or the name of the last component.
  init?(path components: [String]) {
    guard let last = components.last else { return nil }
    if let address = components.reversed().lazy.compactMap({ BusAddress(pci: $0) }).first {
      self = address
    } else {
      (description, isPCI) = (last, false)
    }
  }

  private static func number(_ text: Substring, digits: ClosedRange<Int>) -> UInt32? {
    guard digits ~= text.utf8.count, text.allSatisfy(\.isHexDigit) else { return nil }
    return UInt32(text, radix: 16)
  }

  /// Orders PCI's first, by their numbers.
  package static func < (a: BusAddress, b: BusAddress) -> Bool {
    // A domain of more than four digits makes the text longer.
    func key(_ address: BusAddress) -> (Int, Int, String) {
      (address.isPCI ? 0 : 1, address.isPCI ? address.description.utf8.count : 0, address.description)
    }
    return key(a) < key(b)
  }
}

extension BusAddress: Codable {
  package init(from decoder: any Decoder) throws {
    let text = try String(from: decoder)
    self = BusAddress(pci: text) ?? BusAddress(name: text)
  }

  package func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }

  private init(name: String) { (description, isPCI) = (name, false) }
}

/// The files by which Linux lists its devices, the environment, and whether devices can be opened. All reading of them
/// goes through here, below one folder: tests make up a machine of real files.
package struct MachineFiles: Sendable {
  /// The folder that replaces `/`, without a slash at its end; empty for the machine's own.
  private let root: String
  let environment: [String: String]
  private let open: @Sendable (_ path: String) -> Int32?

  /// A machine whose `/` is the folder `root`, without a slash at its end. `open` opens a device's file for reading and
  /// writing, and closes it: nil, or the `errno` of the failure.
  package init(
    root: String = "", environment: [String: String] = ProcessInfo.processInfo.environment,
    open: @escaping @Sendable (_ path: String) -> Int32? = MachineFiles.open
  ) {
    (self.root, self.environment, self.open) = (root, environment, open)
  }

  /// Opens a file for reading and writing, and closes it: nil, or the `errno` of the failure.
  package static func open(_ path: String) -> Int32? {
    let descriptor = Glibc.open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return errno }
    close(descriptor)
    return nil
  }

  /// Returns the names in a folder, in order; empty if the folder is missing.
  func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: root + folder)) ?? []).sorted()
  }

  func exists(_ path: String) -> Bool { access(root + path, F_OK) == 0 }

  /// Returns a file's text without space around it; nil if it cannot be read.
  func text(_ path: String) -> String? {
    (try? String(contentsOfFile: root + path, encoding: .utf8))?.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Returns the components of a link's path, with all links in it followed; nil if it leads nowhere.
  func resolved(_ path: String) -> [String]? {
    guard let text = realpath(root + path, nil) else { return nil }
    defer { free(text) }
    return String(cString: text).split(separator: "/").map(String.init)
  }

  /// Returns the `errno` of opening a device's file for reading and writing; nil if it can be opened.
  func problemOfOpening(_ path: String) -> Int32? { exists(path) ? open(root + path) : ENOENT }

  /// Returns the group of a file, by its number and, if it has one here, by its name.
  func group(of path: String) -> (id: UInt32, name: String?)? {
    var status = stat()
    guard stat(root + path, &status) == 0 else { return nil }
    return (status.st_gid, getgrgid(status.st_gid).map { String(cString: $0.pointee.gr_name) })
  }
}
