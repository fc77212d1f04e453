// `import Multiplane` brings what a client may set of a film's encoding, which is declared in Video, with it.

#if Films
@_exported public import Video
#endif
