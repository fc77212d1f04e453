"""Writes multiplane/_layers.py, the classes of a scene's parts, from the command's own schema.

usage: generate_layers.py COMMAND
       multiplane schema scene | generate_layers.py
"""

import json
import re
import subprocess
import sys
import textwrap
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))
HEAD = '''"""The parts of a scene, as ``multiplane schema scene`` describes them. Written by generate_layers.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Mapping, Sequence, Union

from . import _kinds as k
from ._document import AnyLayer, Part, prop

if TYPE_CHECKING:
    from typing_extensions import Self
'''
#: The class of each type of layer, what it shows, and the property that needs no name.
LAYERS = {
    "layer": ("Layer", "A layer: a rectangle with a background, a border, a shadow, and sublayers in front.", None),
    "text": ("TextLayer", "A text; without a width and a height, as large as its text.", "text"),
    "shape": ("ShapeLayer", "A path, filled and stroked.", "path"),
    "gradient": ("GradientLayer", "A gradient of colours.", "colors"),
    "image": ("ImageLayer", "A picture; without a width and a height, as large as its file.", "image"),
    "video": ("VideoLayer", "A film.", "video"),
    "emitter": ("EmitterLayer", "Particles.", None),
    "replicator": ("ReplicatorLayer", "Copies of its sublayers, each with the next place, colour and time.", None),
    "transform": ("TransformLayer", "Sublayers in one space of three dimensions.", None),
    "scroll": ("ScrollLayer", "A part of its sublayers, from the origin of its bounds.", None),
}
#: The other parts: class, definition, what it is, and the properties that need no name.
PARTS = [
    ("Stack", "stack", "The layout of a layer's sublayers, one after the other.", []),
    ("Filter", "filter", "A filter by its type, and its inputs.", ["type"]),
    ("Animation", "animation", "An animation of a group, or of a state's transition. It has the words of all types.",
     ["keyPath"]),
    ("EmitterCell", "emitterCell", "A kind of particle. Speeds and accelerations are in points and seconds.", []),
    ("State", "state", "A named set of values, by ``LAYER.keyPath`` as JSON has it.", ["name"]),
]
CLASSES = {"layer": "AnyLayer", **{definition: name for name, definition, *_ in PARTS}}
#: The method of each type of animation, what it does, and the parameters that need no name.
METHODS = {
    "basic": ("animate", "Changes a property from a value to another", ["keyPath"]),
    "keyframe": ("keyframes", "Changes a property through several values, or along a path", ["keyPath", "values"]),
    "spring": ("spring", "Changes a property as a spring does", ["keyPath"]),
    "group": ("group", "Plays animations together", ["animations"]),
    "transition": ("transition", "Changes to the layer's contents by a transition", ["transition"]),
}
#: What kinds are that the schema does not describe.
PLAIN = {
    "boolean": "True or False.", "string": "A text.", "numbers": "Numbers.", "colors": "Colours.",
    "timing": "linear, easeIn, easeOut, easeInEaseOut, default, or a curve's four numbers; of keyframes also a list, "
              "one for each interval.",
}
#: Words that the parameters of methods need, besides the definition's descriptions.
REQUIRED = {"keyPath", "animations"}


def snake(member):
    """A name in Python: `cornerRadius` is corner_radius, and `from` from_, as that is a word of Python's."""
    name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", member).lower()
    return f"{name}_" if name == "from" else name


def core(fragment):
    """A member without what any may be: a slot, a value by aspect, or null."""
    of_any = [{"$ref": "#/$defs/slot"}, {"$ref": "#/$defs/byAspect"}, {"type": "null"}]
    choices = [each for each in fragment.get("anyOf", []) if each not in of_any]
    rest = {name: each for name, each in fragment.items() if name != "anyOf"}
    return {**choices[0], **rest} if len(choices) == 1 else {**rest, "anyOf": choices} if choices else rest


class Schema:
    def __init__(self, schema):
        self.schema = schema
        self.definitions = schema["$defs"]
        #: The names of enumerations by their words.
        self.enumerations = {}

    def kind(self, name, fragment, owner=""):
        """(kind, type in Python) of a member."""
        fragment = core(fragment)
        if "$ref" in fragment:
            kind = fragment["$ref"].rpartition("/")[2]
            # A state's transition is an animation without ends.
            kind = "animation" if kind == "change" else kind
            return kind, self.type_of(kind)
        if fragment.get("type") == "array":
            of = fragment.get("items", {}).get("$ref", "").rpartition("/")[2]
            if of and of != "number":
                return f"{of}[]", f"{self.type_of(of)}s"
            return ("numbers", "k.Numbers") if of else ("any", "Sequence[object]")
        if fragment.get("type") == "object":
            return "object", "Mapping[str, object]"
        if fragment.get("type") == ["string", "null"]:
            return "string", "k.String"
        choices = fragment.get("anyOf", [fragment])
        words = [word for each in choices for word in each.get("enum", [])]
        references = {each["$ref"].rpartition("/")[2] for each in choices if "$ref" in each}
        if "curve" in references:
            return "timing", "k.Timing"
        if words:
            return tuple(words), self.enumeration(owner + name.title() if name == "type" else name, tuple(words))
        if references == {"string"}:
            return "string", "k.String"
        if references:
            return "any", "Union[k.Length, Sequence[float]]"
        return "any", "object"

    def type_of(self, kind):
        return f"_{CLASSES[kind]}" if kind in CLASSES else f"k.{kind[0].upper()}{kind[1:]}"

    def enumeration(self, name, words):
        if words not in self.enumerations:
            title = snake(name).title().replace("_", "")
            assert title not in [*self.enumerations.values(), *(each[0] for each in PARTS)], title
            self.enumerations[words] = title
        return self.enumerations[words]

    def tell(self, fragment, kind):
        """What a member is: its description or its kind's, in units, and its default."""
        fragment = core(fragment)
        of = kind.removesuffix("[]") if isinstance(kind, str) else ""
        said = fragment.get("description", "")
        unit = self.definitions.get(of, {}).get("description", "") if of == kind else ""
        if said and unit and unit.split()[0].strip(".,").lower() not in said.lower():
            said = f"{said} {unit}"
        said = said or unit or " Or ".join(
            each.get("description") or self.definitions[each["$ref"].rpartition("/")[2]].get("description", "")
            for each in fragment.get("anyOf", []) if kind == "any")
        if not said and isinstance(kind, tuple):
            said = f"{', '.join(kind)}." if len(kind) < 16 else "A name of a filter."
        said = (said or PLAIN.get(kind, "A list.")).replace("Or infinity", "A number, or infinity")
        default = fragment.get("default")
        return said if default is None else f"{said} By default {python(default)}."

    def members(self, definition, forbidden=()):
        """(member, fragment) of a definition's whole properties, without those of `forbidden`."""
        found = self.definitions[definition] if definition else self.schema
        return [(name, each) for name, each in found["properties"].items()
                if "." not in name and name not in forbidden and not name.startswith("$") and name != "multiplane"]

    def forbidden(self, definition):
        """The members that each type lacks."""
        def named(rule):
            return rule["properties"]["type"]["const"] if "properties" in rule else named(rule["anyOf"][0])

        return {named(each["if"]):
                {name for name, allowed in each["then"]["properties"].items() if allowed is False}
                for each in self.definitions[definition]["allOf"]}

    def fields(self, definition):
        """The kinds of the fields that key paths may name, by the kind that has them."""
        properties = self.definitions[definition]["properties"]
        found = {}
        for name, each in properties.items():
            first, _, field = name.partition(".")
            if field:
                fields = found.setdefault(first, {})
                fields[field] = self.kind(name, each)[0]
        by_kind = {}
        for first, fields in found.items():
            kind = self.kind(first, properties[first])[0]
            assert by_kind.setdefault(kind, fields) == fields, f"{first}: other fields than others of its kind"
        return by_kind


def python(value):
    if isinstance(value, (list, tuple)):
        return f"({', '.join(map(python, value))})"
    return json.dumps(value) if isinstance(value, str) else repr(value)


def filled(text, indent, hanging):
    """The text in lines; a no-break space in it becomes a space."""
    return textwrap.fill(text, 120, initial_indent=" " * indent, subsequent_indent=" " * hanging,
                         break_long_words=False, break_on_hyphens=False).replace("\u00a0", " ")


def part(schema, name, base, doc, members, *, kind, type_=None, unnamed=(), then=""):
    """The lines of a class."""
    described = [(member, each, *schema.kind(member, each, kind)) for member, each in members]
    lines = [f"class {name}({base}):"]
    lines += [filled(f'"""{doc}' + ('"""' if not members else ""), 4, 4)]
    if members:
        lines += ["", "    Args:"]
        lines += [filled(f"{snake(member)}: {schema.tell(each, of)}", 8, 12) for member, each, of, _ in described]
        lines += ['    """', ""]
    if base == "Part":
        lines.append(f'    _KIND = "{kind}"')
    if type_:
        lines.append(f'    _TYPE = "{type_}"')
    if unnamed:
        lines.append(f"    _positional = ({', '.join(python(snake(each)) for each in unnamed)},)")
    for member, each, of, annotation in described:
        default = python(each.get("default"))
        words = f'"{member}", ' + (f"k.words({annotation})" if isinstance(of, tuple) else f'"{of}"')
        more = f", fields=_{of.upper()}" if kind == "layer" and of in schema.fields("layer") else ""
        more += ", kw_only=False" if member in unnamed else ""
        lines.append(filled(f"{snake(member)}: {annotation} | None = prop({words}, default={default}{more})", 4, 8))
    return "\n".join(lines) + then + "\n"


def method(schema, type_, forbidden):
    """The lines of a method that adds an animation."""
    name, doc, unnamed = METHODS[type_]
    members = dict(schema.members("animation", forbidden | {"type"}))
    order = [*unnamed, *sorted(set(members) - set(unnamed), key=lambda each: (
        ["to", "from", "by", "duration", "timing", "begin"] + list(members)).index(each))]
    parameters = ["self"]
    for member in order:
        annotation = schema.kind(member, members[member])[1]
        if member == order[len(unnamed)]:
            parameters.append("*")
        if member in REQUIRED:
            parameters.append(f"{snake(member)}: {'str' if member == 'keyPath' else annotation}")
        else:
            parameters.append(f"{snake(member)}: {annotation} | None = None")
    lines = [f"    def {name}(",
             filled(", ".join(each.replace(" ", "\u00a0") for each in parameters) + ",", 8, 8), "    ) -> Self:"]
    lines += [filled(f'"""{doc}. Returns the layer.', 8, 8), "", "        Args:"]
    for member in order:
        kind = schema.kind(member, members[member])[0]
        lines.append(filled(f"{snake(member)}: {schema.tell(members[member], kind)}", 12, 16))
    lines += ['        """', f'        return self._animated("{type_}", Animation, locals())']
    return "\n".join(lines)


def module(schema):
    """The text of the module."""
    schema = Schema(schema)
    lacking = schema.forbidden("layer")
    of_animations = schema.forbidden("animation")
    assert set(LAYERS) == set(lacking) and set(METHODS) == set(of_animations), "a type has no class here"
    parts = []
    for name, definition, doc, unnamed in PARTS:
        parts.append(part(schema, name, "Part", doc, schema.members(definition), kind=definition, unnamed=unnamed))
    methods = "\n\n" + "\n\n".join(method(schema, type_, of_animations[type_]) for type_ in METHODS)
    for type_, (name, doc, unnamed) in LAYERS.items():
        if type_ == "layer":
            members, base, then = schema.members("layer", lacking["layer"] | {"type"}), "AnyLayer", methods
        else:
            members = [each for each in schema.members("layer", lacking[type_]) if each[0] in lacking["layer"]]
            doc, base, then = f"{doc} Has the properties of :class:`Layer`, too.", "Layer", ""
        parts.append(part(schema, name, base, doc, members, kind="layer", type_=None if type_ == "layer" else type_,
                          unnamed=[unnamed] if unnamed else [], then=then))
    parts.append(part(schema, "Document", "Part", "What a scene's document has.", schema.members(None),
                      kind="document"))
    words = [f"_{kind.upper()} = " + json.dumps(fields, separators=(", ", ":\u00a0"))
             for kind, fields in schema.fields("layer").items()]
    for each, name in schema.enumerations.items():
        words.append(f"{name} = Union[Literal[{', '.join(map(json.dumps, each))}], k.Open]")
    for name in CLASSES.values():
        words.append(f'_{name} = Union["{name}", Mapping[str, object]]')
        words.append(f'_{name}s = Union[Sequence[_{name}], Mapping[str, object]]')
    words = [filled(each, 0, 4) for each in words]
    return "\n\n".join([HEAD + "\n" + "\n".join(words) + "\n", *parts])


def main():
    command = sys.argv[1:]
    text = subprocess.run([*command, "schema", "scene"], capture_output=True, text=True, check=True).stdout \
        if command else sys.stdin.read()
    (HERE / "multiplane" / "_layers.py").write_text(module(json.loads(text)))


if __name__ == "__main__":
    main()
