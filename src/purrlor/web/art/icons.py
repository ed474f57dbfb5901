"""Small signs of the page itself, in its own colour, on a grid of 24: buttons, facts, folds."""

from purrlor.web.art.pen.paper import Symbol

_LINES = {
    "home": "M14.5 5 8 12l6.5 7",
    "house": "M3.5 11.5 12 4l8.500 7.500M6 9.500V20h12V9.500M10 20v-5.500h4V20",
    "menu": "M4 7h16M4 12h16M4 17h16",
    "close": "M6 6l12 12M18 6 6 18",
    "rules": "M12 6.5C10 5 7 4.6 4 5v13c3-.4 6 0 8 1.5 2-1.5 5-1.9 8-1.5V5c-3-.4-6 0-8 1.5zM12 6.5v13",
    "story": "M5 6h14M5 12h14M5 18h9",
    "up": "m6 15 6-6 6 6",
    "down": "m6 9 6 6 6-6",
    "next": "m9 5.5 6.5 6.5L9 18.5",
    "swap": "M4 9h14l-3.5-3.5M20 15H6l3.5 3.5",
    "flip": "M5 12a7 7 0 0 1 12-5l2 2M19 12a7 7 0 0 1-12 5l-2-2M19 5v4h-4M5 19v-4h4",
    "undo": "M8.5 5 4.5 9l4 4M4.5 9H15a4.8 4.8 0 0 1 0 9.6h-4",
    "ask": "M8 9a4 4 0 1 1 6 3.500c-1.500.9-2 1.600-2 3M12 19.500v.1",
    "again": "M19 12a7 7 0 1 1-2-5l2 2M19 4v5h-5",
    "tick": "m5 12.5 4.5 4.5L19 7.5",
    "plus": "M12 5v14M5 12h14",
    "eye": "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z"
    "M9.2 12a2.8 2.8 0 1 0 5.6 0 2.8 2.8 0 1 0-5.6 0z",
    "play": "M8 5.5v13l10-6.5z",
    "pause": "M8.5 6v12M15.5 6v12",
    "back": "M11 6 5 12l6 6V6zM19 6l-6 6 6 6V6z",
    "share": "M12 15V4m0 0L8 8m4-4 4 4M5 13v6h14v-6",
    "copy": "M9 9h10v11H9zM5 15V4h10",
    "people": "M3.5 13V4.5l4.7 3.7h7.6l4.7-3.7V13c0 5-3.6 7.5-8.5 7.5S3.5 18 3.5 13zM8.5 13v.1M15.5 13v.1",
    "friends": "M2.5 13.5V5l3.5 2.8h5L14.5 5v8.5c0 4-2.5 6-6 6s-6-2-6-6zM17.5 9l4-2.5v8c0 3-1.5 4.7-4 5.2",
    "phone": "M9.5 2.5h5q3 0 3 3v13q0 3-3 3h-5q-3 0-3-3v-13q0-3 3-3zM11 18h2",
    "clock": "M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0zM12 7v5.5l3.5 2",
    "age": "M4 20v-7q0-2 2-2h12q2 0 2 2v7zM4 16q2.7 2.5 5.3 0t5.4 0 5.3 0M12 11V7.5M12 4.5v.1",
    "say": "M4 4l4 3h8l4-3v10a3 3 0 0 1-3 3h-6l-4 4v-4a3 3 0 0 1-3-3zM9.2 11v1M14.8 11v1",
    "sound": "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4.5 4.5 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11",
    "mute": "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5",
    "away": "M19.5 14.5A8 8 0 1 1 9.5 4.5a6.5 6.5 0 0 0 10 10z",
    "bell": "M4 17.5h16l-2-2.500V11a6 6 0 0 0-12 0v4zM10 21h4M12 5V3",
    "lost": "M3 9.5a13 13 0 0 1 18 0M6.5 13a8 8 0 0 1 11 0M12 17.5v.1M4 4l16 16",
}


def icons() -> dict[str, Symbol]:
    """All of them, as `i-home` and so on."""
    pen = 'fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"'
    return {f"i-{name}": (f'<path {pen} d="{line}"/>', "0 0 24 24") for name, line in _LINES.items()}
