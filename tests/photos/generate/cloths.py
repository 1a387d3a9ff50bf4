"""Woven grounds: cloths, mats, rugs, bed sheets."""
import cv2
import numpy as np

from noise import field, fractal, grain, grid, lit, pick, tinted


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


def blackcloth(rng, h, w):
    return tinted(
        cloth(rng, h, w) * (1 + 0.1 * grain(rng, h, w)),
        pick(rng, [(30, 26, 24), (50, 42, 38), (34, 44, 30), (22, 22, 24)]),
    )


def blanket(rng, h, w):
    gray = 1 + 0.12 * fractal(rng, h, w, 90, 3) + 0.2 * field(rng, h, w, 4) + 0.05 * grain(rng, h, w)
    return tinted(gray, tuple(rng.uniform(40, 170, 3)))


def sheets(rng, h, w):
    """A bed sheet in folds, nearly the colour of paper."""
    base = rng.uniform(150, 232, 3) * 0.4 + float(rng.uniform(170, 225)) * 0.6
    folds = np.sin(fractal(rng, h, w, 2, 3, 0.5) * 7 + grid(h, w)[0] * float(rng.uniform(0, 14)))
    return tinted(1 + 0.1 * folds + 0.05 * fractal(rng, h, w, 5, 3), tuple(base))


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
