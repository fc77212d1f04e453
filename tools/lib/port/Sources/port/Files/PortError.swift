/// Why a file, or a folder, could not be ported.
struct PortError: Error, CustomStringConvertible {
  /// The exit statuses of sysexits.h.
  enum Kind: Int32 {
    case malformed = 65
    case notFound = 66
    case cannotWrite = 73
  }

  var kind: Kind
  /// What failed, and where.
  var description: String
}
