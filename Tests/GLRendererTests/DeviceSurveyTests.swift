// What `info` says of each device, on a made-up machine and on this one.

import COpenGL
import Testing

@testable import GLRenderer

@Suite struct DeviceSurveyTests {
  private static let addresses = ["17:00.0", "65:00.0", "66:00.0", "67:00.0"].map { BusAddress(pci: $0)! }

  @Test("Each device is tried; files tell first why one cannot be used, then EGL does")
  func madeUp() {
    let candidates = Self.addresses.dropLast().enumerated().map { index, address in
      EGLCandidate(.device, name: "\(index): GPU \(index)", index: index, address: address)
    }
    let llvmpipe = EGLCandidate(.device, name: "3", index: 3, isSoftware: true)
    var machine = FakeDisplays(
      candidates + [llvmpipe],
      failing: [
        candidates[1]: EGLFailure("eglInitialize", code: EGLErrorCode(rawValue: EGL_NOT_INITIALIZED)),
        candidates[2]: EGLFailure("eglCreateContext", detail: "no OpenGL ES 3.0 or later"),
      ])
    machine.hardware = Self.addresses.map { HardwareDevice(address: $0, driver: "i915") }
    machine.problems = [Self.addresses[1]: .noNode("/dev/dri/renderD129")]
    let devices = DeviceSurvey(machine).devices
    #expect(
      devices.map(\.description) == [
        "0000:17:00.0 0: GPU 0: usable",
        "0000:65:00.0 i915: not usable: /dev/dri/renderD129 is not in this /dev: start the container with "
          + "'--device /dev/dri'",
        "0000:66:00.0 i915: not usable: its driver has no OpenGL ES 3 (eglCreateContext: no OpenGL ES 3.0 or later): a "
          + "newer one may; rows draw without it",
        "0000:67:00.0 i915: not usable: no driver of OpenGL lists it: the kernel's is i915; Mesa's for it are in "
          + "libgl1-mesa-dri and libegl-mesa0 (Debian)",
        "3, on the processor: usable",
      ])
    #expect(devices.map(\.number) == [0, 1, 2, 3, 4])
    #expect(devices.map { $0.version != nil } == [true, false, false, false, true])
  }

  @Test("EGL's words where files tell nothing")
  func words() {
    let gpu = EGLCandidate(.device, name: "0: GPU", address: Self.addresses[0])
    let failure = EGLFailure("eglInitialize", code: EGLErrorCode(rawValue: EGL_BAD_ALLOC))
    #expect(
      DeviceSurvey(FakeDisplays([gpu], failing: [gpu: failure])).devices.map(\.problem) == [
        "eglInitialize: EGL_BAD_ALLOC"
      ])
  }

  @Test("A GPU that EGL may list without its address is not said to be missing")
  func withoutAddresses() {
    var machine = FakeDisplays([EGLCandidate(.device, name: "0")])
    machine.hardware = [HardwareDevice(address: Self.addresses[0], driver: "nvidia")]
    let devices = DeviceSurvey(machine).devices
    #expect(devices.map { $0.version != nil } == [false, true])
    #expect(devices[0].problem?.contains("may be one of those without an address") == true)
  }

  @Test("On this machine, what is usable can be chosen by its number")
  func thisMachine() throws {
    for device in DeviceSurvey().devices where device.version != nil {
      let opened = try GLDevice(gpu: .number(device.number))
      #expect(opened.capabilities.renderer == device.name && opened.report.address == device.address)
      #expect(opened.capabilities.isSoftware == device.isSoftware)
    }
  }
}
