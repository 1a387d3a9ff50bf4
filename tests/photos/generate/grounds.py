"""What a document lies on or is held before. Each returns BGR of the size asked."""
import cv2
import numpy as np

from cloths import blackcloth, blanket, check, mat, rug, sheets, stripes, wax
from noise import field, fractal, grain, grid, painted, pick, tinted
from rooms import knees, room


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


def paletable(rng, h, w):
    base = float(rng.uniform(190, 235))
    gray = 1 + 0.03 * fractal(rng, h, w, 3, 5) + 0.012 * grain(rng, h, w)
    return tinted(gray, (base * float(rng.uniform(0.93, 1.0)), base, base * float(rng.uniform(0.99, 1.04))))


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
