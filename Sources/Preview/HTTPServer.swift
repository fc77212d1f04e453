// An HTTP server on a port of this machine: GNU libmicrohttpd, opened when a preview begins (Sources/C/CMicroHTTPD).
//
// Tested by PreviewServerTests.

import CMicroHTTPD
import Foundation
import Synchronization

/// What is asked for.
struct HTTPRequest: Sendable {
  let method: String
  /// Without its query; escapes are resolved.
  let path: String
  let query: [(name: String, value: String)]
  let host: String?
  let origin: String?
}

/// What is answered.
struct HTTPResponse: Sendable {
  enum Body: Sendable {
    case bytes(Data)
    /// It goes on until the page is gone.
    case events(EventStream)
  }

  var status = 200
  var headers: [(name: String, value: String)]
  var body: Body
}

/// Why a server cannot begin.
package enum HTTPServerError: Error, CustomStringConvertible {
  /// The library is not installed.
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

/// A server that hands requests to a function, each on its connection's own thread.
final class HTTPServer: Sendable {
  typealias Answer = @Sendable (HTTPRequest) async -> HTTPResponse

  /// What the library calls back with; it lives as long as the server listens.
  fileprivate final class Handler: Sendable {
    let answer: Answer
    private let streams = Mutex<[EventStream]>([])

    init(_ answer: @escaping Answer) { self.answer = answer }

    /// What is to be ended with the server.
    func keep(_ stream: EventStream) {
      streams.withLock { streams in
        streams.removeAll(where: \.hasEnded)
        streams.append(stream)
      }
    }

    func endStreams() { streams.withLock { streams in for stream in streams { stream.end() } } }
  }

  /// Each page listens by one connection, and asks by up to five more.
  private static let mostConnections: CUnsignedInt = 96
  /// Bytes; what is longer is refused with 431 or 414.
  private static let longestHead = 32 << 10
  /// Seconds: a frame may take long, and a machine be busy.
  private static let patience: CUnsignedInt = 3600

  private let handler: Handler
  private nonisolated(unsafe) let server: OpaquePointer
  let port: UInt16

  /// Listens from now on.
  ///
  /// - Parameter port: 0 for one that is free.
  init(port: UInt16, answer: @escaping Answer) throws(HTTPServerError) {
    if let reason = cmicrohttpd_open() { throw .missing(reason: String(cString: reason)) }
    handler = Handler(answer)
    let context = Unmanaged.passUnretained(handler).toOpaque()
    errno = 0
    let started = cmicrohttpd_start(
      port,
      { context, connection, path, method, _, _, uploaded, state in
        guard let context, let connection, let path, let method, let uploaded, let state else { return .NO }
        // The first call is for the head; what is sent with it is read, and left.
        guard state.pointee != nil else {
          state.pointee = context
          return .YES
        }
        guard uploaded.pointee == 0 else {
          uploaded.pointee = 0
          return .YES
        }
        let request = HTTPRequest(connection, method: String(cString: method), path: String(cString: path))
        let handler = Unmanaged<Handler>.fromOpaque(context).takeUnretainedValue()
        let response = handler.response(to: request)
        if case .events(let stream) = response.body { handler.keep(stream) }
        return response.queue(on: connection)
      }, context, Self.mostConnections, Self.longestHead, Self.patience)
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
  /// Waits for the answer to a request, which other threads make.
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
  /// Hands it to the library, which sends it.
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
