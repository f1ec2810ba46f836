#!/usr/bin/env python3
"""Writes what a package is made of, as SPDX 2.3.

    sbom.py PACKAGE VERSION TIME PROGRAM > FILE

PROGRAM is the program as it is installed; TIME is the moment of the build, in seconds since 1970.
"""
import datetime
import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def output(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def package(name: str, version: str, licence: str, **more: str) -> dict:
    """A package of the list; `licence` is an SPDX expression, or NOASSERTION where Debian's copyright file says it."""
    return {
        "SPDXID": "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name),
        "name": name,
        "versionInfo": version,
        "downloadLocation": "NOASSERTION",
        "licenseConcluded": licence,
        "licenseDeclared": licence,
        "copyrightText": "NOASSERTION",
        **more,
    }


def linked(program: str) -> list[dict]:
    """The libraries of Debian that the program is linked to, in order of their names."""
    needed = re.findall(r"\(NEEDED\).*\[(.+)\]", output("readelf", "--dynamic", program))
    paths = dict(re.findall(r"(\S+) => (\S+)", output("ldd", program)))
    found = {}
    for library in needed:
        path = paths.get(library)
        if not path:
            continue
        # Debian knows a file by the folder that it was packed with, /lib or /usr/lib.
        owner = next(
            (
                search.stdout.split(": ")[0].split(":")[0]
                for place in (path, str(Path(path).resolve()), "/usr" + path)
                if (search := subprocess.run(["dpkg-query", "-S", place], capture_output=True, text=True)).returncode == 0
            ),
            None,
        )
        if owner:
            found[owner] = output("dpkg-query", "-W", "-f", "${Version}", owner)
    return [package(name, version, "NOASSERTION") for name, version in sorted(found.items())]


def main() -> None:
    name, version, time, program = sys.argv[1:]
    pins = json.loads((ROOT / "Package.resolved").read_text())["pins"]
    versions = {pin["identity"]: pin["state"]["version"] for pin in pins}
    swift = re.search(r"Swift version (\S+)", output("swift", "--version"))[1]
    exception = "Apache-2.0 WITH Swift-exception"
    contents = [
        package("swift-runtime", swift, exception),
        package("swift-argument-parser", versions["swift-argument-parser"], exception),
    ]
    for headers, licence in (("libosmium2-dev", "BSL-1.0"), ("libprotozero-dev", "BSD-2-Clause")):
        contents.append(package(headers, output("dpkg-query", "-W", "-f", "${Version}", headers), licence))
    contents += linked(program)
    digest = hashlib.sha256(Path(program).read_bytes()).hexdigest()
    own = package(name, version, "MIT", comment=f"SHA-256 of the program: {digest}")
    created = datetime.datetime.fromtimestamp(int(time), datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    document = {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"{name}-{version}",
        "documentNamespace": f"urn:trove:{name}:{version}:{digest[:16]}",
        "creationInfo": {"created": created, "creators": ["Tool: trove-script-package"]},
        "packages": [own] + contents,
        "relationships": [
            {"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": own["SPDXID"]}
        ]
        + [
            {
                "spdxElementId": own["SPDXID"],
                "relationshipType": "STATIC_LINK" if index < 4 else "DYNAMIC_LINK",
                "relatedSpdxElement": part["SPDXID"],
            }
            for index, part in enumerate(contents)
        ],
    }
    json.dump(document, sys.stdout, indent=1, sort_keys=True)
    print()


if __name__ == "__main__":
    main()
