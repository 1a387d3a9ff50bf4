"""What is behind a sheet that is held up, or under one on the knees."""
import cv2
import numpy as np

from noise import enlarge, fractal, grain, grid, painted, pick


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
