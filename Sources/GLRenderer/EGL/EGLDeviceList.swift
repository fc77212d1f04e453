// The EGL devices of this machine (EGL_EXT_device_enumeration), by their place in the driver's list.
//
// NVIDIA's driver and Mesa both answer through the vendor-neutral library: a hardware device of one stands beside the
// software device of the other, so what a device is, is read from its own extensions and never from its place.

import COpenGL

/// The devices that eglQueryDevicesEXT lists, with the functions that ask them things.
struct EGLDeviceList {
  /// The devices' handles, which stay valid for the life of the process.
  let handles: [EGLDeviceEXT]
  private let queryString: PFNEGLQUERYDEVICESTRINGEXTPROC

  /// The most devices that are looked at.
  private static let limit = 64

  /// Lists the devices.
  init(clientExtensions: ExtensionSet) throws(EGLFailure) {
    // EGL_EXT_device_base is the older name for enumeration and query together.
    guard
      clientExtensions.contains("EGL_EXT_device_base")
        || (clientExtensions.contains("EGL_EXT_device_enumeration")
          && clientExtensions.contains("EGL_EXT_device_query"))
    else {
      throw EGLFailure("EGL_EXT_device_enumeration", detail: "not a client extension")
    }
    guard clientExtensions.contains("EGL_EXT_platform_device") else {
      throw EGLFailure("EGL_EXT_platform_device", detail: "not a client extension")
    }
    guard
      let queryDevices = eglFunction("eglQueryDevicesEXT", as: PFNEGLQUERYDEVICESEXTPROC.self),
      let queryString = eglFunction("eglQueryDeviceStringEXT", as: PFNEGLQUERYDEVICESTRINGEXTPROC.self)
    else {
      throw EGLFailure("eglGetProcAddress", detail: "no eglQueryDevicesEXT or eglQueryDeviceStringEXT")
    }
    self.queryString = queryString
    var devices = [EGLDeviceEXT?](repeating: nil, count: Self.limit)
    var count: EGLint = 0
    guard queryDevices(EGLint(Self.limit), &devices, &count) == EGL_TRUE else {
      throw .last("eglQueryDevicesEXT")
    }
    handles = devices.prefix(Int(count)).compactMap(\.self)
  }

  /// The devices as candidates, in the driver's order.
  var candidates: [EGLCandidate] {
    handles.enumerated().map { index, handle in
      let extensions = ExtensionSet(queryString(handle, EGL_EXTENSIONS))
      return EGLCandidate(
        .device, name: name(of: handle, index: index, extensions: extensions), index: index,
        isSoftware: extensions.isSoftwareDevice)
    }
  }

  /// The device's renderer or its node under /dev, whichever the driver tells, after its index.
  private func name(of handle: EGLDeviceEXT, index: Int, extensions: ExtensionSet) -> String {
    let known: [(needs: String, name: EGLint)] = [
      ("EGL_EXT_device_query_name", EGL_RENDERER_EXT),
      ("EGL_EXT_device_drm", EGL_DRM_DEVICE_FILE_EXT),
    ]
    for (needs, name) in known where extensions.contains(needs) {
      if let text = queryString(handle, name) { return "\(index): \(String(cString: text))" }
    }
    return "\(index)"
  }
}

extension ExtensionSet {
  /// Whether these extensions of an EGL device say that it computes on the CPU.
  var isSoftwareDevice: Bool { contains("EGL_MESA_device_software") }
}

/// The extension function `name` of EGL or GL, or nil.
///
/// eglGetProcAddress may answer for a function that the display or context does not have: check its extension first.
/// `type` must be the `@convention(c)` type of that function.
func eglFunction<Function>(_ name: String, as type: Function.Type) -> Function? {
  // The C function pointer types of Swift and of EGL have one representation.
  eglGetProcAddress(name).map { unsafeBitCast($0, to: type) }
}
