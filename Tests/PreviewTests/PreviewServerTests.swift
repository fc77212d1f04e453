// Who is answered by a preview's server, and with what.

import Foundation
import Synchronization
import Testing

@testable import Preview

@MainActor @Suite(.serialized) struct PreviewServerTests {
  /// A server, and its address.
  @MainActor private final class Running {
    let session: PreviewSession
    let source: TestSource
    let address: URL
    private let server: PreviewServer

    init() throws {
      source = TestSource()
      session = PreviewTests.session(source)
      server = try PreviewServer(answering: session)
      address = try #require(URL(string: server.address))
    }

    /// - Parameters:
    ///   - path: behind the token; a beginning `/` is the server's root.
    func get(
      _ path: String, _ query: [(String, String)] = [], host: String? = nil, origin: String? = nil,
      method: String = "GET", body: String = ""
    ) async throws -> HTTPAnswer {
      let port = UInt16(address.port ?? 0)
      var target = path.hasPrefix("/") ? path : address.path + "/" + path
      if !query.isEmpty {
        var components = URLComponents()
        components.queryItems = query.map { URLQueryItem(name: $0.0, value: $0.1) }
        target += components.string ?? ""
      }
      var lines = ["\(method) \(target) HTTP/1.1", "Host: \(host ?? "127.0.0.1:\(port)")"]
      if let origin { lines.append("Origin: \(origin)") }
      lines += ["Content-Length: \(body.utf8.count)", "Connection: close", "", body]
      return try await HTTPAnswer.ask(Data(lines.joined(separator: "\r\n").utf8), port: port)
    }
  }

  @Test("A frame: its bytes and its size; a picture; a page that runs nothing of others")
  func frames() async throws {
    let server = try Running()
    let frame = try await server.get("frame", [("time", "1"), ("view", "a")])
    #expect(frame.status == 200 && frame.body.count == 1600)
    #expect(frame.headers["x-width"] == "40" && frame.headers["x-height"] == "10")
    #expect(try await server.get("frame.png").body.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    let page = try await server.get("")
    #expect(page.status == 200 && page.headers["content-type"] == "text/html; charset=utf-8")
    #expect(
      page.headers["content-security-policy"]?.hasPrefix("default-src 'none'; script-src 'self'") == true)
    // Everything that the page names is there.
    let text = String(decoding: page.body, as: UTF8.self)
    for match in text.matches(of: /(?:src|href)="([a-z-]+\.(?:js|css|svg))"/) {
      #expect(try await server.get(String(match.1)).status == 200, "\(match.1)")
    }
  }

  @Test("Without the token, from another site, or to change something: no")
  func refused() async throws {
    let server = try Running()
    let port = try #require(server.address.port)
    #expect(try await server.get("/scene").status == 404)
    #expect(try await server.get("/\(String(repeating: "0", count: 32))/scene").status == 404)
    #expect(try await server.get("scene", host: "example.com").status == 403)
    for host in ["127.0.0.1.example.com:\(port)", "localhost:example.com", "[::1].example.com", "localhost:80:80"] {
      #expect(try await server.get("scene", host: host).status == 403, "\(host)")
    }
    #expect(try await server.get("scene", origin: "http://example.com").status == 403)
    #expect(try await server.get("scene", origin: "null").status == 403)
    #expect(try await server.get("scene", method: "POST", body: "a=b").status == 405)
    #expect(try await server.get("scene", host: "localhost:\(port)", origin: "http://localhost:\(port)").status == 200)
    #expect(try await server.get("scene", host: "[::1]:\(port)").status == 200)
  }

  @Test("What changes files is asked for by the server's own page, and not by an address")
  func actions() async throws {
    let server = try Running()
    let own = "http://127.0.0.1:\(try #require(server.address.port))"
    let query = [("row", "1"), ("value.Title", "A, b")]
    #expect(try await server.get("write", query, origin: own).status == 405)
    #expect(try await server.get("write", query, method: "POST").status == 403)
    #expect(try await server.get("write", query, origin: "http://example.com", method: "POST").status == 403)
    #expect(server.source.written.isEmpty)
    #expect(try await server.get("write", query, origin: own, method: "POST").status == 200)
    #expect(server.source.written == ["Title": "A, b"])
    #expect(try await server.get("write", [("row", "1")], origin: own, method: "POST").status == 400)
    #expect(try await server.get("values", [("row", "1")]).status == 200)
    #expect(try await server.get("values", [("row", "2")]).status == 400)
    // Only the server asks its drawing process for a film's arguments.
    #expect(try await server.get("film", [("path", "/a.mp4")]).status == 404)
  }

  @Test("What is no address, no number or no layer is told")
  func wrong() async throws {
    let server = try Running()
    #expect(try await server.get("../Package.swift").status == 404)
    #expect(try await server.get("nothing.js").status == 404)
    for (name, value) in [("time", "soon"), ("time", "1e300"), ("scale", "0"), ("row", "x"), ("scale", "nan")] {
      let answer = try await server.get("frame", [(name, value)])
      #expect(answer.status == 400 && String(decoding: answer.body, as: UTF8.self).contains("\(name): "), "\(value)")
    }
    #expect(try await server.get("frame", [("states", String(repeating: "a", count: 5000))]).status == 400)
    #expect(try await server.get("layer", [("id", "0.9")]).status == 404)
    #expect(try await server.get("sound").status == 404)
  }

  @Test("A folder's address without its end leads to it")
  func redirected() async throws {
    let server = try Running()
    let answer = try await server.get(server.address.path)
    #expect(answer.status == 301 && answer.headers["location"] == server.address.path + "/")
  }

  @Test("Heads without end, and what is no request, are refused; the next is answered")
  func hostile() async throws {
    let server = try Running()
    let port = UInt16(try #require(server.address.port))
    let long = String(repeating: "a", count: 1 << 20)
    #expect(try await server.get("scene", host: long).status >= 400)
    #expect(try await server.get("scene", [("states", long)]).status == 414)
    for bytes in ["\r\n\r\n", "GET", "\0\0\0\0\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET  \r\n: :\r\n\r\n"] {
      let answer = try await HTTPAnswer.ask(Data(bytes.utf8), port: port, endsAfterwards: true)
      #expect(answer.status != 200, "\(bytes.debugDescription)")
    }
    #expect(try await server.get("scene").status == 200)
  }

  @Test("Two hundred connections that say half of something keep nobody out, and have no place for long")
  func slow() async throws {
    let server = try Running()
    let port = UInt16(try #require(server.address.port))
    let page = try HTTPConnection(
      port: port, saying: "GET \(server.address.path)/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    while !server.session.events.hasListeners { try await Task.sleep(for: .milliseconds(5)) }
    for half in [
      "", "GET", "GET /x HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ", "POST /x HTTP/1.1\r\nContent-Length: 9\r\n\r\na",
    ] {
      let halves = try (0..<200).map { _ in try HTTPConnection(port: port, saying: half) }
      // One that comes while the server has not taken all of the others yet may be sent away, and comes again.
      var status = try await server.get("scene").status
      for _ in 0..<20 where status != 200 {
        try await Task.sleep(for: .milliseconds(100))
        status = try await server.get("scene").status
      }
      #expect(status == 200, "\(half)")
      var count = halves.count
      for _ in 0..<3000 where count > 24 {
        try await Task.sleep(for: .milliseconds(10))
        count = halves.count { !$0.isClosed }
      }
      #expect(count <= 24, "\(half)")
      #expect(try await server.get("scene").status == 200, "\(half)")
    }
    // Who has shown the token stays.
    #expect(server.session.events.hasListeners && !page.isClosed)
  }

  @Test("An escape stands for its character, and never for the end of a name")
  func escapes() async throws {
    let server = try Running()
    #expect(try await server.get("preview%2ejs").status == 200)
    #expect(try await server.get("frame?time=%31").status == 200)
    for path in [
      "preview.js%00", "preview.js%00.html", "scene%00", "%00", "preview.js%", "preview.js%2", "preview.js%zz",
    ] {
      #expect(try await server.get(path).status == 404, "\(path)")
    }
    #expect(try await server.get("frame?time=1%00").status == 400)
  }

  @Test("Pages are told of each reading")
  func events() throws {
    let server = try Running()
    let stream = server.session.events.listen()
    #expect(Self.next(of: stream) == ": listening\n\n")
    server.session.begin()
    #expect(Self.next(of: stream) == "event: scene\ndata: {\"version\": 2}\n\n")
    stream.end()
    #expect(Self.next(of: stream) == "")
  }

  @Test("A page to which nothing happens is written to now and then; one that takes nothing in is given up")
  func pages() {
    let stream = EventStream(pulse: 0.05)
    #expect(Self.next(of: stream) == ":\n\n")
    for _ in 0..<2000 { stream.add(String(repeating: "x", count: 64)) }
    #expect(stream.hasEnded)
  }

  private static func next(of stream: EventStream) -> String {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { bytes in
      String(decoding: bytes.prefix(stream.next(into: bytes) ?? 0), as: UTF8.self)
    }
  }

  @Test("A stream of events is sent as it comes, and ends with the server")
  func sent() async throws {
    var server: Running? = try Running()
    let (address, session) = (server!.address, server!.session)
    let request = "GET \(address.path)/events HTTP/1.1\r\nHost: localhost\r\n\r\n"
    let isSent = Mutex(false)
    async let answer = HTTPAnswer.ask(Data(request.utf8), port: UInt16(address.port ?? 0)) { bytes in
      if bytes.contains(Data("event: scene".utf8)) { isSent.withLock { $0 = true } }
    }
    while !session.events.hasListeners { try await Task.sleep(for: .milliseconds(5)) }
    session.begin()
    // What is written goes out before the stream ends.
    while !isSent.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(5)) }
    server = nil
    let text = String(decoding: try await answer.body, as: UTF8.self)
    #expect(try await answer.headers["content-type"] == "text/event-stream")
    #expect(text.contains(": listening\n\n") && text.contains("event: scene\ndata: {\"version\": 2}\n\n"))
  }
}
