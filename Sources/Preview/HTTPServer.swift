// An HTTP server on a port of this machine: GNU libmicrohttpd, opened when a preview begins (Sources/C/CMicroHTTPD).
//
// Tested by PreviewServerTests.

import CMicroHTTPD
import Foundation
import Synchronization

struct HTTPRequest: Sendable {
  let method: String
  /// The path without its query, unescaped.
  let path: String
  let query: [(name: String, value: String)]
  let host: String?
  let origin: String?
}

struct HTTPResponse: Sendable {
  enum Body: Sendable {
    case bytes(Data)
    /// Many bytes, sent without a copy.
    case memory(SentMemory)
    /// Events, until the page is gone.
    case events(EventStream)
  }

  var status = 200
  var headers: [(name: String, value: String)]
  var body: Body
}

package enum HTTPServerError: Error, CustomStringConvertible {
  case missing(reason: String)
  case cannotListen(reason: String)

  package var description: String {
    switch self {
    case .missing(let reason):
      "\(reason); it is in the package libmicrohttpd12 of Debian, and libmicrohttpd of Fedora, Arch and Alpine Linux"
    case .cannotListen(let reason): reason
    }
  }
}

/// A server that passes requests to a function, on each connection's own thread.
final class HTTPServer: Sendable {
  typealias Answer = @Sendable (HTTPRequest) async -> HTTPResponse

  /// The library's callback, which lives as long as the server listens.
  fileprivate final class Handler: Sendable {
    let answer: Answer
    let knows: @Sendable (HTTPRequest) -> Bool
    private let streams = Mutex<[EventStream]>([])
    /// The sockets of connections without a known request so far, the oldest first.
    private let strangers = Mutex<[CInt]>([])

    init(knows: @escaping @Sendable (HTTPRequest) -> Bool, _ answer: @escaping Answer) {
      (self.knows, self.answer) = (knows, answer)
    }

    /// Retains a stream, which ends with the server.
    func keep(_ stream: EventStream) {
      streams.withLock { streams in
        streams.removeAll(where: \.hasEnded)
        streams.append(stream)
      }
    }

    func endStreams() { streams.withLock { streams in for stream in streams { stream.end() } } }

    /// Adds a new connection. If too many have no known request, the oldest one is closed.
    func begin(_ connection: OpaquePointer) {
      let socket = cmicrohttpd_socket(connection)
      strangers.withLock { strangers in
        strangers.append(socket)
        if strangers.count > HTTPServer.mostStrangers { shutdown(strangers.removeFirst(), CInt(SHUT_RDWR)) }
      }
    }

    /// Removes a connection before its socket is closed, as the number may be reused.
    func end(_ connection: OpaquePointer) {
      let socket = cmicrohttpd_socket(connection)
      strangers.withLock { $0.removeAll { $0 == socket } }
    }

    /// Examines the head of a request: a known one's connection may be silent for long.
    func look(at request: HTTPRequest, _ connection: OpaquePointer) {
      guard knows(request) else { return }
      end(connection)
      cmicrohttpd_be_patient(connection, HTTPServer.patience)
    }
  }

  /// The most connections: each page listens by one, and sends requests by up to five more.
  private static let mostConnections: CUnsignedInt = 96
  /// The most connections without a known request, whose head should come at once.
  private static let mostStrangers = 24
  /// The most bytes of a head; a longer one is refused with 431 or 414.
  private static let longestHead = 32 << 10
  /// The seconds that a connection may be silent: a frame may take long, and a machine be busy.
  private static let patience: CUnsignedInt = 3600
  /// The seconds that a connection without a known request may be silent.
  private static let patienceWithStrangers: CUnsignedInt = 10

  private let handler: Handler
  private nonisolated(unsafe) let server: OpaquePointer
  let port: UInt16

  /// - Parameters:
  ///   - address: an IP address of this machine.
  ///   - port: 0 for a free one.
  ///   - knows: whether a request is permitted; other senders have few connections, and little time.
  init(
    address: String, port: UInt16, knows: @escaping @Sendable (HTTPRequest) -> Bool, answer: @escaping Answer
  ) throws(HTTPServerError) {
    var place = sockaddr_storage()
    guard cmicrohttpd_address(address, port, &place) != 0 else {
      throw .cannotListen(reason: "'\(address)' is no IP address")
    }
    if let reason = cmicrohttpd_open() { throw .missing(reason: String(cString: reason)) }
    handler = Handler(knows: knows, answer)
    let context = Unmanaged.passUnretained(handler).toOpaque()
    errno = 0
    let started = cmicrohttpd_start(
      &place,
      { context, connection, path, method, _, _, uploaded, state in
        guard let context, let connection, let path, let method, let uploaded, let state else { return .NO }
        let handler = Unmanaged<Handler>.fromOpaque(context).takeUnretainedValue()
        func request() -> HTTPRequest {
          HTTPRequest(connection, method: String(cString: method), path: String(cString: path))
        }
        // The first call is for the head; a body is read and ignored.
        guard state.pointee != nil else {
          state.pointee = context
          handler.look(at: request(), connection)
          return .YES
        }
        guard uploaded.pointee == 0 else {
          uploaded.pointee = 0
          return .YES
        }
        let response = handler.response(to: request())
        if case .events(let stream) = response.body { handler.keep(stream) }
        return response.queue(on: connection)
      },
      { context, connection, _, event in
        guard let context, let connection else { return }
        let handler = Unmanaged<Handler>.fromOpaque(context).takeUnretainedValue()
        if event == .CONNECTION_NOTIFY_STARTED { handler.begin(connection) } else { handler.end(connection) }
      }, context, Self.mostConnections, Self.longestHead, Self.patienceWithStrangers)
    guard let started else {
      throw .cannotListen(reason: errno == 0 ? "the server does not start" : String(cString: strerror(errno)))
    }
    server = started
    self.port = cmicrohttpd_port(started)
  }

  deinit {
    handler.endStreams()
    // Waits for the connections' threads.
    MHD_stop_daemon(server)
  }
}

extension HTTPServer.Handler {
  fileprivate func response(to request: HTTPRequest) -> HTTPResponse {
    final class Box: @unchecked Sendable { var response: HTTPResponse? }
    let (box, isDone) = (Box(), DispatchSemaphore(value: 0))
    Task.detached { [answer] in
      box.response = await answer(request)
      isDone.signal()
    }
    isDone.wait()
    return box.response!
  }
}

// MARK: - Requests and responses of the library

extension HTTPRequest {
  fileprivate init(_ connection: OpaquePointer, method: String, path: String) {
    func header(_ name: String) -> String? {
      MHD_lookup_connection_value(connection, .HEADER_KIND, name).map { String(cString: $0) }
    }
    var query: [(name: String, value: String)] = []
    withUnsafeMutablePointer(to: &query) { query in
      _ = MHD_get_connection_values(
        connection, .GET_ARGUMENT_KIND,
        { context, _, name, value in
          guard let context, let name else { return .YES }
          context.assumingMemoryBound(to: [(name: String, value: String)].self).pointee.append(
            (String(cString: name), value.map { String(cString: $0) } ?? ""))
          return .YES
        }, query)
    }
    self.init(method: method, path: path, query: query, host: header("Host"), origin: header("Origin"))
  }
}

extension HTTPResponse {
  fileprivate func queue(on connection: OpaquePointer) -> MHD_Result {
    guard let response = made() else { return .NO }
    defer { MHD_destroy_response(response) }
    for (name, value) in headers { _ = MHD_add_response_header(response, name, value) }
    return MHD_queue_response(connection, CUnsignedInt(status), response)
  }

  private func made() -> OpaquePointer? {
    switch body {
    case .bytes(let data):
      return data.withUnsafeBytes { bytes in
        MHD_create_response_from_buffer(
          bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
      }
    case .memory(let memory):
      // The library owns the memory from now on, and frees it.
      guard let start = memory.take() else { return nil }
      return MHD_create_response_from_buffer(memory.count, start, .RESPMEM_MUST_FREE)
    case .events(let stream):
      return MHD_create_response_from_callback(
        .max, 4096,
        { context, _, bytes, count in
          guard let context, let bytes else { return -1 }
          let stream = Unmanaged<EventStream>.fromOpaque(context).takeUnretainedValue()
          return stream.next(into: UnsafeMutableRawBufferPointer(start: bytes, count: count)) ?? -1
        }, Unmanaged.passRetained(stream).toOpaque(),
        { context in
          guard let context else { return }
          Unmanaged<EventStream>.fromOpaque(context).takeRetainedValue().end()
        })
    }
  }
}

extension HTTPResponse {
  static func json(_ data: Data) -> HTTPResponse { bytes(data, "application/json") }

  static func bytes(_ data: Data, _ type: String) -> HTTPResponse { bytes(data, [("Content-Type", type)]) }

  static func bytes(
    _ data: Data, _ headers: [(name: String, value: String)], status: Int = 200
  ) -> HTTPResponse {
    HTTPResponse(status: status, headers: ofPage + headers, body: .bytes(data))
  }

  static func frame(_ frame: PreviewSession.Frame) -> HTTPResponse {
    bytes(
      frame.pixels,
      [
        ("Content-Type", "application/octet-stream"), ("X-Width", "\(frame.width)"), ("X-Height", "\(frame.height)"),
        ("X-Version", "\(frame.version)"), ("X-Draw-Milliseconds", String(format: "%.2f", frame.milliseconds)),
      ])
  }

  static func failure(_ failure: PreviewFailure) -> HTTPResponse {
    let body = (try? JSONEncoder().encode(failure)) ?? Data("{}".utf8)
    return bytes(body, [("Content-Type", "application/json")], status: failure.status)
  }

  /// Returns a file of the page, which pages of this machine may show in a frame if `isEmbeddable`.
  static func page(_ data: Data, _ type: String, isEmbeddable: Bool) -> HTTPResponse {
    var response = bytes(data, type)
    guard isEmbeddable else { return response }
    for index in response.headers.indices {
      response.headers[index].value = response.headers[index].value.replacing(
        "frame-ancestors 'none'", with: "frame-ancestors http://localhost:* http://127.0.0.1:*")
    }
    return response
  }

  /// The additional headers of all answers: no caching, only the server's own code, and no other sites.
  static let ofPage = [
    (name: "Cache-Control", value: "no-store"),
    ("X-Content-Type-Options", "nosniff"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Referrer-Policy", "no-referrer"),
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' blob: data:; "
        + "media-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    ),
  ]
}
