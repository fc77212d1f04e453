// What files tell about why a GPU cannot be used. They are asked only about those that cannot, and decide nothing.
//
// Tested by DeviceProblemTests.

import Foundation

extension DeviceProblem {
  /// The folders where glvnd looks for vendor files, and those of libraries.
  private enum Places {
    static let vendorFiles = ["/etc/glvnd/egl_vendor.d", "/usr/share/glvnd/egl_vendor.d"]
    static let libraries = [
      "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib", "/lib64",
      "/usr/lib/x86_64-linux-gnu/nvidia/current", "/usr/lib/aarch64-linux-gnu/nvidia/current",
      "/usr/local/nvidia/lib64",
      "/run/opengl-driver/lib",
    ]
  }

  /// Returns the first thing that keeps OpenGL from a GPU, as far as files tell; nil where they tell nothing.
  static func found(of device: HardwareDevice, in files: MachineFiles) -> DeviceProblem? {
    guard let driver = device.driver else { return .noKernelDriver }
    if driver == "nvidia" || device.minor != nil { return ofNVIDIA(device, files) }
    guard let node = device.renderNode else { return .noRenderNode(driver: driver) }
    return ofOpening(node, files, missing: { .noNode($0) })
  }

  /// Returns the problem of opening a node; nil where it can be opened.
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

  /// The vendor files that glvnd reads, where they are looked for, and the variable that says so.
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
