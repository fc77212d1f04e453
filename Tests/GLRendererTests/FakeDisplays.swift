// A machine for tests of what is chosen: no EGL is called.

@testable import GLRenderer

/// A machine made up of candidates; those in `failing` do not open.
struct FakeDisplays: EGLDisplaySource {
  private let all: [EGLCandidate]
  private let failing: [EGLCandidate: EGLFailure]
  private let unlistable: [EGLPlatform: EGLFailure]
  /// What open displays say of themselves; where nothing is said, what is known before.
  var identities: [EGLCandidate: DeviceIdentity] = [:]
  /// The GPUs of its files.
  var hardware: [HardwareDevice] = []
  /// What its files tell of them.
  var problems: [BusAddress: DeviceProblem] = [:]

  init(
    _ all: [EGLCandidate], failing: [EGLCandidate: EGLFailure] = [:], unlistable: [EGLPlatform: EGLFailure] = [:]
  ) {
    self.all = all
    self.failing = failing
    self.unlistable = unlistable
  }

  func candidates(on platform: EGLPlatform) throws(EGLFailure) -> [EGLCandidate] {
    if let failure = unlistable[platform] { throw failure }
    return all.filter { $0.platform == platform }
  }

  func open(_ candidate: EGLCandidate) throws(EGLFailure) -> EGLCandidate {
    if let failure = failing[candidate] { throw failure }
    return candidate
  }

  func identity(of opened: EGLCandidate) -> DeviceIdentity {
    identities[opened]
      ?? DeviceIdentity(
        address: opened.address, renderer: opened.name, vendor: "", version: "OpenGL ES 3.2",
        isSoftware: opened.isSoftware)
  }

  func problem(of device: HardwareDevice) -> DeviceProblem? { problems[device.address] }
}
