"""A flat map around 0N 0E in metres, (east, north), and the few shapes and questions the island needs."""

import math
import random

# Metres a degree at the equator: WGS84, a * pi / 180 and a * (1 - e^2) * pi / 180.
METRES_PER_LONGITUDE = 111319.49
METRES_PER_LATITUDE = 110574.28


def degrees(point):
    """(east, north) in metres as [longitude, latitude], to 7 decimals, about a centimetre."""
    return [tidy(point[0] / METRES_PER_LONGITUDE), tidy(point[1] / METRES_PER_LATITUDE)]


def metres(position):
    """[longitude, latitude] as (east, north) in metres."""
    return position[0] * METRES_PER_LONGITUDE, position[1] * METRES_PER_LATITUDE


def tidy(number, decimals=7):
    """Rounded, and never a minus zero."""
    return round(number, decimals) + 0.0


# --- drawing ---


def spline(points, step, closed=False):
    """A smooth line through all `points` (Catmull-Rom), with a vertex about every `step` metres.

    The points themselves stay vertices: ways that share a point still meet there.
    """
    count = len(points)
    line = []
    for i in range(count if closed else count - 1):
        at = (lambda k: points[k % count]) if closed else (lambda k: points[min(max(k, 0), count - 1)])
        p0, p1, p2, p3 = at(i - 1), at(i), at(i + 1), at(i + 2)
        pieces = max(1, round(math.dist(p1[:2], p2[:2]) / step))
        for piece in range(pieces):
            line.append(tuple(_catmull_rom(a, b, c, d, piece / pieces) for a, b, c, d in zip(p0, p1, p2, p3)))
    if not closed:
        line.append(tuple(points[-1]))
    return line


def _catmull_rom(a, b, c, d, t):
    return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))


def roughened(ring, seed, amount=None):
    """The ring with natural unevenness: every vertex moved along its normal.

    How far, in metres, is each vertex's third number, or `amount` for all of them.
    """
    lengths = [math.dist(a[:2], b[:2]) for a, b in zip(ring, ring[1:] + ring[:1])]
    total, along, result = sum(lengths), 0.0, []
    octaves = [(_noise(seed + k, max(3, round(total / size))), weight)
               for k, (size, weight) in enumerate([(70, 0.55), (32, 0.45), (15, 0.3)])]
    for i, vertex in enumerate(ring):
        before, after = ring[i - 1], ring[(i + 1) % len(ring)]
        tangent = (after[0] - before[0], after[1] - before[1])
        size = math.hypot(*tangent) or 1
        push = sum(weight * noise(along / total) for noise, weight in octaves)
        push *= vertex[2] if amount is None else amount
        result.append((vertex[0] + push * tangent[1] / size, vertex[1] - push * tangent[0] / size))
        along += lengths[i]
    return result


def _noise(seed, knots):
    """A smooth periodic function of 0...1 with values in -1...1."""
    chance = random.Random(seed)
    values = [2 * chance.random() - 1 for _ in range(knots)]

    def value(at):
        index, part = divmod(at * knots, 1)
        part = part * part * (3 - 2 * part)
        return values[int(index) % knots] * (1 - part) + values[int(index + 1) % knots] * part

    return value


def placed(outline, east, north, turn=0):
    """An outline around (0, 0), turned counter-clockwise by `turn` degrees and moved to its place."""
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return [(east + x * c - y * s, north + x * s + y * c) for x, y in outline]


def rectangle(width, depth):
    w, d = width / 2, depth / 2
    return [(-w, -d), (w, -d), (w, d), (-w, d)]


def polygon_with(sides, radius):
    turn = math.pi / sides
    return [(radius * math.cos(2 * math.pi * k / sides + turn), radius * math.sin(2 * math.pi * k / sides + turn))
            for k in range(sides)]


def nearest_index(line, point):
    return min(range(len(line)), key=lambda i: math.dist(line[i], point))


def stretch(ring, start, end):
    """The part of a ring from the vertex nearest to `start` on, in the ring's direction, to the one nearest to `end`."""
    first, last = nearest_index(ring, start), nearest_index(ring, end)
    return ring[first:last + 1] if first <= last else ring[first:] + ring[:last + 1]


def inset(line, width):
    """The line moved to its left by `width(part)` metres, `part` running from 0 to 1."""
    result = []
    for i, point in enumerate(line):
        before, after = line[max(i - 2, 0)], line[min(i + 2, len(line) - 1)]
        dx, dy = after[0] - before[0], after[1] - before[1]
        size = math.hypot(dx, dy) or 1
        w = width(i / (len(line) - 1))
        result.append((point[0] - w * dy / size, point[1] + w * dx / size))
    return result


# --- asking ---


def area(ring):
    """Square metres; positive for a counter-clockwise ring."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, ring[1:] + ring[:1])) / 2


def contains(ring, point):
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1]):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            inside = not inside
    return inside


def cross(a, b, c, d):
    """Whether the segments ab and cd cross or touch."""
    def side(p, q, r):
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    if max(a[0], b[0]) < min(c[0], d[0]) or max(c[0], d[0]) < min(a[0], b[0]):
        return False
    if max(a[1], b[1]) < min(c[1], d[1]) or max(c[1], d[1]) < min(a[1], b[1]):
        return False
    return side(a, b, c) * side(a, b, d) <= 0 and side(c, d, a) * side(c, d, b) <= 0


def segments(line, closed=False):
    return list(zip(line, line[1:] + (line[:1] if closed else [])))


def lines_cross(one, other):
    """Whether any segment of `one` meets any of `other` (lists of segments)."""
    return any(cross(*s, *t) for s in one for t in other)


def is_simple(ring):
    edges = segments(ring, closed=True)
    for i, one in enumerate(edges):
        for j in range(i + 2, len(edges)):
            if (i, j) != (0, len(edges) - 1) and cross(*one, *edges[j]):
                return False
    return True


def distance_to_line(point, line):
    """Metres from the point to the nearest place of the line."""
    return min(_distance_to_segment(point, a, b) for a, b in zip(line, line[1:]))


def _distance_to_segment(p, a, b):
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    t = 0 if length == 0 else max(0, min(1, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length))
    return math.hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy)
