// Which GPU the user wants: the value of `--gpu` and of MULTIPLANE_GPU.

/// The GPU to draw by.
package enum GPURequest: Hashable, Sendable, CustomStringConvertible {
  /// The first that works; the processor where none does. The default.
  case auto
  /// None: the processor draws, by a software driver where OpenGL is asked for.
  case none
  /// Any, and never the processor.
  case required
  /// The one that has this number in the list that `multiplane info` prints.
  case number(Int)
  /// The one at an address of PCI.
  case address(BusAddress)
  /// The one that has these letters in its name, its driver's, its maker's or its node's, capital or small.
  case name(String)

  /// The environment variable that chooses where no argument does.
  package static let environmentVariable = "MULTIPLANE_GPU"

  /// The request spelt `argument`; nil where that is empty.
  package init?(argument: String) {
    switch argument {
    case "": return nil
    case "auto": self = .auto
    case "none": self = .none
    case "required": self = .required
    default:
      if let number = Int(argument), number >= 0 {
        self = .number(number)
      } else if let address = BusAddress(pci: argument) {
        self = .address(address)
      } else {
        self = .name(argument)
      }
    }
  }

  /// The request of an environment; nil where MULTIPLANE_GPU is empty or not there.
  package static func asked(in environment: [String: String]) -> GPURequest? {
    environment[environmentVariable].flatMap(GPURequest.init(argument:))
  }

  /// Whether a device is asked for, so that OpenGL is to draw.
  package var namesDevice: Bool {
    switch self {
    case .auto, .none: false
    case .required, .number, .address, .name: true
    }
  }

  /// As on a command line.
  package var description: String {
    switch self {
    case .auto: "auto"
    case .none: "none"
    case .required: "required"
    case .number(let number): "\(number)"
    case .address(let address): "\(address)"
    case .name(let name): name
    }
  }
}
