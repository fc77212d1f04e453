"""The parts of a scene, as ``multiplane schema scene`` describes them. Written by generate_layers.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Mapping, Sequence, Union

from . import _kinds as k
from ._document import AnyLayer, Part, prop

if TYPE_CHECKING:
    from typing_extensions import Self

_POINT = {"x": "length", "y": "length"}
_RECT = {"origin": "point", "origin.x": "length", "origin.y": "length", "size": "size", "size.height": "length",
    "size.width": "length"}
_SIZE = {"height": "length", "width": "length"}
_TRANSFORM = {"rotation": "angle", "rotation.x": "angle", "rotation.y": "angle", "rotation.z": "angle",
    "scale": "number", "scale.x": "number", "scale.xy": "number", "scale.y": "number", "scale.z": "number",
    "translation": "size", "translation.x": "number", "translation.y": "number", "translation.z": "number"}
Align = Union[Literal["start", "center", "end", "stretch"], k.Open]
Direction = Union[Literal["vertical", "horizontal"], k.Open]
Justify = Union[Literal["start", "center", "end"], k.Open]
FilterType = Union[Literal["CIAdditionCompositing", "CIColorBlendMode", "CIColorBurnBlendMode", "CIColorControls",
    "CIColorDodgeBlendMode", "CIColorInvert", "CIColorMatrix", "CIColorMonochrome", "CIDarkenBlendMode",
    "CIDifferenceBlendMode", "CIDissolveTransition", "CIExclusionBlendMode", "CIExposureAdjust", "CIGammaAdjust",
    "CIGaussianBlur", "CIHardLightBlendMode", "CIHueAdjust", "CIHueBlendMode", "CILightenBlendMode",
    "CILuminosityBlendMode", "CIMaskToAlpha", "CIMaximumCompositing", "CIMinimumCompositing", "CIMultiplyBlendMode",
    "CIMultiplyCompositing", "CIOverlayBlendMode", "CIPageCurlTransition", "CIPixellate", "CISaturationBlendMode",
    "CIScreenBlendMode", "CISepiaTone", "CISoftLightBlendMode", "CISourceAtopCompositing", "CISourceInCompositing",
    "CISourceOutCompositing", "CISourceOverCompositing", "CISwipeTransition", "clear", "colorAdd", "colorBlendMode",
    "colorBrightness", "colorBurnBlendMode", "colorContrast", "colorDodgeBlendMode", "colorHueRotate", "colorInvert",
    "colorMatrix", "colorMonochrome", "colorSaturate", "colorSubtract", "copy", "darkenBlendMode", "destAtop", "destIn",
    "destOut", "destOver", "destinationAtop", "destinationIn", "destinationOut", "destinationOver",
    "differenceBlendMode", "exclusionBlendMode", "gaussianBlur", "hardLightBlendMode", "hueBlendMode",
    "lightenBlendMode", "luminanceToAlpha", "luminosityBlendMode", "maximum", "minimum", "multiply",
    "multiplyBlendMode", "multiplyColor", "normalBlendMode", "overlayBlendMode", "pixellate", "plusD", "plusDarker",
    "plusL", "plusLighter", "saturationBlendMode", "screenBlendMode", "softLightBlendMode", "sourceAtop", "sourceIn",
    "sourceOut", "sourceOver", "xor"], k.Open]
CalculationMode = Union[Literal["linear", "discrete", "paced", "cubic", "cubicPaced"], k.Open]
FillMode = Union[Literal["removed", "forwards", "backwards", "both"], k.Open]
RotationMode = Union[Literal["auto", "autoReverse"], k.Open]
Subtype = Union[Literal["fromRight", "fromLeft", "fromTop", "fromBottom"], k.Open]
Transition = Union[Literal["fade", "moveIn", "push", "reveal"], k.Open]
AnimationType = Union[Literal["basic", "keyframe", "spring", "group", "transition"], k.Open]
MagnificationFilter = Union[Literal["nearest", "linear", "trilinear"], k.Open]
ParticleType = Union[Literal["sprite", "plane"], k.Open]
ContentsGravity = Union[Literal["center", "top", "bottom", "left", "right", "topLeft", "topRight", "bottomLeft",
    "bottomRight", "resize", "resizeAspect", "resizeAspectFill"], k.Open]
CornerCurve = Union[Literal["circular", "continuous"], k.Open]
AlignmentMode = Union[Literal["natural", "left", "right", "center", "justified"], k.Open]
TruncationMode = Union[Literal["none", "start", "end", "middle"], k.Open]
FillRule = Union[Literal["non-zero", "even-odd"], k.Open]
LineCap = Union[Literal["butt", "round", "square"], k.Open]
LineJoin = Union[Literal["miter", "round", "bevel"], k.Open]
GradientType = Union[Literal["axial", "radial", "conic"], k.Open]
Ending = Union[Literal["nothing", "hold", "loop"], k.Open]
EmitterMode = Union[Literal["points", "outline", "surface", "volume"], k.Open]
EmitterShape = Union[Literal["point", "line", "rectangle", "cuboid", "circle", "sphere"], k.Open]
RenderMode = Union[Literal["unordered", "oldestFirst", "oldestLast", "backToFront", "additive"], k.Open]
ScrollMode = Union[Literal["none", "vertically", "horizontally", "both"], k.Open]
_AnyLayer = Union["AnyLayer", Mapping[str, object]]
_AnyLayers = Union[Sequence[_AnyLayer], Mapping[str, object]]
_Stack = Union["Stack", Mapping[str, object]]
_Stacks = Union[Sequence[_Stack], Mapping[str, object]]
_Filter = Union["Filter", Mapping[str, object]]
_Filters = Union[Sequence[_Filter], Mapping[str, object]]
_Animation = Union["Animation", Mapping[str, object]]
_Animations = Union[Sequence[_Animation], Mapping[str, object]]
_EmitterCell = Union["EmitterCell", Mapping[str, object]]
_EmitterCells = Union[Sequence[_EmitterCell], Mapping[str, object]]
_State = Union["State", Mapping[str, object]]
_States = Union[Sequence[_State], Mapping[str, object]]


class Stack(Part):
    """The layout of a layer's sublayers, one after the other.

    Args:
        align: start, center, end, stretch. By default "start".
        direction: vertical, horizontal. By default "vertical".
        gap: The points between two sublayers. By default 0.
        justify: start, center, end. By default "start".
        padding: Points. Or Top, right, bottom, left. By default 0.
    """

    _KIND = "stack"
    align: Align | None = prop("align", k.words(Align), default="start")
    direction: Direction | None = prop("direction", k.words(Direction), default="vertical")
    gap: k.Length | None = prop("gap", "length", default=0)
    justify: Justify | None = prop("justify", k.words(Justify), default="start")
    padding: Union[k.Length, Sequence[float]] | None = prop("padding", "any", default=0)


class Filter(Part):
    """A filter by its type, and its inputs.

    Args:
        enabled: True or False.
        input_amount: A number.
        input_angle: Radians, or a text with its unit: "30deg", "0.5turn", "1rad".
        input_a_vector: Numbers.
        input_bias: A number.
        input_bias_vector: Numbers.
        input_brightness: A number.
        input_b_vector: Numbers.
        input_center: x and y in points.
        input_color: As in CSS: tomato, #rgb, #rrggbbaa, rgb(...), hsl(...), color(display-p3 ...).
        input_color_matrix: Numbers.
        input_contrast: A number.
        input_ev: A number.
        input_g_vector: Numbers.
        input_intensity: A number.
        input_opacity: A number.
        input_power: A number.
        input_radius: A number.
        input_r_vector: Numbers.
        input_saturation: A number.
        input_scale: A number.
        input_time: A number.
        input_width: A number.
        name: A text.
        type: A name of a filter.
    """

    _KIND = "filter"
    _positional = ("type",)
    enabled: k.Boolean | None = prop("enabled", "boolean", default=None)
    input_amount: k.Number | None = prop("inputAmount", "number", default=None)
    input_angle: k.Angle | None = prop("inputAngle", "angle", default=None)
    input_a_vector: k.Numbers | None = prop("inputAVector", "numbers", default=None)
    input_bias: k.Number | None = prop("inputBias", "number", default=None)
    input_bias_vector: k.Numbers | None = prop("inputBiasVector", "numbers", default=None)
    input_brightness: k.Number | None = prop("inputBrightness", "number", default=None)
    input_b_vector: k.Numbers | None = prop("inputBVector", "numbers", default=None)
    input_center: k.Point | None = prop("inputCenter", "point", default=None)
    input_color: k.Color | None = prop("inputColor", "color", default=None)
    input_color_matrix: k.Numbers | None = prop("inputColorMatrix", "numbers", default=None)
    input_contrast: k.Number | None = prop("inputContrast", "number", default=None)
    input_ev: k.Number | None = prop("inputEV", "number", default=None)
    input_g_vector: k.Numbers | None = prop("inputGVector", "numbers", default=None)
    input_intensity: k.Number | None = prop("inputIntensity", "number", default=None)
    input_opacity: k.Number | None = prop("inputOpacity", "number", default=None)
    input_power: k.Number | None = prop("inputPower", "number", default=None)
    input_radius: k.Number | None = prop("inputRadius", "number", default=None)
    input_r_vector: k.Numbers | None = prop("inputRVector", "numbers", default=None)
    input_saturation: k.Number | None = prop("inputSaturation", "number", default=None)
    input_scale: k.Number | None = prop("inputScale", "number", default=None)
    input_time: k.Number | None = prop("inputTime", "number", default=None)
    input_width: k.Number | None = prop("inputWidth", "number", default=None)
    name: k.String | None = prop("name", "string", default=None)
    type: FilterType | None = prop("type", k.words(FilterType), default=None, kw_only=False)


class Animation(Part):
    """An animation of a group, or of a state's transition. It has the words of all types.

    Args:
        additive: True or False.
        allows_overdamping: True or False.
        animations: A list.
        autoreverses: True or False.
        begin: When it begins: the scene's seconds; in a group, the group's.
        bias_values: Numbers.
        bounce: From above -1 to 1; with perceptualDuration.
        by: A value of the property's kind.
        calculation_mode: linear, discrete, paced, cubic, cubicPaced.
        continuity_values: Numbers.
        cumulative: True or False.
        damping: A number.
        duration: Default: 0.25; of a spring, until it settles. Seconds.
        fill_mode: removed, forwards, backwards, both.
        from_: A value of the property's kind.
        initial_velocity: A number.
        key: A text.
        key_path: The property, as 'opacity' or 'transform.rotation.z'.
        key_times: Fractions of the duration, ascending from 0 to 1.
        mass: A number.
        path: Of a position, the path that it follows. SVG's path data, or a shape.
        perceptual_duration: Seconds that a spring seems to take.
        removed_on_completion: True or False.
        repeat_count: A number, or infinity.
        repeat_duration: Seconds, or infinity.
        rotation_mode: auto, autoReverse.
        speed: A number.
        stiffness: A number.
        subtype: fromRight, fromLeft, fromTop, fromBottom.
        tension_values: Numbers.
        time_offset: Seconds.
        timing: linear, easeIn, easeOut, easeInEaseOut, default, or a curve's four numbers; of keyframes also a list,
            one for each interval.
        to: A value of the property's kind.
        transition: fade, moveIn, push, reveal. By default "fade".
        type: Default: keyframe with 'values' or 'path', else basic.
        values: Values of the property's kind.
    """

    _KIND = "animation"
    _positional = ("key_path",)
    additive: k.Boolean | None = prop("additive", "boolean", default=None)
    allows_overdamping: k.Boolean | None = prop("allowsOverdamping", "boolean", default=None)
    animations: _Animations | None = prop("animations", "animation[]", default=None)
    autoreverses: k.Boolean | None = prop("autoreverses", "boolean", default=None)
    begin: k.Time | None = prop("begin", "time", default=None)
    bias_values: k.Numbers | None = prop("biasValues", "numbers", default=None)
    bounce: k.Number | None = prop("bounce", "number", default=None)
    by: object | None = prop("by", "any", default=None)
    calculation_mode: CalculationMode | None = prop("calculationMode", k.words(CalculationMode), default=None)
    continuity_values: k.Numbers | None = prop("continuityValues", "numbers", default=None)
    cumulative: k.Boolean | None = prop("cumulative", "boolean", default=None)
    damping: k.Number | None = prop("damping", "number", default=None)
    duration: k.Time | None = prop("duration", "time", default=None)
    fill_mode: FillMode | None = prop("fillMode", k.words(FillMode), default=None)
    from_: object | None = prop("from", "any", default=None)
    initial_velocity: k.Number | None = prop("initialVelocity", "number", default=None)
    key: k.String | None = prop("key", "string", default=None)
    key_path: k.String | None = prop("keyPath", "string", default=None, kw_only=False)
    key_times: k.Numbers | None = prop("keyTimes", "numbers", default=None)
    mass: k.Number | None = prop("mass", "number", default=None)
    path: k.Path | None = prop("path", "path", default=None)
    perceptual_duration: k.Number | None = prop("perceptualDuration", "number", default=None)
    removed_on_completion: k.Boolean | None = prop("removedOnCompletion", "boolean", default=None)
    repeat_count: k.Extent | None = prop("repeatCount", "extent", default=None)
    repeat_duration: k.Extent | None = prop("repeatDuration", "extent", default=None)
    rotation_mode: RotationMode | None = prop("rotationMode", k.words(RotationMode), default=None)
    speed: k.Number | None = prop("speed", "number", default=None)
    stiffness: k.Number | None = prop("stiffness", "number", default=None)
    subtype: Subtype | None = prop("subtype", k.words(Subtype), default=None)
    tension_values: k.Numbers | None = prop("tensionValues", "numbers", default=None)
    time_offset: k.Time | None = prop("timeOffset", "time", default=None)
    timing: k.Timing | None = prop("timing", "timing", default=None)
    to: object | None = prop("to", "any", default=None)
    transition: Transition | None = prop("transition", k.words(Transition), default="fade")
    type: AnimationType | None = prop("type", k.words(AnimationType), default=None)
    values: Sequence[object] | None = prop("values", "any", default=None)


class EmitterCell(Part):
    """A kind of particle. Speeds and accelerations are in points and seconds.

    Args:
        alpha_range: A number. By default 0.
        alpha_speed: A number. By default 0.
        autoreverses: True or False. By default False.
        begin_time: Seconds. By default 0.
        birth_rate: A number. By default 0.
        blue_range: A number. By default 0.
        blue_speed: A number. By default 0.
        color: As in CSS: tomato, #rgb, #rrggbbaa, rgb(...), hsl(...), color(display-p3 ...). By default "#ffffffff".
        contents: A file's path below the document's folder, or a data: address.
        contents_rect: x, y, width and height in points. By default (0, 0, 1, 1).
        contents_scale: A number. By default 1.
        duration: A number, or infinity. By default "infinity".
        emission_latitude: Radians, or a text with its unit: "30deg", "0.5turn", "1rad". By default 0.
        emission_longitude: Radians, or a text with its unit: "30deg", "0.5turn", "1rad". By default 0.
        emission_range: Radians, or a text with its unit: "30deg", "0.5turn", "1rad". By default 0.
        emitter_cells: A list.
        enabled: True or False. By default True.
        fill_mode: removed, forwards, backwards, both. By default "removed".
        green_range: A number. By default 0.
        green_speed: A number. By default 0.
        lifetime: A number. By default 0.
        lifetime_range: A number. By default 0.
        magnification_filter: nearest, linear, trilinear. By default "linear".
        minification_filter: nearest, linear, trilinear. By default "linear".
        minification_filter_bias: A number. By default 0.
        name: A text.
        orientation_latitude: Radians, or a text with its unit: "30deg", "0.5turn", "1rad".
        orientation_longitude: Radians, or a text with its unit: "30deg", "0.5turn", "1rad".
        orientation_range: Radians, or a text with its unit: "30deg", "0.5turn", "1rad".
        particle_type: sprite, plane.
        red_range: A number. By default 0.
        red_speed: A number. By default 0.
        repeat_count: A number, or infinity. By default 0.
        repeat_duration: A number, or infinity. By default 0.
        rotation: Radians, or a text with its unit: "30deg", "0.5turn", "1rad".
        rotation_range: Radians, or a text with its unit: "30deg", "0.5turn", "1rad".
        scale: A number. By default 1.
        scale_range: A number. By default 0.
        scale_speed: A number. By default 0.
        speed: A number. By default 1.
        spin: Radians, or a text with its unit: "30deg", "0.5turn", "1rad". By default 0.
        spin_range: Radians, or a text with its unit: "30deg", "0.5turn", "1rad". By default 0.
        time_offset: Seconds. By default 0.
        velocity: A number. By default 0.
        velocity_range: A number. By default 0.
        x_acceleration: A number. By default 0.
        y_acceleration: A number. By default 0.
        z_acceleration: A number. By default 0.
    """

    _KIND = "emitterCell"
    alpha_range: k.Number | None = prop("alphaRange", "number", default=0)
    alpha_speed: k.Number | None = prop("alphaSpeed", "number", default=0)
    autoreverses: k.Boolean | None = prop("autoreverses", "boolean", default=False)
    begin_time: k.Time | None = prop("beginTime", "time", default=0)
    birth_rate: k.Number | None = prop("birthRate", "number", default=0)
    blue_range: k.Number | None = prop("blueRange", "number", default=0)
    blue_speed: k.Number | None = prop("blueSpeed", "number", default=0)
    color: k.Color | None = prop("color", "color", default="#ffffffff")
    contents: k.Image | None = prop("contents", "image", default=None)
    contents_rect: k.Rect | None = prop("contentsRect", "rect", default=(0, 0, 1, 1))
    contents_scale: k.Number | None = prop("contentsScale", "number", default=1)
    duration: k.Extent | None = prop("duration", "extent", default="infinity")
    emission_latitude: k.Angle | None = prop("emissionLatitude", "angle", default=0)
    emission_longitude: k.Angle | None = prop("emissionLongitude", "angle", default=0)
    emission_range: k.Angle | None = prop("emissionRange", "angle", default=0)
    emitter_cells: _EmitterCells | None = prop("emitterCells", "emitterCell[]", default=None)
    enabled: k.Boolean | None = prop("enabled", "boolean", default=True)
    fill_mode: FillMode | None = prop("fillMode", k.words(FillMode), default="removed")
    green_range: k.Number | None = prop("greenRange", "number", default=0)
    green_speed: k.Number | None = prop("greenSpeed", "number", default=0)
    lifetime: k.Number | None = prop("lifetime", "number", default=0)
    lifetime_range: k.Number | None = prop("lifetimeRange", "number", default=0)
    magnification_filter: MagnificationFilter | None = prop("magnificationFilter", k.words(MagnificationFilter),
        default="linear")
    minification_filter: MagnificationFilter | None = prop("minificationFilter", k.words(MagnificationFilter),
        default="linear")
    minification_filter_bias: k.Number | None = prop("minificationFilterBias", "number", default=0)
    name: k.String | None = prop("name", "string", default=None)
    orientation_latitude: k.Angle | None = prop("orientationLatitude", "angle", default=None)
    orientation_longitude: k.Angle | None = prop("orientationLongitude", "angle", default=None)
    orientation_range: k.Angle | None = prop("orientationRange", "angle", default=None)
    particle_type: ParticleType | None = prop("particleType", k.words(ParticleType), default=None)
    red_range: k.Number | None = prop("redRange", "number", default=0)
    red_speed: k.Number | None = prop("redSpeed", "number", default=0)
    repeat_count: k.Extent | None = prop("repeatCount", "extent", default=0)
    repeat_duration: k.Extent | None = prop("repeatDuration", "extent", default=0)
    rotation: k.Angle | None = prop("rotation", "angle", default=None)
    rotation_range: k.Angle | None = prop("rotationRange", "angle", default=None)
    scale: k.Number | None = prop("scale", "number", default=1)
    scale_range: k.Number | None = prop("scaleRange", "number", default=0)
    scale_speed: k.Number | None = prop("scaleSpeed", "number", default=0)
    speed: k.Number | None = prop("speed", "number", default=1)
    spin: k.Angle | None = prop("spin", "angle", default=0)
    spin_range: k.Angle | None = prop("spinRange", "angle", default=0)
    time_offset: k.Time | None = prop("timeOffset", "time", default=0)
    velocity: k.Number | None = prop("velocity", "number", default=0)
    velocity_range: k.Number | None = prop("velocityRange", "number", default=0)
    x_acceleration: k.Number | None = prop("xAcceleration", "number", default=0)
    y_acceleration: k.Number | None = prop("yAcceleration", "number", default=0)
    z_acceleration: k.Number | None = prop("zAcceleration", "number", default=0)


class State(Part):
    """A named set of values, by ``LAYER.keyPath`` as JSON has it.

    Args:
        based_on: A text.
        name: A text.
        set: Values by LAYER.keyPath.
        transition: An animation. It holds its last value; the first of a property also its first value before it
            begins.
    """

    _KIND = "state"
    _positional = ("name",)
    based_on: k.String | None = prop("basedOn", "string", default=None)
    name: k.String | None = prop("name", "string", default=None, kw_only=False)
    set: Mapping[str, object] | None = prop("set", "object", default=None)
    transition: _Animation | None = prop("transition", "animation", default=None)


class Layer(AnyLayer):
    """A layer: a rectangle with a background, a border, a shadow, and sublayers in front.

    Args:
        allows_edge_antialiasing: True or False. By default True.
        allows_group_opacity: True or False. By default True.
        anchor_point: x and y in points. By default (0.5, 0.5).
        anchor_point_z: Points. By default 0.
        animations: A list.
        autoreverses: True or False. By default False.
        background_color: As in CSS: tomato, #rgb, #rrggbbaa, rgb(...), hsl(...), color(display-p3 ...).
        background_filters: A list.
        begin_time: Seconds. By default 0.
        border_color: As in CSS: tomato, #rgb, #rrggbbaa, rgb(...), hsl(...), color(display-p3 ...). By default
            "#000000ff".
        border_width: Points. By default 0.
        bottom: The distance from the superlayer's bottom edge. Points, or a text: "50%" of the superlayer.
        bounds: x, y, width and height in points. By default (0, 0, 0, 0).
        center_x: The place of the layer's centre, from the left. Points, or a text: "50%" of the superlayer.
        center_y: The place of the layer's centre, from the top. Points, or a text: "50%" of the superlayer.
        compositing_filter: A name of a filter.
        contents: A file's path below the document's folder, or a data: address.
        contents_center: x, y, width and height in points. By default (0, 0, 1, 1).
        contents_format: A text. By default "RGBA8".
        contents_gravity: center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight, resize,
            resizeAspect, resizeAspectFill. By default "resize".
        contents_rect: x, y, width and height in points. By default (0, 0, 1, 1).
        contents_scale: A number. By default 1.
        corner_curve: circular, continuous. By default "circular".
        corner_radius: Points. By default 0.
        double_sided: True or False. By default True.
        draws_asynchronously: True or False. By default False.
        duration: A number, or infinity. By default "infinity".
        edge_antialiasing_mask: An option set. By default 15.
        fill_mode: removed, forwards, backwards, both. By default "removed".
        filters: A list.
        frame: x, y, width and height in points.
        geometry_flipped: True or False. By default False.
        height: The layer's height. Points, or a text: "50%" of the superlayer.
        hidden: True or False. By default False.
        left: The distance from the superlayer's left edge. Points, or a text: "50%" of the superlayer.
        magnification_filter: nearest, linear, trilinear. By default "linear".
        mask: A layer whose alpha shows this one.
        masked_corners: An option set. By default 15.
        masks_to_bounds: True or False. By default False.
        max_width: The most width of a text, an image or a stack that takes its content's; text wraps there. Points, or
            a text: "50%" of the superlayer.
        minification_filter: nearest, linear, trilinear. By default "linear".
        minification_filter_bias: A number. By default 0.
        name: A text.
        needs_display_on_bounds_change: True or False. By default False.
        opacity: A number. By default 1.
        opaque: True or False. By default False.
        position: x and y in points. By default (0, 0).
        rasterization_scale: A number. By default 1.
        repeat_count: A number, or infinity. By default 0.
        repeat_duration: A number, or infinity. By default 0.
        right: The distance from the superlayer's right edge. Points, or a text: "50%" of the superlayer.
        shadow_color: As in CSS: tomato, #rgb, #rrggbbaa, rgb(...), hsl(...), color(display-p3 ...). By default
            "#000000ff".
        shadow_offset: Width and height in points. By default (0, -3).
        shadow_opacity: A number. By default 0.
        shadow_path: SVG's path data, or a shape.
        shadow_radius: Points. By default 3.
        should_rasterize: True or False. By default False.
        speed: A number. By default 1.
        stack: Lays the sublayers one after the other.
        stacked: Whether the superlayer's stack places the layer. By default True.
        sublayers: The sublayers, from back to front.
        sublayer_transform: 16 numbers from m11 to m44, 6 from a to ty, or steps, the first outermost.
        time_offset: Seconds. By default 0.
        top: The distance from the superlayer's top edge. Points, or a text: "50%" of the superlayer.
        transform: 16 numbers from m11 to m44, 6 from a to ty, or steps, the first outermost.
        width: The layer's width. Points, or a text: "50%" of the superlayer.
        z_position: Points. By default 0.
    """

    allows_edge_antialiasing: k.Boolean | None = prop("allowsEdgeAntialiasing", "boolean", default=True)
    allows_group_opacity: k.Boolean | None = prop("allowsGroupOpacity", "boolean", default=True)
    anchor_point: k.Point | None = prop("anchorPoint", "point", default=(0.5, 0.5), fields=_POINT)
    anchor_point_z: k.Length | None = prop("anchorPointZ", "length", default=0)
    animations: _Animations | None = prop("animations", "animation[]", default=None)
    autoreverses: k.Boolean | None = prop("autoreverses", "boolean", default=False)
    background_color: k.Color | None = prop("backgroundColor", "color", default=None)
    background_filters: _Filters | None = prop("backgroundFilters", "filter[]", default=None)
    begin_time: k.Time | None = prop("beginTime", "time", default=0)
    border_color: k.Color | None = prop("borderColor", "color", default="#000000ff")
    border_width: k.Length | None = prop("borderWidth", "length", default=0)
    bottom: k.LayoutLength | None = prop("bottom", "layoutLength", default=None)
    bounds: k.Rect | None = prop("bounds", "rect", default=(0, 0, 0, 0), fields=_RECT)
    center_x: k.LayoutLength | None = prop("centerX", "layoutLength", default=None)
    center_y: k.LayoutLength | None = prop("centerY", "layoutLength", default=None)
    compositing_filter: FilterType | None = prop("compositingFilter", k.words(FilterType), default=None)
    contents: k.Image | None = prop("contents", "image", default=None)
    contents_center: k.Rect | None = prop("contentsCenter", "rect", default=(0, 0, 1, 1), fields=_RECT)
    contents_format: k.String | None = prop("contentsFormat", "string", default="RGBA8")
    contents_gravity: ContentsGravity | None = prop("contentsGravity", k.words(ContentsGravity), default="resize")
    contents_rect: k.Rect | None = prop("contentsRect", "rect", default=(0, 0, 1, 1), fields=_RECT)
    contents_scale: k.Number | None = prop("contentsScale", "number", default=1)
    corner_curve: CornerCurve | None = prop("cornerCurve", k.words(CornerCurve), default="circular")
    corner_radius: k.Length | None = prop("cornerRadius", "length", default=0)
    double_sided: k.Boolean | None = prop("doubleSided", "boolean", default=True)
    draws_asynchronously: k.Boolean | None = prop("drawsAsynchronously", "boolean", default=False)
    duration: k.Extent | None = prop("duration", "extent", default="infinity")
    edge_antialiasing_mask: k.Bits | None = prop("edgeAntialiasingMask", "bits", default=15)
    fill_mode: FillMode | None = prop("fillMode", k.words(FillMode), default="removed")
    filters: _Filters | None = prop("filters", "filter[]", default=None)
    frame: k.Rect | None = prop("frame", "rect", default=None, fields=_RECT)
    geometry_flipped: k.Boolean | None = prop("geometryFlipped", "boolean", default=False)
    height: k.LayoutLength | None = prop("height", "layoutLength", default=None)
    hidden: k.Boolean | None = prop("hidden", "boolean", default=False)
    left: k.LayoutLength | None = prop("left", "layoutLength", default=None)
    magnification_filter: MagnificationFilter | None = prop("magnificationFilter", k.words(MagnificationFilter),
        default="linear")
    mask: _AnyLayer | None = prop("mask", "layer", default=None)
    masked_corners: k.Bits | None = prop("maskedCorners", "bits", default=15)
    masks_to_bounds: k.Boolean | None = prop("masksToBounds", "boolean", default=False)
    max_width: k.LayoutLength | None = prop("maxWidth", "layoutLength", default=None)
    minification_filter: MagnificationFilter | None = prop("minificationFilter", k.words(MagnificationFilter),
        default="linear")
    minification_filter_bias: k.Number | None = prop("minificationFilterBias", "number", default=0)
    name: k.String | None = prop("name", "string", default=None)
    needs_display_on_bounds_change: k.Boolean | None = prop("needsDisplayOnBoundsChange", "boolean", default=False)
    opacity: k.Number | None = prop("opacity", "number", default=1)
    opaque: k.Boolean | None = prop("opaque", "boolean", default=False)
    position: k.Point | None = prop("position", "point", default=(0, 0), fields=_POINT)
    rasterization_scale: k.Number | None = prop("rasterizationScale", "number", default=1)
    repeat_count: k.Extent | None = prop("repeatCount", "extent", default=0)
    repeat_duration: k.Extent | None = prop("repeatDuration", "extent", default=0)
    right: k.LayoutLength | None = prop("right", "layoutLength", default=None)
    shadow_color: k.Color | None = prop("shadowColor", "color", default="#000000ff")
    shadow_offset: k.Size | None = prop("shadowOffset", "size", default=(0, -3), fields=_SIZE)
    shadow_opacity: k.Number | None = prop("shadowOpacity", "number", default=0)
    shadow_path: k.Path | None = prop("shadowPath", "path", default=None)
    shadow_radius: k.Length | None = prop("shadowRadius", "length", default=3)
    should_rasterize: k.Boolean | None = prop("shouldRasterize", "boolean", default=False)
    speed: k.Number | None = prop("speed", "number", default=1)
    stack: _Stack | None = prop("stack", "stack", default=None)
    stacked: k.Boolean | None = prop("stacked", "boolean", default=True)
    sublayers: _AnyLayers | None = prop("sublayers", "layer[]", default=None)
    sublayer_transform: k.Transform | None = prop("sublayerTransform", "transform", default=None, fields=_TRANSFORM)
    time_offset: k.Time | None = prop("timeOffset", "time", default=0)
    top: k.LayoutLength | None = prop("top", "layoutLength", default=None)
    transform: k.Transform | None = prop("transform", "transform", default=None, fields=_TRANSFORM)
    width: k.LayoutLength | None = prop("width", "layoutLength", default=None)
    z_position: k.Length | None = prop("zPosition", "length", default=0)

    def animate(
        self, key_path: str, *, to: object | None = None, from_: object | None = None, by: object | None = None,
        duration: k.Time | None = None, timing: k.Timing | None = None, begin: k.Time | None = None,
        additive: k.Boolean | None = None, autoreverses: k.Boolean | None = None, cumulative: k.Boolean | None = None,
        fill_mode: FillMode | None = None, key: k.String | None = None, removed_on_completion: k.Boolean | None = None,
        repeat_count: k.Extent | None = None, repeat_duration: k.Extent | None = None, speed: k.Number | None = None,
        time_offset: k.Time | None = None,
    ) -> Self:
        """Changes a property from a value to another. Returns the layer.

        Args:
            key_path: The property, as 'opacity' or 'transform.rotation.z'.
            to: A value of the property's kind.
            from_: A value of the property's kind.
            by: A value of the property's kind.
            duration: Default: 0.25; of a spring, until it settles. Seconds.
            timing: linear, easeIn, easeOut, easeInEaseOut, default, or a curve's four numbers; of keyframes also a
                list, one for each interval.
            begin: When it begins: the scene's seconds; in a group, the group's.
            additive: True or False.
            autoreverses: True or False.
            cumulative: True or False.
            fill_mode: removed, forwards, backwards, both.
            key: A text.
            removed_on_completion: True or False.
            repeat_count: A number, or infinity.
            repeat_duration: Seconds, or infinity.
            speed: A number.
            time_offset: Seconds.
        """
        return self._animated("basic", Animation, locals())

    def keyframes(
        self, key_path: str, values: Sequence[object] | None = None, *, duration: k.Time | None = None,
        timing: k.Timing | None = None, begin: k.Time | None = None, additive: k.Boolean | None = None,
        autoreverses: k.Boolean | None = None, bias_values: k.Numbers | None = None,
        calculation_mode: CalculationMode | None = None, continuity_values: k.Numbers | None = None,
        cumulative: k.Boolean | None = None, fill_mode: FillMode | None = None, key: k.String | None = None,
        key_times: k.Numbers | None = None, path: k.Path | None = None, removed_on_completion: k.Boolean | None = None,
        repeat_count: k.Extent | None = None, repeat_duration: k.Extent | None = None,
        rotation_mode: RotationMode | None = None, speed: k.Number | None = None,
        tension_values: k.Numbers | None = None, time_offset: k.Time | None = None,
    ) -> Self:
        """Changes a property through several values, or along a path. Returns the layer.

        Args:
            key_path: The property, as 'opacity' or 'transform.rotation.z'.
            values: Values of the property's kind.
            duration: Default: 0.25; of a spring, until it settles. Seconds.
            timing: linear, easeIn, easeOut, easeInEaseOut, default, or a curve's four numbers; of keyframes also a
                list, one for each interval.
            begin: When it begins: the scene's seconds; in a group, the group's.
            additive: True or False.
            autoreverses: True or False.
            bias_values: Numbers.
            calculation_mode: linear, discrete, paced, cubic, cubicPaced.
            continuity_values: Numbers.
            cumulative: True or False.
            fill_mode: removed, forwards, backwards, both.
            key: A text.
            key_times: Fractions of the duration, ascending from 0 to 1.
            path: Of a position, the path that it follows. SVG's path data, or a shape.
            removed_on_completion: True or False.
            repeat_count: A number, or infinity.
            repeat_duration: Seconds, or infinity.
            rotation_mode: auto, autoReverse.
            speed: A number.
            tension_values: Numbers.
            time_offset: Seconds.
        """
        return self._animated("keyframe", Animation, locals())

    def spring(
        self, key_path: str, *, to: object | None = None, from_: object | None = None, by: object | None = None,
        duration: k.Time | None = None, timing: k.Timing | None = None, begin: k.Time | None = None,
        additive: k.Boolean | None = None, allows_overdamping: k.Boolean | None = None,
        autoreverses: k.Boolean | None = None, bounce: k.Number | None = None, cumulative: k.Boolean | None = None,
        damping: k.Number | None = None, fill_mode: FillMode | None = None, initial_velocity: k.Number | None = None,
        key: k.String | None = None, mass: k.Number | None = None, perceptual_duration: k.Number | None = None,
        removed_on_completion: k.Boolean | None = None, repeat_count: k.Extent | None = None,
        repeat_duration: k.Extent | None = None, speed: k.Number | None = None, stiffness: k.Number | None = None,
        time_offset: k.Time | None = None,
    ) -> Self:
        """Changes a property as a spring does. Returns the layer.

        Args:
            key_path: The property, as 'opacity' or 'transform.rotation.z'.
            to: A value of the property's kind.
            from_: A value of the property's kind.
            by: A value of the property's kind.
            duration: Default: 0.25; of a spring, until it settles. Seconds.
            timing: linear, easeIn, easeOut, easeInEaseOut, default, or a curve's four numbers; of keyframes also a
                list, one for each interval.
            begin: When it begins: the scene's seconds; in a group, the group's.
            additive: True or False.
            allows_overdamping: True or False.
            autoreverses: True or False.
            bounce: From above -1 to 1; with perceptualDuration.
            cumulative: True or False.
            damping: A number.
            fill_mode: removed, forwards, backwards, both.
            initial_velocity: A number.
            key: A text.
            mass: A number.
            perceptual_duration: Seconds that a spring seems to take.
            removed_on_completion: True or False.
            repeat_count: A number, or infinity.
            repeat_duration: Seconds, or infinity.
            speed: A number.
            stiffness: A number.
            time_offset: Seconds.
        """
        return self._animated("spring", Animation, locals())

    def group(
        self, animations: _Animations, *, duration: k.Time | None = None, timing: k.Timing | None = None,
        begin: k.Time | None = None, autoreverses: k.Boolean | None = None, fill_mode: FillMode | None = None,
        key: k.String | None = None, removed_on_completion: k.Boolean | None = None,
        repeat_count: k.Extent | None = None, repeat_duration: k.Extent | None = None, speed: k.Number | None = None,
        time_offset: k.Time | None = None,
    ) -> Self:
        """Plays animations together. Returns the layer.

        Args:
            animations: A list.
            duration: Default: 0.25; of a spring, until it settles. Seconds.
            timing: linear, easeIn, easeOut, easeInEaseOut, default, or a curve's four numbers; of keyframes also a
                list, one for each interval.
            begin: When it begins: the scene's seconds; in a group, the group's.
            autoreverses: True or False.
            fill_mode: removed, forwards, backwards, both.
            key: A text.
            removed_on_completion: True or False.
            repeat_count: A number, or infinity.
            repeat_duration: Seconds, or infinity.
            speed: A number.
            time_offset: Seconds.
        """
        return self._animated("group", Animation, locals())

    def transition(
        self, transition: Transition | None = None, *, duration: k.Time | None = None, timing: k.Timing | None = None,
        begin: k.Time | None = None, autoreverses: k.Boolean | None = None, fill_mode: FillMode | None = None,
        key: k.String | None = None, removed_on_completion: k.Boolean | None = None,
        repeat_count: k.Extent | None = None, repeat_duration: k.Extent | None = None, speed: k.Number | None = None,
        subtype: Subtype | None = None, time_offset: k.Time | None = None,
    ) -> Self:
        """Changes to the layer's contents by a transition. Returns the layer.

        Args:
            transition: fade, moveIn, push, reveal. By default "fade".
            duration: Default: 0.25; of a spring, until it settles. Seconds.
            timing: linear, easeIn, easeOut, easeInEaseOut, default, or a curve's four numbers; of keyframes also a
                list, one for each interval.
            begin: When it begins: the scene's seconds; in a group, the group's.
            autoreverses: True or False.
            fill_mode: removed, forwards, backwards, both.
            key: A text.
            removed_on_completion: True or False.
            repeat_count: A number, or infinity.
            repeat_duration: Seconds, or infinity.
            speed: A number.
            subtype: fromRight, fromLeft, fromTop, fromBottom.
            time_offset: Seconds.
        """
        return self._animated("transition", Animation, locals())


class TextLayer(Layer):
    """A text; without a width and a height, as large as its text. Has the properties of :class:`Layer`, too.

    Args:
        alignment_mode: natural, left, right, center, justified. By default "natural".
        allows_font_subpixel_quantization: True or False. By default False.
        font: A text. By default "Helvetica".
        font_size: Points. By default 36.
        foreground_color: As in CSS: tomato, #rgb, #rrggbbaa, rgb(...), hsl(...), color(display-p3 ...). By default
            "#ffffffff".
        string: A text.
        text: The text, as 'string'.
        truncation_mode: none, start, end, middle. By default "none".
        wrapped: True or False. By default False.
    """

    _TYPE = "text"
    _positional = ("text",)
    alignment_mode: AlignmentMode | None = prop("alignmentMode", k.words(AlignmentMode), default="natural")
    allows_font_subpixel_quantization: k.Boolean | None = prop("allowsFontSubpixelQuantization", "boolean",
        default=False)
    font: k.String | None = prop("font", "string", default="Helvetica")
    font_size: k.Length | None = prop("fontSize", "length", default=36)
    foreground_color: k.Color | None = prop("foregroundColor", "color", default="#ffffffff")
    string: k.String | None = prop("string", "string", default=None)
    text: k.String | None = prop("text", "string", default=None, kw_only=False)
    truncation_mode: TruncationMode | None = prop("truncationMode", k.words(TruncationMode), default="none")
    wrapped: k.Boolean | None = prop("wrapped", "boolean", default=False)


class ShapeLayer(Layer):
    """A path, filled and stroked. Has the properties of :class:`Layer`, too.

    Args:
        fill_color: As in CSS: tomato, #rgb, #rrggbbaa, rgb(...), hsl(...), color(display-p3 ...). By default
            "#000000ff".
        fill_rule: non-zero, even-odd. By default "non-zero".
        line_cap: butt, round, square. By default "butt".
        line_dash_pattern: Numbers.
        line_dash_phase: A number. By default 0.
        line_join: miter, round, bevel. By default "miter".
        line_width: Points. By default 1.
        miter_limit: A number. By default 10.
        path: SVG's path data, or a shape.
        stroke_color: As in CSS: tomato, #rgb, #rrggbbaa, rgb(...), hsl(...), color(display-p3 ...).
        stroke_end: A number. By default 1.
        stroke_start: A number. By default 0.
    """

    _TYPE = "shape"
    _positional = ("path",)
    fill_color: k.Color | None = prop("fillColor", "color", default="#000000ff")
    fill_rule: FillRule | None = prop("fillRule", k.words(FillRule), default="non-zero")
    line_cap: LineCap | None = prop("lineCap", k.words(LineCap), default="butt")
    line_dash_pattern: k.Numbers | None = prop("lineDashPattern", "numbers", default=None)
    line_dash_phase: k.Number | None = prop("lineDashPhase", "number", default=0)
    line_join: LineJoin | None = prop("lineJoin", k.words(LineJoin), default="miter")
    line_width: k.Length | None = prop("lineWidth", "length", default=1)
    miter_limit: k.Number | None = prop("miterLimit", "number", default=10)
    path: k.Path | None = prop("path", "path", default=None, kw_only=False)
    stroke_color: k.Color | None = prop("strokeColor", "color", default=None)
    stroke_end: k.Number | None = prop("strokeEnd", "number", default=1)
    stroke_start: k.Number | None = prop("strokeStart", "number", default=0)


class GradientLayer(Layer):
    """A gradient of colours. Has the properties of :class:`Layer`, too.

    Args:
        colors: Colours.
        end_point: x and y in points. By default (0.5, 1).
        gradient_type: axial, radial, conic. By default "axial".
        locations: Numbers.
        start_point: x and y in points. By default (0.5, 0).
    """

    _TYPE = "gradient"
    _positional = ("colors",)
    colors: k.Colors | None = prop("colors", "colors", default=None, kw_only=False)
    end_point: k.Point | None = prop("endPoint", "point", default=(0.5, 1), fields=_POINT)
    gradient_type: GradientType | None = prop("gradientType", k.words(GradientType), default="axial")
    locations: k.Numbers | None = prop("locations", "numbers", default=None)
    start_point: k.Point | None = prop("startPoint", "point", default=(0.5, 0), fields=_POINT)


class ImageLayer(Layer):
    """A picture; without a width and a height, as large as its file. Has the properties of :class:`Layer`, too.

    Args:
        image: The picture, which fills the layer by contentsGravity, resizeAspectFill.
    """

    _TYPE = "image"
    _positional = ("image",)
    image: k.Image | None = prop("image", "image", default=None, kw_only=False)


class VideoLayer(Layer):
    """A film. Has the properties of :class:`Layer`, too.

    Args:
        end: The film's second at which it ends. Seconds.
        ending: nothing, hold, loop. By default "nothing".
        start: The film's second at which it begins. Seconds.
        video: A film's path below the document's folder, or a data: address.
    """

    _TYPE = "video"
    _positional = ("video",)
    end: k.Time | None = prop("end", "time", default=None)
    ending: Ending | None = prop("ending", k.words(Ending), default="nothing")
    start: k.Time | None = prop("start", "time", default=None)
    video: k.Film | None = prop("video", "film", default=None, kw_only=False)


class EmitterLayer(Layer):
    """Particles. Has the properties of :class:`Layer`, too.

    Args:
        birth_rate: A number. By default 1.
        emitter_cells: A list.
        emitter_depth: Points. By default 0.
        emitter_mode: points, outline, surface, volume. By default "volume".
        emitter_position: x and y in points. By default (0, 0).
        emitter_shape: point, line, rectangle, cuboid, circle, sphere. By default "point".
        emitter_size: Width and height in points. By default (0, 0).
        emitter_z_position: Points. By default 0.
        lifetime: A number. By default 1.
        preserves_depth: True or False. By default False.
        render_mode: unordered, oldestFirst, oldestLast, backToFront, additive. By default "unordered".
        scale: A number. By default 1.
        seed: A number. By default 0.
        spin: Radians, or a text with its unit: "30deg", "0.5turn", "1rad". By default 1.
        velocity: A number. By default 1.
    """

    _TYPE = "emitter"
    birth_rate: k.Number | None = prop("birthRate", "number", default=1)
    emitter_cells: _EmitterCells | None = prop("emitterCells", "emitterCell[]", default=None)
    emitter_depth: k.Length | None = prop("emitterDepth", "length", default=0)
    emitter_mode: EmitterMode | None = prop("emitterMode", k.words(EmitterMode), default="volume")
    emitter_position: k.Point | None = prop("emitterPosition", "point", default=(0, 0), fields=_POINT)
    emitter_shape: EmitterShape | None = prop("emitterShape", k.words(EmitterShape), default="point")
    emitter_size: k.Size | None = prop("emitterSize", "size", default=(0, 0), fields=_SIZE)
    emitter_z_position: k.Length | None = prop("emitterZPosition", "length", default=0)
    lifetime: k.Number | None = prop("lifetime", "number", default=1)
    preserves_depth: k.Boolean | None = prop("preservesDepth", "boolean", default=False)
    render_mode: RenderMode | None = prop("renderMode", k.words(RenderMode), default="unordered")
    scale: k.Number | None = prop("scale", "number", default=1)
    seed: k.Number | None = prop("seed", "number", default=0)
    spin: k.Angle | None = prop("spin", "angle", default=1)
    velocity: k.Number | None = prop("velocity", "number", default=1)


class ReplicatorLayer(Layer):
    """Copies of its sublayers, each with the next place, colour and time. Has the properties of :class:`Layer`, too.

    Args:
        instance_alpha_offset: A number. By default 0.
        instance_blue_offset: A number. By default 0.
        instance_color: As in CSS: tomato, #rgb, #rrggbbaa, rgb(...), hsl(...), color(display-p3 ...). By default
            "#ffffffff".
        instance_count: A number. By default 1.
        instance_delay: Seconds. By default 0.
        instance_green_offset: A number. By default 0.
        instance_red_offset: A number. By default 0.
        instance_transform: 16 numbers from m11 to m44, 6 from a to ty, or steps, the first outermost.
        preserves_depth: True or False. By default False.
    """

    _TYPE = "replicator"
    instance_alpha_offset: k.Number | None = prop("instanceAlphaOffset", "number", default=0)
    instance_blue_offset: k.Number | None = prop("instanceBlueOffset", "number", default=0)
    instance_color: k.Color | None = prop("instanceColor", "color", default="#ffffffff")
    instance_count: k.Number | None = prop("instanceCount", "number", default=1)
    instance_delay: k.Time | None = prop("instanceDelay", "time", default=0)
    instance_green_offset: k.Number | None = prop("instanceGreenOffset", "number", default=0)
    instance_red_offset: k.Number | None = prop("instanceRedOffset", "number", default=0)
    instance_transform: k.Transform | None = prop("instanceTransform", "transform", default=None, fields=_TRANSFORM)
    preserves_depth: k.Boolean | None = prop("preservesDepth", "boolean", default=False)


class TransformLayer(Layer):
    """Sublayers in one space of three dimensions. Has the properties of :class:`Layer`, too."""
    _TYPE = "transform"


class ScrollLayer(Layer):
    """A part of its sublayers, from the origin of its bounds. Has the properties of :class:`Layer`, too.

    Args:
        scroll_mode: none, vertically, horizontally, both. By default "both".
    """

    _TYPE = "scroll"
    scroll_mode: ScrollMode | None = prop("scrollMode", k.words(ScrollMode), default="both")


class Document(Part):
    """What a scene's document has.

    Args:
        background: As in CSS: tomato, #rgb, #rrggbbaa, rgb(...), hsl(...), color(display-p3 ...).
        duration: The film's seconds; by default the end of the longest animation.
        layers: The layers, from back to front.
        size: The scene's size in points, or sizes by aspect: {"16:9": [1920, 1080], ...}. Width and height in points.
        states: A list.
    """

    _KIND = "document"
    background: k.Color | None = prop("background", "color", default=None)
    duration: k.Time | None = prop("duration", "time", default=None)
    layers: _AnyLayers | None = prop("layers", "layer[]", default=None)
    size: k.Size | None = prop("size", "size", default=None)
    states: _States | None = prop("states", "state[]", default=None)
