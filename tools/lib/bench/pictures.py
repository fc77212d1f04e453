"""The pictures of the neutral scenes, drawn from seeds by integer arithmetic, so that they are the same everywhere.

Random bytes are those of SHAKE-128, whose output is defined by its standard.
"""

import hashlib
import struct
import zlib


def random_bytes(seed, count):
    return hashlib.shake_128(seed.encode()).digest(count)


class Picture:
    """Straight RGBA, eight bits a component."""

    def __init__(self, width, height, pixels):
        assert len(pixels) == width * height * 4
        self.width, self.height, self.pixels = width, height, bytes(pixels)

    def png(self):
        def chunk(kind, data):
            return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

        row = self.width * 4
        rows = b"".join(b"\0" + self.pixels[y * row:(y + 1) * row] for y in range(self.height))
        header = struct.pack(">IIBBBBB", self.width, self.height, 8, 6, 0, 0, 0)
        return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 1))
                + chunk(b"IEND", b""))


def _expanded(lattice, columns, width):
    """A row of lattice values (three components each), linear between its points, over `width` pixels; 8 bits more."""
    out = []
    for x in range(width):
        place = x * (columns - 1) * 256 // max(1, width - 1)
        at, part = min(place >> 8, columns - 2), place & 255
        if place >> 8 > columns - 2:
            part = 256
        for c in range(3):
            a, b = lattice[at * 3 + c], lattice[(at + 1) * 3 + c]
            out.append(a * (256 - part) + b * part)
    return out


class _Field:
    """Colours on a lattice, linear in between."""

    def __init__(self, seed, columns, rows, width, height):
        data = random_bytes(seed, columns * rows * 3)
        self.rows, self.height = rows, height
        self.lines = [_expanded(data[r * columns * 3:(r + 1) * columns * 3], columns, width) for r in range(rows)]

    def row(self, y):
        place = y * (self.rows - 1) * 256 // max(1, self.height - 1)
        at, part = min(place >> 8, self.rows - 2), place & 255
        if place >> 8 > self.rows - 2:
            part = 256
        rest = 256 - part
        return [(a * rest + b * part) >> 16 for a, b in zip(self.lines[at], self.lines[at + 1])]


def photo(seed, width, height, alpha=None):
    """What a photograph is to a renderer: smooth colours, some texture, a little noise. `alpha(x, y)` gives 0...255."""
    coarse = _Field(f"{seed} coarse", 9, 7, width, height)
    fine = _Field(f"{seed} fine", max(2, width // 16), max(2, height // 16), width, height)
    noise = random_bytes(f"{seed} noise", width * height)
    pixels = bytearray(b"\xff") * (width * height * 4)
    for y in range(height):
        grain = noise[y * width:(y + 1) * width]
        row = [(3 * a + b) >> 2 for a, b in zip(coarse.row(y), fine.row(y))]
        for c in range(3):
            line = [value + (g & 15) - 8 for value, g in zip(row[c::3], grain)]
            start = y * width * 4 + c
            pixels[start:start + width * 4:4] = bytes(0 if v < 0 else 255 if v > 255 else v for v in line)
        if alpha:
            start = y * width * 4 + 3
            pixels[start:start + width * 4:4] = bytes(alpha(x, y) for x in range(width))
    return Picture(width, height, pixels)


def disc(size, inset, softness):
    """The alpha of a disc whose edge falls off over `softness` pixels; distances in sixteenths of a pixel."""
    def alpha(x, y):
        dx, dy = 2 * x - size + 1, 2 * y - size + 1
        distance = _root((dx * dx + dy * dy) * 64)  # Sixteenths of a pixel.
        inside = (size // 2 - inset) * 16 - distance
        return max(0, min(255, 128 + inside * 255 // (16 * softness)))
    return alpha


def _root(n):
    from math import isqrt
    return isqrt(n)


def mask(size, alpha):
    pixels = bytearray(b"\xff") * (size * size * 4)
    for y in range(size):
        pixels[y * size * 4 + 3:(y + 1) * size * 4:4] = bytes(alpha(x, y) for x in range(size))
    return Picture(size, size, pixels)


def all_pictures():
    """Name and maker of each picture."""
    makers = {}
    for i in range(8):
        makers[f"sprite{i}"] = lambda i=i: photo(f"sprite {i}", 64, 64, disc(64, 2, 1))
    for i in range(16):
        makers[f"photo{i}"] = lambda i=i: photo(f"photo {i}", 256, 256)
    for name in ("day", "night"):
        makers[name] = lambda name=name: photo(f"full {name}", 1920, 1080)
    for i in range(10):
        makers[f"face{i}"] = lambda i=i: photo(f"face {i}", 96, 96)
    makers["round"] = lambda: mask(256, disc(256, 16, 32))
    makers["ramp"] = lambda: mask(256, lambda x, y: 255 - x // 2)
    return makers
