// Which properties an animation changes, and by what: for those who keep what depends on some of them only.

extension CompiledAnimation {
  /// The key paths that the animation, or the members of the group, write.
  package var keyPaths: [LayerKeyPath] {
    if case .property(let property) = content { return [property.keyPath] }
    if case .group(let members) = content { return members.flatMap(\.keyPaths) }
    return []
  }

  /// The sources of moving contents in the animation, or in the members of the group.
  package var movingContents: [any MovingContents] {
    if case .property(let property) = content { return property.movingContents.map { [$0] } ?? [] }
    if case .group(let members) = content { return members.flatMap(\.movingContents) }
    return []
  }
}
