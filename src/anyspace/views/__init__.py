"""What is drawn, as HTML, SVG and JSON: from plain data, without a library and without knowing what a search is."""
