"""What the command consists of, in SPDX 2.3 as JSON: what is linked in, with licences, and the libraries of the system
that it is linked to, with the Debian packages that it was built with. Runs in the root of the build.

usage: sbom.py VERSION SECONDS COMMIT "SWIFT'S BANNER"
"""

import datetime
import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path

COMMAND = Path("/stage/bin/multiplane")
# What is linked in: name, licence by SPDX, the Debian package whose version it has or None, note.
LINKED = [
    ("Duktape", "MIT", "duktape-dev", "the engine of Lottie's expressions, from Debian's package of its source"),
    ("libzip", "BSD-3-Clause", "libzip-dev", "archives, built from Debian's source for deflate alone"),
    ("libjpeg-turbo", "IJG AND BSD-3-Clause AND Zlib", "libjpeg62-turbo-dev", "JPEG, Debian's static library"),
    ("MultiplaneSans", "OFL-1.1", None, "a part of Liberation Sans 2.1.5, the font of machines without fonts"),
]
# Of packages of Swift that Package.swift names.
PACKAGES = {
    "swift-argument-parser": "Apache-2.0 WITH Swift-exception",
    "swift-log": "Apache-2.0",
}
SWIFT = [
    ("Swift", "Apache-2.0 WITH Swift-exception", "the runtime and the standard library"),
    ("swift-corelibs-libdispatch", "Apache-2.0 WITH Swift-exception", "threads"),
    ("swift-corelibs-foundation", "Apache-2.0 WITH Swift-exception", "Foundation"),
    ("swift-foundation", "Apache-2.0 WITH Swift-exception", "FoundationEssentials, FoundationInternationalization"),
    ("swift-foundation-icu", "Apache-2.0 WITH Swift-exception AND Unicode-3.0", "ICU, as Foundation has it"),
]


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def debian_version(package):
    return output("dpkg-query", "-W", "-f", "${Version}", package)


def identifier(name):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)


def package(name, version, licence, comment, **more):
    return {
        "SPDXID": identifier(name),
        "name": name,
        "versionInfo": version,
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False,
        "licenseConcluded": licence,
        "licenseDeclared": licence,
        "copyrightText": "NOASSERTION",
        "comment": comment,
        **more,
    }


def system_libraries():
    """(file name, Debian package) of each library that the command is linked to."""
    needed = re.findall(r"NEEDED\s+(\S+)", output("objdump", "-p", str(COMMAND)))
    for name in sorted(needed):
        # As dpkg has it, which does not know that /lib is /usr/lib.
        found = subprocess.run(["dpkg-query", "-S", f"*/{name}"], capture_output=True, text=True).stdout
        owners = {line.split(":")[0] for line in found.splitlines() if line.endswith("/" + name)}
        yield name, sorted(owners)[0] if owners else None


def git_packages():
    for folder in sorted(Path("/build/packages").iterdir()):
        git = ["git", "-c", "safe.directory=*", "-C", str(folder)]
        tag = output(*git, "tag").strip()
        yield folder.stem, tag, output(*git, "rev-list", "-n", "1", tag).strip()


def main():
    version, seconds, commit, banner = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4]
    swift = re.search(r"Swift version (\S+)", banner)[1]
    digest = hashlib.sha256(COMMAND.read_bytes()).hexdigest()
    packages = [
        package("multiplane", version, "Apache-2.0", f"commit {commit}; built by {banner}",
                checksums=[{"algorithm": "SHA256", "checksumValue": digest}], primaryPackagePurpose="APPLICATION")
    ]
    relationships = [("SPDXRef-DOCUMENT", "DESCRIBES", packages[0]["SPDXID"])]

    def add(made, kind):
        packages.append(made)
        relationships.append((packages[0]["SPDXID"], kind, made["SPDXID"]))

    for name, licence, comment in SWIFT:
        add(package(name, swift, licence, comment), "STATIC_LINK")
    for name, tag, revision in git_packages():
        add(package(name, tag, PACKAGES[name], f"commit {revision}"), "STATIC_LINK")
    for name, licence, debian, comment in LINKED:
        shown = debian_version(debian) if debian else "2.1.5"
        add(package(name, shown, licence, comment), "CONTAINS" if name == "MultiplaneSans" else "STATIC_LINK")
    seen = {}
    for name, debian in system_libraries():
        if debian is None:
            raise SystemExit(f"{name}: no package of the root has it")
        seen.setdefault(debian, []).append(name)
    for debian, names in sorted(seen.items()):
        add(package(debian, debian_version(debian), "NOASSERTION",
                    f"of the system, not a part of the release: {', '.join(names)}"), "DYNAMIC_LINK")

    created = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    document = {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"multiplane-{version}",
        "documentNamespace": f"urn:multiplane:{version}:{digest}",
        "creationInfo": {"created": created, "creators": ["Tool: tools-release"], "licenseListVersion": "3.22"},
        "packages": packages,
        "relationships": [
            {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}
            for one, kind, other in relationships
        ],
    }
    print(json.dumps(document, indent=2, ensure_ascii=False))


main()
