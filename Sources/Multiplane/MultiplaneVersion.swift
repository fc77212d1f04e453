/// The version of this package.
package enum MultiplaneVersion {
  /// The version, by semver.org. The minor version changes if a film's bytes or a report's form may have changed.
  package static let current = "0.14.0"
}
