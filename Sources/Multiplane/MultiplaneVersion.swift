/// The version of this package.
package enum MultiplaneVersion {
  /// The version, by semver.org. The minor version goes up where the bytes of a film or the shape of a report may have
  /// changed.
  package static let current = "0.14.0"
}
