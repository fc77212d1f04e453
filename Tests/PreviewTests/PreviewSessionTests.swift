// The frames of a preview, whoever asks for them and when.

import Foundation
import Testing

@testable import Preview

@MainActor @Suite(.serialized) struct PreviewSessionTests {
  private static let red: [UInt8] = [255, 0, 0, 128]
  private static let nothing: [UInt8] = [0, 0, 0, 0]

  @Test("Frames in any order are those of the film: straight colours, the square where it is at that time")
  func order() async throws {
    let session = session(TestSource())
    // In n seconds it goes 10 n pixels, until its animation is over, and it is where it was.
    for time in [0.0, 2, 1, 3.5, 0, 2.0] {
      let frame = try await session.frame(PreviewLook(), at: time)
      let left = time < 3 ? Int(time * 10) : 0
      #expect(frame.width == 40 && frame.height == 10 && frame.pixels.count == 1600)
      for x in [0, 9, 10, 19, 20, 29, 30, 39] {
        #expect(frame.color(atX: x) == (left..<left + 10 ~= x ? Self.red : Self.nothing), "\(time) s, pixel \(x)")
      }
    }
  }

  @Test("What is asked for at once comes in the order of time, each its own, without a scene made anew")
  func atOnce() async throws {
    let source = TestSource()
    let session = session(source)
    let times = [2.0, 0, 1, 2.5, 0.5]
    let tasks = times.map { time in Task { try await session.frame(PreviewLook(), at: time) } }
    for (time, task) in zip(times, tasks) {
      #expect(try await task.value.color(atX: Int(time * 10) + 1) == Self.red, "\(time) s")
    }
    #expect(source.made == 1)
  }

  @Test("Views do not turn back each other's time, and only so many scenes are kept")
  func views() async throws {
    let source = TestSource()
    let session = session(source)
    var (first, second) = (PreviewLook(), PreviewLook())
    (first.view, second.view) = ("a", "b")
    for step in 0..<5 {
      _ = try await session.frame(first, at: 2 + Double(step) / 10)
      _ = try await session.frame(second, at: Double(step) / 10)
    }
    #expect(source.made == 2)
    for number in 0..<20 {
      var look = PreviewLook()
      look.view = "\(number)"
      _ = try await session.frame(look, at: 0)
    }
    #expect(source.made == 22 && source.living <= 8)
  }

  @Test("A state changes after the frame before it, as in a film, at whichever frame one looks first")
  func states() async throws {
    let source = TestSource()
    source.changes = [1.05]
    let session = session(source)
    #expect(try await session.frame(PreviewLook(), at: 1.5).color(atX: 16) == [0, 0, 255, 255])
    // Ten frames a second: the last one before the change, the first after it, and the one that is asked for.
    #expect(source.told.map { ($0 * 10).rounded() } == [10, 11, 15])
    #expect(try await session.frame(PreviewLook(), at: 1).color(atX: 11) == Self.red)
  }

  @Test("An error leaves the last good scene, and is told with its place; the next reading takes it back")
  func errors() async throws {
    let source = TestSource()
    let session = session(source)
    func told() throws -> [String: Any] {
      let object = try JSONSerialization.jsonObject(with: session.scene())
      return try #require(object as? [String: Any])
    }
    var scene = try told()
    #expect(scene["error"] is NSNull && scene["version"] as? Int == 1)
    var failure = PreviewFailure("expected a number")
    (failure.file, failure.line, failure.column) = ("a.json", 3, 7)
    source.failure = failure
    session.begin()
    scene = try told()
    let error = try #require(scene["error"] as? [String: Any])
    #expect(error["message"] as? String == "expected a number" && error["file"] as? String == "a.json")
    #expect(error["line"] as? Int == 3 && error["column"] as? Int == 7 && scene["version"] as? Int == 2)
    #expect(try await session.frame(PreviewLook(), at: 0).color(atX: 1) == Self.red)
    source.failure = nil
    session.begin()
    scene = try told()
    #expect(scene["error"] is NSNull && scene["version"] as? Int == 3)
  }

  @Test("With nothing ever read there are errors, and no frames")
  func nothing() async throws {
    let source = TestSource()
    source.failure = PreviewFailure("no such file")
    let session = session(source)
    await #expect(throws: PreviewFailure.self) { try await session.frame(PreviewLook(), at: 0) }
    let object = try JSONSerialization.jsonObject(with: session.scene())
    let told = try #require(object as? [String: Any])
    #expect(told["pixels"] is NSNull && (told["error"] as? [String: Any])?["message"] as? String == "no such file")
  }

  @Test("Layers, and what lies at a pixel")
  func layers() async throws {
    let session = session(TestSource())
    let object = try JSONSerialization.jsonObject(with: session.tree(PreviewLook(), at: 1))
    let tree = try #require(object as? [String: Any])
    let layers = try #require(tree["layers"] as? [[String: Any]])
    #expect(layers.map { $0["id"] as? String } == ["0", "0.0"])
    #expect(layers[1]["corners"] as? [[Double]] == [[10, 0], [20, 0], [20, 10], [10, 10]])
    let (square, root) = try (
      session.pick(x: 12, y: 5, PreviewLook(), at: 1), session.pick(x: 25, y: 5, PreviewLook(), at: 1)
    )
    #expect(String(decoding: square, as: UTF8.self) == #"{"layers":["0.0","0"]}"#)
    #expect(String(decoding: root, as: UTF8.self) == #"{"layers":["0"]}"#)
    let values = String(decoding: try session.layer("0.0", PreviewLook(), at: 1), as: UTF8.self)
    #expect(values.contains(#"{"isAnimated":true,"key":"position","value":"(15, 5)"}"#))
    #expect(values.contains(##""key":"backgroundColor","value":"#ff000080""##))
    #expect(throws: PreviewFailure.self) { try session.layer("0.7", PreviewLook(), at: 1) }
  }
}
