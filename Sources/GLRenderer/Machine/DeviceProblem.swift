// Tested by DeviceProblemTests.

import Foundation

/// A reason that OpenGL cannot use a GPU, with its remedy, whose options are those of programs that start containers.
package enum DeviceProblem: Hashable, Sendable, CustomStringConvertible {
  /// The file's mode keeps this user from a device's node. The group of the node, by number and by name.
  case noPermission(node: String, group: UInt32, name: String?)
  /// The mode allows it, but the device list of a container's control group does not.
  case forbiddenByControlGroup(node: String)
  /// The kernel has the device, but this `/dev` lacks its node.
  case noNode(String)
  /// This `/dev` lacks NVIDIA's nodes, which no module of DRM makes.
  case noNVIDIANode(String)
  /// Opening a node failed otherwise: the operating system's words.
  case nodeFails(String, reason: String)
  /// No driver of the kernel has taken the device.
  case noKernelDriver
  /// The device shows pictures on a screen, and draws none: it has no render node.
  case noRenderNode(driver: String)
  /// NVIDIA's library of EGL is missing.
  case noNVIDIALibrary
  /// NVIDIA's library is there, but no vendor file names it. The places of these files.
  case noVendorFile(places: [String], variable: String?)
  /// NVIDIA's GPU is divided into instances (MIG).
  case divided(instances: Int)
  /// Its driver has no OpenGL ES 3.
  case noOpenGLES3(String)
  /// EGL lists devices without addresses, and this one may be one of them.
  case mayBeListed
  /// No installed OpenGL driver lists it.
  case notListed(driver: String)
  /// EGL's words.
  case failed(String)

  /// The text of the vendor file for NVIDIA.
  static let vendorFile =
    #"{ "file_format_version": "1.0.0", "ICD": { "library_path": "libEGL_nvidia.so.0" } }"#

  /// The problem, and after a colon the remedy.
  package var description: String {
    switch self {
    case .noPermission(let node, 0, _):
      return "no permission for \(node), which is root's: as root, 'chgrp render \(node) && chmod 660 \(node)', and "
        + "'usermod -aG render USER'; then log in again"
    case .noPermission(let node, let group, let name):
      guard let name else {
        return "no permission for \(node), which belongs to the group \(group): in a container, start it with "
          + "'--group-add \(group)'; else add the user to that group and log in again"
      }
      return "no permission for \(node), which belongs to the group \(name): 'sudo usermod -aG \(name) USER', then log "
        + "in again; in a container, start it with '--group-add \(group)'"
    case .forbiddenByControlGroup(let node):
      return "the container's control group forbids \(node), whose mode would allow it: start it with "
        + "'--device \(node)', or have the scheduler give the job a GPU"
    case .noNode(let node):
      return "\(node) is not in this /dev: start the container with '--device /dev/dri'"
    case .noNVIDIANode(let node):
      return "\(node) is not in this /dev: start the container with '--gpus all'; outside of one, 'sudo "
        + "nvidia-modprobe -c 0' makes it"
    case .nodeFails(let node, let reason): return "\(node): \(reason)"
    case .noKernelDriver:
      return "no driver of the kernel has it: install the one for it, or load its module; 'lspci -k' names it"
    case .noRenderNode(let driver):
      return "\(driver) shows pictures on a screen and draws none: there is no /dev/dri/renderD of it"
    case .noNVIDIALibrary:
      return "NVIDIA's libEGL_nvidia.so.0 is not installed: start the container with '--gpus all --env "
        + "NVIDIA_DRIVER_CAPABILITIES=graphics,compute,utility,video' ('all' will do); outside of one, install the "
        + "driver's libraries for OpenGL (Debian: libegl-nvidia0)"
    case .noVendorFile(let places, let variable):
      let read = places.joined(separator: ", ")
      guard let variable else {
        return "no file in \(read) names NVIDIA's library: write /etc/glvnd/egl_vendor.d/10_nvidia.json with the text "
          + "\(Self.vendorFile), or start the container with '--env NVIDIA_DRIVER_CAPABILITIES=graphics'"
      }
      return "\(variable) leaves NVIDIA's library out (\(read)): unset it, or add a file with the text "
        + Self.vendorFile
    case .divided(let instances):
      return
        "it is divided into \(instances) MIG instance\(instances == 1 ? "" : "s"), which have no OpenGL on most of "
        + "NVIDIA's GPUs: use a whole one, or 'sudo nvidia-smi -i N -mig 0' where nobody needs them"
    case .noOpenGLES3(let found):
      return "its driver has no OpenGL ES 3 (\(found)): a newer one may; rows draw without it"
    case .mayBeListed: return "EGL does not say where its devices are: this one may be one of those without an address"
    case .notListed(let driver):
      return "no driver of OpenGL lists it: the kernel's is \(driver); Mesa's for it are in libgl1-mesa-dri and "
        + "libegl-mesa0 (Debian)"
    case .failed(let words): return words
    }
  }
}

// The problem of a GPU that cannot be used, from files. They are read only for such GPUs, and decide nothing.

extension DeviceProblem {
  /// The folders of glvnd's vendor files, and those of libraries.
  private enum Places {
    static let vendorFiles = ["/etc/glvnd/egl_vendor.d", "/usr/share/glvnd/egl_vendor.d"]
    static let libraries = [
      "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib", "/lib64",
      "/usr/lib/x86_64-linux-gnu/nvidia/current", "/usr/lib/aarch64-linux-gnu/nvidia/current",
      "/usr/local/nvidia/lib64",
      "/run/opengl-driver/lib",
    ]
  }

  /// Returns the first problem that keeps OpenGL from a GPU, as far as files tell; nil if they tell nothing.
  static func found(of device: HardwareDevice, in files: MachineFiles) -> DeviceProblem? {
    guard let driver = device.driver else { return .noKernelDriver }
    if driver == "nvidia" || device.minor != nil { return ofNVIDIA(device, files) }
    guard let node = device.renderNode else { return .noRenderNode(driver: driver) }
    return ofOpening(node, files, missing: { .noNode($0) })
  }

  /// Returns the problem of opening a node; nil if it can be opened.
  private static func ofOpening(
    _ node: String, _ files: MachineFiles, missing: (String) -> DeviceProblem
  ) -> DeviceProblem? {
    switch files.problemOfOpening(node) {
    case nil: return nil
    case ENOENT: return missing(node)
    case EACCES:
      let group = files.group(of: node)
      return .noPermission(node: node, group: group?.id ?? 0, name: group?.name)
    case EPERM: return .forbiddenByControlGroup(node: node)
    case .some(let error): return .nodeFails(node, reason: String(cString: strerror(error)))
    }
  }

  private static func ofNVIDIA(_ device: HardwareDevice, _ files: MachineFiles) -> DeviceProblem? {
    for node in ["/dev/nvidiactl"] + (device.minor.map { ["/dev/nvidia\($0)"] } ?? []) {
      if let problem = ofOpening(node, files, missing: { .noNVIDIANode($0) }) { return problem }
    }
    if let minor = device.minor {
      let folder = "/proc/driver/nvidia/capabilities/gpu\(minor)/mig"
      let instances = files.names(in: folder).count { $0.hasPrefix("gi") }
      if instances > 0 { return .divided(instances: instances) }
    }
    guard Places.libraries.contains(where: { files.exists("\($0)/libEGL_nvidia.so.0") }) else {
      return .noNVIDIALibrary
    }
    let (places, variable, vendors) = vendorFiles(files)
    guard !vendors.contains(where: { files.text($0)?.contains("libEGL_nvidia") == true }) else { return nil }
    return .noVendorFile(places: places, variable: variable)
  }

  /// Returns the vendor files that glvnd reads, their folders, and the variable that sets them.
  private static func vendorFiles(_ files: MachineFiles) -> (places: [String], variable: String?, files: [String]) {
    func paths(_ variable: String) -> [String]? {
      files.environment[variable].map { $0.split(separator: ":").map(String.init) }
    }
    let (names, folders) = ("__EGL_VENDOR_LIBRARY_FILENAMES", "__EGL_VENDOR_LIBRARY_DIRS")
    if let listed = paths(names) { return (listed, names, listed) }
    let places = paths(folders) ?? Places.vendorFiles
    let found = places.flatMap { folder in
      files.names(in: folder).filter { $0.hasSuffix(".json") }.map { "\(folder)/\($0)" }
    }
    return (places, paths(folders) == nil ? nil : folders, found)
  }
}
