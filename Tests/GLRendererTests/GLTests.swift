// The parent of every suite that calls OpenGL: they run one after another, since drivers and this machine's two cores
// do not gain from several contexts at once. Extend it with nested suites.

import Testing

@Suite(.serialized) struct GLTests {}
