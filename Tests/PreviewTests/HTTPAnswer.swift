// A client for tests: sends bytes, and takes in what is answered until the server closes the connection.

import Foundation

/// What was answered.
struct HTTPAnswer: Sendable {
  /// 0 where nothing was.
  var status = 0
  /// By their names, in small letters.
  var headers: [String: String] = [:]
  var body = Data()

  private init(_ bytes: Data) {
    guard let end = bytes.firstRange(of: Data("\r\n\r\n".utf8)) else { return }
    let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
    status = Int(lines[0].split(separator: " ").dropFirst().first ?? "") ?? 0
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      if parts.count == 2 { headers[parts[0].lowercased()] = parts[1] }
    }
    body = bytes[end.upperBound...]
  }

  /// - Parameters:
  ///   - endsAfterwards: whether nothing more is said after the bytes, rather than listening on.
  ///   - received: told each time that something came, with all that came until then.
  static func ask(
    _ bytes: Data, port: UInt16, endsAfterwards: Bool = false, received: @escaping @Sendable (Data) -> Void = { _ in }
  ) async throws -> HTTPAnswer {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(with: Result { HTTPAnswer(try exchange(bytes, port, endsAfterwards, received)) })
      }
    }
  }

  private static func exchange(
    _ bytes: Data, _ port: UInt16, _ endsAfterwards: Bool, _ received: (Data) -> Void
  ) throws -> Data {
    let opened = try HTTPConnection(port: port)
    let connection = opened.descriptor
    var rest = bytes[...]
    // A server that refuses does not read on.
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard sent > 0 else { break }
      rest = rest.dropFirst(sent)
    }
    if endsAfterwards { shutdown(connection, Int32(SHUT_WR)) }
    var answer = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = recv(connection, &buffer, buffer.count, 0), count > 0 {
      answer += buffer[..<count]
      received(answer)
    }
    return answer
  }
}

/// A connection, open for as long as it is kept.
final class HTTPConnection {
  let descriptor: Int32

  init(port: UInt16, saying text: String = "") throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) == 0 }
    }
    guard isConnected else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    _ = Array(text.utf8).withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
  }

  deinit { close(descriptor) }

  /// Whether the server has closed it.
  var isClosed: Bool {
    var byte: UInt8 = 0
    let count = recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT) | Int32(MSG_PEEK))
    return count == 0 || count < 0 && errno != EAGAIN && errno != EINTR
  }
}
