// Which properties an animation changes: for those who keep what depends on some of them only.

extension CompiledAnimation {
  /// The key paths that the animation, or the members of the group, write.
  package var keyPaths: [LayerKeyPath] {
    if case .property(let property) = content { return [property.keyPath] }
    if case .group(let members) = content { return members.flatMap(\.keyPaths) }
    return []
  }
}
