// Exports and pictures for tasks: progress as a sequence, cancellation, and that nothing half-written stays.

import CoreGraphics
import Foundation
import Multiplane
import QuartzCore
import Testing

@MainActor @Suite struct AsyncExportTests {
  private let folder: URL
  private let root = CALayer()
  private let renderer: OffscreenRenderer

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "AsyncExportTests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    root.frame = CGRect(x: 0, y: 0, width: 16, height: 8)
    let card = CALayer()
    card.frame = CGRect(x: 0, y: 0, width: 4, height: 8)
    card.backgroundColor = CGColor(red: 1, green: 1, blue: 0, alpha: 1)
    let move = CABasicAnimation(keyPath: "position.x")
    move.toValue = 14
    move.duration = 1
    // The same film twice: it must not be gone at its end.
    move.isRemovedOnCompletion = false
    card.add(move, forKey: nil)
    root.addSublayer(card)
    renderer = try OffscreenRenderer(size: CGSize(width: 16, height: 8))
  }

  private var contents: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? []
  }

  private func exporter(_ name: String) throws -> VideoExporter {
    try VideoExporter(path: folder.appending(path: name).path, frameRate: 10)
  }

  private func removeFolder() { try? FileManager.default.removeItem(at: folder) }

  @Test("The sequence tells each frame, and at its end the same file is there as without it")
  func progress() async throws {
    defer { removeFolder() }
    try exporter("a.y4m").export(root, with: renderer, from: 0.25, duration: 1)
    var steps: [VideoExport.Progress] = []
    for try await step in try exporter("b.y4m").frames(of: root, with: renderer, from: 0.25, duration: 1) {
      steps.append(step)
      #expect(!contents.contains("b.y4m"))
    }
    #expect(steps.map(\.frames) == Array(1...10) && steps.allSatisfy { $0.totalFrames == 10 })
    #expect(steps.first?.time == 0.25 && steps.last?.fractionCompleted == 1)
    #expect(contents == ["a.y4m", "b.y4m"])
    #expect(
      try Data(contentsOf: folder.appending(path: "a.y4m")) == Data(contentsOf: folder.appending(path: "b.y4m")))
    // Also by libav, whose encoder holds frames back until the end.
    try await exporter("c.mp4").frames(of: root, with: renderer, duration: 1).run()
    #expect(contents == ["a.y4m", "b.y4m", "c.mp4"])
  }

  @Test("The body may change the tree for the next frame")
  func changes() async throws {
    defer { removeFolder() }
    for try await step in try exporter("a.y4m").frames(of: root, with: renderer, duration: 0.3) where step.frames == 1 {
      CATransaction.setDisableActions(true)
      root.backgroundColor = .white
    }
    try exporter("b.y4m").export(root, with: renderer, duration: 0.3)
    let (a, b) = (
      try Data(contentsOf: folder.appending(path: "a.y4m")), try Data(contentsOf: folder.appending(path: "b.y4m"))
    )
    let frame = 16 * 8 * 3 / 2 + 6
    #expect(a.count == b.count && a != b && a.suffix(2 * frame) == b.suffix(2 * frame))
  }

  @Test("Leaving the loop leaves nothing", arguments: ["a.mp4", "a.y4m", "%d.png"])
  func leaving(name: String) async throws {
    defer { removeFolder() }
    for try await step in try exporter(name).frames(of: root, with: renderer, duration: 3) where step.frames == 5 {
      break
    }
    #expect(contents == [])
  }

  @Test("Cancelling the task throws `cancelled` and leaves nothing", arguments: ["a.mp4", "%d.png"])
  func cancelling(name: String) async throws {
    defer { removeFolder() }
    let (exporter, root, renderer) = (try exporter(name), root, renderer)
    let task = Task { @MainActor () async -> RenderingError? in
      do throws(RenderingError) {
        for try await step in exporter.frames(of: root, with: renderer, duration: 1000) where step.frames == 4 {
          withUnsafeCurrentTask { $0?.cancel() }
        }
        return nil
      } catch {
        return error
      }
    }
    #expect(await task.value == .cancelled)
    #expect(contents == [])
  }

  @Test("A task that is cancelled from outside while it exports ends soon")
  func cancellingFromOutside() async throws {
    defer { removeFolder() }
    let (exporter, root, renderer) = (try exporter("a.mp4"), root, renderer)
    let task = Task { @MainActor () async -> RenderingError? in
      do throws(RenderingError) {
        try await exporter.frames(of: root, with: renderer, duration: 1_000_000).run()
        return nil
      } catch {
        return error
      }
    }
    // The export gives way between frames, so that this goes on.
    for _ in 0..<20 { await Task.yield() }
    task.cancel()
    #expect(await task.value == .cancelled)
    #expect(contents == [])
  }

  @Test("An error of the output is thrown where the sequence begins, and it is over then")
  func errors() async throws {
    defer { removeFolder() }
    let iterator = try exporter("none/a.y4m").frames(of: root, with: renderer, duration: 1).makeAsyncIterator()
    var frames = iterator
    await #expect(throws: RenderingError.self) { try await frames.next(isolation: MainActor.shared) }
    #expect(try await frames.next(isolation: MainActor.shared) == nil)
  }

  @Test("Pictures one after the other are those of single calls")
  func pictures() async throws {
    defer { removeFolder() }
    var pictures: [[UInt8]] = []
    for try await frame in renderer.images(of: root, at: [0, 0.5, 0.75]) {
      #expect(frame.time == [0, 0.5, 0.75][pictures.count])
      pictures.append([UInt8](try #require(frame.image.dataProvider?.data)))
    }
    var expected: [[UInt8]] = []
    for time in [0, 0.5, 0.75] { expected.append(try renderer.pixels(of: root, at: time)) }
    #expect(pictures == expected)
  }

  @Test("Pictures of a task that is cancelled end with `cancelled`")
  func cancelledPictures() async {
    defer { removeFolder() }
    let (root, renderer) = (root, renderer)
    let task = Task { @MainActor () async -> RenderingError? in
      do throws(RenderingError) {
        for try await _ in renderer.images(of: root, at: [0, 1]) { withUnsafeCurrentTask { $0?.cancel() } }
        return nil
      } catch {
        return error
      }
    }
    #expect(await task.value == .cancelled)
  }
}
