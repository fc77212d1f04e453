// Swift Testing has an overlay for Apple's CoreGraphics, and the compiler looks for it wherever a file imports Testing
// and a module of that name. This one has nothing to add.
@_exported public import Testing
