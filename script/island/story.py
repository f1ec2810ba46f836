"""What there is to find on Null Island: the hunt and the places, in metres (east, north) of the Zero Stone."""

AUTHOR = "The Trove authors"
LICENCE = "MIT"
PLACE = "Null Island, 0N 0E"

HUNT = {
    "title": "The Zero Meridian",
    "summary": "The Hydrographic Office has struck Null Island off its charts. Collect what the surveyor Ada Naught "
               "left behind, stop by stop, and prove that the place you are standing on exists.",
    "order": "sequence",
}


def treasure(id, name, kind, at, radius, points, hint, message):
    return {"id": id, "name": name, "kind": kind, "at": at, "radius": radius, "points": points, "hint": hint,
            "message": message}


TREASURES = [
    treasure("zero-stone", "The Zero Stone", "stone", (0, 0), 15, 5,
             "Every lost photograph and every unfilled form ends up here. So do you: two streets cross.",
             "Under the stone, a letter: 'They say we are a rounding error. Bring my things and prove them wrong. "
             "Ada Naught, surveyor.'"),
    treasure("tide-bell", "The Tide Bell", "bell", (8, -69), 12, 10,
             "Go south until the street gets its feet wet. It rings twice a day, all by itself.",
             "In the bell hangs a plumb line. The tide tables of an island that is not there: right for ninety years."),
    treasure("heron-hide", "The Heron Hide", "hide", (-326, -174), 12, 20,
             "A lagoon with no way in or out, far south-west. Whisper: the locals are fishing.",
             "A telescope, lens cap on. The visitors' book: 'Saw nothing. Counted it twice to be sure. A. N.'"),
    treasure("last-fix-wreck", "Wreck of the Last Fix", "wreck", (-322, 52), 18, 20,
             "She trusted her chart to the metre. Her ribs lie where the west wind keeps its sand.",
             "Her chart has a hole burnt at 0, 0. The captain wrote beside it: 'No land here.' He was standing on it."),
    treasure("minus-cairn", "Cairn on Minus Point", "cairn", (-476, 243), 15, 25,
             "Walk the long finger to the west. Everything out there is negative except the view.",
             "A tin of spare signs: plus, minus, and an N that wanted to be an S. You pocket the minus. Mind your step."),
    treasure("nans-bench", "Nan's Bench", "bench", (-103, 97), 12, 20,
             "By the water that is not a number, where the boats are kept. Sit where she sat.",
             "'To Nan, who was equal to nobody, herself included.' Under the slats: a sextant in a tea towel."),
    treasure("stack-stones", "The Stack Stones", "stones", (150, 242), 20, 25,
             "There is daylight in the middle of Cache Wood. Last stone up was the first one down.",
             "Nine stones and a gap; in the gap, a tripod. Ada pushed it in. It falls to you to pop it out."),
    treasure("infinity-light", "Point Infinity Light", "lighthouse", (421, 30), 15, 25,
             "East until the road gives up. Nobody reaches the end of it; the lamp will do.",
             "The keeper's log, a line a night: '0, 0. Light burning.' Somebody must have been here to light it."),
    treasure("lost-receiver", "The Lost Receiver", "tree", (206, -133), 15, 20,
             "Satellites are shy in this wood, south-east of the town. Go in anyway and trust your feet.",
             "It swings from a branch, blinking SEARCHING. It has claimed 0, 0 all its life. For once it is nearly right."),
    treasure("antipode-well", "The Antipode Well", "well", (80, 34), 10, 30,
             "They say it goes all the way through. Beside St Mercator's; bring the plumb line.",
             "The line goes slack: there is a bottom, so there is an island. You sign Ada's report. Null Island exists."),
]

PLACES = [
    ("The Null & Anchor", "inn", (28, 8)),
    ("Buoy Station", "station", (-28, -9)),
    ("Town Hall of Nowhere", "townhall", (-29, 9)),
    ("Post Office, c/o Nobody", "post_office", (28, -9)),
    ("Pi & Co., bakers", "bakery", (-10, 33)),
    ("School of Rounding", "school", (9, 60)),
    ("St Mercator's", "church", (82, 52)),
    ("Float & Line, chandlers", "shop", (24, -55)),
    ("Harbour Master", "harbour", (-30, -67)),
    ("Meridian Pier Head", "pier", (0, -168)),
    ("Slipway", "slipway", (-106, -198)),
    ("Modulo Mill", "mill", (17, 222)),
    ("Lapse Farm", "farm", (-34, 90)),
    ("Bridge of Sines", "bridge", (-113, 138)),
    ("Stepping Stones", "ford", (2, 241)),
    ("Datum Pillar", "viewpoint", (158, 90)),
    ("Remainder View", "viewpoint", (300, 276)),
    ("Drift Bay Huts", "hut", (206, 142)),
]
