"""What a document lies on or is held before. Each returns BGR of the size asked."""
import cv2
import numpy as np

from noise import enlarge, field, fractal, grain, grid, lit, pick


def tinted(gray, colour):
    return np.clip(gray[..., None] * np.float32(colour), 0, 255).astype(np.uint8)


def wood(rng, h, w, colour=None, plank=None):
    colour = colour or pick(rng, [(70, 125, 180), (90, 150, 205), (60, 100, 150), (110, 150, 185), (75, 110, 140)])
    across = rng.random() < 0.5
    hh, ww = (h, w) if across else (w, h)
    xs, ys = grid(hh, ww)
    bend = fractal(rng, hh, ww, 2, 2, stretch=4) * 0.05
    rings = np.sin((ys + bend) * float(rng.uniform(60, 160)) + fractal(rng, hh, ww, 6, 3, stretch=8) * 3)
    gray = 1 + 0.1 * rings + 0.13 * fractal(rng, hh, ww, 60, 3, stretch=24)
    boards = plank if plank is not None else int(rng.integers(0, 5))
    if boards:
        at = (ys * boards) % 1
        gray *= 1 - 0.75 * (np.minimum(at, 1 - at) < 0.006)
        gray *= (0.85 + 0.3 * rng.random(boards + 1))[np.clip((ys * boards).astype(int), 0, boards)]
    picture = tinted(gray.astype(np.float32), colour)
    return picture if across else np.ascontiguousarray(picture.transpose(1, 0, 2))


def darkwood(rng, h, w):
    return wood(rng, h, w, pick(rng, [(32, 45, 68), (25, 32, 45), (40, 50, 90)]))


def cloth(rng, h, w, gray=None):
    """The weave, as a map of light."""
    side = int(rng.integers(3, 6))
    xs, ys = np.arange(w) // 1, np.arange(h)
    weave = 1 + 0.07 * (np.sin(xs * 6.28 / side)[None, :] * np.sin(ys * 6.28 / side)[:, None])
    return (weave * (1 + 0.09 * fractal(rng, h, w, 4, 4))).astype(np.float32)


def check(rng, h, w):
    xs, ys = grid(h, w)
    n = float(rng.uniform(5, 14))
    a, b = ((xs * n * w / h) % 1 < 0.5), ((ys * n) % 1 < 0.5)
    one, two = np.float32(
        pick(rng, [(50, 40, 190), (150, 70, 30), (60, 120, 40), (40, 40, 45), (40, 150, 210)])
    ), np.float32((225, 228, 230))
    share = (a.astype(np.float32) + b) / 2
    return np.clip((two + (one - two) * share[..., None]) * cloth(rng, h, w)[..., None], 0, 255).astype(np.uint8)


def stripes(rng, h, w):
    xs, ys = grid(h, w)
    at = xs * np.cos(0.3) + ys * float(rng.uniform(-1, 1))
    colours = np.float32(
        [
            pick(rng, [(60, 50, 160), (40, 140, 200), (60, 110, 50), (200, 205, 210), (120, 60, 40), (50, 50, 55)])
            for _ in range(5)
        ]
    )
    index = (at * float(rng.uniform(10, 40))).astype(int) % 5
    return np.clip(colours[index] * cloth(rng, h, w)[..., None], 0, 255).astype(np.uint8)


def wax(rng, h, w):
    """A printed cotton: one motif repeated."""
    side = int(min(h, w) / float(rng.uniform(3, 8)))
    base, one, two = (tuple(int(v) for v in rng.integers(20, 235, 3)) for _ in range(3))
    tile = np.full((side * 2, side * 2, 3), base, np.uint8)
    kind, petals = int(rng.integers(0, 4)), int(rng.integers(4, 9))
    for cx, cy in ((side / 2, side / 2), (side * 1.5, side * 1.5), (side * 1.5, side / 2), (side / 2, side * 1.5)):
        if kind == 0:
            for a in np.linspace(0, 6.28, petals, endpoint=False):
                at = (int(cx + np.cos(a) * side * 0.24), int(cy + np.sin(a) * side * 0.24))
                cv2.ellipse(tile, at, (int(side * 0.2), int(side * 0.1)), np.degrees(a), 0, 360, one, -1, cv2.LINE_AA)
            cv2.circle(tile, (int(cx), int(cy)), int(side * 0.13), two, -1, cv2.LINE_AA)
        elif kind == 1:
            for r, c in ((0.46, one), (0.36, base), (0.28, two), (0.14, one)):
                cv2.circle(tile, (int(cx), int(cy)), int(side * r), c, -1, cv2.LINE_AA)
        elif kind == 2:
            d = side * 0.45
            cv2.fillPoly(tile, [np.int32([(cx, cy - d), (cx + d, cy), (cx, cy + d), (cx - d, cy)])], one, cv2.LINE_AA)
            cv2.fillPoly(
                tile,
                [np.int32([(cx, cy - d / 2), (cx + d / 2, cy), (cx, cy + d / 2), (cx - d / 2, cy)])],
                two,
                cv2.LINE_AA,
            )
        else:
            for i in range(6):
                p = (rng.random((3, 2)) * side + [cx - side / 2, cy - side / 2]).astype(np.int32)
                cv2.fillPoly(tile, [p], one if i % 2 else two, cv2.LINE_AA)
    tiled = np.tile(tile, (h // (side * 2) + 1, w // (side * 2) + 1, 1))[:h, :w]
    return lit(tiled, cloth(rng, h, w))


def tiles(rng, h, w):
    xs, ys = grid(h, w)
    n = float(rng.uniform(2.2, 7))
    colour = np.float32(
        pick(rng, [(205, 208, 210), (175, 195, 210), (150, 170, 195), (195, 190, 180), (120, 130, 150), (90, 100, 160)])
    )
    x, y = xs * n * w / h, ys * n
    gap = np.minimum(np.minimum(x % 1, 1 - x % 1), np.minimum(y % 1, 1 - y % 1))
    tone = rng.uniform(0.93, 1.06, (40, 40))[np.clip(y.astype(int), 0, 39), np.clip(x.astype(int), 0, 39)]
    gray = (
        tone
        * (1 + 0.06 * fractal(rng, h, w, 6, 5))
        * (1 - float(rng.uniform(0.25, 0.5)) * np.exp(-((gap / 0.014) ** 4)))
    )
    return tinted(gray.astype(np.float32), colour)


def concrete(rng, h, w):
    gray = 1 + 0.16 * fractal(rng, h, w, 5, 7, 0.75) + 0.05 * grain(rng, h, w)
    return tinted(gray, pick(rng, [(150, 155, 158), (120, 125, 130), (165, 175, 185), (90, 95, 100)]))


def earth(rng, h, w):
    gray = 1 + 0.22 * fractal(rng, h, w, 8, 7, 0.8) + 0.1 * grain(rng, h, w)
    return tinted(gray, pick(rng, [(80, 115, 165), (100, 140, 180), (60, 85, 130), (130, 165, 195)]))


def mat(rng, h, w):
    """Woven straw or plastic."""
    n = int(rng.integers(8, 22))
    ys, xs = np.mgrid[0:h, 0:w]
    turn = ((xs // n) + (ys // n)) % 2
    gray = np.where(turn, 0.85 + 0.15 * np.sin(xs * 6.28 / n * 2), 0.95 + 0.15 * np.sin(ys * 6.28 / n * 2))
    one, two = np.float32(pick(rng, [(110, 170, 205), (90, 140, 60), (160, 90, 50), (70, 60, 170)])), np.float32(
        (170, 205, 225)
    )
    band = ((ys // (n * 6)) % 3 == 0)[..., None]
    out = np.where(band, one, two) * (gray * (1 + 0.08 * fractal(rng, h, w, 5, 4)))[..., None]
    return np.clip(out, 0, 255).astype(np.uint8)


def painted(rng, h, w, low=30, high=200):
    colour = rng.uniform(low, high, 3)
    gray = 1 + 0.05 * fractal(rng, h, w, 4, 5) + 0.02 * grain(rng, h, w)
    return tinted(gray, tuple(colour))


def paletable(rng, h, w):
    base = float(rng.uniform(190, 235))
    gray = 1 + 0.03 * fractal(rng, h, w, 3, 5) + 0.012 * grain(rng, h, w)
    return tinted(gray, (base * float(rng.uniform(0.93, 1.0)), base, base * float(rng.uniform(0.99, 1.04))))


def blackcloth(rng, h, w):
    return tinted(
        cloth(rng, h, w) * (1 + 0.1 * grain(rng, h, w)),
        pick(rng, [(30, 26, 24), (50, 42, 38), (34, 44, 30), (22, 22, 24)]),
    )


def blanket(rng, h, w):
    gray = 1 + 0.12 * fractal(rng, h, w, 90, 3) + 0.2 * field(rng, h, w, 4) + 0.05 * grain(rng, h, w)
    return tinted(gray, tuple(rng.uniform(40, 170, 3)))


def terrazzo(rng, h, w):
    picture = painted(rng, h, w, 150, 210)
    for _ in range(900):
        c = tuple(int(v) for v in rng.integers(40, 240, 3))
        r = int(rng.integers(2, max(4, h // 120)))
        cv2.ellipse(
            picture,
            (int(rng.integers(w)), int(rng.integers(h))),
            (r, max(1, r // 2)),
            float(rng.uniform(0, 180)),
            0,
            360,
            c,
            -1,
        )
    return picture


def marble(rng, h, w):
    veins = np.abs(fractal(rng, h, w, 3, 6, 0.65))
    return tinted(
        (1 - 0.3 * np.exp(-veins * 14)) * (1 + 0.03 * fractal(rng, h, w, 5, 4)),
        pick(rng, [(215, 220, 222), (70, 75, 70), (175, 190, 205)]),
    )


def knees(rng, h, w):
    """Two trouser legs and what is between them."""
    ys, xs = np.mgrid[0:h, 0:w].astype(np.float32) / w
    picture = painted(rng, h, w, 20, 90).astype(np.float32)
    colour = np.float32(pick(rng, [(110, 70, 45), (60, 45, 40), (70, 90, 110), (40, 40, 42)]))
    for side, cx in ((-1, 0.26), (1, 0.74)):
        d = (xs - cx - 0.05 * side * (ys - 0.5) + 0.02 * np.sin(ys * 5)) / 0.24
        leg = np.clip((1 - np.abs(d)) * 30, 0, 1)
        shade = (0.45 + 0.6 * np.sqrt(np.clip(1 - d * d, 0, 1))) * (
            1 + 0.16 * fractal(rng, h, w, 9, 4) + 0.06 * grain(rng, h, w)
        )
        picture += (colour * shade[..., None] - picture) * leg[..., None]
    return np.clip(picture, 0, 255).astype(np.uint8)


def room(rng, h, w, window=True):
    """A room out of focus: wall, floor, furniture, often a bright window."""
    s = 5
    hh, ww = h // s, w // s
    wall = rng.uniform(60, 200, 3)
    picture = np.empty((hh, ww, 3), np.float32)
    line = int(hh * rng.uniform(0.55, 0.85))
    picture[:] = wall
    picture[line:] = rng.uniform(30, 150, 3)
    for _ in range(int(rng.integers(2, 7))):
        x, y = int(rng.uniform(-0.1, 0.9) * ww), int(rng.uniform(0.2, 0.8) * hh)
        c = rng.uniform(10, 220, 3)
        picture[y : y + int(rng.uniform(0.1, 0.5) * hh), max(0, x) : x + int(rng.uniform(0.1, 0.4) * ww)] = c
    if window and rng.random() < 0.7:
        x, y = int(rng.uniform(0, 0.7) * ww), int(rng.uniform(0, 0.4) * hh)
        ww2, hh2 = int(rng.uniform(0.15, 0.4) * ww), int(rng.uniform(0.2, 0.45) * hh)
        picture[y : y + hh2, x : x + ww2] = rng.uniform(235, 330)
        picture[y : y + hh2, x + ww2 // 2 : x + ww2 // 2 + 3] = 90
    picture = cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(1.2, 7)))
    picture *= (1 + 0.1 * fractal(rng, hh, ww, 2, 2))[..., None]
    return np.clip(enlarge(picture, h, w), 0, 255).astype(np.uint8)


def street(rng, h, w):
    s = 4
    hh, ww = h // s, w // s
    xs, ys = grid(hh, ww)
    picture = np.empty((hh, ww, 3), np.float32)
    line = float(rng.uniform(0.45, 0.7))
    picture[:] = np.float32([235, 205, 170]) * (0.7 + 0.35 * ys[..., None])
    x = 0
    while x < ww:
        wide, tall = int(rng.uniform(0.08, 0.3) * ww), rng.uniform(0.1, 0.42)
        c = rng.uniform(60, 210, 3)
        top = int((line - tall) * hh)
        picture[top : int(line * hh), x : x + wide] = c
        for wx in range(x + 6, min(x + wide - 6, ww), 22):
            for wy in range(top + 8, int(line * hh) - 12, 24):
                picture[wy : wy + 11, wx : wx + 9] = c * 0.35
        x += wide + int(rng.integers(0, 30))
    ground = ys > line
    picture[ground] = (
        np.float32(pick(rng, [(90, 130, 175), (120, 125, 130), (70, 110, 80)]))
        * (1 + 0.3 * fractal(rng, hh, ww, 20, 5, 0.8))[..., None]
    )[ground]
    for _ in range(int(rng.integers(1, 6))):
        cx, cy, r = (
            int(rng.uniform(0, ww)),
            int((line - rng.uniform(-0.05, 0.1)) * hh),
            int(rng.uniform(0.05, 0.16) * ww),
        )
        cv2.rectangle(picture, (cx - r // 8, cy), (cx + r // 8, int((line + 0.05) * hh)), (40, 60, 80), -1)
        cv2.circle(picture, (cx, cy - r // 2), r, tuple(rng.uniform(20, 110, 3)), -1)
    picture *= (1 + 0.12 * fractal(rng, hh, ww, 40, 4))[..., None]
    return np.clip(cv2.resize(picture, (w, h), interpolation=cv2.INTER_CUBIC), 0, 255).astype(np.uint8)


def printed(rng, h, w):
    """A newspaper or an oilcloth with writing on it: print that is not the document's."""
    picture = painted(rng, h, w, 150, 225)
    size = h / float(rng.uniform(60, 160))
    ink = tuple(float(v) for v in rng.uniform(20, 90, 3))
    columns = int(rng.integers(2, 6))
    for column in range(columns):
        x0, x1 = int(w * (column + 0.06) / columns), int(w * (column + 0.94) / columns)
        y = int(rng.uniform(0, size * 3))
        while y < h:
            if rng.random() < 0.06:
                tall = int(size * rng.uniform(4, 12))
                cv2.rectangle(picture, (x0, y), (x1, y + tall), tuple(float(v) for v in rng.uniform(60, 190, 3)), -1)
                y += int(tall + size * 2)
            x = x0
            while x < x1:
                long = int(size * rng.uniform(0.6, 3.5))
                cv2.line(picture, (x, y), (min(x + long, x1), y), ink, max(1, int(size * 0.45)))
                x += long + int(size * 0.5)
            y += int(size * 1.5)
    return picture


def sheets(rng, h, w):
    """A bed sheet in folds, nearly the colour of paper."""
    base = rng.uniform(150, 232, 3) * 0.4 + float(rng.uniform(170, 225)) * 0.6
    folds = np.sin(fractal(rng, h, w, 2, 3, 0.5) * 7 + grid(h, w)[0] * float(rng.uniform(0, 14)))
    return tinted(1 + 0.1 * folds + 0.05 * fractal(rng, h, w, 5, 3), tuple(base))


def leather(rng, h, w):
    cells = np.abs(fractal(rng, h, w, 70, 2))
    gray = (0.7 + 0.5 * np.clip(cells * 2, 0, 1)) * (1 + 0.3 * field(rng, h, w, 2))
    return tinted(gray, pick(rng, [(30, 40, 70), (35, 35, 38), (60, 90, 150), (70, 60, 50)]))


def bricks(rng, h, w):
    xs, ys = grid(h, w)
    n = float(rng.uniform(8, 20))
    y = ys * n
    x = xs * n * w / h * 0.45 + 0.5 * (y.astype(int) % 2)
    gap = np.minimum(np.minimum(x % 1, 1 - x % 1) * 2.2, np.minimum(y % 1, 1 - y % 1))
    tone = rng.uniform(0.8, 1.15, (60, 60))[np.clip(y.astype(int), 0, 59), np.clip(x.astype(int), 0, 59)]
    gray = tone * (1 + 0.15 * fractal(rng, h, w, 30, 4)) * (1 + float(rng.uniform(-0.4, 0.5)) * (gap < 0.07))
    return tinted(gray.astype(np.float32), pick(rng, [(70, 90, 170), (120, 130, 140), (110, 150, 190)]))


def grass(rng, h, w):
    gray = 1 + 0.35 * fractal(rng, h, w, 60, 4, 0.85, stretch=0.3) + 0.15 * grain(rng, h, w)
    return tinted(np.clip(gray, 0.1, 2), pick(rng, [(50, 120, 80), (60, 150, 130), (45, 95, 60)]))


def cardboard(rng, h, w):
    ys = grid(h, w)[1]
    gray = 1 + 0.03 * np.sin(ys * float(rng.uniform(150, 400))) + 0.05 * fractal(rng, h, w, 8, 5)
    return tinted(gray, pick(rng, [(110, 155, 190), (95, 135, 170), (130, 175, 205)]))


def desk(rng, h, w):
    """A school desk: scratched, stained, written on."""
    picture = wood(rng, h, w, pick(rng, [(95, 150, 190), (70, 110, 150), (130, 160, 150), (150, 140, 110)]), 0)
    for _ in range(int(rng.integers(10, 60))):
        x, y, a, d = rng.uniform(0, w), rng.uniform(0, h), rng.uniform(0, 6.28), rng.uniform(0.01, 0.14) * w
        c = float(rng.uniform(20, 220))
        cv2.line(picture, (int(x), int(y)), (int(x + d * np.cos(a)), int(y + d * np.sin(a))), (c, c, c), 1, cv2.LINE_AA)
    return picture


def rug(rng, h, w):
    """Nested borders and lozenges in wool."""
    picture = np.empty((h, w, 3), np.float32)
    xs, ys = grid(h, w)
    picture[:] = rng.uniform(20, 120, 3)
    edge = np.minimum(np.minimum(xs, 1 - xs) * w / h, np.minimum(ys, 1 - ys))
    for at in sorted(rng.uniform(0.01, 0.3, 6), reverse=True):
        picture[edge < at] = rng.uniform(20, 220, 3)
    n = float(rng.uniform(4, 12))
    lozenge = (np.abs((xs * n * w / h) % 1 - 0.5) + np.abs((ys * n) % 1 - 0.5)) < 0.3
    picture[lozenge] = picture[lozenge] * 0.3 + rng.uniform(20, 230, 3) * 0.7
    gray = 1 + 0.12 * grain(rng, h, w) + 0.15 * fractal(rng, h, w, 6, 4)
    return np.clip(picture * gray[..., None], 0, 255).astype(np.uint8)


def folder(rng, h, w):
    """A folder or a clipboard on something else: a large edge that is not the document's."""
    picture = painted(rng, h, w, 20, 160)
    x, y = rng.uniform(0.0, 0.12, 2)
    box = (int(x * w), int(y * h), int((1 - rng.uniform(0.0, 0.12)) * w), int((1 - rng.uniform(0.0, 0.12)) * h))
    colour = np.float32(
        pick(rng, [(60, 90, 160), (150, 90, 40), (60, 130, 70), (120, 170, 200), (70, 70, 190), (45, 60, 90)])
    )
    inside = picture[box[1] : box[3], box[0] : box[2]]
    inside[:] = np.clip(colour * (1 + 0.03 * fractal(rng, *inside.shape[:2], 4, 4))[..., None], 0, 255)
    if rng.random() < 0.4:  # the clip
        cx = (box[0] + box[2]) // 2
        cv2.rectangle(
            picture, (cx - w // 9, max(0, box[1] - h // 60)), (cx + w // 9, box[1] + h // 40), (175, 175, 178), -1
        )
    return picture


makers = {
    f.__name__: f
    for f in (
        wood,
        darkwood,
        check,
        stripes,
        wax,
        tiles,
        concrete,
        earth,
        mat,
        painted,
        paletable,
        blackcloth,
        blanket,
        terrazzo,
        marble,
        knees,
        room,
        printed,
        sheets,
        leather,
        bricks,
        grass,
        cardboard,
        desk,
        rug,
        folder,
    )
}


def draw(rng, name, h, w, scale=0.6):
    """Made smaller, since a ground is seldom in full focus; grain comes with the sensor."""
    made = makers[name](rng, int(h * scale), int(w * scale))
    return cv2.resize(made, (w, h), interpolation=cv2.INTER_CUBIC)
