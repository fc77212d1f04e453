// Machines made of real files: the GPUs that they tell of, and for each reason why one cannot be used, the words that
// mend it.

import Foundation
import TestSupport
import Testing

@testable import GLRenderer

@Suite struct DeviceProblemTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The machine of the folder; `errors` are what opening devices ends with.
  private func machine(
    _ environment: [String: String] = [:], errors: [String: Int32] = [:]
  ) -> MachineFiles {
    let root = folder.path
    return MachineFiles(root: root, environment: environment) { path in errors[String(path.dropFirst(root.count))] }
  }

  private func write(_ text: String = "", to path: String) throws {
    let file = URL(filePath: folder.path + path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  private func link(_ path: String, to target: String) throws {
    let file = folder.path + path
    let manager = FileManager.default
    try manager.createDirectory(atPath: folder.path + target, withIntermediateDirectories: true)
    try manager.createDirectory(
      at: URL(filePath: file).deletingLastPathComponent(), withIntermediateDirectories: true)
    try manager.createSymbolicLink(atPath: file, withDestinationPath: folder.path + target)
  }

  /// A GPU of PCI, with nodes of DRM, as Linux shows it under /sys.
  private func addGPU(_ address: String, driver: String?, nodes: [String], bus: String = "") throws {
    let device = "/sys/devices/pci0000:00/0000:00:01.0/\(address)"
    try write("0x030000\n", to: "\(device)/class")
    if let driver { try link("\(device)/driver", to: "/sys/bus/pci/drivers/\(driver)") }
    try link("/sys/bus/pci/devices/\(address)", to: device)
    for node in nodes {
      try link("/sys/class/drm/\(node)", to: "\(device)\(bus)/drm/\(node)")
      try link("\(device)\(bus)/drm/\(node)/device", to: "\(device)\(bus)")
      try write(to: "/dev/dri/\(node)")
    }
  }

  /// A GPU that NVIDIA's kernel driver has, without its modules of DRM.
  private func addNVIDIA(_ address: String, minor: Int, model: String = "NVIDIA H200") throws {
    try addGPU(address, driver: "nvidia", nodes: [])
    let lines = [
      "Model: \t\t \(model)", "IRQ:   \t\t 18", "GPU UUID: \t GPU-0A1b\(minor)000-0000-0000-0000-0000000000ff",
      "Bus Location: \t \(address)", "Device Minor: \t \(minor)",
    ]
    try write(lines.joined(separator: "\n") + "\n", to: "/proc/driver/nvidia/gpus/\(address)/information")
    for node in ["/dev/nvidiactl", "/dev/nvidia\(minor)"] { try write(to: node) }
  }

  private func problem(_ files: MachineFiles, _ number: Int = 0) throws -> DeviceProblem? {
    let devices = HardwareList(files).devices
    try #require(devices.indices ~= number)
    return .found(of: devices[number], in: files)
  }

  @Test("GPUs by their addresses, each once; what is no GPU is none")
  func list() throws {
    try addGPU("0000:65:00.0", driver: "amdgpu", nodes: ["card1", "renderD129"])
    try addGPU("0000:17:00.0", driver: "i915", nodes: ["card0", "renderD128"])
    try write(to: "/sys/class/drm/card0-HDMI-A-1/status")
    try write(to: "/sys/class/drm/version")
    try write("0x020000\n", to: "/sys/bus/pci/devices/0000:02:00.0/class")
    try addNVIDIA("0000:b3:00.0", minor: 3)
    // On a bus within a virtual machine.
    try addGPU("0000:00:02.0", driver: "virtio-pci", nodes: ["card7", "renderD135"], bus: "/virtio1")
    let list = HardwareList(machine())
    #expect(
      list.devices == [
        HardwareDevice(
          address: BusAddress(pci: "00:02.0")!, driver: "virtio-pci", nodes: ["/dev/dri/card7", "/dev/dri/renderD135"]),
        HardwareDevice(
          address: BusAddress(pci: "17:00.0")!, driver: "i915", nodes: ["/dev/dri/card0", "/dev/dri/renderD128"]),
        HardwareDevice(
          address: BusAddress(pci: "65:00.0")!, driver: "amdgpu", nodes: ["/dev/dri/card1", "/dev/dri/renderD129"]),
        HardwareDevice(
          address: BusAddress(pci: "b3:00.0")!, model: "NVIDIA H200", driver: "nvidia", minor: 3,
          uuid: "0a1b30000000000000000000000000ff"),
      ])
    #expect(list.address(ofNode: "/dev/dri/card1") == BusAddress(pci: "65:00.0"))
    #expect(list.address(ofNode: "/dev/dri/card9") == nil)
    let uuid: [UInt8] = [0x0A, 0x1B, 0x30] + [UInt8](repeating: 0, count: 12) + [0xFF]
    #expect(list.address(ofUUID: uuid) == BusAddress(pci: "b3:00.0"))
    #expect(list.address(ofUUID: uuid.reversed()) == nil && list.address(ofUUID: []) == nil)
  }

  @Test("A GPU that is on no bus of PCI has the name of its device")
  func platformDevice() throws {
    try link("/sys/class/drm/renderD128", to: "/sys/devices/platform/soc/ff9a0000.gpu/drm/renderD128")
    try link(
      "/sys/devices/platform/soc/ff9a0000.gpu/drm/renderD128/device", to: "/sys/devices/platform/soc/ff9a0000.gpu")
    #expect(HardwareList(machine()).devices.map(\.address.description) == ["ff9a0000.gpu"])
  }

  @Test("CUDA's numbers are addresses where there is one GPU, or the variable says so")
  func cuda() throws {
    try addNVIDIA("0000:b3:00.0", minor: 1)
    #expect(HardwareList(machine()).address(ofCUDADevice: 0) == BusAddress(pci: "b3:00.0"))
    #expect(HardwareList(machine()).address(ofCUDADevice: -1) == nil)
    try addNVIDIA("0000:17:00.0", minor: 0)
    #expect(HardwareList(machine()).address(ofCUDADevice: 0) == nil)
    let ordered = HardwareList(machine(["CUDA_DEVICE_ORDER": "PCI_BUS_ID"]))
    #expect((0...2).map { ordered.address(ofCUDADevice: $0)?.description } == ["0000:17:00.0", "0000:b3:00.0", nil])
  }

  @Test("No permission: the group of the node, and how to join it")
  func permission() throws {
    try addGPU("0000:17:00.0", driver: "i915", nodes: ["card0", "renderD128"])
    let files = machine(errors: ["/dev/dri/renderD128": EACCES])
    let group = try #require(files.group(of: "/dev/dri/renderD128"))
    #expect(
      try problem(files) == .noPermission(node: "/dev/dri/renderD128", group: group.id, name: group.name))
    let named = DeviceProblem.noPermission(node: "/dev/dri/renderD128", group: 105, name: "render")
    #expect(
      named.description
        == "no permission for /dev/dri/renderD128, which belongs to the group render: 'sudo usermod -aG "
        + "render USER', then log in again; in a container, start it with '--group-add 105'")
    // The container has no name for the group.
    #expect(
      DeviceProblem.noPermission(node: "/dev/dri/renderD128", group: 105, name: nil).description.contains(
        "the group 105: in a container, start it with '--group-add 105'"))
    #expect(DeviceProblem.noPermission(node: "n", group: 0, name: "root").description.contains("chgrp render n"))
  }

  @Test("A control group forbids, a container lacks the node, a node fails")
  func container() throws {
    try addGPU("0000:17:00.0", driver: "i915", nodes: ["card0", "renderD128"])
    let node = "/dev/dri/renderD128"
    let forbidden = try #require(try problem(machine(errors: [node: EPERM])))
    #expect(forbidden == .forbiddenByControlGroup(node: node) && "\(forbidden)".contains("'--device \(node)'"))
    #expect(try problem(machine(errors: [node: ENXIO])) == .nodeFails(node, reason: "No such device or address"))
    #expect(try problem(machine()) == nil)
    try FileManager.default.removeItem(atPath: folder.path + "/dev/dri")
    let hidden = try #require(try problem(machine()))
    #expect(hidden == .noNode(node) && "\(hidden)".contains("'--device /dev/dri'"))
  }

  @Test("No driver of the kernel, and one that draws nothing")
  func drivers() throws {
    try addGPU("0000:17:00.0", driver: nil, nodes: [])
    try addGPU("0000:18:00.0", driver: "ast", nodes: ["card0"])
    #expect(try problem(machine(), 0) == .noKernelDriver)
    #expect(try problem(machine(), 1) == .noRenderNode(driver: "ast"))
  }

  @Test("NVIDIA: nodes, instances, the library, and the vendor file with its text")
  func nvidia() throws {
    try addNVIDIA("0000:b3:00.0", minor: 2)
    #expect(try problem(machine(errors: ["/dev/nvidia2": EPERM])) == .forbiddenByControlGroup(node: "/dev/nvidia2"))
    #expect("\(try #require(try problem(machine())))".contains("NVIDIA_DRIVER_CAPABILITIES=graphics"))
    #expect(try problem(machine()) == .noNVIDIALibrary)

    try write(to: "/usr/lib/x86_64-linux-gnu/libEGL_nvidia.so.0")
    try write(#"{"ICD": {"library_path": "libEGL_mesa.so.0"}}"#, to: "/usr/share/glvnd/egl_vendor.d/50_mesa.json")
    let missing = try #require(try problem(machine()))
    #expect(
      missing
        == .noVendorFile(places: ["/etc/glvnd/egl_vendor.d", "/usr/share/glvnd/egl_vendor.d"], variable: nil))
    #expect(
      missing.description.contains(
        #"{ "file_format_version": "1.0.0", "ICD": { "library_path": "libEGL_nvidia.so.0" } }"#))

    // The text that is told mends it.
    try write(DeviceProblem.vendorFile, to: "/etc/glvnd/egl_vendor.d/10_nvidia.json")
    _ = try JSONSerialization.jsonObject(with: Data(DeviceProblem.vendorFile.utf8))
    #expect(try problem(machine()) == nil)
    let folders = "__EGL_VENDOR_LIBRARY_DIRS"
    #expect(
      try problem(machine([folders: "/usr/share/glvnd/egl_vendor.d"]))
        == .noVendorFile(places: ["/usr/share/glvnd/egl_vendor.d"], variable: folders))
    let names = "__EGL_VENDOR_LIBRARY_FILENAMES"
    let mesa = "/usr/share/glvnd/egl_vendor.d/50_mesa.json"
    #expect(try problem(machine([names: mesa])) == .noVendorFile(places: [mesa], variable: names))

    try write(to: "/proc/driver/nvidia/capabilities/gpu2/mig/gi7/access")
    try write(to: "/proc/driver/nvidia/capabilities/gpu2/mig/gi9/access")
    #expect(try problem(machine()) == .divided(instances: 2))
    try FileManager.default.removeItem(atPath: folder.path + "/dev/nvidia2")
    #expect(try problem(machine()) == .noNVIDIANode("/dev/nvidia2"))
  }
}
