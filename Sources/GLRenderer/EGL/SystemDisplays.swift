// This machine's EGL displays: the real `EGLDisplaySource`.

import COpenGL

/// Opens displays of this machine, each with a context that is current on the calling thread.
struct SystemDisplays: EGLDisplaySource {
  /// The options of the contexts.
  let options: GLContextOptions
  /// The extensions of the EGL client library, which tell the platforms it knows.
  let clientExtensions = ExtensionSet(eglQueryString(cegl_no_display(), EGL_EXTENSIONS))

  /// The displays, once the libraries are open.
  init(options: GLContextOptions) {
    self.options = options
  }

  var hardware: [HardwareDevice] { HardwareList.ofThisMachine.devices }

  func problem(of device: HardwareDevice) -> DeviceProblem? { .found(of: device, in: MachineFiles()) }

  func identity(of opened: RenderingContext) -> DeviceIdentity { DeviceIdentity(opened.display, .ofThisMachine) }

  func candidates(on platform: EGLPlatform) throws(EGLFailure) -> [EGLCandidate] {
    switch platform {
    case .device:
      return try EGLDeviceList(clientExtensions: clientExtensions).candidates(.ofThisMachine)
    case .gbm:
      guard
        clientExtensions.contains("EGL_KHR_platform_gbm") || clientExtensions.contains("EGL_MESA_platform_gbm")
      else {
        throw EGLFailure("EGL_KHR_platform_gbm", detail: "not a client extension")
      }
      return GBMDevice.renderNodes().map {
        EGLCandidate(.gbm, name: $0, address: HardwareList.ofThisMachine.address(ofNode: $0))
      }
    case .surfaceless:
      guard clientExtensions.contains("EGL_MESA_platform_surfaceless") else {
        throw EGLFailure("EGL_MESA_platform_surfaceless", detail: "not a client extension")
      }
      return [EGLCandidate(.surfaceless, name: "Mesa")]
    }
  }

  func open(_ candidate: EGLCandidate) throws(EGLFailure) -> RenderingContext {
    try RenderingContext(display: connect(to: candidate), options: options)
  }

  private func connect(to candidate: EGLCandidate) throws(EGLFailure) -> DisplayConnection {
    switch candidate.platform {
    case .device:
      let devices = try EGLDeviceList(clientExtensions: clientExtensions).handles
      guard devices.indices.contains(candidate.index) else {
        throw EGLFailure("eglQueryDevicesEXT", detail: "device \(candidate.index) is gone")
      }
      return try DisplayConnection(platform: EGL_PLATFORM_DEVICE_EXT, native: devices[candidate.index])
    case .gbm:
      let gbm = try GBMDevice(path: candidate.name)
      let native = UnsafeMutableRawPointer(gbm.handle)
      return try DisplayConnection(platform: EGL_PLATFORM_GBM_KHR, native: native, gbm: gbm)
    case .surfaceless:
      return try DisplayConnection(platform: EGL_PLATFORM_SURFACELESS_MESA, native: cegl_default_display())
    }
  }
}
