"""The drawing of Null Island: what lies where, in metres (east, north) of the Zero Stone.

Change a number here, run `script/world`, look at the map, and let `script/world --check` have the last word.
Rings run counter-clockwise. Lines that are to be walked meet where they share a point: use a name of `NODES` there.
"""

from collections import namedtuple

from island.plane import (area, inset, placed, polygon_with, rectangle, roughened, spline, stretch)

Feature = namedtuple("Feature", "id kind name type rings")
"""`type` is Point, LineString or Polygon; `rings` the points, of a polygon the outer ring and its holes."""

# The coast, from the lighthouse round by the north: east, north, and how ragged (metres): 1 sand, 3 earth, 7 rock.
COAST = [
    (460, 40, 7), (448, 72, 9), (414, 88, 9), (376, 74, 8), (346, 78, 7), (322, 102, 7), (296, 114, 4), (266, 126, 2),
    (248, 152, 2), (256, 178, 2), (284, 194, 4), (306, 218, 8), (328, 260, 10), (340, 302, 10), (300, 306, 12),
    (262, 332, 12), (226, 322, 12), (188, 350, 12), (150, 364, 12), (112, 348, 12), (84, 350, 9), (66, 320, 6),
    (46, 288, 2), (24, 270, 1), (6, 274, 2), (-14, 300, 6), (-40, 316, 9), (-58, 350, 12), (-100, 360, 12),
    (-138, 336, 12), (-176, 344, 12), (-214, 316, 12), (-262, 310, 12), (-300, 322, 12), (-340, 290, 10),
    (-384, 270, 8), (-430, 264, 7), (-478, 262, 6), (-502, 242, 5), (-480, 222, 6), (-436, 216, 7), (-404, 200, 7),
    (-384, 168, 5), (-362, 136, 2), (-342, 96, 1), (-336, 52, 1), (-346, 8, 1), (-374, -32, 1), (-412, -66, 2),
    (-442, -104, 4), (-452, -146, 6), (-434, -192, 7), (-392, -212, 7), (-352, -200, 6), (-318, -214, 6),
    (-276, -206, 6), (-240, -228, 7), (-204, -264, 9), (-160, -252, 9), (-128, -264, 8), (-104, -232, 5),
    (-84, -176, 1), (-76, -124, 0), (-62, -90, 0), (-44, -80, 0), (0, -78, 0), (48, -80, 0), (70, -94, 0),
    (88, -126, 0), (98, -172, 1), (114, -214, 5), (140, -248, 9), (184, -264, 9), (214, -246, 8), (252, -238, 8),
    (278, -202, 6), (284, -160, 2), (284, -116, 1), (304, -76, 2), (330, -42, 4), (350, -16, 6), (380, -16, 8),
    (412, -26, 9), (442, -10, 8), (460, 14, 7),
]
LAGOON = [(-372, -128), (-352, -150), (-312, -156), (-284, -138), (-288, -106), (-318, -86), (-352, -92)]
TARN = [
    (-262, 82), (-238, 58), (-200, 52), (-164, 62), (-132, 74), (-120, 102), (-134, 128), (-168, 134), (-196, 122),
    (-224, 128), (-254, 116),
]
ISLET = [(-192, 88), (-176, 84), (-166, 92), (-172, 104), (-188, 104)]
# Rocks and islets off the coast: id, name and where.
ROCKS = [
    ("decimal-point", "Decimal Point", [(-14, -270), (2, -278), (18, -272), (20, -256), (4, -248), (-12, -254)]),
    ("remainder-1", "The Remainders", [(352, 316), (366, 312), (374, 324), (364, 336), (352, 330)]),
    ("remainder-2", None, [(386, 330), (398, 330), (400, 341), (388, 344)]),
]
CLEARING = [(132, 226), (150, 218), (168, 230), (168, 250), (150, 258), (134, 248)]
BROOK = [(-126, 122), (-104, 150), (-74, 166), (-58, 194), (-22, 208), (-2, 236), (16, 256), (24, 276)]

WOODS = [
    ("cache-wood", "Cache Wood", [
        (54, 176), (74, 142), (112, 152), (152, 160), (196, 164), (214, 196), (236, 228), (238, 262), (204, 290),
        (150, 304), (104, 296), (78, 262), (54, 228)]),
    ("default-wood", "Default Wood", [
        (-372, 206), (-334, 178), (-290, 176), (-246, 190), (-206, 178), (-160, 190), (-118, 214), (-106, 256),
        (-134, 296), (-190, 290), (-244, 276), (-300, 268), (-348, 250)]),
    ("lost-fix-wood", "Lost Fix Wood", [
        (150, -112), (172, -82), (212, -72), (246, -86), (254, -120), (248, -166), (224, -200), (184, -212),
        (154, -190), (148, -150)]),
    ("coppice", "Float Coppice", [
        (-236, -58), (-196, -44), (-158, -58), (-128, -92), (-134, -140), (-168, -176), (-214, -164), (-238, -120)]),
    ("spinney", None, [(226, -48), (262, -52), (292, -34), (290, -8), (258, -2), (226, -16)]),
]
GREENS = [
    ("common", "meadow", "The Common", [
        (166, 14), (214, 24), (252, 34), (262, 66), (236, 96), (196, 108), (150, 120), (112, 116), (128, 88),
        (140, 60), (150, 36)]),
    ("tolerance-down", "meadow", "Tolerance Down", [
        (-320, 4), (-276, -2), (-214, -22), (-140, -20), (-128, 16), (-150, 42), (-200, 34), (-248, 44), (-282, 76),
        (-312, 64)]),
    ("lapse-field", "meadow", "Lapse Field", [
        (-92, 96), (-46, 94), (-20, 110), (-22, 150), (-40, 172), (-66, 150), (-94, 128)]),
    ("churchyard", "park", "Churchyard", [(58, 22), (116, 22), (118, 72), (84, 80), (60, 66)]),
    ("harbour-green", "park", "Harbour Green", [(-122, -26), (-84, -26), (-84, -50), (-92, -70), (-118, -62)]),
]

# Where ways meet.
NODES = {
    "zero": (0, 0), "quay": (0, -62), "north": (0, 92), "east": (152, 0), "west": (-118, 0),
    "swap": (-56, 0), "swap-quay": (-56, -66), "church": (58, 0), "well": (76, 30), "school": (0, 52),
    "slip": (-110, -196), "mole": (86, -84), "shed": (118, -190), "cranes": (62, -68),
    "tarn-e": (-96, 88), "tarn-s": (-178, 32), "tarn-w": (-284, 96), "tarn-n": (-184, 152), "sluice": (-114, 138),
    "lane": (6, 142), "mill": (12, 218), "ford": (1, 241), "cove": (42, 262), "west-brook": (-46, 228),
    "stones": (148, 238), "cliff": (160, 322), "drift": (222, 150), "hill": (158, 84), "shore-e": (258, 106),
    "neck": (334, 38), "light": (418, 36), "bend": (256, 18), "wood-s": (206, -206), "wood-mid": (204, -136),
    "rounding": (268, -94), "beach": (-314, 36), "beach-n": (-318, 100), "minus": (-474, 241), "root": (-396, 240), "down": (-232, 2),
    "default": (-214, 232), "spit": (-408, -116), "lagoon": (-330, -180), "coppice": (-186, -196), "gate-n": (-130, 250),
}

# Ways: id, kind, name, and the points they lead through, a node's name or (east, north).
WAYS = [
    ("meridian-street", "road", "Meridian Street", ["quay", "zero", "school", "north"]),
    ("equator-street", "road", "Equator Street", ["west", "swap", "zero", "church", "east"]),
    ("swap-lane", "road", "Swap Lane", ["swap", "swap-quay"]),
    ("church-lane", "road", "Church Lane", ["church", (60, 18), "well", (92, 32), (126, 30), "east"]),
    ("harbour-road", "road", "Harbour Road", [
        "slip", (-104, -160), (-94, -118), (-78, -86), "swap-quay", (-30, -62), "quay", (34, -63), "cranes", "mole",
        (106, -122), (114, -158), "shed"]),
    ("lighthouse-road", "road", "Lighthouse Road", [
        "east", (188, 2), "bend", (296, 30), "neck", (380, 40), "light"]),
    ("mill-lane", "path", "Mill Lane", ["north", (-2, 116), "lane", (18, 178), "mill", "ford"]),
    ("cove-path", "path", "Cove Path", ["ford", (22, 250), "cove", (62, 288), (98, 318), "cliff"]),
    ("cliff-path", "path", "Cliff Path", [
        "cliff", (210, 312), (258, 292), (284, 260), (280, 232), (254, 204), (232, 178), "drift"]),
    ("drift-path", "path", "Drift Path", ["drift", (232, 124), "shore-e", (290, 92), (318, 68), "neck"]),
    ("cache-ride", "path", "Cache Ride", [
        "lane", (44, 166), (76, 186), (108, 214), "stones", (170, 270), (160, 296), "cliff"]),
    ("stones-path", "path", "Stones Path", ["stones", (186, 214), (206, 180), "drift"]),
    ("datum-path", "path", "Datum Path", ["well", (72, 56), (92, 74), (126, 84), "hill", (196, 112), "drift"]),
    ("common-path", "path", "Common Path", ["hill", (206, 62), "bend"]),
    ("tarn-lane", "path", "Tarn Lane", ["north", (-40, 84), "tarn-e"]),
    ("tarn-path", "path", "Tarn Path", [
        "tarn-e", (-116, 50), "tarn-s", (-226, 34), (-264, 54), "tarn-w", (-270, 134), (-226, 150), "tarn-n",
        (-150, 154), "sluice", (-97, 116), "tarn-e"]),
    ("tarn-link", "path", None, ["tarn-w", (-306, 94), "beach-n"]),
    ("down-path", "path", "Down Path", ["west", (-148, 6), "tarn-s"]),
    ("tolerance-path", "path", "Tolerance Path", ["west", (-170, -14), "down", (-282, 16), "beach"]),
    ("beach-path", "path", "Beach Path", ["beach", (-312, 68), "beach-n", (-344, 142), (-368, 184), "root"]),
    ("spit-path", "path", "Spit Path", [
        "beach", (-324, -6), (-352, -46), (-388, -80), "spit", (-410, -152), (-380, -182), "lagoon"]),
    ("lagoon-path", "path", "Lagoon Path", ["lagoon", (-282, -174), (-238, -186), "coppice", (-144, -216), "slip"]),
    ("float-path", "path", "Float Path", ["coppice", (-178, -142), (-188, -94), (-206, -44), "down"]),
    ("default-ride", "path", "Default Ride", [
        "root", (-360, 230), (-318, 232), (-262, 224), "default", (-170, 246), "gate-n"]),
    ("minus-path", "path", "Minus Path", ["root", (-436, 243), "minus"]),
    ("brook-path", "path", "Brook Path", ["gate-n", (-84, 250), "west-brook", (-22, 236), "ford"]),
    ("undefined-path", "path", "Undefined Path", ["default", (-196, 190), "tarn-n"]),
    ("rounding-path", "path", "Rounding Path", [
        "shed", (158, -216), "wood-s", (246, -196), (266, -146), "rounding", (288, -58), (316, -16), "neck"]),
    ("point-path", "path", "Point Path", ["neck", (354, 12), (392, 4), (430, 8), (442, 30), (436, 56), "light"]),
    ("lost-ride", "path", "Lost Ride", ["wood-s", (190, -170), "wood-mid", (218, -104), (188, -60), (164, -28), "east"]),
    ("wood-link", "path", None, ["wood-mid", (240, -112), "rounding"]),
    ("meridian-pier", "pier", "Meridian Pier", ["quay", (0, -172)]),
    ("west-mole", "pier", "West Mole", ["slip", (-60, -206)]),
    ("boat-jetty", "pier", None, ["tarn-e", (-130, 100)]),
]
# Straight ones keep their corners.
STRAIGHT = {"meridian-street", "equator-street", "swap-lane", "meridian-pier", "west-mole", "boat-jetty"}

WALLS = [
    ("wall-1", "wall", None, [(-90, 122), (-68, 150), (-40, 174), (-20, 152), (-16, 108)]),
    ("wall-2", "wall", None, [(264, 36), (268, 66), (240, 100)]),
]

CROSS = [(-12, -4), (2, -4), (2, -8), (8, -8), (8, -4), (12, -4), (12, 4), (8, 4), (8, 8), (2, 8), (2, 4), (-12, 4)]
CORNER = [(-9, -7), (9, -7), (9, 7), (1, 7), (1, 2), (-9, 2)]
TOWN = [
    # name, east, north, outline, turn
    ("The Null & Anchor", 28, 14, CORNER, 0),
    ("Town Hall of Nowhere", -29, 14, rectangle(20, 12), 0),
    ("Buoy Station", -28, -13, rectangle(16, 10), 0),
    ("Post Office", 28, -13, rectangle(14, 10), 0),
    ("St Mercator's", 96, 52, CROSS, 0),
    ("Nil Return, customs", -28, -48, rectangle(18, 10), 0),
    ("Float & Line, chandlers", 28, -49, rectangle(18, 10), 0),
    ("Harbour Master", -30, -72, rectangle(11, 6), 0),
    ("Ice House", 92, -58, rectangle(12, 10), -40),
    ("Boat Shed", 134, -172, rectangle(20, 12), 86),
    ("Net Loft", 124, -124, rectangle(16, 9), -70),
    ("Pi & Co., bakers", -14, 33, rectangle(9, 14), 0),
    ("School of Rounding", 15, 66, rectangle(11, 20), 0),
    ("Modulo Mill", 26, 222, polygon_with(8, 6.5), 0),
    ("Miller's House", 30, 202, rectangle(13, 9), -10),
    ("Lapse Farm", -34, 104, CORNER, 90),
    ("Lapse Barn", -58, 108, rectangle(18, 10), 8),
    ("Boathouse", -113, 80, rectangle(9, 7), -30),
    ("Point Infinity Light", 429, 38, polygon_with(8, 6), 0),
    ("Keeper's Cottage", 402, 58, rectangle(14, 9), 10),
    ("Heron Hide", -316, -167, rectangle(7, 5), 8),
    ("Drift Bay Huts", 199, 138, rectangle(12, 7), 40),
    ("Rectory", 124, 48, rectangle(11, 11), 0),
]
# The houses without a name: east, north, width, depth.
HOUSES = [
    (46, -12, 13, 9), (63, -13, 14, 10), (81, -12, 14, 9), (100, -13, 13, 10), (120, -12, 15, 9),
    (78, 12, 15, 8), (98, 12, 14, 8), (118, 13, 13, 9), (137, -13, 12, 9),
    (-47, 12, 10, 9), (-63, 13, 14, 10), (-82, 12, 15, 9), (-101, 13, 13, 10), (-43, -13, 9, 10),
    (-70, -12, 13, 9), (-88, -13, 14, 10), (-106, -12, 12, 9),
    (-13, 50, 9, 13), (-13, 69, 10, 14), (13, 42, 9, 12), (14, 88, 10, 12),
    (-12, -30, 9, 14), (13, -29, 9, 14), (-44, -50, 11, 9), (46, -50, 10, 9), (-44, -32, 10, 11), (-70, -36, 9, 13),
    (66, -48, 14, 9), (86, -34, 12, 9), (108, -34, 13, 10), (62, -32, 10, 9), (44, -31, 10, 10),
]

# Names that belong to no shape.
LABELS = [
    ("null-island", "island", "Null Island", (-40, 60)),
    ("zero-town", "town", "Zero Town", (0, 20)),
    ("float-harbour", "bay", "Float Harbour", (10, -150)),
    ("tolerance-bay", "bay", "Tolerance Bay", (-390, 60)),
    ("drift-bay", "bay", "Drift Bay", (300, 156)),
    ("rounding-bay", "bay", "Rounding Bay", (330, -150)),
    ("brook-cove", "bay", "Underflow Cove", (28, 300)),
    ("minus-point", "cape", "Minus Point", (-450, 240)),
    ("point-infinity", "cape", "Point Infinity", (400, 30)),
    ("datum-hill", "hill", "Datum Hill", (158, 92)),
    ("isle-of-nan", "islet", "Isle of Nan", (-178, 95)),
]


def at(point):
    return NODES[point] if isinstance(point, str) else point


def way(id, points):
    points = [at(point) for point in points]
    return points if id in STRAIGHT else spline(points, 16)


def coast():
    return roughened(spline(COAST, 9, closed=True), seed=7)


def blob(points, seed, amount=5.0, step=13):
    return roughened(spline(points, step, closed=True), seed, amount)


def features():
    """The whole map, in the order in which it is to be painted."""
    shore = coast()
    result = [
        Feature("land", "land", "Null Island", "Polygon", [shore, blob(LAGOON, 3, 3, 10)[::-1]]),
    ]
    result += [Feature(id, "land", name, "Polygon", [blob(points, 50 + seed, 3, 6)])
               for seed, (id, name, points) in enumerate(ROCKS)]
    for id, name, start, end, width in [
        ("tolerance-beach", "Tolerance Beach", (-376, 156), (-430, -88), 22),
        ("drift-beach", "Drift Beach", (304, 112), (288, 198), 14),
        ("cove-beach", "Cove Beach", (54, 300), (-8, 288), 11),
        ("rounding-beach", "Rounding Beach", (280, -196), (332, -44), 16),
    ]:
        edge = stretch(shore, start, end)
        inner = inset(edge, lambda part, width=width: width * (4 * part * (1 - part)) ** 0.5)
        result.append(Feature(id, "beach", name, "Polygon", [edge + inner[-2:0:-1]]))
    for seed, (id, kind, name, points) in enumerate(GREENS):
        ring = blob(points, 40 + seed, 3, 15) if kind == "meadow" else points
        result.append(Feature(id, kind, name, "Polygon", [ring]))
    for seed, (id, name, points) in enumerate(WOODS):
        rings = [blob(points, 20 + seed, 9, 11)]
        if id == "cache-wood":
            rings.append(blob(CLEARING, 30, 2, 9))
        result.append(Feature(id, "wood", name, "Polygon", rings))
    result.append(Feature("tarn", "water", "Nan's Tarn", "Polygon", [blob(TARN, 11, 3, 10), blob(ISLET, 12, 1, 7)[::-1]]))
    result.append(Feature("overflow-brook", "stream", "Overflow Brook", "LineString", [spline(BROOK, 12)]))
    for id, start, end in [("cliff-north", (332, 270), (74, 334)), ("cliff-west", (-48, 330), (-404, 200)),
                           ("cliff-east", (372, -16), (352, 76))]:
        edge = stretch(shore, start, end)
        result.append(Feature(id, "cliff", None, "LineString", [inset(edge, lambda part: 6)]))
    result += [Feature(id, kind, name, "LineString", [line]) for id, kind, name, line in WALLS]
    # Piers first, roads last: what matters more is painted over what matters less.
    for kind in ["pier", "path", "road"]:
        result += [Feature(id, kind, name, "LineString", [way(id, points)])
                   for id, its, name, points in WAYS if its == kind]
    for name, east, north, outline, turn in TOWN:
        result.append(Feature(slug(name), "building", name, "Polygon", [placed(outline, east, north, turn)]))
    for number, (east, north, width, depth) in enumerate(HOUSES, 1):
        outline = placed(rectangle(width, depth), east, north)
        result.append(Feature(f"house-{number:02}", "building", None, "Polygon", [outline]))
    result += [Feature(id, kind, name, "Point", [[point]]) for id, kind, name, point in LABELS]
    return [wound(feature) for feature in result]


def wound(feature):
    """Right-hand rule: outer rings counter-clockwise, holes clockwise (RFC 7946, 3.1.6)."""
    if feature.type != "Polygon":
        return feature
    rings = [ring if (area(ring) > 0) == (i == 0) else ring[::-1] for i, ring in enumerate(feature.rings)]
    return feature._replace(rings=rings)


def slug(name):
    kept = "".join(c if c.isalnum() else " " for c in name.lower().replace("'", ""))
    return "-".join(kept.split())
