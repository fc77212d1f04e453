// `import SceneFiles` includes all public declarations of the modules below it.
@_exported public import Captions
@_exported public import Documents
@_exported public import Lottie
