// The order in which displays are tried, on made-up machines: no EGL is called.

import COpenGL
import Testing

@testable import GLRenderer

@Suite struct EGLSelectionTests {
  static let gpu = EGLCandidate(.device, name: "0: GPU", index: 0)
  static let llvmpipe = EGLCandidate(.device, name: "1: llvmpipe", index: 1, isSoftware: true)
  static let firstNode = EGLCandidate(.gbm, name: "/dev/dri/renderD128")
  static let secondNode = EGLCandidate(.gbm, name: "/dev/dri/renderD129")
  static let mesa = EGLCandidate(.surfaceless, name: "Mesa")
  static let notInitialized = EGLFailure("eglInitialize", code: EGLErrorCode(rawValue: EGL_NOT_INITIALIZED))

  @Test func autoTakesHardwareFirst() throws {
    let machine = FakeDisplays([Self.llvmpipe, Self.gpu, Self.firstNode, Self.mesa])
    var selector = EGLDisplaySelector(machine)
    #expect(try selector.select(.auto) == Self.gpu)
    #expect(
      selector.attempts == [
        EGLAttempt(Self.llvmpipe, .skipped(reason: "software device")), EGLAttempt(Self.gpu, .chosen),
      ])
  }

  @Test func autoTakesTheSecondDeviceWhereTheFirstFails() throws {
    let second = EGLCandidate(.device, name: "1: GPU", index: 1)
    let machine = FakeDisplays([Self.gpu, second, Self.mesa], failing: [Self.gpu: Self.notInitialized])
    var selector = EGLDisplaySelector(machine)
    #expect(try selector.select(.auto) == second)
  }

  @Test func autoWithoutHardwareTakesGBM() throws {
    let machine = FakeDisplays(
      [Self.llvmpipe, Self.firstNode, Self.secondNode, Self.mesa], failing: [Self.firstNode: Self.notInitialized])
    var selector = EGLDisplaySelector(machine)
    #expect(try selector.select(.auto) == Self.secondNode)
    #expect(selector.attempts[1] == EGLAttempt(Self.firstNode, .failed(Self.notInitialized)))
  }

  @Test func autoEndsWithSurfaceless() throws {
    var selector = EGLDisplaySelector(FakeDisplays([Self.llvmpipe, Self.mesa]))
    #expect(try selector.select(.auto) == Self.mesa)
    #expect(
      selector.attempts.map(\.description) == [
        "device (1: llvmpipe): skipped: software device",
        "gbm: skipped: none on this machine",
        "surfaceless (Mesa): chosen",
      ])
  }

  @Test func deviceTakesASoftwareDeviceLast() throws {
    let everything = [Self.llvmpipe, Self.gpu, Self.firstNode, Self.mesa]
    var selector = EGLDisplaySelector(FakeDisplays(everything))
    #expect(try selector.select(.device) == Self.gpu)

    selector = EGLDisplaySelector(FakeDisplays(everything, failing: [Self.gpu: Self.notInitialized]))
    #expect(try selector.select(.device) == Self.llvmpipe)
  }

  @Test(arguments: [
    (EGLDisplayChoice.gbm, EGLSelectionTests.firstNode), (.surfaceless, EGLSelectionTests.mesa),
  ])
  func aPlatformAskedForIsTheOnlyOneTried(choice: EGLDisplayChoice, expected: EGLCandidate) throws {
    var selector = EGLDisplaySelector(FakeDisplays([Self.gpu, Self.firstNode, Self.mesa]))
    #expect(try selector.select(choice) == expected)
    #expect(selector.attempts == [EGLAttempt(expected, .chosen)])
  }

  @Test func theErrorListsEveryFailureWithItsName() {
    let machine = FakeDisplays(
      [Self.gpu, Self.firstNode, Self.mesa],
      failing: [
        Self.gpu: EGLFailure("eglCreateContext", code: EGLErrorCode(rawValue: EGL_BAD_ATTRIBUTE)),
        Self.firstNode: EGLFailure("open", detail: "Permission denied"),
        Self.mesa: Self.notInitialized,
      ])
    var selector = EGLDisplaySelector(machine)
    let error = #expect(throws: EGLDisplayError.self) { try selector.select(.auto) }
    #expect(
      error?.description == """
        no usable EGL display (choice: auto); tried:
          device (0: GPU): failed: eglCreateContext: EGL_BAD_ATTRIBUTE
          gbm (/dev/dri/renderD128): failed: open: Permission denied
          surfaceless (Mesa): failed: eglInitialize: EGL_NOT_INITIALIZED
        """)
  }

  @Test func aPlatformThatCannotBeListedIsAFailureAndNotTheEnd() throws {
    let missing = EGLFailure("EGL_EXT_device_enumeration", detail: "not a client extension")
    var selector = EGLDisplaySelector(FakeDisplays([Self.mesa], unlistable: [.device: missing]))
    #expect(try selector.select(.auto) == Self.mesa)
    #expect(selector.attempts.first == EGLAttempt(.device, .failed(missing)))
  }

  @Test func theEnvironmentAsks() throws {
    #expect(try EGLDisplayChoice.asked(in: [EGLDisplayChoice.environmentVariable: "gbm"]) == .gbm)
    #expect(try EGLDisplayChoice.asked(in: [:]) == nil)
    #expect(try EGLDisplayChoice.asked(in: ["MULTIPLANE_EGL": ""]) == nil)
    #expect(throws: EGLDisplayError.unknownChoice("x11", from: "MULTIPLANE_EGL")) {
      try EGLDisplayChoice.asked(in: ["MULTIPLANE_EGL": "x11"])
    }
  }
}
