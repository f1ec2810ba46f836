"""The second hunt of Null Island: the riddle that the keeper of its light left, in metres (east, north) of the Zero Stone.

It uses what the format has beyond points in a row: questions, a place that comes of an answer, an area with a hole, two
ways, two of three, things to carry, hints that cost or wait, what is hidden, and a time that runs out.
"""

HUNT = {
    "id": "keepers-riddle",
    "title": "The Keeper's Riddle",
    "summary": "The keeper of Point Infinity has gone to see the world and locked the lamp. Whoever solves what he "
               "chalked on a slate may light it. Half an hour on foot, two ways to go.",
    "order": "any",
    "message": "Far out, a ship that had no position writes one down. The light burns at 0, 0 again, and you keep it.",
    "items": [{"id": "matches", "name": "A tin of matches"}, {"id": "oil", "name": "A can of oil"},
              {"id": "wick", "name": "A dry wick"}, {"id": "glass", "name": "The clean chimney glass"},
              {"id": "key", "name": "The lamp room key"}],
    "goal": {"found": "lamp-room"},
}

# The shore of the tarn: walk round the water, not into it.
SHORE = [(-285, 75), (-262, 40), (-200, 28), (-155, 38), (-100, 56), (-88, 100), (-112, 146), (-168, 158),
         (-226, 154), (-275, 132)]
WATER = [(-266, 82), (-240, 54), (-200, 47), (-162, 57), (-128, 71), (-115, 102), (-131, 132), (-168, 139),
         (-196, 127), (-224, 133), (-258, 120)]

PARTS = ["oil-can", "wick-box", "chimney-glass"]


def stage(id, name, kind, at, points, message, *, radius=15, listed=None, rings=None, **more):
    """`at` is the true place; `listed` where the file says it is, while answers are missing; `rings` an area."""
    return {"id": id, "name": name, "kind": kind, "at": at, "radius": radius, "listed": listed or at, "rings": rings,
            "points": points, "message": message, "more": more}


STAGES = [
    stage("slate", "The Slate on the Quay", "slate", (-56, -66), 10,
          "The chalk runs, and new words come through: 'Well read. Walk round the still water next; I counted there.'",
          hints=["Down to the harbour, then a few steps west along the water.",
                 {"text": "It is born on a hill and ends in the sea.", "price": 2, "after_s": 60}],
          arrival="A school slate on a nail. The keeper's hand, very neat.",
          question={"prompt": "'I have a bed and never sleep, a mouth and never eat. What am I?'",
                    "text": ["a brook", "brook", "a river", "river", "a stream", "stream"], "price": 1},
          sound="bell", requires={"all": []}),
    stage("tarn-shore", "The Shore of the Tarn", "shore", (-103, 95), 15,
          "On a post, cut with a knife: 'From the bench by the boats: bearing, three times the herons and four; paces of "
          "a metre, fourteen times.'",
          rings=[SHORE, WATER[::-1]],
          hints=["Anywhere along the bank will do. Only do not get wet.",
                 {"text": "Seven less than thirteen is six.", "price": 5}],
          arrival="Herons. They look at you as if you were the one to be counted.",
          question={"prompt": "'Yesterday the herons were seven less than thirteen. Today, twice that.' How many today?",
                    "number": 12, "name": "H", "price": 1},
          sound="chime", requires="slate"),
    stage("miller-scale", "The Miller's Scale", "scale", (12, 217), 20,
          "The scale tips. 'Good. Both ways lead to matches, and matches are what you will want.'",
          radius=18, listed=(-40, 150),
          hints=["Work out where it is: your place comes of the herons.",
                 {"text": "It has eight walls and no wind today.", "price": 4, "after_s": 120}],
          arrival="Two brass pans, and a note in each.",
          question={"prompt": "Which note do you take?",
                    "options": ["Along the cliff, for the view", "Through the wood, for the shade"]},
          projection={"from": "tarn-shore", "bearing_deg": "H * 3 + 4", "distance_m": "H * 14"},
          requires={"answered": "tarn-shore"}),
    stage("cliff-seat", "The Seat on the Cliff", "seat", (160, 322), 20,
          "Under the seat, out of the spray: a tin of matches. 'Now fetch two of three: oil, wick, glass.'",
          hints=["North, until the land stops. Then stop too."],
          requires={"answered": "miller-scale", "choice": 1}, items=["matches"]),
    stage("wood-post", "The Post in the Wood", "post", (148, 238), 20,
          "Behind the post, dry as bone: a tin of matches. 'Now fetch two of three: oil, wick, glass.'",
          hints=["Follow the ride to where the sky comes back."],
          requires={"answered": "miller-scale", "choice": 2}, items=["matches"]),
    stage("oil-can", "The Leaking Can", "can", (222, 150), 20,
          "Half full. You set it upright, which the keeper never once thought of.",
          hints=["Above the huts of Drift Bay. Be quick: it drips."],
          requires={"holds": "matches"}, items=["oil"], limit_s=2400, sound="alarm"),
    stage("wick-box", "The Box on the Hill", "box", (158, 84), 20,
          "Cotton, plaited, dry. The view is free.",
          hints=["As high as the island goes.", {"text": "A pillar marks it on every map.", "price": 3}],
          requires={"holds": "matches"}, items=["wick"]),
    stage("chimney-glass", "The Glass in the Grass", "glass", (290, 92), 30,
          "It caught the sun, or you would have stepped on it.",
          hints=["It glitters by the path from Drift Bay to the neck of the land. Walk, and look down.",
                 {"text": "Nearer to the neck than to the huts.", "price": 6, "after_s": 180}],
          requires={"holds": "matches"}, items=["glass"], visibility={"near_m": 70}),
    stage("keeper-door", "The Keeper's Door", "door", (384, 42), 25,
          "The bolt slides back. On a hook inside, a key, and on its tag: 'Up you go.'",
          radius=12, requires={"at_least": 2, "of": PARTS},
          hints=["East, past the neck, where the road remembers that it is a road.",
                 {"text": "Every fourth year has one day more.", "price": 3, "after_s": 90}],
          arrival="No handle. A dial with three wheels.",
          question={"prompt": "'A line in the log each night, for one whole leap year. How many lines?'",
                    "number": 366, "price": 2},
          visibility="always", items=["key"]),
    stage("lamp-room", "The Lamp at the End", "lamp", (421, 30), 35,
          "Wick, oil or glass, you make do with two, as he did. The match flares; the sea gets an edge.",
          radius=12, requires={"holds": "key"}, hints=["A few steps more. Look up."],
          visibility={"revealed": {"holds": "key"}}),
]
