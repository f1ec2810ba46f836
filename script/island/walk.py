"""A recorded-looking walk: along the ways to every treasure, at a human pace, with a receiver's wander."""

import heapq
import math
import random

from island import shape
from island.plane import contains, distance_to_line, tidy
from island.story import TREASURES

PACE = 1.3  # metres a second
# Between two treasures the shortest way is taken, but through these points first.
DETOURS = {
    "minus-cairn": [(-344, 142)], "nans-bench": ["default"], "stack-stones": ["north"],
    "infinity-light": ["cliff", (284, 260)], "lost-receiver": [(442, 30), "rounding"], "antipode-well": ["east"],
}
START, END = "church", "zero"
# Under the trees the receiver loses its fix: from so far before this treasure to so near, in metres.
LOSS = ("lost-receiver", 52, 14)


def network():
    """The ways on land as a graph: point -> {neighbour: metres}."""
    graph = {}
    for id, kind, _, points in shape.WAYS:
        if kind != "pier":
            line = shape.way(id, points)
            for a, b in zip(line, line[1:]):
                graph.setdefault(a, {})[b] = graph.setdefault(b, {})[a] = math.dist(a, b)
    return graph


def route(graph, start, goal):
    """The shortest way from one vertex to another, both included (Dijkstra)."""
    queue, done = [(0.0, start, (start, None))], set()
    while queue:
        metres, point, trail = heapq.heappop(queue)
        if point == goal:
            result = []
            while trail:
                result.append(trail[0])
                trail = trail[1]
            return result[::-1]
        if point not in done:
            done.add(point)
            for neighbour, length in graph[point].items():
                if neighbour not in done:
                    heapq.heappush(queue, (metres + length, neighbour, (neighbour, trail)))
    raise ValueError(f"no way from {start} to {goal}")


def legs():
    """(treasure or nothing, the line walked to it), in order; each leg begins where the last one ended."""
    graph = network()
    here, step_in, result = shape.at(START), [], []
    for treasure in TREASURES + [None]:
        stops = [shape.at(point) for point in DETOURS.get(treasure["id"], [])] if treasure else []
        goal = treasure["at"] if treasure else shape.at(END)
        stops.append(min(graph, key=lambda vertex: math.dist(vertex, goal)))
        line = list(step_in)
        for stop in stops:
            line += route(graph, here, stop)
            here = stop
        step_in = [goal]
        result.append((treasure, line + step_in))
    return result


def positions():
    """Where the walker is, second by second, before the receiver has its say."""
    chance = random.Random(1884)  # The year of the Meridian Conference.
    gait = wander(chance, [(67, 0.05), (23, 0.03)])
    seconds, spare = [], 0.0
    for treasure, line in legs():
        for a, b in zip(line, line[1:]):
            length = math.dist(a, b)
            while spare < length:
                part = spare / length
                seconds.append((a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])))
                spare += PACE + gait(len(seconds))
            spare -= length
        if treasure:
            seconds += [line[-1]] * (8 + int(chance.random() * 9))
    return smoothed(smoothed(seconds, 2), 1)


def smoothed(seconds, reach):
    """A walker cuts corners and does not stop dead."""
    result = []
    for i in range(len(seconds)):
        near = seconds[max(0, i - reach):i + reach + 1]
        result.append((sum(p[0] for p in near) / len(near), sum(p[1] for p in near) / len(near)))
    return result


def wander(chance, waves):
    """A smooth function of the second: a sum of (period, amplitude) waves with phases of chance."""
    phases = [(period, amplitude, 2 * math.pi * chance.random()) for period, amplitude in waves]
    return lambda t: sum(a * math.sin(2 * math.pi * t / period + phase) for period, a, phase in phases)


def recording():
    """The walk as segments of (second, (east, north), height), one fix a second."""
    chance = random.Random(4326)  # The code of the reference system.
    waves = [(131, 0.8), (59, 0.5), (29, 0.2)]
    east, north, up = wander(chance, waves), wander(chance, waves), wander(chance, [(173, 0.5), (71, 0.3)])
    shore = shape.coast()
    fixes = []
    for second, (x, y) in enumerate(positions()):
        where = (x + east(second), y + north(second))
        fixes.append((second, where, tidy(height((x, y), shore) + up(second), 1)))
    lost, found = _loss(fixes)
    return [fixes[:lost], fixes[found:]]


def _loss(fixes):
    id, far, near = LOSS
    tree = next(treasure["at"] for treasure in TREASURES if treasure["id"] == id)
    found = next(i for i, fix in enumerate(fixes) if math.dist(fix[1], tree) < near)
    lost = max(i for i in range(found) if math.dist(fixes[i][1], tree) > far) + 1
    return lost, found


# Hills: east, north, metres above the beach, how wide.
HILLS = [(158, 90, 30, 75), (180, 290, 16, 110), (-180, 270, 14, 130), (-90, 330, 10, 60), (410, 40, 9, 45),
         (170, -220, 8, 60), (-180, -220, 7, 80), (-450, 242, 6, 50), (0, 70, 6, 70)]


def height(point, shore):
    """Metres above the sea: the hills, falling to the coast."""
    if not contains(shore, point):
        return 1.0
    hills = sum(rise * math.exp(-(math.dist(point, (x, y)) / width) ** 2) for x, y, rise, width in HILLS)
    coastal = min(1, distance_to_line(point, shore + shore[:1]) / 30)
    return 1.5 + (2 + hills) * (0.5 + 0.5 * coastal)


def loop():
    """About twenty points once round the tarn, with their heights."""
    id, _, _, points = next(way for way in shape.WAYS if way[0] == "tarn-path")
    line, shore = shape.way(id, points), shape.coast()
    picked = [line[round(i * (len(line) - 1) / 20)] for i in range(21)]
    return [(point, tidy(height(point, shore), 1)) for point in picked]
