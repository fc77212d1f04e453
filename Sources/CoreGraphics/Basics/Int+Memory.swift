// Bytes for people.

extension Int {
  /// An amount of memory with one decimal, in powers of 1,024: "1.5 GiB".
  package var formattedAsMemory: String {
    let units = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]
    var amount = Double(self)
    var unit = 0
    while amount >= 1024, unit < units.count - 1 {
      amount /= 1024
      unit += 1
    }
    let tenths = Int((amount * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10) \(units[unit])" : "\(tenths / 10).\(tenths % 10) \(units[unit])"
  }
}
