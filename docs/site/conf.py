"""How Sphinx makes the site of the documents: what it reads is put together by build.py."""

from __future__ import annotations

import anyspace

project = "anyspace"
author = copyright = "The anyspace authors"
version = release = anyspace.__version__
root_doc = "README"
source_suffix = {".md": "markdown"}
extensions = ["myst_parser"]
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]
suppress_warnings = ["misc.highlighting_failure", "myst.header"]
html_theme = "furo"
html_title = "anyspace"
html_show_sourcelink = False
html_copy_source = False
html_theme_options = {"source_view_link": "", "top_of_page_buttons": []}
pygments_style, pygments_dark_style = "friendly", "monokai"
