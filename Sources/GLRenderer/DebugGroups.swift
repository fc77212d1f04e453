// Groups of OpenGL calls by the layers that they draw, for tools that record them (RenderDoc, apitrace): KHR_debug's
// names around each pass and each batch. Only when they are asked for.

import COpenGL
import Compositor

/// Names groups of calls.
package struct DebugGroups {
  /// The environment variable that asks for groups: anything but an empty text and 0.
  package static let environmentVariable = "MULTIPLANE_DEBUG_GROUPS"

  private let push: PFNGLPUSHDEBUGGROUPKHRPROC
  private let pop: PFNGLPOPDEBUGGROUPKHRPROC

  /// The most layers that a group's name lists; drivers bound its length (GL_MAX_DEBUG_MESSAGE_LENGTH).
  private static let mostNames = 4
  private static let mostLetters = 200
  /// GL_DEBUG_SOURCE_APPLICATION.
  private static let application: GLenum = 0x824A

  /// Nil where the context has no debug groups.
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

  /// Whether an environment asks for groups.
  package static func areAsked(in environment: [String: String]) -> Bool {
    !["", "0"].contains(environment[environmentVariable] ?? "")
  }

  /// Returns the name of a pass: what it draws.
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
  /// Names the calls of frames from now on by the layers that they draw, where the driver takes names and the lists
  /// have their draws' origins.
  package func nameCalls() { groups = device.run { DebugGroups(device.capabilities) } }

  /// Draws a pass that has begun, in groups.
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
