#!/usr/bin/env python3
"""Checks a change before a commit: the format, the drawn island, the dependency rule, and the tests of what changed.

    script/check           what differs from the last commit, new files included
    script/check main~3    what differs from another one
    script/check --list    only prints what would be tested

Tests the modules that changed and those that depend on them directly: every test target that names one of them in
Package.swift. After a change of Package.swift or of a script that builds, everything is tested.
"""
import argparse
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
EVERYTHING = ("Package.swift", "script/testing/", "script/debug", "script/bootstrap")
# Folders that only some test targets read, and those targets.
READERS = {
    "Maps/": {"AcceptanceTests", "PlaceFilesTests", "MapTilesTests"}, "Traces/": {"AcceptanceTests"},
    "docs/": {"PlaceFilesTests", "AcceptanceTests"}, "CHANGELOG.md": {"AcceptanceTests"},
    "Examples/": {"AcceptanceTests", "LibraryTests"},
}


def git(*words):
    """The lines that a git command prints."""
    return subprocess.run(["git", *words], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()


def targets():
    """For each target of the package: its folder, the targets it depends on, and whether it is a test."""
    dump = subprocess.run(["swift", "package", "dump-package"], cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout
    return {
        target["name"]: (
            target.get("path", ""), {name for item in target["dependencies"] for name in (item.get("byName") or [])[:1]},
            target["type"] == "test")
        for target in json.loads(dump)["targets"]
    }


def concerned(files, package):
    """The modules that changed, and the test targets that test them or modules that depend on them."""
    tests = {name for name, (_, _, is_test) in package.items() if is_test}
    if any(file.startswith(EVERYTHING) for file in files):
        return ["everything"], tests
    changed = {name for name, (path, _, _) in package.items() if any(file.startswith(path + "/") for file in files)}
    above = {name for name, (_, needs, is_test) in package.items() if needs & changed and not is_test}
    found = {name for name in tests if name in changed or package[name][1] & (changed | above)}
    for folder, readers in READERS.items():
        if any(file.startswith(folder) for file in files):
            found |= readers & tests
    return sorted(changed), found


def main():
    """Command line."""
    parser = argparse.ArgumentParser(prog="script/check", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("base", nargs="?", default="HEAD", help="a commit (default: the last one)")
    parser.add_argument("--list", action="store_true", help="say what would be tested")
    options = parser.parse_args()
    files = git("diff", "--name-only", options.base) + git("ls-files", "--others", "--exclude-standard")
    if not files:
        print(f"Nothing differs from {options.base}.")
        return 0
    changed, tests = concerned(files, targets())
    print(f"Changed: {', '.join(changed) or 'no module'}.")
    print(f"Tested: {', '.join(sorted(tests | {'ArchitectureTests'}))}.", flush=True)
    if options.list:
        return 0
    for command in (["script/lint"], ["script/world", "--check"],
                    ["script/test", *(f"{name}." for name in sorted(tests | {"ArchitectureTests"}))]):
        status = subprocess.run([ROOT / command[0], *command[1:]], cwd=ROOT, check=False).returncode
        if status:
            print(f"{command[0]} found something; see above.", file=sys.stderr)
            return status
    return 0


if __name__ == "__main__":
    sys.exit(main())
