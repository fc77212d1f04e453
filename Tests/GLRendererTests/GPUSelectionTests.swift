// Which GPU is opened where one is asked for, on a made-up machine: EGL lists its devices in another order than their
// addresses have.

import COpenGL
import Testing

@testable import GLRenderer

@Suite struct GPUSelectionTests {
  private static let (first, second) = (BusAddress(pci: "0000:17:00.0")!, BusAddress(pci: "0000:65:00.0")!)
  private static let far = EGLCandidate(.device, name: "0: Vega", index: 0, address: second)
  private static let near = EGLCandidate(.device, name: "1: Arc", index: 1, address: first)
  private static let llvmpipe = EGLCandidate(.device, name: "2", index: 2, isSoftware: true)
  private static let nearNode = EGLCandidate(.gbm, name: "/dev/dri/renderD128", address: first)
  private static let mesa = EGLCandidate(.surfaceless, name: "Mesa")
  private static let hardware = [
    HardwareDevice(address: first, driver: "i915", nodes: ["/dev/dri/card0", "/dev/dri/renderD128"]),
    HardwareDevice(address: second, driver: "amdgpu", nodes: ["/dev/dri/card1", "/dev/dri/renderD129"]),
  ]
  private static let failure = EGLFailure("eglInitialize", code: EGLErrorCode(rawValue: EGL_NOT_INITIALIZED))

  private static func machine(failing: [EGLCandidate: EGLFailure] = [:]) -> FakeDisplays {
    var machine = FakeDisplays([far, near, llvmpipe, nearNode, mesa], failing: failing)
    machine.hardware = hardware
    machine.identities = [
      llvmpipe: identity("llvmpipe (LLVM 15)", isSoftware: true), far: identity("AMD Vega", at: second),
      near: identity("Intel Arc", at: first), nearNode: identity("Intel Arc", at: first),
      mesa: identity("llvmpipe (LLVM 15)", isSoftware: true),
    ]
    return machine
  }

  private static func identity(
    _ renderer: String, at address: BusAddress? = nil, isSoftware: Bool = false
  ) -> DeviceIdentity {
    DeviceIdentity(address: address, renderer: renderer, vendor: "a maker", version: "", isSoftware: isSoftware)
  }

  private static func selected(
    _ word: String, on machine: FakeDisplays = machine(), _ choice: EGLDisplayChoice = .auto
  ) throws -> EGLCandidate {
    var selector = EGLDisplaySelector(machine)
    return try selector.select(choice, gpu: #require(GPURequest(argument: word)))
  }

  @Test(
    "Words of --gpu",
    arguments: [
      ("auto", GPURequest.auto), ("none", .none), ("required", .required), ("0", .number(0)), ("12", .number(12)),
      ("65:00.0", .address(second)), ("0000:65:00.0", .address(second)), ("00000000:65:00.0", .address(second)),
      ("65:00", .name("65:00")), ("-1", .name("-1")), ("NVIDIA", .name("NVIDIA")), ("renderD128", .name("renderD128")),
      ("65:00.00", .name("65:00.00")), ("+5:00.0", .name("+5:00.0")),
      ("99999999999999999999", .name("99999999999999999999")),
    ] as [(String, GPURequest)])
  func words(word: String, request: GPURequest) { #expect(GPURequest(argument: word) == request) }

  @Test func noWordIsNoRequest() {
    #expect(GPURequest(argument: "") == nil)
    #expect(GPURequest.asked(in: ["MULTIPLANE_GPU": ""]) == nil && GPURequest.asked(in: [:]) == nil)
    #expect(GPURequest.asked(in: ["MULTIPLANE_GPU": "1"]) == .number(1))
  }

  @Test func addressesAreInOrder() {
    let texts = ["10000:e1:00.0", "0000:65:00.1", "a1b2:00:00.0", "0000:65:00.0", "0000:0A:00.0"]
    #expect(
      texts.compactMap { BusAddress(pci: $0) }.sorted().map(\.description)
        == ["0000:0a:00.0", "0000:65:00.0", "0000:65:00.1", "a1b2:00:00.0", "10000:e1:00.0"])
  }

  @Test("Numbers are those of addresses, whatever order EGL has, and software is last")
  func numbers() throws {
    #expect(
      Self.machine().gpus.lines == [
        "0: 0000:17:00.0 /dev/dri/renderD128 (i915)", "1: 0000:65:00.0 /dev/dri/renderD129 (amdgpu)",
        "2: a software driver, on the processor",
      ])
    #expect(try Self.selected("0") == Self.near)
    #expect(try Self.selected("1") == Self.far)
    #expect(try Self.selected("2") == Self.llvmpipe)
    #expect(try Self.selected("0", .gbm) == Self.nearNode)
    #expect(try Self.selected("2", .surfaceless) == Self.mesa)
    // What cannot be opened counts.
    #expect(try Self.selected("1", on: Self.machine(failing: [Self.near: Self.failure])) == Self.far)
  }

  @Test(
    "An address, and parts of names of the renderer, the driver and the node",
    arguments: [
      ("17:00.0", near), ("0000:65:00.0", far), ("vega", far), ("INTEL", near), ("amdgpu", far), ("renderD129", far),
      ("llvm", llvmpipe),
    ])
  func names(word: String, candidate: EGLCandidate) throws { #expect(try Self.selected(word) == candidate) }

  @Test func whereTheFirstWayToADeviceFailsTheNextIsTried() throws {
    let machine = Self.machine(failing: [Self.near: Self.failure])
    #expect(try Self.selected("17:00.0", on: machine) == Self.nearNode)
    #expect(try Self.selected("arc", on: machine) == Self.nearNode)
  }

  @Test func aNameOfSeveralIsRefusedWithTheirAddresses() {
    let error = #expect(throws: EGLDisplayError.self) { try Self.selected("a maker") }
    #expect(
      error?.description == """
        several GPUs are called 'a maker': choose one by its number or its address
          0000:65:00.0 AMD Vega
          0000:17:00.0 Intel Arc
          llvmpipe (LLVM 15)
        """)
  }

  @Test("What is not there is refused with what is", arguments: ["3", "03:00.0", "geforce"])
  func absent(word: String) {
    let error = #expect(throws: EGLDisplayError.self) { try Self.selected(word) }
    #expect(error?.description.contains("\n  0: 0000:17:00.0 /dev/dri/renderD128 (i915)\n  1: ") == true)
  }

  @Test("What is open is asked who it is")
  func identities() {
    var machine = Self.machine()
    // EGL says nothing of the device before it is opened, and it is another one.
    let silent = EGLCandidate(.device, name: "0")
    machine = FakeDisplays([silent, Self.mesa])
    machine.hardware = Self.hardware
    machine.identities = [
      silent: Self.identity("AMD Vega", at: Self.second), Self.mesa: Self.identity("llvmpipe", isSoftware: true),
    ]
    var selector = EGLDisplaySelector(machine)
    #expect(throws: EGLDisplayError.self) { try selector.select(.auto, gpu: .address(Self.first)) }
    #expect(
      selector.attempts.map(\.description) == [
        "device (0): skipped: it is another device, 0000:65:00.0: AMD Vega", "gbm: skipped: none on this machine",
        "surfaceless (Mesa): skipped: it computes on the CPU: llvmpipe",
      ])
    #expect(try! selector.select(.auto, gpu: .address(Self.second)) == silent)
  }

  @Test("Required: a GPU or an error with what files tell, never the processor")
  func required() throws {
    #expect(try Self.selected("required") == Self.far)
    var machine = Self.machine(
      failing: [Self.far: Self.failure, Self.near: Self.failure, Self.nearNode: Self.failure])
    machine.problems = [Self.first: .forbiddenByControlGroup(node: "/dev/dri/renderD128")]
    let error = #expect(throws: EGLDisplayError.self) { try Self.selected("required", on: machine) }
    #expect(error?.description.contains("surfaceless (Mesa): skipped: it computes on the CPU: llvmpipe") == true)
    #expect(error?.description.contains("0000:17:00.0: the container's control group forbids") == true)
  }

  @Test("None: software alone, though the surfaceless platform may be a GPU's")
  func software() throws {
    #expect(try Self.selected("none") == Self.llvmpipe)
    var machine = FakeDisplays([Self.far, Self.nearNode, Self.mesa])
    #expect(throws: EGLDisplayError.self) { try Self.selected("none", on: machine) }
    machine.identities = [Self.mesa: Self.identity("llvmpipe", isSoftware: true)]
    #expect(try Self.selected("none", on: machine) == Self.mesa)
  }
}
