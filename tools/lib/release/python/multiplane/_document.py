"""The parts of a scene's document: objects whose properties are members of JSON."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, Callable, ClassVar, Mapping, Sequence

from . import _kinds
from ._kinds import Kind, Slot, checked, nearest

if TYPE_CHECKING:
    from typing_extensions import Self, dataclass_transform
else:
    def dataclass_transform(**_: Any) -> Callable[[Any], Any]:
        return lambda kind: kind

class Property:
    """A property of a part of a document."""

    def __init__(self, member: str, kind: Kind, default: Any, fields: Mapping[str, Kind]) -> None:
        #: The member's name in JSON, and its kind.
        self.member = member
        self.kind = kind
        #: The value where none is set; None where that depends on other values.
        self.default = default
        #: The kinds of its fields, by the rest of their key paths.
        self.fields = fields

    def __set_name__(self, owner: type[Part], name: str) -> None:
        self.name = name

    def __get__(self, part: Part | None, owner: type[Part]) -> Any:
        if part is None:
            return self
        if isinstance(self.kind, str) and self.kind.endswith("[]"):
            # A list that others may be appended to.
            return part._members.setdefault(self.member, [])
        return part._members.get(self.member, self.default)

    def __set__(self, part: Part, value: object) -> None:
        part._put(self, value)


def prop(
    member: str, kind: Kind, *, default: Any = None, fields: Mapping[str, Kind] = {}, kw_only: bool = True
) -> Any:
    """Makes a property, which the class's docstring describes. ``kw_only``: False if it may be given without name."""
    return Property(member, kind, default, fields)


@dataclass_transform(kw_only_default=True, field_specifiers=(prop,))
class Part:
    """A part of a document. Its properties are given to it by name, and may be set later."""

    #: Its kind among those of values, and its member ``type``, if it has a fixed one.
    _KIND: ClassVar[str] = ""
    _TYPE: ClassVar[str | None] = None
    #: The properties by their names, and those that may be given without name.
    _properties: ClassVar[dict[str, Property]] = {}
    _positional: ClassVar[tuple[str, ...]] = ()
    #: Those without which it is none.
    _required: ClassVar[tuple[str, ...]] = ()
    #: The values by the names in JSON.
    _members: dict[str, Any]

    if not TYPE_CHECKING:
        def __init__(self, *unnamed: object, **values: object) -> None:
            object.__setattr__(self, "_members", {})
            if len(unnamed) > len(self._positional):
                raise TypeError(f"{type(self).__name__}: {len(unnamed)} values without a name, as {unnamed[-1]!r:.40}")
            for name, value in [*zip(self._positional, unnamed), *values.items()]:
                if name not in self._properties:
                    raise TypeError(self._unknown(name))
                setattr(self, name, value)
            for name in self._required:
                if self._properties[name].member not in self._members:
                    raise TypeError(f"{type(self).__name__}.{name}: missing")

        def __setattr__(self, name: str, value: object) -> None:
            if name not in self._properties and not name.startswith("_"):
                raise AttributeError(self._unknown(name))
            object.__setattr__(self, name, value)

    def __init_subclass__(cls) -> None:
        own = {name: each for name, each in vars(cls).items() if isinstance(each, Property)}
        cls._properties = {**cls._properties, **own}
        # For help, and for the completion of notebooks.
        kind = inspect.Parameter
        cls.__signature__ = inspect.Signature([  # type: ignore[attr-defined]
            kind(name, kind.POSITIONAL_OR_KEYWORD if is_first else kind.KEYWORD_ONLY, default=each.default)
            for is_first in (True, False) for name, each in cls._properties.items()
            if (name in cls._positional) == is_first])

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={each!r:.40}" for name, each in self._members.items() if each != [])
        return f"{type(self).__name__}({given})"

    def to_dict(self) -> dict[str, Any]:
        """Returns the part as JSON has it."""
        return self._plain()

    def _plain(self, replace: Callable[[object], Any] | None = None) -> dict[str, Any]:
        members = {} if self._TYPE is None else {"type": self._TYPE}
        return {**members, **{name: plain(each, replace) for name, each in self._members.items() if each != []}}

    def _put(self, property: Property, value: object) -> None:
        """Sets a property, or the fields of it that a mapping has. None takes it away, or is the value "none" of a
        colour, an image or a path."""
        place = f"{type(self).__name__}.{property.name}"
        if value is None and property.name in self._required:
            raise TypeError(f"{place}: None; it cannot be taken away")
        if value is None and property.kind not in ("color", "image", "path"):
            self._members.pop(property.member, None)
        elif isinstance(value, Mapping) and property.fields and not _kinds.stands_open(value):
            for field, each in value.items():
                kind = self._field(property, field)
                self._members[f"{property.member}.{field}"] = checked(kind, each, f"{place}.{field}")
        else:
            self._members[property.member] = self._checked(property.kind, value, place)

    def _checked(self, kind: Kind, value: object, place: str) -> object:
        """Returns the value of a property, which may be a part of the document."""
        of = kind[:-2] if isinstance(kind, str) and kind.endswith("[]") else kind
        if of not in _PARTS or _kinds.stands_open(value):
            return value if value is None else checked(kind, value, place)
        if of == kind:
            parts = [value]
        elif isinstance(value, Sequence) and not isinstance(value, (str, bytes)):
            parts = list(value)
        else:
            raise TypeError(f"{place}: {value!r:.80}; expected a list")
        for each in parts:
            if not isinstance(each, Mapping) and getattr(each, "_KIND", None) != of:
                raise TypeError(f"{place}: {each!r:.80}; expected {_PARTS[of]}")
        return value if of == kind else parts

    def _append(self, name: str, parts: Sequence[object]) -> None:
        """Appends to a list of parts."""
        getattr(self, name).extend(self._checked(self._properties[name].kind, parts, f"{type(self).__name__}.{name}"))

    def _field(self, property: Property, field: str) -> Kind:
        if field in property.fields:
            return property.fields[field]
        raise ValueError(
            f"{type(self).__name__}.{property.name} has no field {field!r}{nearest(field, property.fields)}")

    def _unknown(self, name: str) -> str:
        return f"{type(self).__name__} has no {name!r}{nearest(name, self._properties)}"


#: The kinds that are parts of a document.
_PARTS = {"layer": "a layer", "animation": "an Animation", "filter": "a Filter", "emitterCell": "an EmitterCell",
          "stack": "a Stack", "state": "a State", "filmPart": "a part of a film", "filmTransition": "a Transition",
          "sound": "a Sound"}


def plain(value: object, replace: Callable[[object], Any] | None = None) -> Any:
    """Returns a value as JSON has it. ``replace`` gives what stands for an object, or None."""
    if replace is not None and (other := replace(value)) is not None:
        return other
    if isinstance(value, Part):
        return value.to_dict() if replace is None else value._plain(replace)
    if isinstance(value, Slot):
        return {"slot": value.id, "default": plain(value.default, replace)}
    if isinstance(value, Mapping):
        return {name: plain(each, replace) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(each, replace) for each in value]
    return value


class AnyLayer(Part):
    """The base of all layers."""

    _KIND = "layer"

    def set(self, key_path: str | Mapping[str, object], value: object = None) -> Self:
        """Sets a property or a field of it, such as ``"transform.rotation.z"``; of a mapping, each. Returns the layer.

        Raises:
            ValueError: the layer lacks the property, or the value is outside of its range.
            TypeError: the value is of another kind.
        """
        for path, each in key_path.items() if isinstance(key_path, Mapping) else [(key_path, value)]:
            property, field = self._find(path)
            self._put(property, {field: each} if field else each)
        return self

    def add(self, *layers: AnyLayer) -> Self:
        """Adds sublayers in front of those that it has. Returns the layer."""
        self._append("sublayers", layers)
        return self

    def _find(self, key_path: str) -> tuple[Property, str]:
        """Returns the property of a key path, by its name here or in JSON, and the rest of the path."""
        first, _, rest = key_path.partition(".")
        for name, each in self._properties.items():
            if first in (name, each.member):
                return each, rest
        names = [*self._properties, *(each.member for each in self._properties.values())]
        raise ValueError(f"{type(self).__name__} has no {first!r}{nearest(first, names)}")

    def _animated(self, type: str, of: Callable[..., Part], words: Mapping[str, object]) -> Self:
        """Adds an animation of the words that are not None, with its key paths and values checked."""
        given = {name: each for name, each in words.items() if name != "self" and each is not None}
        animation = of(**given, **({} if type == "basic" else {"type": type}))
        self._aim(animation)
        self._append("animations", [animation])
        return self

    def _aim(self, animation: Part) -> None:
        """Names the properties of an animation as JSON does, and checks its values."""
        members = animation._members
        for each in members.get("animations", []):
            if isinstance(each, Part):
                self._aim(each)
        if "keyPath" not in members:
            return
        path = members["keyPath"]
        property, field = self._find(path)
        members["keyPath"] = f"{property.member}.{field}" if field else property.member
        # Other paths lead to filters, by their names.
        kind = property.kind if not field else self._field(property, field) if property.fields else "any"
        for name in ("from", "to", "by"):
            if name in members:
                members[name] = self._checked(kind, members[name], f"{path}: {name}")
        if "values" in members:
            members["values"] = [self._checked(kind, each, f"{path}: values") for each in members["values"]]
