import COpenGL
import Glibc
import Synchronization

/// The owner of an initialised EGLDisplay, and of its GBM device if it has one. Asking for the same platform and native
/// display twice gives the same EGLDisplay, and eglTerminate ends it for every user. So connections are counted for the
/// whole process: only the last owner ends the display.
final class DisplayConnection {
  let handle: EGLDisplay
  /// The extensions of this display, without those of the client.
  let extensions: ExtensionSet
  /// Whether contexts take the attributes of EGL 1.5 rather than those of EGL_KHR_create_context.
  let hasCoreContextAttributes: Bool
  /// EGL_VENDOR of this display.
  let vendor: String
  /// EGL_VERSION of this display: the number and what the vendor adds.
  let version: String
  /// EGL_CLIENT_APIS: the interfaces that contexts can be made for, such as "OpenGL OpenGL_ES".
  let clientAPIs: String
  private let gbm: GBMDevice?

  /// The number of connections to each display, by the display's address.
  private static let owners = Mutex<[Int: Int]>([:])

  /// Initialises a display of `platform`, one of EGL's `EGL_PLATFORM_...` values. `native` is the argument of
  /// eglGetPlatformDisplay, and `gbm` the device behind it, to be closed after the display.
  init(platform: Int32, native: UnsafeMutableRawPointer?, gbm: GBMDevice? = nil) throws(EGLFailure) {
    guard let handle = Self.platformDisplay(EGLenum(platform), native) else { throw .last("eglGetPlatformDisplay") }
    let number = try Self.initialize(handle)
    (self.handle, self.gbm) = (handle, gbm)
    hasCoreContextAttributes = number >= (1, 5)
    extensions = ExtensionSet(eglQueryString(handle, EGL_EXTENSIONS))
    vendor = Self.string(handle, EGL_VENDOR)
    version = Self.string(handle, EGL_VERSION)
    // Mesa ends the list with a space.
    clientAPIs = Self.string(handle, EGL_CLIENT_APIS).split(separator: " ").joined(separator: " ")
  }

  deinit { Self.terminate(handle) }

  /// The name of the GBM back end; nil without one.
  var gbmBackendName: String? { gbm?.backendName }

  private static func string(_ display: EGLDisplay, _ name: EGLint) -> String {
    eglQueryString(display, name).map { String(cString: $0) } ?? ""
  }

  /// Returns the display of a platform. A client library before EGL 1.5, which does not tell its version without a
  /// display, has the function as an extension (EGL_EXT_platform_base).
  private static func platformDisplay(_ platform: EGLenum, _ native: UnsafeMutableRawPointer?) -> EGLDisplay? {
    if eglQueryString(cegl_no_display(), EGL_VERSION) == nil,
      let extended = eglFunction("eglGetPlatformDisplayEXT", as: PFNEGLGETPLATFORMDISPLAYEXTPROC.self)
    {
      return extended(platform, native, nil)
    }
    return eglGetPlatformDisplay(platform, native, nil)
  }

  /// Initialises `display`, counts this owner, and returns the display's version of EGL. 1.4 is enough if it makes
  /// contexts of a version (EGL_KHR_create_context): Mesa reports 1.5 only for drivers that have robust contexts, which
  /// those of virtual machines and of small boards lack.
  private static func initialize(_ display: EGLDisplay) throws(EGLFailure) -> (EGLint, EGLint) {
    try owners.withLock { owners throws(EGLFailure) in
      let owned = owners[Int(bitPattern: display), default: 0]
      var major: EGLint = 0
      var minor: EGLint = 0
      guard eglInitialize(display, &major, &minor) == EGL_TRUE else { throw .last("eglInitialize") }
      let extensions = ExtensionSet(eglQueryString(display, EGL_EXTENSIONS))
      guard (major, minor) >= (1, 5) || (major, minor) == (1, 4) && extensions.contains("EGL_KHR_create_context") else {
        if owned == 0 { eglTerminate(display) }
        throw EGLFailure(
          "eglInitialize",
          detail: "EGL \(major).\(minor) found; 1.5 needed, or 1.4 with EGL_KHR_create_context")
      }
      owners[Int(bitPattern: display)] = owned + 1
      return (major, minor)
    }
  }

  private static func terminate(_ display: EGLDisplay) {
    owners.withLock { owners in
      let left = owners[Int(bitPattern: display), default: 1] - 1
      owners[Int(bitPattern: display)] = left == 0 ? nil : left
      if left == 0 { eglTerminate(display) }
    }
  }
}

/// The owner of a DRM render node, opened for EGL's GBM platform, and of the GBM device on it; both close with it,
/// after the EGL display on it has ended. A render node needs no display server and no DRM master.
final class GBMDevice {
  /// The device, which is the native display of eglGetPlatformDisplay.
  let handle: OpaquePointer
  private let descriptor: Int32

  init(path: String) throws(EGLFailure) {
    if let reason = copengl_open_gbm() { throw EGLFailure("dlopen", detail: String(cString: reason)) }
    let descriptor = Glibc.open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw EGLFailure("open", detail: String(cString: strerror(errno))) }
    guard let handle = gbm_create_device(descriptor) else {
      let reason = String(cString: strerror(errno))
      close(descriptor)
      throw EGLFailure("gbm_create_device", detail: reason)
    }
    (self.handle, self.descriptor) = (handle, descriptor)
  }

  deinit {
    gbm_device_destroy(handle)
    close(descriptor)
  }

  /// The name of the GBM back end, such as `drm` or `nvidia-drm`.
  var backendName: String? { gbm_device_get_backend_name(handle).map { String(cString: $0) } }

  /// Returns the paths of this machine's render nodes, in order.
  static func renderNodes() -> [String] {
    var matches = glob_t()
    defer { globfree(&matches) }
    guard glob("/dev/dri/renderD*", 0, nil, &matches) == 0 else { return [] }
    return (0..<Int(matches.gl_pathc)).compactMap { index in matches.gl_pathv[index].map { String(cString: $0) } }
  }
}

/// The EGL devices of this machine (EGL_EXT_device_enumeration), by their index in the driver's list. NVIDIA's driver
/// and Mesa both answer through the vendor-neutral library, and list a hardware device of one next to the software
/// device of the other: a device's own extensions show its kind, never its index.
struct EGLDeviceList {
  /// The devices' handles, which stay valid for the life of the process.
  let handles: [EGLDeviceEXT]
  private let queryString: PFNEGLQUERYDEVICESTRINGEXTPROC

  private static let limit = 64

  init(clientExtensions: ExtensionSet) throws(EGLFailure) {
    // EGL_EXT_device_base is the older name for enumeration and query together.
    guard
      clientExtensions.contains("EGL_EXT_device_base")
        || (clientExtensions.contains("EGL_EXT_device_enumeration")
          && clientExtensions.contains("EGL_EXT_device_query"))
    else { throw EGLFailure("EGL_EXT_device_enumeration", detail: "not a client extension") }
    guard clientExtensions.contains("EGL_EXT_platform_device") else {
      throw EGLFailure("EGL_EXT_platform_device", detail: "not a client extension")
    }
    guard
      let queryDevices = eglFunction("eglQueryDevicesEXT", as: PFNEGLQUERYDEVICESEXTPROC.self),
      let queryString = eglFunction("eglQueryDeviceStringEXT", as: PFNEGLQUERYDEVICESTRINGEXTPROC.self)
    else { throw EGLFailure("eglGetProcAddress", detail: "no eglQueryDevicesEXT or eglQueryDeviceStringEXT") }
    self.queryString = queryString
    var devices = [EGLDeviceEXT?](repeating: nil, count: Self.limit)
    var count: EGLint = 0
    guard queryDevices(EGLint(Self.limit), &devices, &count) == EGL_TRUE else { throw .last("eglQueryDevicesEXT") }
    handles = devices.prefix(Int(count)).compactMap(\.self)
  }

  /// Returns the devices as candidates, in the driver's order; each has its index and its renderer or node as a name.
  func candidates(_ hardware: HardwareList) -> [EGLCandidate] {
    handles.enumerated().map { index, handle in
      let facts = EGLDeviceFacts(handle, queryString)
      let name = facts.renderer ?? facts.nodes.last
      return EGLCandidate(
        .device, name: name.map { "\(index): \($0)" } ?? "\(index)", index: index, isSoftware: facts.isSoftware,
        address: facts.address(hardware), deviceName: facts.renderer)
    }
  }
}

/// Returns the extension function `name` of EGL or GL as its `@convention(c)` type, or nil. Check its extension first:
/// eglGetProcAddress may answer for a function that the display or context does not have.
func eglFunction<Function>(_ name: String, as type: Function.Type) -> Function? {
  // The C function pointer types of Swift and of EGL have one representation.
  eglGetProcAddress(name).map { unsafeBitCast($0, to: type) }
}

/// Opens displays of this machine, each with a context that is current on the calling thread.
struct SystemDisplays: EGLDisplaySource {
  let options: GLContextOptions
  /// The extensions of the EGL client library, which show its platforms.
  let clientExtensions = ExtensionSet(eglQueryString(cegl_no_display(), EGL_EXTENSIONS))

  /// The displays, once the libraries are open.
  init(options: GLContextOptions) { self.options = options }

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
      else { throw EGLFailure("EGL_KHR_platform_gbm", detail: "not a client extension") }
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
