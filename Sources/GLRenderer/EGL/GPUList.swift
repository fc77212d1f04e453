// Tested by GPUSelectionTests.

import COpenGL

/// The GPUs of a machine in files and in EGL's list, each once, usable or not. Their numbers do not depend on EGL's
/// order: those of PCI by their addresses, then others, then those that compute on the CPU.
struct GPUList {
  struct Device {
    var address: BusAddress?
    /// The device as the machine's files describe it.
    var hardware: HardwareDevice?
    /// The ways to open it.
    var candidates: [EGLCandidate] = []
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

  /// The list from files and EGL: of the candidates of all platforms, only devices and render nodes have an identity.
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

/// The GPU to draw by: the value of `--gpu` and of MULTIPLANE_GPU.
package enum GPURequest: Hashable, Sendable, CustomStringConvertible {
  /// The first that works, else the processor. The default.
  case auto
  /// None: the processor draws, by a software driver if OpenGL is requested.
  case none
  /// Any GPU, and never the processor.
  case required
  /// The GPU of this number in the list of `multiplane info`.
  case number(Int)
  /// The GPU at a PCI address.
  case address(BusAddress)
  /// The GPU that has these letters in its name, its driver's, its maker's or its node's, capital or small.
  case name(String)

  /// The environment variable that chooses if no argument does.
  package static let environmentVariable = "MULTIPLANE_GPU"

  /// The request spelt `argument`; nil if that is empty.
  package init?(argument: String) {
    switch argument {
    case "": return nil
    case "auto": self = .auto
    case "none": self = .none
    case "required": self = .required
    default:
      if let number = Int(argument), number >= 0 {
        self = .number(number)
      } else if let address = BusAddress(pci: argument) {
        self = .address(address)
      } else {
        self = .name(argument)
      }
    }
  }

  /// Returns the request of an environment; nil if MULTIPLANE_GPU is empty or missing.
  package static func asked(in environment: [String: String]) -> GPURequest? {
    environment[environmentVariable].flatMap(GPURequest.init(argument:))
  }

  /// Whether a device is requested, so that OpenGL is to draw.
  package var namesDevice: Bool {
    switch self {
    case .auto, .none: false
    case .required, .number, .address, .name: true
    }
  }

  /// The text as on a command line.
  package var description: String {
    switch self {
    case .auto: "auto"
    case .none: "none"
    case .required: "required"
    case .number(let number): "\(number)"
    case .address(let address): "\(address)"
    case .name(let name): name
    }
  }
}

/// The device behind a context, as an open display reports it, whatever order EGL lists devices in.
package struct DeviceIdentity: Hashable, Sendable {
  /// The device's bus address; nil if EGL does not give it, as for the processor.
  package var address: BusAddress?
  /// GL_RENDERER, GL_VENDOR and GL_VERSION.
  package var renderer: String
  package var vendor: String
  package var version: String
  package var isSoftware: Bool

  package init(address: BusAddress?, renderer: String, vendor: String, version: String, isSoftware: Bool) {
    (self.address, self.renderer, self.vendor) = (address, renderer, vendor)
    (self.version, self.isSoftware) = (version, isSoftware)
  }

  /// Whether a renderer's name is that of a software renderer, for drivers that do not say so.
  static func isSoftware(_ renderer: String) -> Bool {
    ["llvmpipe", "softpipe", "SwiftShader", "swrast"].contains { renderer.contains($0) }
  }
}

extension DeviceIdentity {
  /// The identity of the context that is current on this thread.
  init(_ display: DisplayConnection, _ hardware: HardwareList) {
    func string(_ name: Int32) -> String { glGetString(GLenum(name)).map { String(cString: $0) } ?? "" }
    let device = display.device
    let renderer = string(GL_RENDERER)
    self.init(
      address: device?.address(hardware), renderer: renderer, vendor: string(GL_VENDOR), version: string(GL_VERSION),
      isSoftware: device?.isSoftware ?? Self.isSoftware(renderer))
  }
}

/// The facts that EGL reports about one of its devices before it is opened.
struct EGLDeviceFacts {
  private let handle: EGLDeviceEXT
  private let extensions: ExtensionSet
  private let queryString: PFNEGLQUERYDEVICESTRINGEXTPROC

  init(_ handle: EGLDeviceEXT, _ queryString: PFNEGLQUERYDEVICESTRINGEXTPROC) {
    (self.handle, self.queryString) = (handle, queryString)
    extensions = ExtensionSet(queryString(handle, EGL_EXTENSIONS))
  }

  var isSoftware: Bool { extensions.contains("EGL_MESA_device_software") }

  /// The renderer; nil if the driver does not name it before a context is made.
  var renderer: String? { string(EGL_RENDERER_EXT, of: "EGL_EXT_device_query_name") }

  /// The device's DRM nodes, the one for drawing first.
  var nodes: [String] {
    [
      string(EGL_DRM_RENDER_NODE_FILE_EXT, of: "EGL_EXT_device_drm_render_node"),
      string(EGL_DRM_DEVICE_FILE_EXT, of: "EGL_EXT_device_drm"),
    ].compactMap(\.self)
  }

  /// Returns the device's bus address: by its nodes (which NVIDIA lacks without DRM modules), UUID, or CUDA number.
  func address(_ hardware: HardwareList) -> BusAddress? {
    nodes.lazy.compactMap { hardware.address(ofNode: $0) }.first ?? uuid.flatMap { hardware.address(ofUUID: $0) }
      ?? addressByCUDA(hardware)
  }

  private var uuid: [UInt8]? {
    guard
      extensions.contains("EGL_EXT_device_persistent_id"),
      let query = eglFunction("eglQueryDeviceBinaryEXT", as: PFNEGLQUERYDEVICEBINARYEXTPROC.self)
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: 16)
    var count: EGLint = 0
    guard query(handle, EGL_DEVICE_UUID_EXT, 16, &bytes, &count) == EGL_TRUE, count == 16 else { return nil }
    return bytes
  }

  private func addressByCUDA(_ hardware: HardwareList) -> BusAddress? {
    guard
      extensions.contains("EGL_NV_device_cuda"),
      let query = eglFunction("eglQueryDeviceAttribEXT", as: PFNEGLQUERYDEVICEATTRIBEXTPROC.self)
    else { return nil }
    var number: EGLAttrib = 0
    guard query(handle, EGL_CUDA_DEVICE_NV, &number) == EGL_TRUE else { return nil }
    return hardware.address(ofCUDADevice: number)
  }

  private func string(_ name: EGLint, of needed: String) -> String? {
    guard extensions.contains(needed) else { return nil }
    return queryString(handle, name).map { String(cString: $0) }
  }
}

extension DisplayConnection {
  /// The device of this display; nil if EGL cannot say.
  var device: EGLDeviceFacts? {
    let client = ExtensionSet(eglQueryString(cegl_no_display(), EGL_EXTENSIONS))
    guard
      client.contains("EGL_EXT_device_base") || client.contains("EGL_EXT_device_query"),
      let queryDisplay = eglFunction("eglQueryDisplayAttribEXT", as: PFNEGLQUERYDISPLAYATTRIBEXTPROC.self),
      let queryString = eglFunction("eglQueryDeviceStringEXT", as: PFNEGLQUERYDEVICESTRINGEXTPROC.self)
    else { return nil }
    var device: EGLAttrib = 0
    guard
      queryDisplay(handle, EGL_DEVICE_EXT, &device) == EGL_TRUE, let device = EGLDeviceEXT(bitPattern: device),
      queryString(device, EGL_EXTENSIONS) != nil
    else { return nil }
    return EGLDeviceFacts(device, queryString)
  }
}
