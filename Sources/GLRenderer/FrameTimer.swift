// How long the GPU takes for a frame, by its own clock (GL_EXT_disjoint_timer_query). Only where it is asked for: a
// query changes how some drivers draw.
//
// Tested by FrameTimerTests.

import COpenGL

/// Times frames on the GPU. On the device's thread.
final class FrameTimer {
  private let device: GLDevice
  private let functions: Functions
  /// Queries of frames that were drawn and whose times are not there yet, in order.
  private var pending: [GLuint] = []
  private var free: [GLuint] = []
  private var times: [Double] = []

  /// Nil where the driver measures no times.
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

  /// Ends a frame.
  func end() {
    functions.end(GLenum(GL_TIME_ELAPSED_EXT))
    collect(waiting: false)
  }

  /// The milliseconds of the frames since this was last asked, after waiting for them; without those whose times are
  /// worth nothing, as the GPU changed its clock or was taken away meanwhile.
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
    // Asking takes the mark away.
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
  /// The extension's functions.
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
  /// Whether the GPU's times are measured: see ``takeFrameTimes()``. Default: false; it stays so where the driver
  /// measures none.
  package var timesFrames: Bool {
    get { timer != nil }
    set { device.run { timer = newValue ? timer ?? FrameTimer(device) : nil } }
  }

  /// The milliseconds that the GPU took for the frames that were drawn since this was last asked.
  package func takeFrameTimes() -> [Double] { device.run { timer?.take() ?? [] } }
}
