// By which names a preview's server may be asked: names as a whole, and not what begins like one.
import Foundation
import Testing

@testable import Preview

@Suite struct PreviewVisitorsTests {
  private static let own = ["localhost", "127.0.0.1", "[::1]"]
  private static let ports = ["", ":1", ":80", ":4747", ":65535"]

  private func mayAsk(_ host: String?, origin: String? = nil, at address: String = "127.0.0.1") -> Bool {
    let request = HTTPRequest(method: "GET", path: "/", query: [], host: host, origin: origin)
    return PreviewVisitors(address: address).mayAsk(request)
  }

  @Test("This machine's names, with any port or none", arguments: own)
  func names(name: String) {
    for port in Self.ports {
      #expect(mayAsk(name + port))
      #expect(mayAsk(name + port, origin: "http://\(name)\(port)"))
      for origin in ["null", "", "http://evil.com", "https://\(name)\(port)", "http://\(name)\(port).evil.com"] {
        #expect(!mayAsk(name + port, origin: origin), "\(origin)")
      }
    }
  }

  @Test("Whatever is before or behind a name, or in it, makes it another", arguments: own)
  func others(name: String) {
    let extra = [
      "a", ".", "-", ":", "@", "/", "%", "\\", " ", "\t", "#", "?", "[", "]", "é", "\u{0}", "0", ":x", ".evil.com",
    ]
    for address in ["127.0.0.1", "0.0.0.0", "::", "192.0.2.7"] {
      for port in Self.ports {
        for text in extra {
          // With digits behind it a port is another port.
          if port.isEmpty || !text.allSatisfy(\.isNumber) {
            #expect(
              !mayAsk(name + port + text, at: address) || Self.isNumeric(name + port + text), "\(name + port + text)")
          }
          #expect(
            !mayAsk(text + name + port, at: address) || Self.isNumeric(text + name + port), "\(text + name + port)")
          #expect(!mayAsk(name + text + "evil.com" + port, at: address), "\(name + text)evil.com\(port)")
        }
      }
    }
    for text in ["localhost:evil.com", "[::1].evil.com", "127.0.0.1.evil.com", "localhost:80:80", "[::1", "::1", ""] {
      #expect(!mayAsk(text) && !mayAsk(text, at: "0.0.0.0"), "\(text)")
    }
    #expect(!mayAsk(nil))
  }

  /// Whether a text is made of what IP addresses are made of: another one of those may be this machine's, too.
  private static func isNumeric(_ text: String) -> Bool { text.allSatisfy { "0123456789abcdef.:[]".contains($0) } }

  @Test("A server that others reach is asked by any IP address; one of this machine alone is not")
  func open() {
    for host in ["192.0.2.7", "192.0.2.7:4747", "10.0.0.1:80", "[2001:db8::1]:4747"] {
      #expect(!mayAsk(host))
      #expect(mayAsk(host, at: "0.0.0.0") && mayAsk(host, at: "192.0.2.7"))
    }
    for host in ["evil.com", "1.2.3", "1.2.3.4.5", "[1.2.3.4]x", "[evil]", "256.1.1.1", "[::g]"] {
      #expect(!mayAsk(host, at: "0.0.0.0"), "\(host)")
    }
    #expect(mayAsk("127.0.0.2", at: "127.0.0.2") && !mayAsk("127.0.0.3", at: "127.0.0.2"))
    #expect(PreviewVisitors(address: "::").host == "[::1]" && PreviewVisitors(address: "0.0.0.0").host == "127.0.0.1")
    #expect(PreviewVisitors(address: "2001:db8::1").host == "[2001:db8::1]")
  }
}
