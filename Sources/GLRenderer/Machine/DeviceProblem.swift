// Why a GPU cannot be used, in words that mend it: the options in them are those of what starts containers.

/// A reason that OpenGL cannot use a GPU.
package enum DeviceProblem: Hashable, Sendable, CustomStringConvertible {
  /// The file's mode keeps this user from a device's node. The group that it belongs to, by number and by name.
  case noPermission(node: String, group: UInt32, name: String?)
  /// The mode allows it, and the list of devices of a container's control group does not.
  case forbiddenByControlGroup(node: String)
  /// The kernel has the device, and its node is not in this `/dev`.
  case noNode(String)
  /// The same of NVIDIA's nodes, which no module of DRM makes.
  case noNVIDIANode(String)
  /// Opening a node failed otherwise: the operating system's words.
  case nodeFails(String, reason: String)
  /// No driver of the kernel has taken the device.
  case noKernelDriver
  /// It shows pictures on a screen, and draws none: there is no render node.
  case noRenderNode(driver: String)
  /// NVIDIA's library of EGL is not there.
  case noNVIDIALibrary
  /// It is, and no vendor file of those that are read names it. Where they are looked for.
  case noVendorFile(places: [String], variable: String?)
  /// NVIDIA's GPU is divided into instances (MIG).
  case divided(instances: Int)
  /// Its driver has no OpenGL ES 3.
  case noOpenGLES3(String)
  /// EGL lists devices without saying where they are, and this one may be one of them.
  case mayBeListed
  /// OpenGL's drivers that are installed do not list it.
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
