"""A frame of a scene as Skia's calls."""

import skia

from scenes import homography, label_at, outline_at, value_at


def color(c):
    return skia.Color4f(*c)


class Drawing:
    def __init__(self, scene):
        self.scene = scene
        self.images = {name: skia.Image.open(path).makeRasterImage() for name, path in scene["images"].items()}
        self.sampling = skia.SamplingOptions(skia.FilterMode.kLinear, skia.MipmapMode.kNone)
        self.typeface = skia.Typeface.MakeFromFile(scene["font"])
        self.fonts, self.texts, self.shaders = {}, {}, {}

    def picture(self, frame):
        width, height = self.scene["size"]
        recorder = skia.PictureRecorder()
        canvas = recorder.beginRecording(skia.Rect.MakeWH(width, height))
        self.draw(canvas, frame)
        return recorder.finishRecordingAsPicture()

    def draw(self, canvas, frame):
        self.frame, self.time = frame, frame / self.scene["frameRate"]
        canvas.clear(color(self.scene["background"]))
        for layer in self.scene["layers"]:
            self.layer(canvas, layer)

    def layer(self, canvas, layer, space=None):
        t = self.time
        width, height = layer["size"]
        box = skia.Rect.MakeWH(width, height)
        opacity = value_at(layer.get("opacity", 1), t)
        canvas.save()
        if space:
            canvas.concat(skia.Matrix.MakeAll(*homography(layer, t, space)))
        else:
            canvas.translate(*(value_at(v, t) for v in layer["center"]))
            if "turn" in layer:
                canvas.rotate(value_at(layer["turn"], t))
            if "outline" not in layer:
                canvas.translate(-width / 2, -height / 2)
        layered = "mask" in layer or opacity < 1 and "children" in layer
        if layered:
            canvas.saveLayer(box, skia.Paint(Alphaf=opacity))
            opacity = 1
        self.content(canvas, layer, box, opacity)
        children = layer.get("children", [])
        if "perspective" in layer:
            for child in sorted(children, key=lambda c: value_at(c.get("depth", 0), t)):
                self.layer(canvas, child, layer)
        else:
            for child in children:
                self.layer(canvas, child)
        if layered:
            if "mask" in layer:
                cover = skia.Paint(BlendMode=skia.BlendMode.kDstIn)
                canvas.drawImageRect(self.images[layer["mask"]], box, self.sampling, cover)
            canvas.restore()
        canvas.restore()

    def content(self, canvas, layer, box, opacity):
        if "outline" in layer:
            self.outline(canvas, layer["outline"])
            return
        if "label" in layer:
            self.label(canvas, layer["label"])
            return
        radius = layer.get("radius", 0)
        rounded = skia.RRect.MakeRectXY(box, radius, radius)
        if "shadow" in layer:
            self.shadow(canvas, layer["shadow"], box, radius)
        # An opaque image that the corners cut hides what it lies on.
        covered = "image" in layer and radius
        if "fill" in layer and not covered:
            paint = skia.Paint(AntiAlias=True)
            paint.setColor4f(color(layer["fill"][:3] + [layer["fill"][3] * opacity]))
            if radius:
                canvas.drawRRect(rounded, paint)
            else:
                canvas.drawRect(box, paint)
        if "image" in layer and radius:
            canvas.drawRRect(rounded, self.image_paint(layer["image"], box))
        elif "image" in layer:
            paint = skia.Paint(AntiAlias=True, Alphaf=opacity)
            canvas.drawImageRect(self.images[layer["image"]], box, self.sampling, paint)
        if "border" in layer:
            wide = layer["border"]["width"]
            paint = skia.Paint(AntiAlias=True, Style=skia.Paint.kStroke_Style, StrokeWidth=wide)
            paint.setColor4f(color(layer["border"]["color"]))
            inner = skia.RRect.MakeRectXY(box.makeInset(wide / 2, wide / 2), radius - wide / 2, radius - wide / 2)
            canvas.drawRRect(inner, paint)

    def image_paint(self, name, box):
        key = name, box.width(), box.height()
        if key not in self.shaders:
            image = self.images[name]
            scale = skia.Matrix.Scale(box.width() / image.width(), box.height() / image.height())
            shader = image.makeShader(skia.TileMode.kClamp, skia.TileMode.kClamp, self.sampling, scale)
            self.shaders[key] = skia.Paint(AntiAlias=True, Shader=shader)
        return self.shaders[key]

    def shadow(self, canvas, shadow, box, radius):
        blur = skia.MaskFilter.MakeBlur(skia.kNormal_BlurStyle, shadow["sigma"])
        paint = skia.Paint(AntiAlias=True, MaskFilter=blur)
        paint.setColor4f(color(shadow["color"]))
        canvas.drawRRect(skia.RRect.MakeRectXY(box.makeOffset(*shadow["offset"]), radius, radius), paint)

    def outline(self, canvas, outline):
        segments = outline_at(outline, self.time)
        path = skia.Path()
        path.moveTo(*segments[0][0])
        for _, a, b, to in segments:
            path.cubicTo(*a, *b, *to)
        path.close()
        paint = skia.Paint(AntiAlias=True)
        paint.setColor4f(color(outline["fill"]))
        canvas.drawPath(path, paint)
        paint = skia.Paint(AntiAlias=True, Style=skia.Paint.kStroke_Style, StrokeWidth=outline["stroke"]["width"])
        paint.setColor4f(color(outline["stroke"]["color"]))
        canvas.drawPath(path, paint)

    def label(self, canvas, label):
        size, text = label["size"], label_at(label, self.frame)
        if size not in self.fonts:
            font = self.fonts[size] = skia.Font(self.typeface, size)
            font.setSubpixel(True)
            font.setHinting(skia.FontHinting.kNone)
            font.setLinearMetrics(True)
            font.setEdging(skia.Font.Edging.kAntiAlias)
        if (text, size) not in self.texts:
            self.texts[text, size] = skia.TextBlob(text, self.fonts[size])
        paint = skia.Paint(AntiAlias=True)
        paint.setColor4f(color(label["color"]))
        canvas.drawTextBlob(self.texts[text, size], 0, 0.928 * size, paint)
