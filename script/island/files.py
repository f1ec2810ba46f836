"""The files: those of text have one feature, one point a line, so that differences and complaints stay readable."""

import datetime
import json

from island import riddle, shape, story, tiles, walk
from island.plane import degrees

START = datetime.datetime(2026, 5, 1, 9, 30)
BINARY = {"Maps/null-island.pmtiles"}
LICENCE_ADDRESS = "https://spdx.org/licenses/MIT.html"


def all_files():
    """Path from the repository's root -> bytes."""
    texts = {
        "Maps/null-island.geojson": base_map(),
        "Maps/null-island-hunt.geojson": hunt(),
        "Maps/null-island-places.geojson": places(),
        "Maps/keepers-riddle-hunt.geojson": riddle_hunt(),
        "Maps/null-island-walk.gpx": walk_gpx(),
        "Traces/null-island-loop.gpx": loop_gpx(),
    }
    return {**{path: text.encode() for path, text in texts.items()}, "Maps/null-island.pmtiles": tiles.pmtiles()}


# --- GeoJSON ---


def base_map():
    drawn = shape.features()
    everything = [degrees(point) for feature in drawn for ring in feature.rings for point in ring]
    box = [min(p[0] for p in everything), min(p[1] for p in everything),
           max(p[0] for p in everything), max(p[1] for p in everything)]
    about = {"type": "map", "version": 1, "title": "Null Island", "place": story.PLACE, "author": story.AUTHOR,
             "licence": story.LICENCE}
    return collection(about, [map_feature(feature) for feature in drawn], box)


def map_feature(feature):
    properties = {"id": feature.id, "kind": feature.kind}
    if feature.name:
        properties["name"] = feature.name
    rings = [[degrees(point) for point in ring] for ring in feature.rings]
    if feature.type == "Point":
        return geojson(properties, "Point", rings[0][0])
    if feature.type == "LineString":
        return geojson(properties, "LineString", rings[0])
    return geojson(properties, "Polygon", [ring + ring[:1] for ring in rings])


def hunt():
    about = {"type": "hunt", "version": 1, "title": story.HUNT["title"], "summary": story.HUNT["summary"],
             "place": story.PLACE, "author": story.AUTHOR, "licence": story.LICENCE, "order": story.HUNT["order"],
             "map": "null-island.geojson", "trace": "null-island-walk.gpx"}
    points = []
    for number, treasure in enumerate(story.TREASURES, 1):
        properties = {"id": treasure["id"], "name": treasure["name"], "kind": treasure["kind"], "order": number,
                      "radius_m": treasure["radius"], "points": treasure["points"], "hint": treasure["hint"],
                      "message": treasure["message"]}
        points.append(geojson(properties, "Point", degrees(treasure["at"])))
    return collection(about, points)


def riddle_hunt():
    told = {key: riddle.HUNT[key] for key in ("id", "title", "summary")}
    rest = {key: riddle.HUNT[key] for key in ("order", "goal", "items", "message")}
    about = {"type": "hunt", "version": 2, **told, "place": story.PLACE, "author": story.AUTHOR,
             "licence": story.LICENCE, **rest, "map": "null-island.geojson"}
    return collection(about, [riddle_stage(stage) for stage in riddle.STAGES])


def riddle_stage(stage):
    properties = {"id": stage["id"], "name": stage["name"], "kind": stage["kind"]}
    properties.update({} if stage["rings"] else {"radius_m": stage["radius"]})
    properties.update({"points": stage["points"], **stage["more"], "message": stage["message"]})
    if not stage["rings"]:
        return geojson(properties, "Point", degrees(stage["listed"]))
    properties["at"] = degrees(stage["at"])
    rings = [[degrees(point) for point in ring] for ring in stage["rings"]]
    return geojson(properties, "Polygon", [ring + ring[:1] for ring in rings])


def places():
    about = {"type": "places", "version": 1, "title": "Places of Null Island", "place": story.PLACE,
             "author": story.AUTHOR, "licence": story.LICENCE}
    return collection(about, [
        geojson({"id": "place-" + shape.slug(name), "name": name, "kind": kind}, "Point", degrees(at))
        for name, kind, at in story.PLACES])


def geojson(properties, type, coordinates):
    return (f'{{"type": "Feature", "properties": {text(properties)}, '
            f'"geometry": {{"type": "{type}", "coordinates": {numbers(coordinates)}}}}}')


def collection(about, features, box=None):
    members = "".join(f'    {text(key)}: {text(value)}{"" if i == len(about) - 1 else ","}\n'
                      for i, (key, value) in enumerate(about.items()))
    return ('{\n  "type": "FeatureCollection",\n'
            + (f'  "bbox": {numbers(box)},\n' if box else "")
            + f'  "trove": {{\n{members}  }},\n  "features": [\n    ' + ",\n    ".join(features) + "\n  ]\n}\n")


def text(value):
    return json.dumps(value, ensure_ascii=False)


def numbers(value):
    if isinstance(value, list):
        return "[" + ", ".join(numbers(item) for item in value) + "]"
    return decimal(value)


def decimal(value):
    """Seven decimals at most, no exponent, no minus zero."""
    short = f"{value:.7f}".rstrip("0").rstrip(".")
    return "0" if short == "-0" else short


# --- GPX ---


def walk_gpx():
    segments = walk.recording()
    lines = ["  <trk>", "    <name>Null Island, all ten treasures</name>", "    <type>walking</type>"]
    for segment in segments:
        lines.append("    <trkseg>")
        lines += [f"      {point_tag('trkpt', where, height, START + datetime.timedelta(seconds=second))}"
                  for second, where, height in segment]
        lines.append("    </trkseg>")
    lines.append("  </trk>")
    return gpx("A walk over Null Island",
               "Once round Null Island, 0N 0E, past the ten treasures of The Zero Meridian, with a fix a second. In Lost Fix "
               "Wood the receiver loses its fix for a while. Drawn, not recorded: nobody was harmed or located.",
               [where for segment in segments for _, where, _ in segment], lines, START)


def loop_gpx():
    points = walk.loop()
    lines = ["  <rte>", "    <name>Round Nan's Tarn</name>"]
    lines += [f"    {point_tag('rtept', where, height)}" for where, height in points]
    lines.append("  </rte>")
    return gpx("Round Nan's Tarn", "The loop round the lake of Null Island, 0N 0E: a route without times.",
               [where for where, _ in points], lines)


def point_tag(tag, where, height, time=None):
    lon, lat = degrees(where)
    stamp = f"<time>{time.isoformat()}Z</time>" if time else ""
    return f'<{tag} lat="{decimal(lat)}" lon="{decimal(lon)}"><ele>{height:.1f}</ele>{stamp}</{tag}>'


def gpx(name, description, points, lines, time=None):
    degree = [degrees(point) for point in points]
    south, north = min(p[1] for p in degree), max(p[1] for p in degree)
    west, east = min(p[0] for p in degree), max(p[0] for p in degree)
    head = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<gpx version="1.1" creator="Trove script/world" xmlns="http://www.topografix.com/GPX/1/1">',
        "  <metadata>",
        f"    <name>{name}</name>",
        f"    <desc>{description}</desc>",
        f"    <author><name>{story.AUTHOR}</name></author>",
        f'    <copyright author="{story.AUTHOR}"><year>2026</year><license>{LICENCE_ADDRESS}</license></copyright>',
        *([f"    <time>{time.isoformat()}Z</time>"] if time else []),
        f'    <bounds minlat="{decimal(south)}" minlon="{decimal(west)}" maxlat="{decimal(north)}" '
        f'maxlon="{decimal(east)}"/>',
        "  </metadata>",
    ]
    return "\n".join(head + lines + ["</gpx>"]) + "\n"
