"""The base map as vector tiles: a PMTiles 3 file of Mapbox Vector Tiles 2 in the layers of Protomaps 4.

Nothing is compressed, because compressors of different versions write different bytes.
"""

import json
import math
import struct

from island import shape, story
from island.plane import degrees

ZOOMS = range(8, 15)
EXTENT = 4096
# What lies this far outside of a tile is drawn in it, so that no edge is seen between two.
BUFFER = 64
# Points of a line that are nearer to each other are left out where there is a tile of a larger scale.
SPACING = 12
POINT, LINE, AREA = 1, 2, 3

# Kind of the base map -> layer, properties. Protomaps has no walls, and no names of capes.
LAYERS = {
    "land": ("earth", {"kind": "earth"}),
    "cliff": ("earth", {"kind": "cliff"}),
    "island": ("earth", {"kind": "island"}),
    "islet": ("earth", {"kind": "islet"}),
    "beach": ("landuse", {"kind": "beach"}),
    "meadow": ("landuse", {"kind": "meadow"}),
    "park": ("landuse", {"kind": "park"}),
    "wood": ("landuse", {"kind": "wood"}),
    "water": ("water", {"kind": "lake"}),
    "stream": ("water", {"kind": "stream"}),
    "bay": ("water", {"kind": "bay"}),
    "building": ("buildings", {"kind": "building"}),
    "road": ("roads", {"kind": "medium_road"}),
    "path": ("roads", {"kind": "path"}),
    "pier": ("roads", {"kind": "path", "kind_detail": "pier"}),
    "town": ("places", {"kind": "locality", "kind_detail": "town"}),
    "hill": ("pois", {"kind": "peak"}),
}


def pmtiles():
    """The bytes of the file."""
    drawn = [feature for feature in shape.features() if feature.kind in LAYERS]
    lonlats = [degrees(point) for feature in drawn for ring in feature.rings for point in ring]
    box = [side(p[axis] for p in lonlats) for side in (min, max) for axis in (0, 1)]
    tiles = {}
    for zoom in ZOOMS:
        west, north = (math.floor(value) for value in mercator(zoom, box[0], box[3]))
        east, south = (math.floor(value) for value in mercator(zoom, box[2], box[1]))
        for x in range(west, east + 1):
            for y in range(north, south + 1):
                tiles[number(zoom, x, y)] = tile(drawn, zoom, x, y)
    return archive({key: tiles[key] for key in sorted(tiles) if tiles[key]}, box)


# --- Geometry ---


def mercator(zoom, lon, lat):
    """Columns from 180 degrees west and rows from the north, in tiles of a zoom."""
    side = 2 ** zoom
    row = math.asinh(math.tan(math.radians(lat)))
    return (lon + 180) / 360 * side, (1 - row / math.pi) / 2 * side


def tile(drawn, zoom, x, y):
    layers = {}
    for number, feature in enumerate(drawn, 1):
        layer, properties = LAYERS[feature.kind]
        kind = {"Point": POINT, "LineString": LINE}.get(feature.type, AREA)
        near = SPACING if zoom < ZOOMS[-1] else 0
        rings = [thinned([placed(point, zoom, x, y) for point in ring], near) for ring in feature.rings]
        geometry = {POINT: point_commands, LINE: line_commands, AREA: area_commands}[kind](rings)
        if geometry:
            named = {**properties, **({"name": feature.name} if feature.name else {})}
            layers.setdefault(layer, []).append((number, named, kind, geometry))
    return b"".join(field(3, layer_bytes(name, layers[name])) for name in sorted(layers))


def placed(point, zoom, x, y):
    """A point of the drawing on the grid of a tile."""
    column, row = mercator(zoom, *degrees(point))
    return (column - x) * EXTENT, (row - y) * EXTENT


def thinned(points, near):
    """The points without those that lie near the one before, but with both ends."""
    kept = points[:1]
    for point in points[1:-1]:
        if max(abs(point[0] - kept[-1][0]), abs(point[1] - kept[-1][1])) >= near:
            kept.append(point)
    return kept + points[1:][-1:]


def point_commands(rings):
    x, y = rings[0][0]
    return path([(x, y)], [0, 0], 1) if 0 <= x < EXTENT and 0 <= y < EXTENT else []


def line_commands(rings):
    parts, pen, commands = [], [0, 0], []
    for start, end in zip(rings[0], rings[0][1:]):
        piece = cut(start, end)
        if piece and parts and parts[-1][-1] == piece[0]:
            parts[-1].append(piece[1])
        elif piece:
            parts.append(piece)
    for part in parts:
        commands += path(part, pen, 2)
    return commands


def area_commands(rings):
    pen, commands = [0, 0], []
    for index, ring in enumerate(rings):
        inside = whole(clipped(ring))
        if len(inside) > 1 and inside[0] == inside[-1]:
            inside.pop()
        turn = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(inside, inside[1:] + inside[:1]))
        if len(inside) < 3 or turn == 0:
            if index == 0:
                return []
            continue
        # Outer rings have a positive area where y grows downwards, holes a negative one.
        commands += path(inside if (turn > 0) == (index == 0) else inside[::-1], pen, 3) + [15]
    return commands


def cut(start, end):
    """The part of a segment inside the tile and its buffer, or None."""
    first, last = 0.0, 1.0
    for axis in (0, 1):
        step = end[axis] - start[axis]
        for side, sign in ((-BUFFER, 1), (EXTENT + BUFFER, -1)):
            depth, slope = sign * (start[axis] - side), sign * step
            if slope == 0 and depth < 0:
                return None
            if slope > 0:
                first = max(first, -depth / slope)
            elif slope < 0:
                last = min(last, -depth / slope)
    if first > last:
        return None
    # The ends stay as they are, so that the segments of a line meet.
    exact = {0.0: start, 1.0: end}
    return [exact.get(part) or tuple(a + (b - a) * part for a, b in zip(start, end)) for part in (first, last)]


def clipped(ring):
    """A ring inside the tile and its buffer, after Sutherland and Hodgman."""
    for axis in (0, 1):
        for side, sign in ((-BUFFER, 1), (EXTENT + BUFFER, -1)):
            kept = []
            for start, end in zip(ring, ring[1:] + ring[:1]):
                depths = sign * (start[axis] - side), sign * (end[axis] - side)
                if depths[0] >= 0:
                    kept.append(start)
                if (depths[0] >= 0) != (depths[1] >= 0):
                    part = depths[0] / (depths[0] - depths[1])
                    kept.append(tuple(a + (b - a) * part for a, b in zip(start, end)))
            ring = kept
    return ring


def whole(points):
    """Points of the grid, none twice in a row."""
    rounded = [(round(x), round(y)) for x, y in points]
    return [point for index, point in enumerate(rounded) if index == 0 or point != rounded[index - 1]]


def path(points, pen, shortest):
    """The commands of a point, a line or a ring; moves the pen."""
    points = whole(points)
    if len(points) < shortest:
        return []
    steps = []
    for point in points:
        steps += [zigzag(point[0] - pen[0]), zigzag(point[1] - pen[1])]
        pen[:] = point
    lines = [len(points) - 1 << 3 | 2] + steps[2:] if len(points) > 1 else []
    return [1 << 3 | 1] + steps[:2] + lines


# --- Bytes ---


def layer_bytes(name, features):
    keys, values, lines = [], [], []
    for number, properties, kind, geometry in features:
        tags = []
        for key, value in properties.items():
            for table, entry in ((keys, key), (values, value)):
                if entry not in table:
                    table.append(entry)
                tags.append(table.index(entry))
        lines.append(varint(1 << 3) + varint(number) + field(2, packed(tags)) + varint(3 << 3) + varint(kind)
                     + field(4, packed(geometry)))
    return (field(1, name.encode()) + b"".join(field(2, line) for line in lines)
            + b"".join(field(3, key.encode()) for key in keys)
            + b"".join(field(4, field(1, value.encode())) for value in values)
            + varint(5 << 3) + varint(EXTENT) + varint(15 << 3) + varint(2))


def field(key, content):
    return varint(key << 3 | 2) + varint(len(content)) + content


def packed(numbers):
    return b"".join(varint(number) for number in numbers)


def varint(value):
    content = bytearray()
    while value > 127:
        content.append(value & 127 | 128)
        value >>= 7
    content.append(value)
    return bytes(content)


def zigzag(value):
    return value << 1 if value >= 0 else (-value << 1) - 1


def number(zoom, x, y):
    """The number of a tile: zooms one after another, each along a Hilbert curve."""
    index, side = (4 ** zoom - 1) // 3, 2 ** zoom // 2
    while side:
        east, south = int(x & side > 0), int(y & side > 0)
        index += side * side * (3 * east ^ south)
        if not south:
            if east:
                x, y = side - 1 - x, side - 1 - y
            x, y = y, x
        x, y, side = x & side - 1, y & side - 1, side // 2
    return index


def archive(tiles, box):
    numbers = list(tiles)
    content = b"".join(tiles.values())
    steps = [b - a for a, b in zip([0] + numbers, numbers)]
    # Each tile lies behind the one before: only the first offset is said, plus one.
    root = packed([len(tiles), *steps, *[1] * len(tiles), *map(len, tiles.values()), 1, *[0] * (len(tiles) - 1)])
    layers = sorted({layer for layer, _ in LAYERS.values()})
    about = json.dumps({
        "name": "Null Island", "attribution": f"{story.AUTHOR}, {story.LICENCE}", "type": "baselayer",
        "vector_layers": [{"id": layer, "fields": {"kind": "String", "name": "String"}} for layer in layers],
    }).encode()
    places = [127, len(root), 127 + len(root), len(about), 127 + len(root) + len(about), 0,
              127 + len(root) + len(about), len(content)]
    corners = [round(value * 1e7) for value in box]
    middle = [(corners[0] + corners[2]) // 2, (corners[1] + corners[3]) // 2]
    head = (b"PMTiles\x03" + struct.pack("<11Q", *places, *[len(tiles)] * 3)
            # Clustered; no compression of directories and tiles; vector tiles.
            + bytes([1, 1, 1, 1, ZOOMS[0], ZOOMS[-1]]) + struct.pack("<4iB2i", *corners, ZOOMS[-1], *middle))
    return head + root + about + content
