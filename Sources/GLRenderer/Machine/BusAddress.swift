// Where a device is in the machine: what tells two GPUs of one kind apart, whatever order a driver lists them in.

/// A place on a bus.
package struct BusAddress: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// `0000:65:00.0` for PCI's domain, bus, device and function, in hexadecimal digits; of a device elsewhere, the name
  /// that Linux has for it.
  package let description: String
  /// Whether it is PCI's.
  let isPCI: Bool

  /// Reads a PCI address, with or without its domain, for which NVIDIA's tools write 8 digits: `65:00.0`,
  /// `0000:65:00.0`, `00000000:65:00.0`. Nil for any other text.
  package init?(pci text: String) {
    var parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard 2...3 ~= parts.count, let last = parts.popLast(), let bus = parts.popLast() else { return nil }
    let place = last.split(separator: ".", omittingEmptySubsequences: false)
    guard
      place.count == 2, let domain = Self.number(parts.last ?? "0", digits: 1...8),
      let bus = Self.number(bus, digits: 2...2), let device = Self.number(place[0], digits: 2...2),
      let function = Self.number(place[1], digits: 1...1)
    else { return nil }
    func hexadecimal(_ number: UInt32, _ digits: Int) -> String {
      let text = String(number, radix: 16)
      return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
    description = "\(hexadecimal(domain, 4)):\(hexadecimal(bus, 2)):\(hexadecimal(device, 2)).\(function)"
    isPCI = true
  }

  /// The address of what has these components of a path under `/sys/devices`: the last one of PCI, on which a bus of a
  /// virtual machine may stand, or the name of the last component.
  init?(path components: [String]) {
    guard let last = components.last else { return nil }
    if let address = components.reversed().lazy.compactMap({ BusAddress(pci: $0) }).first {
      self = address
    } else {
      (description, isPCI) = (last, false)
    }
  }

  private static func number(_ text: Substring, digits: ClosedRange<Int>) -> UInt32? {
    guard digits ~= text.utf8.count, text.allSatisfy(\.isHexDigit) else { return nil }
    return UInt32(text, radix: 16)
  }

  /// PCI's first, by their numbers.
  package static func < (a: BusAddress, b: BusAddress) -> Bool {
    // A domain of more than four digits makes the text longer.
    func key(_ address: BusAddress) -> (Int, Int, String) {
      (address.isPCI ? 0 : 1, address.isPCI ? address.description.utf8.count : 0, address.description)
    }
    return key(a) < key(b)
  }
}

extension BusAddress: Codable {
  package init(from decoder: any Decoder) throws {
    let text = try String(from: decoder)
    self = BusAddress(pci: text) ?? BusAddress(name: text)
  }

  package func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }

  private init(name: String) { (description, isPCI) = (name, false) }
}
