// Tested by FrameTimerTests.

import COpenGL
import Compositor

/// Times frames by the GPU's clock (GL_EXT_disjoint_timer_query), only on request: it changes how some drivers draw.
final class FrameTimer {
  private let device: GLDevice
  private let functions: Functions
  /// Queries of drawn frames whose times are not there yet, in order.
  private var pending: [GLuint] = []
  private var free: [GLuint] = []
  private var times: [Double] = []

  /// Nil if the driver measures no times.
  init?(_ device: GLDevice) {
    guard device.capabilities.timerQuery, let functions = Functions() else { return nil }
    (self.device, self.functions) = (device, functions)
  }

  deinit {
    let (queries, functions, device) = (pending + free, functions, device)
    device.run { functions.delete(GLsizei(queries.count), queries) }
  }

  /// Begins a frame; every frame is ended before the next one begins.
  func begin() {
    var query: GLuint = free.popLast() ?? 0
    if query == 0 { functions.generate(1, &query) }
    functions.begin(GLenum(GL_TIME_ELAPSED_EXT), query)
    pending.append(query)
  }

  func end() {
    functions.end(GLenum(GL_TIME_ELAPSED_EXT))
    collect(waiting: false)
  }

  /// Returns the milliseconds of the frames since the last call, after waiting for them; without times that are invalid
  /// because the GPU changed its clock or was taken away meanwhile.
  func take() -> [Double] {
    collect(waiting: true)
    defer { times = [] }
    return times
  }

  private func collect(waiting: Bool) {
    var found: [Double] = []
    while let query = pending.first {
      var isThere: GLuint = 0
      if !waiting { functions.number(query, GLenum(GL_QUERY_RESULT_AVAILABLE), &isThere) }
      guard waiting || isThere != 0 else { break }
      var nanoseconds: GLuint64 = 0
      functions.longNumber(query, GLenum(GL_QUERY_RESULT), &nanoseconds)
      found.append(Double(nanoseconds) / 1e6)
      free.append(pending.removeFirst())
    }
    // The query clears the mark.
    var isDisjoint: GLint = 0
    glGetIntegerv(GLenum(GL_GPU_DISJOINT_EXT), &isDisjoint)
    guard isDisjoint != 0 else {
      times += found
      return
    }
    free += pending
    pending = []
  }
}

extension FrameTimer {
  private struct Functions {
    let generate: PFNGLGENQUERIESEXTPROC
    let delete: PFNGLDELETEQUERIESEXTPROC
    let begin: PFNGLBEGINQUERYEXTPROC
    let end: PFNGLENDQUERYEXTPROC
    let number: PFNGLGETQUERYOBJECTUIVEXTPROC
    let longNumber: PFNGLGETQUERYOBJECTUI64VEXTPROC

    init?() {
      guard
        let generate = eglFunction("glGenQueriesEXT", as: PFNGLGENQUERIESEXTPROC.self),
        let delete = eglFunction("glDeleteQueriesEXT", as: PFNGLDELETEQUERIESEXTPROC.self),
        let begin = eglFunction("glBeginQueryEXT", as: PFNGLBEGINQUERYEXTPROC.self),
        let end = eglFunction("glEndQueryEXT", as: PFNGLENDQUERYEXTPROC.self),
        let number = eglFunction("glGetQueryObjectuivEXT", as: PFNGLGETQUERYOBJECTUIVEXTPROC.self),
        let longNumber = eglFunction("glGetQueryObjectui64vEXT", as: PFNGLGETQUERYOBJECTUI64VEXTPROC.self)
      else { return nil }
      (self.generate, self.delete, self.begin, self.end) = (generate, delete, begin, end)
      (self.number, self.longNumber) = (number, longNumber)
    }
  }
}

extension GLRenderer {
  /// Whether the GPU's times are measured: see ``takeFrameTimes()``. False by default, and if the driver cannot.
  package var timesFrames: Bool {
    get { timer != nil }
    set { device.run { timer = newValue ? timer ?? FrameTimer(device) : nil } }
  }

  /// Returns the GPU's milliseconds of the frames since the last call.
  package func takeFrameTimes() -> [Double] { device.run { timer?.take() ?? [] } }
}

/// Names groups of OpenGL calls by the layers that they draw, around each pass and each batch (KHR_debug), for tools
/// that record calls (RenderDoc, apitrace). Only on request.
package struct DebugGroups {
  /// The environment variable that asks for groups: any text but an empty one and 0.
  package static let environmentVariable = "MULTIPLANE_DEBUG_GROUPS"

  private let push: PFNGLPUSHDEBUGGROUPKHRPROC
  private let pop: PFNGLPOPDEBUGGROUPKHRPROC

  /// The most layers that a group's name lists; drivers bound its length (GL_MAX_DEBUG_MESSAGE_LENGTH).
  private static let mostNames = 4
  private static let mostLetters = 200
  /// GL_DEBUG_SOURCE_APPLICATION.
  private static let application: GLenum = 0x824A

  /// Nil if the context has no debug groups.
  init?(_ capabilities: GLCapabilities) {
    let ending = capabilities.version >= GLCapabilities.Version(3, 2) ? "" : "KHR"
    // The extension's functions have the types of the core's.
    guard capabilities.khrDebug,
      let push = eglFunction("glPushDebugGroup" + ending, as: PFNGLPUSHDEBUGGROUPKHRPROC.self),
      let pop = eglFunction("glPopDebugGroup" + ending, as: PFNGLPOPDEBUGGROUPKHRPROC.self)
    else { return nil }
    (self.push, self.pop) = (push, pop)
  }

  func begin(_ name: String) {
    let name = String(name.prefix(Self.mostLetters))
    name.withCString { push(Self.application, 0, -1, $0) }
  }

  func end() { pop() }

  package static func areAsked(in environment: [String: String]) -> Bool {
    !["", "0"].contains(environment[environmentVariable] ?? "")
  }

  /// Returns the name of a pass: its layer and its reasons.
  static func name(of pass: RenderPass, _ origins: DrawOrigins) -> String {
    pass.target == RenderPass.frameTarget ? "frame" : "surface of \(origins.name(pass.slot)): \(pass.reasons)"
  }

  /// Returns the name of a batch: its program and the layers of its draws.
  static func name(of batch: Batch, first draw: Int, _ origins: DrawOrigins) -> String {
    var names: [String] = []
    for slot in origins.slots[draw..<draw + batch.count] {
      let name = origins.name(slot)
      if names.last == name { continue }
      if names.count == mostNames { return "\(batch.program): \(names.joined(separator: ", ")), ..." }
      names.append(name)
    }
    return "\(batch.program): \(names.joined(separator: ", "))"
  }
}

extension GLRenderer {
  /// Names the calls of later frames by the layers that they draw, if the driver can and lists have draws' origins.
  package func nameCalls() { groups = device.run { DebugGroups(device.capabilities) } }

  func encode(
    passAt index: Int, _ list: DrawList, _ images: ImageTable, _ groups: DebugGroups, _ origins: DrawOrigins,
    _ encoder: inout BatchEncoder
  ) throws(GLError) {
    let pass = list.passes[index]
    var draw = list.passes[..<index].reduce(0) { $0 + $1.batches.reduce(0) { $0 + $1.count } }
    groups.begin(DebugGroups.name(of: pass, origins))
    defer { groups.end() }
    for batch in pass.batches {
      groups.begin(DebugGroups.name(of: batch, first: draw, origins))
      defer { groups.end() }
      try encode(batch, of: pass, list, images, &encoder)
      draw += batch.count
    }
  }
}
