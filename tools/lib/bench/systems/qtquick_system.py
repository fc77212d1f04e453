"""Qt Quick by PySide6: a document of QML, whose bindings follow the frame's number, rendered by QQuickRenderControl
into a texture of the machine's OpenGL ES. The context comes by EGL from an X server of our own, which sees no frame."""

import atexit
import ctypes
import os
import subprocess
import sys
import tempfile

import numpy

from scenes import every, value_at
from server import load, serve

FUNCTIONS = """
function matrix(x, y, z, ax, ay, w, h, pw, ph, d) {
  var m = Qt.matrix4x4(); m.translate(Qt.vector3d(pw / 2, ph / 2, 0));
  m = m.times(Qt.matrix4x4(1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,-1/d,1));
  m.translate(Qt.vector3d(x - pw / 2, y - ph / 2, z));
  if (ax) m.rotate(ax, Qt.vector3d(1, 0, 0));
  if (ay) m.rotate(ay, Qt.vector3d(0, 1, 0));
  m.translate(Qt.vector3d(-w / 2, -h / 2, 0));
  return Qt.matrix4x4(1,0,0,0, 0,1,0,0, 0,0,0,0, 0,0,0,1).times(m);
}
function outline(r, o) {
  var n = r.length, p = [], s = "";
  for (var k = 0; k < n; k++) {
    var a = 2 * Math.PI * k / n; p.push([r[k] * Math.cos(a) + o[0], r[k] * Math.sin(a) + o[1]]);
  }
  for (k = 0; k < n; k++) {
    var a = p[(k + n - 1) % n], b = p[k], c = p[(k + 1) % n], d = p[(k + 2) % n];
    if (!k) s += "M" + b[0] + " " + b[1];
    s += "C" + (b[0] + (c[0] - a[0]) / 6) + " " + (b[1] + (c[1] - a[1]) / 6) + " " + (c[0] - (d[0] - b[0]) / 6) + " "
      + (c[1] - (d[1] - b[1]) / 6) + " " + c[0] + " " + c[1];
  }
  return s + "Z";
}
"""


def number(value, less=0):
    """A literal, or an expression of the root's time."""
    if not isinstance(value, list):
        return repr(round(value - less, 5))
    base, amplitude, frequency, phase, slope = value
    text = repr(round(base - less, 5))
    if amplitude:
        text += f" + {amplitude} * Math.sin(6.283185307179586 * ({frequency} * root.t + {phase}))"
    if slope:
        text += f" + {slope} * root.t"
    return text


def color(c):
    """A literal of a colour, which needs no binding."""
    r, g, b, a = (round(part * 255) for part in c)
    return f'"#{a:02x}{r:02x}{g:02x}{b:02x}"'


MASKING = "maskEnabled: true; maskThresholdMin: 0.5; maskSpreadAtMin: 1.0;"


class Document:
    """The scene in QML. `ascent(size)` is where a Text of that size has its baseline."""

    def __init__(self, scene, ascent):
        self.scene, self.ascent, self.rounds = scene, ascent, {}
        body = "".join(self.item(layer) for layer in scene["layers"])
        width, height = scene["size"]
        masks = {layer["mask"] for layer in every(scene["layers"]) if "mask" in layer}
        hidden = "".join(
            f"Image {{ id: mask_{name}; source: {self.source(name)}; visible: false; layer.enabled: true }}\n"
            for name in sorted(masks))
        for (w, h, radius), name in self.rounds.items():
            hidden += (f"Rectangle {{ id: {name}; width: {w}; height: {h}; radius: {radius}; visible: false; "
                       "antialiasing: true; layer.enabled: true; layer.smooth: true }\n")
        self.text = (
            "import QtQuick\nimport QtQuick.Shapes\nimport QtQuick.Effects\n"
            f"Rectangle {{ id: root; width: {width}; height: {height}; color: {color(scene['background'])}\n"
            f"property int frame: 0; property real t: frame / {scene['frameRate']}\n{FUNCTIONS}{hidden}{body}}}\n")

    def source(self, name):
        return f'"file://{self.scene["images"][name]}"'

    def item(self, layer, space=None):
        width, height = layer["size"]
        kind = ("Shape" if "outline" in layer else "Text" if "label" in layer
                else "Rectangle" if "fill" in layer and "shadow" not in layer and "image" not in layer
                else "Image" if "image" in layer and "radius" not in layer else "Item")
        parts = [f"width: {width}; height: {height};"]
        (x, y), down = layer["center"], 0
        if "label" in layer:
            size = layer["label"]["size"]
            down = 0.928 * size - self.ascent(size)
        if space:
            arguments = [x, y, layer.get("depth", 0), layer.get("tiltX", 0), layer.get("tiltY", 0), width, height,
                         *space["size"], space["perspective"]]
            listed = ", ".join(number(a) for a in arguments)
            parts.append(f"transform: Matrix4x4 {{ matrix: root.matrix({listed}) }}")
        else:
            parts.append(f"x: {number(x, width / 2)}; y: {number(y, height / 2 - down)};")
        if "turn" in layer:
            parts.append(f"rotation: {number(layer['turn'])};")
        if "opacity" in layer:
            parts.append(f"opacity: {number(layer['opacity'])};")
            if "children" in layer:
                parts.append("layer.enabled: true;")
        if "mask" in layer:
            parts.append(f"layer.effect: MultiEffect {{ {MASKING} maskSource: mask_{layer['mask']} }}")
        parts += self.content(layer, kind)
        children = layer.get("children", [])
        if "perspective" in layer:
            children = sorted(children, key=lambda c: value_at(c.get("depth", 0), 0))
            return self.joined(kind, parts, [self.item(child, layer) for child in children])
        return self.joined(kind, parts, [self.item(child) for child in children])

    @staticmethod
    def joined(kind, parts, children):
        return kind + " { " + " ".join(parts) + "\n" + "".join(children) + "}\n"

    def content(self, layer, kind):
        if kind == "Text":
            return self.label(layer["label"])
        if kind == "Shape":
            return self.outline(layer["outline"], layer["size"])
        if kind == "Image":
            return [f"source: {self.source(layer['image'])}; smooth: true; antialiasing: true;"]
        radius = layer.get("radius", 0)
        if kind == "Rectangle":
            return [f"color: {color(layer['fill'])}; antialiasing: true;", f"radius: {radius};" if radius else ""]
        parts = []
        if "shadow" in layer:
            shadow = layer["shadow"]
            dx, dy = shadow["offset"]
            parts.append(f"RectangularShadow {{ anchors.fill: parent; radius: {radius}; "
                         f"offset.x: {dx}; offset.y: {dy}; blur: {2 * shadow['sigma']}; "
                         f"color: {color(shadow['color'])} }}")
        if "image" in layer:
            width, height = layer["size"]
            name = self.rounds.setdefault((width, height, radius), f"round{len(self.rounds)}")
            parts.append(f"MultiEffect {{ anchors.fill: parent; {MASKING} maskSource: {name}; source: Image {{ "
                         f"width: {width}; height: {height}; visible: false; "
                         f"source: {self.source(layer['image'])} }} }}")
        elif "fill" in layer:
            parts.append(f"Rectangle {{ anchors.fill: parent; radius: {radius}; antialiasing: true; "
                         f"color: {color(layer['fill'])} }}")
        if "border" in layer:
            border = layer["border"]
            parts.append(f"Rectangle {{ anchors.fill: parent; radius: {radius}; antialiasing: true; "
                         f"color: \"transparent\"; border.width: {border['width']}; "
                         f"border.color: {color(border['color'])} }}")
        return parts

    @staticmethod
    def label(label):
        text = '"' + label["text"] + '"'
        if label.get("counts"):
            text += ' + " " + String(root.frame).padStart(4, "0")'
        return [f"font.family: \"DejaVu Sans\"; font.pixelSize: {label['size']}; color: {color(label['color'])}; "
                f"text: {text};"]

    @staticmethod
    def outline(outline, size):
        radii = ", ".join(number(radius) for radius in outline["radii"])
        stroke = outline["stroke"]
        return ["preferredRendererType: Shape.CurveRenderer;",
                f"ShapePath {{ fillColor: {color(outline['fill'])}; strokeColor: {color(stroke['color'])}; "
                f"strokeWidth: {stroke['width']}; "
                f"PathSvg {{ path: root.outline([{radii}], [{size[0] / 2}, {size[1] / 2}]) }} }}"]


def display():
    """Starts an X server, and says its number."""
    reading, writing = os.pipe()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(writing), "-screen", "0", "64x64x24", "-nolisten", "tcp"],
                              pass_fds=[writing], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(writing)
    atexit.register(server.terminate)
    with os.fdopen(reading) as answer:
        return server, ":" + answer.readline().strip()


class QtQuick:
    def __init__(self, scene):
        self.width, self.height = width, height = scene["size"]
        self.server, name = display()
        os.environ.update(DISPLAY=name, QT_QPA_PLATFORM="xcb", QT_XCB_GL_INTEGRATION="xcb_egl",
                          QSG_RENDER_LOOP="basic")
        from PySide6 import QtCore, QtGui, QtQml, QtQuick
        QtQuick.QQuickWindow.setGraphicsApi(QtQuick.QSGRendererInterface.GraphicsApi.OpenGL)
        self.version = QtCore.qVersion()
        self.application = QtGui.QGuiApplication(["bench"])
        QtGui.QFontDatabase.addApplicationFont(scene["font"])

        def ascent(size):
            font = QtGui.QFont("DejaVu Sans")
            font.setPixelSize(int(size))
            return QtGui.QFontMetricsF(font).ascent()

        self.control = QtQuick.QQuickRenderControl()
        self.window = QtQuick.QQuickWindow(self.control)
        self.engine = QtQml.QQmlEngine()
        with tempfile.NamedTemporaryFile("w", suffix=".qml") as file:
            file.write(Document(scene, ascent).text)
            file.flush()
            self.component = QtQml.QQmlComponent(self.engine, QtCore.QUrl.fromLocalFile(file.name))
            self.root = self.component.create()
        if self.root is None:
            raise RuntimeError(self.component.errorString())
        self.window.setGeometry(0, 0, width, height)
        self.root.setParentItem(self.window.contentItem())
        self.bytes = numpy.zeros((height, width, 4), numpy.uint8)
        self.view = memoryview(self.bytes).cast("B")
        self.pointer = self.bytes.ctypes.data_as(ctypes.c_void_p)
        self.open_context(QtGui, QtQuick)
        self.make_target(QtCore, QtQuick)
        for _ in range(3):
            self.application.processEvents()

    def open_context(self, QtGui, QtQuick):
        form = QtGui.QSurfaceFormat()
        form.setRenderableType(QtGui.QSurfaceFormat.OpenGLES)
        form.setVersion(3, 0)
        self.context = QtGui.QOpenGLContext()
        self.context.setFormat(form)
        if not self.context.create():
            raise RuntimeError("no OpenGL ES context")
        self.offscreen = QtGui.QOffscreenSurface()
        self.offscreen.setFormat(form)
        self.offscreen.create()
        self.context.makeCurrent(self.offscreen)
        self.window.setGraphicsDevice(QtQuick.QQuickGraphicsDevice.fromOpenGLContext(self.context))
        if not self.control.initialize():
            raise RuntimeError("QQuickRenderControl")

    def make_target(self, QtCore, QtQuick):
        self.context.makeCurrent(self.offscreen)
        self.gl = gl = ctypes.CDLL("libGLESv2.so.2")
        texture, self.framebuffer = ctypes.c_uint(), ctypes.c_uint()
        gl.glGenTextures(1, ctypes.byref(texture))
        gl.glBindTexture(0x0DE1, texture)
        gl.glTexImage2D(0x0DE1, 0, 0x8058, self.width, self.height, 0, 0x1908, 0x1401, None)
        gl.glTexParameteri(0x0DE1, 0x2801, 0x2600)
        gl.glGenFramebuffers(1, ctypes.byref(self.framebuffer))
        gl.glBindFramebuffer(0x8D40, self.framebuffer)
        gl.glFramebufferTexture2D(0x8D40, 0x8CE0, 0x0DE1, texture, 0)
        target = QtQuick.QQuickRenderTarget.fromOpenGLTexture(texture.value, QtCore.QSize(self.width, self.height))
        # First row first.
        target.setMirrorVertically(True)
        self.window.setRenderTarget(target)

    def render(self, frame):
        self.root.setProperty("frame", frame)
        self.control.polishItems()
        self.control.beginFrame()
        self.control.sync()
        self.control.render()
        self.control.endFrame()
        self.context.makeCurrent(self.offscreen)
        self.gl.glBindFramebuffer(0x8D40, self.framebuffer)
        self.gl.glReadPixels(0, 0, self.width, self.height, 0x1908, 0x1401, self.pointer)
        return self.view

    def close(self):
        self.server.terminate()
        self.server.wait()


if __name__ == "__main__":
    serve(QtQuick, sys.argv[1])
