// The EGL devices of this machine (EGL_EXT_device_enumeration), by their place in the driver's list.
//
// NVIDIA's driver and Mesa both answer through the vendor-neutral library: a hardware device of one stands next to the
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

  /// The devices as candidates, in the driver's order; each is called by its index and its renderer or node.
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

/// The extension function `name` of EGL or GL, or nil.
///
/// eglGetProcAddress may answer for a function that the display or context does not have: check its extension first.
/// `type` must be the `@convention(c)` type of that function.
func eglFunction<Function>(_ name: String, as type: Function.Type) -> Function? {
  // The C function pointer types of Swift and of EGL have one representation.
  eglGetProcAddress(name).map { unsafeBitCast($0, to: type) }
}
