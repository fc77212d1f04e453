// Who is answered by a preview's server, and with what.

import FlyingFox
import FlyingSocks
import Foundation
import Testing

@testable import Preview

@MainActor @Suite(.serialized) struct PreviewServerTests {
  /// A server, and its address.
  @MainActor private final class Running {
    let session: PreviewSession
    let source: TestSource
    let address: URL
    private let task: Task<Void, any Error>

    init() async throws {
      let source = TestSource()
      let session = PreviewTests.session(source)
      let server = try PreviewServer(session, port: 0, pageFolder: nil)
      let (addresses, telling) = AsyncStream.makeStream(of: String.self)
      task = Task.detached { try await server.run { telling.yield($0) } }
      (self.session, self.source) = (session, source)
      var told: String?
      for await address in addresses {
        told = address
        break
      }
      address = try #require(told.flatMap { URL(string: $0) })
    }

    deinit { task.cancel() }

    /// - Parameters:
    ///   - path: behind the token; a beginning `/` is the server's root.
    func get(
      _ path: String, _ query: [(String, String)] = [], host: String? = nil, origin: String? = nil,
      method: HTTPMethod = .GET
    ) async throws -> (status: Int, headers: HTTPHeaders, body: Data) {
      let port = UInt16(address.port ?? 0)
      var headers: [HTTPHeader: String] = [.host: host ?? "127.0.0.1:\(port)"]
      if let origin { headers[HTTPHeader("Origin")] = origin }
      var client = HTTPClient()
      let response = try await client.sendHTTPRequest(
        HTTPRequest(
          method: method, version: .http11, path: path.hasPrefix("/") ? path : address.path + "/" + path,
          query: query.map { HTTPRequest.QueryItem(name: $0.0, value: $0.1) }, headers: HTTPHeaders(headers),
          body: HTTPBodySequence()), to: .inet(ip4: "127.0.0.1", port: port))
      return (response.statusCode.code, response.headers, try await response.bodyData)
    }
  }

  @Test("A frame: its bytes and its size; a picture; a page that runs nothing of others")
  func frames() async throws {
    let server = try await Running()
    let frame = try await server.get("frame", [("time", "1"), ("view", "a")])
    #expect(frame.status == 200 && frame.body.count == 1600)
    #expect(frame.headers[HTTPHeader("X-Width")] == "40" && frame.headers[HTTPHeader("X-Height")] == "10")
    #expect(try await server.get("frame.png").body.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    let page = try await server.get("")
    #expect(page.status == 200 && page.headers[.contentType] == "text/html; charset=utf-8")
    #expect(
      page.headers[HTTPHeader("Content-Security-Policy")]?.hasPrefix("default-src 'none'; script-src 'self'") == true)
    // Everything that the page names is there.
    let text = String(decoding: page.body, as: UTF8.self)
    for match in text.matches(of: /(?:src|href)="([a-z-]+\.(?:js|css|svg))"/) {
      #expect(try await server.get(String(match.1)).status == 200, "\(match.1)")
    }
  }

  @Test("Without the token, from another site, or to change something: no")
  func refused() async throws {
    let server = try await Running()
    let port = try #require(server.address.port)
    #expect(try await server.get("/scene").status == 404)
    #expect(try await server.get("/\(String(repeating: "0", count: 32))/scene").status == 404)
    #expect(try await server.get("scene", host: "example.com").status == 403)
    #expect(try await server.get("scene", host: "127.0.0.1.example.com:\(port)").status == 403)
    #expect(try await server.get("scene", origin: "http://example.com").status == 403)
    #expect(try await server.get("scene", origin: "null").status == 403)
    #expect(try await server.get("scene", method: .POST).status == 405)
    #expect(try await server.get("scene", host: "localhost:\(port)", origin: "http://localhost:\(port)").status == 200)
    #expect(try await server.get("scene", host: "[::1]:\(port)").status == 200)
  }

  @Test("What is no address, no number or no layer is told")
  func wrong() async throws {
    let server = try await Running()
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

  @Test("Pages are told of each reading")
  func events() async throws {
    let server = try await Running()
    var bytes = server.session.events.listen().makeAsyncIterator()
    func next() async -> String { String(decoding: await bytes.nextBuffer(suggested: 4096) ?? [], as: UTF8.self) }
    #expect(await next() == ": listening\n\n")
    server.session.begin()
    #expect(await next() == "event: scene\ndata: {\"version\": 2}\n\n")
  }
}
