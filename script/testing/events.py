"""Reads the event streams of a test run (Swift Testing's JSON lines)."""
import json


def functions(logs):
    """For each test function of the runs: its name, its sentence and its seconds, 0 for one that was skipped."""
    found = {}
    for log in logs:
        begun, names = {}, {}
        with open(log, encoding="utf-8", errors="replace") as lines:
            for line in lines:
                record = json.loads(line)
                payload = record["payload"]
                if record["kind"] == "test" and payload["kind"] == "function":
                    # Behind the last slash are file and line.
                    names[payload["id"]] = payload["id"].rsplit("/", 1)[0]
                    found[names[payload["id"]]] = (payload.get("displayName", ""), 0.0)
                elif record["kind"] == "event" and payload.get("testID") in names:
                    name, time = names[payload["testID"]], payload["instant"]["absolute"]
                    if payload["kind"] == "testStarted":
                        begun[name] = time
                    elif payload["kind"] == "testEnded":
                        found[name] = (found[name][0], time - begun.get(name, time))
    return found


def all_known(logs, tests):
    """Whether the test runner had exactly these tests, skipped ones included; says which are missing."""
    ran, wanted = set(functions(logs)), {test.name for test in tests}
    for name in sorted(wanted - ran):
        print(f"the test runner does not have {name}")
    for name in sorted(ran - wanted):
        print(f"script/testing/names.py does not see {name}")
    return ran == wanted


def slowest(logs, count=30):
    """A table of the tests that took longest, and of the modules."""
    found = functions(logs)
    modules = {}
    for name, (_, seconds) in found.items():
        modules[name.split(".")[0]] = modules.get(name.split(".")[0], 0) + seconds
    rows = ["", "Slowest modules, s:"]
    rows += [f"{seconds:8.2f}  {name}" for name, seconds in sorted(modules.items(), key=lambda item: -item[1])[:12]]
    rows += ["", "Slowest tests, s:"]
    order = sorted(found.items(), key=lambda item: -item[1][1])[:count]
    rows += [f"{seconds:8.2f}  {name}\n          {text}" for name, (text, seconds) in order]
    return "\n".join(rows)
