// What an open display says of itself: which device it is in truth, whatever order EGL lists devices in.

import COpenGL

/// The device behind a context.
package struct DeviceIdentity: Hashable, Sendable {
  /// The device's bus address; nil where EGL does not give it, as for the processor.
  package var address: BusAddress?
  /// GL_RENDERER, GL_VENDOR and GL_VERSION.
  package var renderer: String
  package var vendor: String
  package var version: String
  /// Whether it computes on the CPU.
  package var isSoftware: Bool

  package init(address: BusAddress?, renderer: String, vendor: String, version: String, isSoftware: Bool) {
    (self.address, self.renderer, self.vendor) = (address, renderer, vendor)
    (self.version, self.isSoftware) = (version, isSoftware)
  }

  /// Whether a renderer's name is that of one which computes on the CPU, for drivers that do not say so themselves.
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

  /// Whether it computes on the CPU.
  var isSoftware: Bool { extensions.contains("EGL_MESA_device_software") }

  /// Its renderer, where the driver tells it before a context is made.
  var renderer: String? { string(EGL_RENDERER_EXT, of: "EGL_EXT_device_query_name") }

  /// Its nodes of DRM, the one for drawing first.
  var nodes: [String] {
    [
      string(EGL_DRM_RENDER_NODE_FILE_EXT, of: "EGL_EXT_device_drm_render_node"),
      string(EGL_DRM_DEVICE_FILE_EXT, of: "EGL_EXT_device_drm"),
    ].compactMap(\.self)
  }

  /// Returns the device's bus address: by its nodes, which NVIDIA's driver lacks without its DRM modules, by its UUID,
  /// or by the number that CUDA gives it.
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
  /// The device of this display; nil where EGL cannot say.
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
