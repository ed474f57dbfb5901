"""What a package index shows of the project: addresses, and the README with links that lead there from anywhere.

The builder (hatchling) calls this for every wheel and sdist. Where the repository lives is known to the workflow that
publishes it, which has GITHUB_REPOSITORY; a build elsewhere has no addresses, and the README as it is.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

PICTURE = re.compile(r'(src=")(?!https?:)([^"]+)')
LINK = re.compile(r"(\]\()(?!https?:|#)([^)]+)")


class ProjectPage(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        text, home = (Path(self.root) / "README.md").read_text(encoding="utf-8"), home_of(os.environ)
        if home:
            ref = os.environ.get("GITHUB_REF_NAME", "main")
            text = LINK.sub(rf"\g<1>{home}/blob/{ref}/\g<2>", PICTURE.sub(rf"\g<1>{home}/raw/{ref}/\g<2>", text))
            metadata["urls"] = {
                "Homepage": home,
                "Documentation": f"{home}/blob/{ref}/docs/index.md",
                "Changelog": f"{home}/blob/{ref}/CHANGELOG.md",
                "Issues": f"{home}/issues",
            }
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


def home_of(environment: Mapping[str, str]) -> str:
    repository = environment.get("GITHUB_REPOSITORY", "")
    return f"{environment.get('GITHUB_SERVER_URL', 'https://github.com')}/{repository}" if repository else ""
