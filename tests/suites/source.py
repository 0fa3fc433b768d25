# SPDX-License-Identifier: BSD-3-Clause
"""Fetches the source of a Debian package into a folder. Leaves the machine's own list of package sources as it is."""
import glob
import os
import subprocess

DEBIAN = "http://deb.debian.org/debian"


def release():
    """Such as bookworm."""
    with open("/etc/os-release", encoding="utf-8") as file:
        for line in file:
            if line.startswith("VERSION_CODENAME="):
                return line.split("=")[1].strip().strip('"')
    raise SystemExit("suites: this system has no Debian release name: give the unpacked source by --source FOLDER")


def apt(folder, *command):
    """apt-get with lists of its own under `folder`, which name source packages."""
    options = {"Dir::Etc::sourcelist": f"{folder}/sources.list", "Dir::Etc::sourceparts": "-", "Dir::State::lists": f"{folder}/lists",
               "APT::Sandbox::User": "root"}
    arguments = [word for name, value in options.items() for word in ("-o", f"{name}={value}")]
    subprocess.run(["apt-get", "-q", *arguments, *command], cwd=folder, check=True)


def fetch(package, folder):
    """Unpacks the package's source as `folder`, unless it is there."""
    folder = os.path.abspath(folder)
    if os.path.isdir(folder):
        return
    download = f"{folder}.download"
    os.makedirs(f"{download}/lists/partial", exist_ok=True)
    with open(f"{download}/sources.list", "w", encoding="utf-8") as file:
        file.write(f"deb-src {DEBIAN} {release()} main\n")
    try:
        apt(download, "update")
        apt(download, "source", "--download-only", package)
        subprocess.run(["dpkg-source", "--extract", *glob.glob(f"{download}/*.dsc"), folder], check=True)
    except OSError as error:
        raise SystemExit(f"suites: no source of {package}: {error} (--source FOLDER takes it unpacked)") from None
    except subprocess.CalledProcessError as error:
        raise SystemExit(f"suites: no source of {package}: {error.cmd[0]} failed (--source FOLDER takes it unpacked)") from None
