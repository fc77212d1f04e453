// The GPUs of a machine, each tried: what `multiplane info` says of those that do not draw, and `--gpu` counts.
//
// Tested by DeviceSurveyTests.

import COpenGL

/// The results of trying each device of a machine.
package struct DeviceSurvey: Hashable, Codable, Sendable {
  /// A device.
  package struct Device: Hashable, Codable, Sendable {
    /// The number that `--gpu` takes for it.
    package var number: Int
    /// The device's bus address; nil where it is not known.
    package var address: BusAddress?
    /// The device's name: from its driver where that could be asked.
    package var name: String
    /// Whether it computes on the CPU.
    package var isSoftware: Bool
    /// GL_VERSION, where it can be used.
    package var version: String?
    /// The reason that it cannot be used, and the remedy; nil where it can be used.
    package var problem: String?
  }

  /// The devices, by their numbers.
  package private(set) var devices: [Device] = []

  /// Opens each device of a machine, and lets go of it.
  init(_ source: some EGLDisplaySource) {
    for (number, device) in source.gpus.devices.enumerated() {
      var found = Device(number: number, address: device.address, name: device.name, isSoftware: device.isSoftware)
      var failures: [EGLFailure] = []
      for candidate in device.candidates where found.version == nil {
        do throws(EGLFailure) {
          let identity = source.identity(of: try source.open(candidate))
          if let address = identity.address, let expected = device.address, address != expected { continue }
          (found.name, found.version, found.isSoftware) = (identity.renderer, identity.version, identity.isSoftware)
        } catch {
          failures.append(error)
        }
      }
      if found.version == nil { found.problem = Self.problem(of: device, failures, source).description }
      devices.append(found)
    }
  }

  /// Tries the devices of this machine, on a thread of its own; where the libraries of OpenGL are not there, they tell
  /// nothing, and files do.
  package init() {
    guard copengl_open() == nil, let thread = try? GLThread(name: "survey") else {
      self.init(FilesAlone())
      return
    }
    self = thread.run {
      defer { eglReleaseThread() }
      return DeviceSurvey(SystemDisplays(options: GLContextOptions(debug: false)))
    }
  }

  /// Returns the problem of a device that cannot be used. What files tell comes first, as EGL's errors follow from it.
  private static func problem(
    of device: GPUList.Device, _ failures: [EGLFailure], _ source: some EGLDisplaySource
  ) -> DeviceProblem {
    if let hardware = device.hardware, let problem = source.problem(of: hardware) { return problem }
    if let failure = failures.first(where: \.isAboutVersion) { return .noOpenGLES3(failure.description) }
    if let failure = failures.first { return .failed(failure.description) }
    if source.gpus.devices.contains(where: { $0.address == nil && !$0.isSoftware }) { return .mayBeListed }
    return .notListed(driver: device.hardware?.driver ?? "unknown")
  }
}

extension DeviceSurvey.Device: CustomStringConvertible {
  /// `0000:65:00.0 NVIDIA L4: usable`; or why it is not.
  package var description: String {
    let place = address.map { "\($0) " } ?? ""
    return "\(place)\(name)\(isSoftware ? ", on the processor" : ""): "
      + (problem.map { "not usable: \($0)" } ?? "usable")
  }
}

extension EGLFailure {
  /// Whether a display was there, and no context of OpenGL ES 3 on it.
  fileprivate var isAboutVersion: Bool { step == "eglCreateContext" || step == "eglChooseConfig" }
}

/// A machine without OpenGL's libraries.
private struct FilesAlone: EGLDisplaySource {
  private let files = MachineFiles()

  func candidates(on platform: EGLPlatform) throws(EGLFailure) -> [EGLCandidate] { [] }

  func open(_ candidate: EGLCandidate) throws(EGLFailure) -> RenderingContext {
    throw EGLFailure("open", detail: "there are no libraries of OpenGL")
  }

  func identity(of opened: RenderingContext) -> DeviceIdentity {
    DeviceIdentity(opened.display, .ofThisMachine)
  }

  var hardware: [HardwareDevice] { HardwareList.ofThisMachine.devices }

  func problem(of device: HardwareDevice) -> DeviceProblem? { .found(of: device, in: files) }
}
