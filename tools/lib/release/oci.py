"""Images as archives of OCI's layout, without a daemon; the same bytes for the same layers.

usage: oci.py libraries SPDX                 the Debian packages that the command is linked to, a line each
       oci.py difference LOWER UPPER         leaves of the folder UPPER what LOWER has not, or has otherwise
       oci.py unpack ARCHIVE FOLDER          its layers in FOLDER/root, its configuration in FOLDER/config.json
       oci.py write VERSION ARCHITECTURE SECONDS COMMIT SOURCE [TAG ARCHIVE LAYER.tar[,LAYER.tar]]...

SOURCE is the address of the repository, or empty.
"""

import datetime
import filecmp
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ENVIRONMENT = [
    "PATH=/usr/local/bin:/usr/bin:/bin",
    "LANG=C.UTF-8",
    "HOME=/tmp",
    # A root that is not written to has no place for caches of programs; a volume and other values bring them back.
    "MULTIPLANE_PROGRAM_CACHE=none",
    "MESA_SHADER_CACHE_DISABLE=true",
    # What NVIDIA's runtime puts into the container: OpenGL, NVENC, and CUDA, which NVENC asks for.
    "NVIDIA_VISIBLE_DEVICES=all",
    "NVIDIA_DRIVER_CAPABILITIES=graphics,video,compute,utility",
]
LICENCES = "Apache-2.0 AND GPL-3.0-or-later"


def libraries(path):
    document = json.loads(Path(path).read_text())
    linked = {each["relatedSpdxElement"] for each in document["relationships"]
              if each["relationshipType"] == "DYNAMIC_LINK"}
    return sorted(each["name"] for each in document["packages"] if each["SPDXID"] in linked)


def digest_of(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


class Layout:
    """A layout in a folder: blobs by their digests."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.blobs = self.folder / "blobs" / "sha256"
        self.blobs.mkdir(parents=True)

    def add(self, data, kind):
        digest = hashlib.sha256(data).hexdigest()
        (self.blobs / digest).write_bytes(data)
        return {"mediaType": kind, "digest": f"sha256:{digest}", "size": len(data)}

    def add_json(self, value, kind):
        return self.add(json.dumps(value, sort_keys=True).encode(), kind)

    def add_layer(self, path):
        """The descriptor of a layer, compressed, and the digest of what it is uncompressed."""
        target = self.blobs / "layer"
        # One thread, as more give other bytes. 19 saves 8 % and takes nine times as long; gzip's best is a fifth
        # larger.
        subprocess.run(["zstd", "-q", "-12", "-T1", "--no-progress", "-o", target, path], check=True)
        digest = digest_of(target)
        target.rename(self.blobs / digest)
        kind = "application/vnd.oci.image.layer.v1.tar+zstd"
        size = (self.blobs / digest).stat().st_size
        return {"mediaType": kind, "digest": f"sha256:{digest}", "size": size}, f"sha256:{digest_of(path)}"


def write(version, architecture, seconds, commit, source, images):
    """Writes images, (tag, archive, layers) each; a layer that several have is compressed once."""
    with tempfile.TemporaryDirectory(dir=".") as folder:
        shared = Layout(Path(folder, "shared"))
        packed = {layer: shared.add_layer(layer) for layer in dict.fromkeys(sum((each[2] for each in images), []))}
        for tag, archive, layers in images:
            layout = Layout(Path(folder, tag))
            for descriptor, _ in (packed[layer] for layer in layers):
                name = descriptor["digest"].removeprefix("sha256:")
                (layout.blobs / name).hardlink_to(shared.blobs / name)
            labels = labelled(version, seconds, commit, source)
            write_one(layout, architecture, tag, labels, [packed[layer] for layer in layers])
            pack(layout.folder, archive, seconds)


def labelled(version, seconds, commit, source):
    """The labels of an image."""
    created = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    labels = {
        "org.opencontainers.image.title": "multiplane",
        "org.opencontainers.image.description": "Core Animation scenes, Lottie files among them, to pictures and films",
        "org.opencontainers.image.version": version,
        "org.opencontainers.image.revision": commit,
        "org.opencontainers.image.created": created,
        "org.opencontainers.image.licenses": LICENCES,
        "org.opencontainers.image.base.name": "debian:bookworm",
    }
    # The sources of the image's other parts are listed in it: /usr/share/doc/multiplane/sources.txt.
    return labels | ({"org.opencontainers.image.source": source} if source else {})


def write_one(layout, architecture, tag, labels, packed):
    created = labels["org.opencontainers.image.created"]
    config = {
        "created": created,
        "architecture": architecture,
        "os": "linux",
        "config": {
            "User": "65532:65532",
            "Env": ENVIRONMENT,
            "Entrypoint": ["multiplane"],
            "Cmd": ["--help"],
            "WorkingDir": "/work",
            "Labels": labels,
            # Docker's addition to OCI's configuration; others pass it over. In nanoseconds.
            "Healthcheck": {
                "Test": ["CMD", "multiplane", "info", "--json"], "Interval": 60 * 10**9, "Timeout": 30 * 10**9,
            },
        },
        "rootfs": {"type": "layers", "diff_ids": [plain for _, plain in packed]},
        "history": [{"created": created, "created_by": "tools/release"} for _ in packed],
    }
    manifest = {
        "schemaVersion": 2,
        "mediaType": "application/vnd.oci.image.manifest.v1+json",
        "config": layout.add_json(config, "application/vnd.oci.image.config.v1+json"),
        "layers": [descriptor for descriptor, _ in packed],
        "annotations": labels,
    }
    descriptor = layout.add_json(manifest, manifest["mediaType"])
    descriptor["platform"] = {"architecture": architecture, "os": "linux"}
    descriptor["annotations"] = {
        "org.opencontainers.image.ref.name": tag,
        # By which Docker and containerd call it once it is loaded.
        "io.containerd.image.name": f"docker.io/library/multiplane:{tag}",
    }
    index = {
        "schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json", "manifests": [descriptor],
    }
    Path(layout.folder, "index.json").write_text(json.dumps(index, sort_keys=True))
    Path(layout.folder, "oci-layout").write_text('{"imageLayoutVersion": "1.0.0"}')


def pack(folder, archive, seconds):
    """A tar archive of a folder's files, in the order of their names."""
    with tarfile.open(archive, "w", format=tarfile.USTAR_FORMAT) as tar:
        for path in sorted(folder.rglob("*")):
            entry = tarfile.TarInfo(str(path.relative_to(folder)))
            entry.mtime = seconds
            entry.mode = 0o755 if path.is_dir() else 0o644
            if path.is_dir():
                entry.type = tarfile.DIRTYPE
                tar.addfile(entry)
                continue
            entry.size = path.stat().st_size
            with open(path, "rb") as file:
                tar.addfile(entry, file)


def difference(lower, upper):
    """Makes of a root the layer over another one. All of the lower one is in the upper one: no layer of ours takes
    anything away."""
    gone = [path for path in lower.rglob("*") if not os.path.lexists(upper / path.relative_to(lower))]
    if gone:
        raise SystemExit(f"not in {upper}: {gone[:10]}")
    for path in sorted(upper.rglob("*"), reverse=True):
        other = lower / path.relative_to(upper)
        if path.is_dir() and not path.is_symlink():
            if other.is_dir() and not any(path.iterdir()):
                path.rmdir()
        elif os.path.lexists(other) and is_same(path, other):
            path.unlink()


def is_same(one, other):
    if one.is_symlink() or other.is_symlink():
        return one.is_symlink() and other.is_symlink() and os.readlink(one) == os.readlink(other)
    first, second = one.stat(), other.stat()
    return (first.st_mode, first.st_uid, first.st_gid) == (second.st_mode, second.st_uid, second.st_gid) and (
        not one.is_file() or filecmp.cmp(one, other, shallow=False))


def unpack(archive, folder):
    """As a runtime does it. The layers of ours take nothing away, so that there are no whiteouts."""
    layout = folder / "layout"
    (folder / "root").mkdir(parents=True)
    with tarfile.open(archive) as tar:
        tar.extractall(layout)

    def blob(descriptor):
        path = layout / "blobs" / "sha256" / descriptor["digest"].removeprefix("sha256:")
        if path.stat().st_size != descriptor["size"] or f"sha256:{digest_of(path)}" != descriptor["digest"]:
            raise SystemExit(f"{path}: not the blob that its descriptor says")
        return path

    [entry] = json.loads((layout / "index.json").read_text())["manifests"]
    manifest = json.loads(blob(entry).read_text())
    shutil.copy(blob(manifest["config"]), folder / "config.json")
    plain = json.loads((folder / "config.json").read_text())["rootfs"]["diff_ids"]
    for layer, digest in zip(manifest["layers"], plain, strict=True):
        subprocess.run(["zstd", "-q", "-d", "-o", folder / "layer.tar", blob(layer)], check=True)
        if f"sha256:{digest_of(folder / 'layer.tar')}" != digest:
            raise SystemExit(f"{layer['digest']}: not the layer that the configuration says")
        subprocess.run(["tar", "-C", folder / "root", "-xpf", folder / "layer.tar", "--numeric-owner"], check=True)
        (folder / "layer.tar").unlink()
    shutil.rmtree(layout)


def main():
    match sys.argv[1:]:
        case ["libraries", path]:
            print("\n".join(libraries(path)))
        case ["difference", lower, upper]:
            difference(Path(lower), Path(upper))
        case ["unpack", archive, folder]:
            unpack(archive, Path(folder))
        case ["write", version, architecture, seconds, commit, source, *images] if images and len(images) % 3 == 0:
            triples = zip(images[::3], images[1::3], (each.split(",") for each in images[2::3]))
            write(version, architecture, int(seconds), commit, source, list(triples))
        case _:
            raise SystemExit(__doc__)


if __name__ == "__main__":
    main()
