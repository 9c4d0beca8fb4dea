"""The picture of *Battle of the Bulge: Ardennes '44*, pixel by pixel: each hex has its colour."""

from __future__ import annotations

from playwright.sync_api import Browser

from salient.boards.sheets import draw_map
from salient.games.bulge import GAME

GROUND = {
    "247 244 234": "plain",
    "236 211 155": "hill",
    "152 194 156": "light",
    "107 150 102": "deep",
}
"""The paints of the sheet."""

SPREAD = 0.3
"""How far from the middle of a hex the pixels are taken, in hexes; corners are rounded off."""

PIXELS = """async ([svg, spots, reach]) => {
    const picture = new Image();
    picture.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    await picture.decode();
    const paper = new OffscreenCanvas(picture.naturalWidth, picture.naturalHeight);
    const pen = paper.getContext("2d", { willReadFrequently: true });
    pen.drawImage(picture, 0, 0);
    const size = 2 * reach + 1;
    return spots.map(([x, y]) => {
        const left = Math.round(x) - reach, top = Math.round(y) - reach;
        const { data } = pen.getImageData(left, top, size, size), seen = {};
        for (let i = 0; i < data.length; i += 4) {
            const colour = data.slice(i, i + 3).join(" ");
            seen[colour] = (seen[colour] ?? 0) + 1;
        }
        return seen;
    });
}"""


def test_the_pixels_of_every_hex_have_the_colour_of_its_terrain(chromium: Browser) -> None:
    """Roads, towns and letters hide some pixels; most of the ground that is seen is the terrain."""
    setting = GAME.setting("campaign")
    sheet = GAME.sheet(setting, "en").board("")
    size = f'width="{sheet.width}" height="{sheet.height}" viewBox'
    svg = draw_map(GAME, None, "en").replace("viewBox", size, 1)
    places = list(setting.hex_rows)
    spots = [anchor for place in places if (anchor := sheet.anchors[place])]
    across = abs(spots[1][0] - spots[0][0])
    page = chromium.new_page()
    try:
        patches = page.evaluate(PIXELS, [svg, spots, round(SPREAD * across)])
    finally:
        page.close()
    wrong = {}
    for place, colours in zip(places, patches, strict=True):
        seen = {GROUND[colour]: count for colour, count in colours.items() if colour in GROUND}
        row = setting.hex_rows[place]
        if max(seen, key=seen.__getitem__, default="") != row.terrain:
            wrong[row.hex] = (row.terrain, seen)
    assert len(places) == 1840
    assert not wrong
