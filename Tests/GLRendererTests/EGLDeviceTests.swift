// An open device: calls from many tasks, errors, messages, a BGRA target, the report.

import COpenGL
import Foundation
import Testing

@testable import GLRenderer

extension GLTests {
  @Suite struct EGLDeviceTests {
    private let device: GLDevice

    init() throws {
      device = try GLDevice(.surfaceless, options: GLContextOptions(debug: true))
    }

    @Test func manyTasksShareTheDevice() async throws {
      let names = await withTaskGroup(of: GLuint.self) { [device] group in
        for _ in 0..<32 {
          group.addTask {
            device.run {
              var name: GLuint = 0
              glGenTextures(1, &name)
              return name
            }
          }
        }
        return await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(names.count == 32)
      #expect(!names.contains(0))
    }

    /// The owner of the last reference may be a body: the device then closes on its thread without waiting for itself.
    @Test func aDeviceMayBeLetGoOnItsThread() throws {
      var device: GLDevice? = try GLDevice(.surfaceless)
      weak let closed = device
      let thread = try #require(device).thread
      thread.run { device = nil }
      #expect(closed == nil)
    }

    @Test func aWrongCallIsAnErrorWithItsPlace() throws {
      let error = #expect(throws: GLError.self) {
        try device.run { () throws(GLError) in
          glEnable(0xDEAD)
          try device.checkErrors(at: "switching on a feature")
        }
      }
      guard case .failed(let codes, let site, let messages) = error else {
        Issue.record("expected GLError.failed, got \(String(describing: error))")
        return
      }
      #expect(codes.map(\.description) == ["GL_INVALID_ENUM"])
      #expect(site.operation == "switching on a feature")
      // Mesa names the call, NVIDIA's driver its argument.
      #expect(messages.contains { $0.isError && ($0.text.contains("glEnable") || $0.text.contains("<cap>")) })
      #expect("\(GLError.failed(codes, at: site, messages: []))".contains("EGLDeviceTests.swift:"))
      // The error was taken: the next check is silent.
      try device.run { () throws(GLError) in try device.checkFrame() }
    }

    @Test func aMessageOfTheDriverFailsTheFrame() throws {
      let text = "made by the test"
      #expect(throws: GLError.self) {
        try device.run { () throws(GLError) in
          glDebugMessageInsert(
            GLenum(GL_DEBUG_SOURCE_APPLICATION), GLenum(GL_DEBUG_TYPE_OTHER), 1, GLenum(GL_DEBUG_SEVERITY_HIGH), -1,
            text)
          try device.checkFrame()
        }
      }
    }

    @Test func theLogIsBounded() throws {
      let count = device.run {
        for _ in 0..<(GLDebugLog.limit * 2) { glEnable(0xDEAD) }
        return device.debugLog?.take().count
      }
      #expect(count == GLDebugLog.limit)
    }

    @Test func aContextWithoutDebugOutputStillReportsErrors() throws {
      let device = try GLDevice(.surfaceless, options: GLContextOptions(debug: false))
      #expect(device.debugLog == nil)
      #expect(throws: GLError.self) {
        try device.run { () throws(GLError) in
          glEnable(0xDEAD)
          try device.checkErrors(at: "switching on a feature")
        }
      }
    }

    @Test(arguments: [
      (GL_NO_ERROR, nil), (GL_GUILTY_CONTEXT_RESET, GLResetReason.guilty),
      (GL_INNOCENT_CONTEXT_RESET, .innocent), (GL_UNKNOWN_CONTEXT_RESET, .unknown),
    ])
    func aResetHasAReason(status: Int32, reason: GLResetReason?) {
      #expect(GLResetReason(status: GLenum(status)) == reason)
    }

    @Test func aBGRATargetIsClearedAndReadBack() throws {
      try #require(device.capabilities.bgraRenderable && device.capabilities.bgraRead)
      let pixels = try device.run { () throws(GLError) -> [UInt8] in
        var texture: GLuint = 0
        var framebuffer: GLuint = 0
        glGenTextures(1, &texture)
        glBindTexture(GLenum(GL_TEXTURE_2D), texture)
        glTexImage2D(
          GLenum(GL_TEXTURE_2D), 0, GL_BGRA_EXT, 4, 4, 0, GLenum(GL_BGRA_EXT), GLenum(GL_UNSIGNED_BYTE), nil)
        glGenFramebuffers(1, &framebuffer)
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
        glFramebufferTexture2D(
          GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), texture, 0)
        glClearColor(1, 0.4, 0, 1)
        glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
        var pixels = [UInt8](repeating: 0, count: 64)
        glReadPixels(0, 0, 4, 4, GLenum(GL_BGRA_EXT), GLenum(GL_UNSIGNED_BYTE), &pixels)
        try device.checkFrame()
        return pixels
      }
      #expect(pixels == Array(repeatElement([0, 102, 255, 255], count: 16).joined()))
    }

    @Test func theReportIsReadableByPeopleAndPrograms() throws {
      let report = device.report
      #expect(try JSONDecoder().decode(DeviceReport.self, from: JSONEncoder().encode(report)) == report)
      let lines = report.description.split(separator: "\n")
      let columns = lines.map { line in line.firstIndex(of: ":").map { line[$0...].dropFirst().prefix { $0 == " " } } }
      #expect(lines.first?.hasPrefix("EGL choice: ") == true)
      #expect(columns.allSatisfy { $0?.isEmpty == false })
      #expect(report.description.contains(device.capabilities.renderer))
    }
  }
}
