"""The proof that the files are sound: read back as a stranger would read them, one complaint a line.

Nothing here looks at the drawing; what counts is what is in the files.
"""

import collections
import datetime
import json
import math
import re
import xml.etree.ElementTree

from island import plane

TYPES = {
    "land": "Polygon", "beach": "Polygon", "meadow": "Polygon", "park": "Polygon", "wood": "Polygon",
    "water": "Polygon", "building": "Polygon", "stream": "LineString", "cliff": "LineString", "wall": "LineString",
    "pier": "LineString", "path": "LineString", "road": "LineString", "island": "Point", "town": "Point",
    "bay": "Point", "cape": "Point", "hill": "Point", "islet": "Point",
}
LIMITS = {"name": 24, "hint": 90, "message": 140}
GPX = "{http://www.topografix.com/GPX/1/1}"


def complaints(texts):
    """What is wrong with the files (path -> text), as sentences; nothing when all is well."""
    found, parsed = [], {}
    for path, text in texts.items():
        found += [f"{path}: {what}" for what in text_complaints(text)]
        if path.endswith(".geojson"):
            try:
                parsed[path] = json.loads(text)
            except json.JSONDecodeError as error:
                found.append(f"{path}: {error}")
                continue
            found += [f"{path}: {what}" for what in geojson_complaints(parsed[path])]
        if path.endswith("hunt.geojson"):
            found += [f"{path}: {what}" for what in hunt_complaints(parsed[path])]
    base = Ground(parsed["Maps/null-island.geojson"]["features"])
    hunt = parsed["Maps/null-island-hunt.geojson"]["features"]
    found += [f"map: {what}" for what in base.complaints()]
    found += [f"hunt: {what}" for what in treasure_complaints(base, hunt)]
    found += [f"riddle: {what}" for what in riddle_complaints(base, parsed["Maps/keepers-riddle-hunt.geojson"])]
    found += [f"places: {what}" for what in place_complaints(base, parsed["Maps/null-island-places.geojson"])]
    found += [f"walk: {what}" for what in walk_complaints(base, hunt, texts["Maps/null-island-walk.gpx"])]
    return found


# --- any file ---


def text_complaints(text):
    if "\r" in text or "\t" in text or not text.endswith("\n") or text.endswith("\n\n"):
        yield "not plain lines that end in one line feed"
    if re.search(r"\d\.\d{8}|\d[eE]-\d|-0[,\]\"]", text):
        yield "a number with more than 7 decimals, an exponent, or a minus zero"


def geojson_complaints(collection):
    if collection["type"] != "FeatureCollection" or not {"title", "author", "licence"} <= set(collection["trove"]):
        yield "not a collection with a title, an author and a licence"
    ids = collections.Counter(feature["properties"]["id"] for feature in collection["features"])
    yield from (f"{id} stands {count} times" for id, count in ids.items() if count > 1)
    for feature in collection["features"]:
        if feature["geometry"]["type"] == "Polygon":
            for number, ring in enumerate(feature["geometry"]["coordinates"]):
                yield from (f"{feature['properties']['id']}, ring {number}: {what}" for what in ring_complaints(ring, number))
        elif feature["geometry"]["type"] == "LineString":
            line = feature["geometry"]["coordinates"]
            if len(line) < 2 or any(a == b for a, b in zip(line, line[1:])):
                yield f"{feature['properties']['id']}: too short a line, or one point twice"


def ring_complaints(ring, number):
    if len(ring) < 4 or ring[0] != ring[-1]:
        yield "not closed"
    points = [plane.metres(position) for position in ring[:-1]]
    if len(set(points)) < len(points):
        yield "one point twice"
    elif not plane.is_simple(points):
        yield "crosses itself"
    if (plane.area(points) > 0) != (number == 0):
        yield "wound the wrong way"


def hunt_complaints(collection):
    about, stages = collection["trove"], [feature["properties"] for feature in collection["features"]]
    if about["type"] != "hunt" or about["version"] not in (1, 2) or about["order"] not in ("sequence", "any"):
        yield "not a hunt of version 1 or 2 with an order"
    if about["version"] == 2:
        yield from stage_complaints(about, collection["features"])
        return
    if [stage.get("order") for stage in stages] != list(range(1, len(stages) + 1)):
        yield "stages are not numbered 1, 2, 3 ..."
    for stage in stages:
        if not (stage.get("radius_m", 0) > 0 and stage.get("points", -1) >= 0 and stage.get("kind")):
            yield f"{stage['id']}: radius, points or kind"
        yield from (f"{stage['id']}: {key} has {len(stage.get(key, ''))} characters, 1 to {limit} fit"
                    for key, limit in LIMITS.items() if not 0 < len(stage.get(key, "")) <= limit)


def stage_complaints(about, features):
    """What the format's second version adds: only what can be told without playing; `trove hunt check` plays."""
    stages = {feature["properties"]["id"]: feature["properties"] for feature in features}
    held = {item for stage in stages.values() for item in stage.get("items", [])}
    yield from (f"the item {item['id']} lies nowhere" for item in about.get("items", []) if item["id"] not in held)
    for id, stage in stages.items():
        if not (stage.get("points", -1) >= 0 and stage.get("kind")):
            yield f"{id}: points or kind"
        hints = [hint if isinstance(hint, str) else hint["text"] for hint in stage.get("hints", [])]
        texts = [("name", stage["name"])] + [("hint", hint) for hint in hints] + [("message", stage["message"])]
        yield from (f"{id}: a {key} has {len(text)} characters, 1 to {LIMITS[key]} fit"
                    for key, text in texts if not 0 < len(text) <= LIMITS[key])


# --- Null Island ---


class Ground:
    """The base map as a stranger reads it: what is land, what is in the way, and where one can walk."""

    def __init__(self, features):
        self.shapes = collections.defaultdict(list)
        for feature in features:
            geometry, properties = feature["geometry"], feature["properties"]
            parts = {"Point": lambda c: [[c]], "LineString": lambda c: [c], "Polygon": lambda c: [r[:-1] for r in c]}
            rings = [[plane.metres(p) for p in part] for part in parts[geometry["type"]](geometry["coordinates"])]
            self.shapes[properties["kind"]].append((properties["id"], rings))
        self.types = {(f["properties"]["kind"], f["geometry"]["type"]) for f in features}
        self.coast = [s for _, rings in self.shapes["land"] for ring in rings for s in plane.segments(ring, True)]
        self.ways = [(id, rings[0]) for kind in ("road", "path") for id, rings in self.shapes[kind]]

    def inside(self, kind, point):
        return any(sum(plane.contains(ring, point) for ring in rings) % 2 for _, rings in self.shapes[kind])

    def is_dry(self, point):
        return self.inside("land", point) and not self.inside("water", point)

    def off_way(self, point):
        """Metres from the nearest road or path."""
        return min(plane.distance_to_line(point, line) for _, line in self.ways)

    def complaints(self):
        yield from (f"{kind} is a {type}" for kind, type in sorted(self.types) if TYPES.get(kind) != type)
        for kind in ("beach", "meadow", "park", "wood", "water", "building", "path", "road", "wall", "cliff"):
            for id, rings in self.shapes[kind]:
                # A beach shares the shore's own vertices; there, inside or outside is a matter of rounding.
                points = [p for ring in rings for p in ring]
                closed = TYPES[kind] == "Polygon"
                edges = [s for ring in rings for s in plane.segments(ring, closed)]
                if kind != "beach" and (not all(self.inside("land", p) for p in points)
                                        or plane.lines_cross(edges, self.coast)):
                    yield f"{id} leaves the land"
        yield from self._collisions()
        yield from self._unreachable()

    def _collisions(self):
        buildings = [(id, rings[0], plane.segments(rings[0], True)) for id, rings in self.shapes["building"]]
        for i, (id, ring, edges) in enumerate(buildings):
            yield from (f"{id} and {other} collide" for other, its, others in buildings[i + 1:]
                        if plane.lines_cross(edges, others) or plane.contains(ring, its[0]))
            yield from (f"{way} runs into {id}" for way, line in self.ways
                        if plane.lines_cross(edges, plane.segments(line)) or plane.contains(ring, line[0]))
            yield from (f"{id} stands in {what}" for what in ("water", "wood") if any(self.inside(what, p) for p in ring))
        shores = [s for _, rings in self.shapes["water"] for ring in rings for s in plane.segments(ring, True)]
        yield from (f"{way} runs into the water" for way, line in self.ways
                    if plane.lines_cross(plane.segments(line), shores))

    def _unreachable(self):
        """Ways and piers hang together by points that they share."""
        ways = self.ways + [(id, rings[0]) for id, rings in self.shapes["pier"]]
        reached, waiting = {ways[0][0]}, [ways[0][1]]
        while waiting:
            points = set(waiting.pop())
            for id, line in ways:
                if id not in reached and points & set(line):
                    reached.add(id)
                    waiting.append(line)
        yield from (f"{id} is not connected" for id, _ in ways if id not in reached)


def treasure_complaints(ground, features):
    places = [(f["properties"], plane.metres(f["geometry"]["coordinates"])) for f in features]
    for stage, point in places:
        if not ground.is_dry(point):
            yield f"{stage['id']} is in the water"
        if ground.inside("building", point):
            yield f"{stage['id']} is in a house"
        if not 10 <= stage["radius_m"] <= 20:
            yield f"{stage['id']}: a radius of {stage['radius_m']} m"
        if ground.off_way(point) > stage["radius_m"] - 4:
            yield f"{stage['id']} is {ground.off_way(point):.1f} m from the nearest way"


def riddle_complaints(ground, collection):
    """The true places of the keeper's hunt, worked out here once more from what the file says."""
    places = {}
    for feature in collection["features"]:
        stage, geometry = feature["properties"], feature["geometry"]
        point = plane.metres(stage["at"] if geometry["type"] == "Polygon" else geometry["coordinates"])
        if "projection" in stage:
            answers = {"H": 12}
            bearing, metres = (eval(stage["projection"][key], {"__builtins__": {}}, answers) for key in ("bearing_deg", "distance_m"))
            start, turn = places[stage["projection"]["from"]], math.radians(bearing)
            point = (start[0] + metres * math.sin(turn), start[1] + metres * math.cos(turn))
        places[stage["id"]] = point
        rings = [[plane.metres(p) for p in ring[:-1]] for ring in geometry["coordinates"]] \
            if geometry["type"] == "Polygon" else []
        if rings and sum(plane.contains(ring, point) for ring in rings) != 1:
            yield f"{stage['id']}: its place is not in its area"
        yield from (f"{stage['id']}: a corner is not on land" for ring in rings for p in ring
                    if not ground.is_dry(p))
        if not ground.is_dry(point) or ground.inside("building", point):
            yield f"{stage['id']} is in the water or in a house"
        if ground.off_way(point) > stage.get("radius_m", 30) - 4:
            yield f"{stage['id']} is {ground.off_way(point):.1f} m from the nearest way"


def place_complaints(ground, collection):
    for feature in collection["features"]:
        point, id = plane.metres(feature["geometry"]["coordinates"]), feature["properties"]["id"]
        on_pier = any(plane.distance_to_line(point, rings[0]) < 1 for _, rings in ground.shapes["pier"])
        if not on_pier and not ground.is_dry(point):
            yield f"{id} is in the water"
        if len(feature["properties"]["name"]) > LIMITS["name"]:
            yield f"{id}: too long a name"


def walk_complaints(ground, features, text):
    track = [[fix(point) for point in segment.iter(GPX + "trkpt")]
             for segment in xml.etree.ElementTree.fromstring(text).iter(GPX + "trkseg")]
    for segment in track:
        for (here, then), (there, now) in zip(segment, segment[1:]):
            if (now - then).total_seconds() != 1:
                yield f"{now}: not one second after {then}"
            if math.dist(here, there) > 1.9:
                yield f"{now}: {math.dist(here, there):.2f} m in a second"
    fixes = [one for segment in track for one in segment]
    wet = [time for point, time in fixes if not ground.is_dry(point)]
    if wet:
        yield f"{len(wet)} fixes in the water, the first at {wet[0]}"
    at = 0
    for feature in features:
        goal, stage = plane.metres(feature["geometry"]["coordinates"]), feature["properties"]
        near = [i for i in range(at, len(fixes)) if math.dist(fixes[i][0], goal) <= stage["radius_m"] - 4]
        if not near:
            yield f"does not come to {stage['id']}"
        at = near[0] if near else at


def fix(point):
    where = plane.metres((float(point.get("lon")), float(point.get("lat"))))
    return where, datetime.datetime.fromisoformat(point.find(GPX + "time").text.rstrip("Z"))
