"""The commands that `script/fail` runs, each in a folder of its own with the same files in it."""
import dataclasses

HUNT = "hunt.geojson"
WALK = ["--from", "walker:1", "--speed", "max", "--json"]


@dataclasses.dataclass(frozen=True)
class Command:
    """A command: its words, and what it leaves behind."""

    words: tuple
    # Files that it makes or changes: they are as without a fault when it says that all is well, and never torn.
    makes: tuple = ()
    # Whether it saves finds that it tells of.
    saves: bool = False
    # Keys that are pressed, one after the other, where it runs on a terminal.
    keys: str = ""
    # The words may name a gpsd that listens as {gpsd}.
    stdin: str = ""

    @property
    def name(self):
        """The words as a line."""
        return " ".join(self.words)


def _(*words, **more):
    return Command(tuple(word for part in words for word in (part if isinstance(part, list) else part.split())), **more)


# What the others find in their folder.
PREPARATION = [
    _(f"play {HUNT}", WALK, "--save --session one.flight"),
    _("finish one.flight ada.finish --name Ada"),
    _("import places.geojson --name isle"),
    _("hunt seal riddle.geojson sealed.geojson"),
]

COMMANDS = [
    _(f"play {HUNT}", WALK),
    _(f"play {HUNT}", WALK, "--save --anew", saves=True),
    _(f"play {HUNT}", WALK, "--save --resume", saves=True),
    _(f"play {HUNT}", WALK, "--save --anew --session new.flight --track events.json --record walk.gpx", saves=True),
    _(f"play {HUNT} --from walker:2 --speed max --plain --commands commands --map map.geojson --places places.geojson"),
    _(f"play {HUNT} --from walk.gpx --speed max --json --no-save"),
    _("play sealed.geojson", WALK, "--save --anew --commands commands", saves=True),
    _(f"play {HUNT} --from gpsd:{{gpsd}} --json --commands soon --save --anew", saves=True),
    _(f"play {HUNT} --from walker:1 --speed 50 --save --anew", saves=True, keys="m?\x1bcsiq\x1bq"),
    _(f"play {HUNT} --from steer --map map.geojson --ghost one.flight", keys="w v\x1b+-q\x1bq"),
    _("play", keys="j\rq\x1bq\x1bq"),
    _("replay one.flight", keys=" .,q\x1bq"),
    _("map map.geojson", keys="+-hq\x1bq"),
    _(f"hunt edit {HUNT} --from steer:0,0", keys="j?\x1bq\x1bq"),
    _("nearby --at 0,0 --places places.geojson"),
    _("nearby --at 0,0 --places isle --json --limit 3"),
    _("nearby --from gpsd:{gpsd} --places isle --json"),
    _("places"), _("places places.geojson --json"), _("places isle --at 0,0 --within 300"),
    _("search stone"), _("search bell --in isle --json"),
    _("import places.geojson --name more"), _("import places.geojson --name isle"), _("import tiny.osm --name tiny"),
    _("forget isle"),
    _("map map.geojson --at 0,0 --size 80x24"), _("compass --at 0,0 --places places.geojson --size 60x20"),
    _("check walk.gpx places.geojson map.geojson"), _("hunt check riddle.geojson --json"),
    _("doctor {gpsd} --wait 1 --json"), _("doctor localhost:1 --wait 1"),
    _(f"feed {HUNT} --from walker:1 --nmea - --speed max"),
    _(f"simulate {HUNT} --players 3 --threads 1 --json --svg heat.svg", makes=("heat.svg",)),
    _("replay one.flight --json"), _("replay one.flight --check"),
    _("replay one.flight --to-test test"),
    _("record one.flight game.cast --end 20s", makes=("game.cast",)),
    _("record one.flight game.svg --at 90s", makes=("game.svg",)),
    _("finish one.flight eve.finish --name Eve", makes=("eve.finish",)), _("verify ada.finish --json"),
    _("games list --json"), _("games show 1 --json"), _("games remove 1"),
    _("export --track --from walk.gpx -o track.gpx", makes=("track.gpx",)),
    _(f"export --gpx-finds --game 1 --hunt {HUNT} -o finds.gpx", makes=("finds.gpx",)),
    _(f"export --field-notes --game 1 --hunt {HUNT} -o visits.txt", makes=("visits.txt",)),
    _("hunt new fresh.geojson --title Fresh", makes=("fresh.geojson",)),
    _(f"hunt add {HUNT} --name Oak --at 0.001,0.001 --question Why --answer 42", makes=(HUNT,)),
    _(f"hunt set {HUNT} title Other", makes=(HUNT,)), _(f"hunt remove {HUNT} tide-bell", makes=(HUNT,)),
    _(f"hunt list {HUNT} --json"),
    _("hunt seal riddle.geojson again.geojson"),
]
