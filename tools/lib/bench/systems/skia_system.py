"""Skia by skia-python: raster, or Ganesh on the machine's OpenGL ES. Frames are played from pictures that were recorded
before, so that Skia's own work is timed, and none of Python's."""

import sys

import numpy
import skia

from server import serve
from systems.skia_drawing import Drawing


class Skia:
    version = skia.__version__

    def __init__(self, scene, backend):
        width, height = scene["size"]
        self.info = skia.ImageInfo.Make(width, height, skia.kRGBA_8888_ColorType, skia.kPremul_AlphaType)
        self.bytes = numpy.zeros((height, width, 4), numpy.uint8)
        self.view, self.stride = memoryview(self.bytes).cast("B"), width * 4
        self.context = None
        if backend == "gl":
            import moderngl
            self.current = moderngl.create_context(standalone=True, backend="egl", require=300)
            self.context = skia.GrDirectContext.MakeGL(skia.GrGLInterface.MakeEGL())
            self.surface = skia.Surface.MakeRenderTarget(self.context, skia.Budgeted.kYes, self.info)
        else:
            self.surface = skia.Surface.MakeRasterDirect(self.info, self.bytes, self.stride)
        drawing = Drawing(scene)
        self.pictures = [drawing.picture(frame) for frame in range(scene["frames"])]

    def render(self, frame):
        self.surface.getCanvas().drawPicture(self.pictures[frame])
        if self.context:
            self.context.flushAndSubmit()
            self.surface.readPixels(self.info, self.bytes, self.stride, 0, 0)
        return self.view


if __name__ == "__main__":
    serve(lambda scene: Skia(scene, sys.argv[2]), sys.argv[1])
