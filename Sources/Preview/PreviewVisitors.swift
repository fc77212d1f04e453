// Who may ask a preview's server, by what a request says of itself. A page of another site that finds the port cannot
// say that it is one of ours (`Origin`), and with a name of its own for this machine it says that name (`Host`).
//
// Tested by PreviewVisitorsTests.

import Foundation

/// The names by which a server is asked.
package struct PreviewVisitors: Sendable {
  /// The IP address that the server listens at.
  let address: String

  /// Whether others than this machine can reach it.
  private var isOpen: Bool { !address.hasPrefix("127.") && address != "::1" }

  /// The server's host, as addresses have it; this machine's where it listens at all.
  var host: String {
    switch address {
    case "0.0.0.0": "127.0.0.1"
    case "::": "[::1]"
    default: address.contains(":") ? "[\(address)]" : address
    }
  }

  /// Whether a request names this machine as the one it asks, and no other site's page as who asks.
  func mayAsk(_ request: HTTPRequest) -> Bool {
    guard let host = request.host, isOwn(host) else { return false }
    return request.origin == nil || request.origin == "http://\(host)"
  }

  /// Whether a text is a name of this machine, alone or with a port: the one of a tunnel may be any.
  ///
  /// Where others can reach the server, any IP address is: which of them lead here is the network's business, and no
  /// other site can have its name lead to one and still be asked for by the number.
  func isOwn(_ text: String) -> Bool {
    guard let match = text.wholeMatch(of: /(localhost|[0-9.]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?/) else {
      return false
    }
    let name = match.1
    if name == "localhost" || name == "127.0.0.1" || name == "[::1]" || name == host { return true }
    return isOpen && Self.isAddress(name.first == "[" ? String(name.dropFirst().dropLast()) : String(name))
  }

  /// Whether a text is a numeric IP address, of version 4 or 6.
  package static func isAddress(_ text: String) -> Bool {
    var (four, six) = (in_addr(), in6_addr())
    return inet_pton(AF_INET, text, &four) == 1 || inet_pton(AF_INET6, text, &six) == 1
  }
}
