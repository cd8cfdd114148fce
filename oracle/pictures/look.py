"""Colours and letters of all pictures. Sides are told apart by hue and by shade, for those who see no red."""

PAPER = "#f6f0e1"
INK = "#2b2620"
FAINT = "#8a7f6c"
WATER = "#bcd9e8"
DEEP_WATER = "#8db9d2"
PANEL = "#fffaf0"
LINE = "#cbbfa5"
GOLD = "#f2b705"
REACHABLE = "#17924c"
REFUSED = "#c4161c"
ACTIVE = "#7b2fa8"

RED = "#b3262e"
PALE_RED = "#e4a39c"
BLUE = "#1f4e9c"
PALE_BLUE = "#a3bfe3"
LIGHT = "#ffffff"

SIDE_COLOURS = {"british": RED, "french": BLUE, "england": RED, "scotland": BLUE}
PALE_COLOURS = {"british": PALE_RED, "french": PALE_BLUE, "england": PALE_RED, "scotland": PALE_BLUE}

SANS = "DejaVu Sans, Verdana, Geneva, sans-serif"
SERIF = "DejaVu Serif, Georgia, Cambria, serif"
