"""Scenes with no document in them."""
import cv2
import numpy as np

import grounds
from rooms import room, street
import things
from noise import fractal, grain, lit, pick


def objects(rng, h, w):
    """A table with things on it."""
    picture = grounds.draw(rng, pick(rng, ['wood', 'check', 'wax', 'mat', 'painted', 'tiles', 'desk']), h, w)
    for _ in range(int(rng.integers(2, 8))):
        picture = things.thing(
            rng, picture, int(rng.uniform(0, w)), int(rng.uniform(0, h)), int(rng.uniform(0.05, 0.22) * w)
        )
    return picture


def foliage(rng, h, w):
    gray = fractal(rng, h // 2, w // 2, 14, 6, 0.8)
    leaf = np.clip(0.5 + 0.5 * gray, 0, 1)[..., None]
    picture = (
        np.float32([30, 60, 35]) * (1 - leaf)
        + np.float32(pick(rng, [(70, 190, 120), (60, 150, 150), (90, 170, 90)])) * leaf
    )
    sky = (fractal(rng, h // 2, w // 2, 6, 5) > float(rng.uniform(0.4, 1.2)))[..., None]
    return cv2.resize(
        np.clip(np.where(sky, 240, picture), 0, 255).astype(np.uint8), (w, h), interpolation=cv2.INTER_CUBIC
    )


def sky(rng, h, w):
    hh, ww = h // 4, w // 4
    ys = np.linspace(0, 1, hh, dtype=np.float32)[:, None]
    cloud = np.clip(fractal(rng, hh, ww, 3, 6) * 1.2 + float(rng.uniform(-0.5, 0.4)), 0, 1)[..., None]
    blue = np.float32([215, 150, 90]) * (0.7 + 0.5 * ys[..., None])
    picture = blue * (1 - cloud) + 238 * cloud
    picture[int(hh * rng.uniform(0.75, 1.0)) :] *= 0.25
    return cv2.resize(np.clip(picture, 0, 255).astype(np.uint8), (w, h), interpolation=cv2.INTER_CUBIC)


def shelf(rng, h, w):
    """Books or goods in rows: many straight edges, no sheet."""
    picture = np.full((h, w, 3), rng.uniform(20, 60, 3), np.uint8)
    rows = int(rng.integers(2, 5))
    for row in range(rows):
        bottom, x = int(h * (row + 1) / rows) - h // 50, 0
        while x < w:
            wide, tall = int(rng.uniform(0.02, 0.09) * w), int(h / rows * rng.uniform(0.5, 0.9))
            c = rng.uniform(20, 230, 3)
            cv2.rectangle(picture, (x, bottom - tall), (x + wide, bottom), tuple(c), -1)
            cv2.rectangle(
                picture,
                (x + wide // 4, bottom - int(tall * 0.8)),
                (x + wide * 3 // 4, bottom - int(tall * 0.3)),
                tuple(c * 0.6),
                -1,
            )
            cv2.line(picture, (x, bottom - tall), (x, bottom), tuple(c * 0.4), max(2, w // 500))
            x += wide
        cv2.rectangle(picture, (0, bottom), (w, bottom + h // 50), (60, 90, 130), -1)
    return lit(picture, cv2.resize(1 + 0.12 * fractal(rng, h // 8, w // 8, 20, 3), (w, h)))


def keyboard(rng, h, w):
    picture = grounds.painted(rng, h, w, 15, 70)
    n = int(rng.integers(9, 15))
    side = w / n
    for row in range(int(h / side) + 1):
        for column in range(n + 1):
            x, y = (column + 0.3 * (row % 3)) * side, row * side
            cv2.rectangle(
                picture,
                (int(x + side * 0.06), int(y + side * 0.06)),
                (int(x + side * 0.92), int(y + side * 0.92)),
                tuple(rng.uniform(30, 48, 3)),
                -1,
            )
            cv2.putText(
                picture,
                chr(65 + int(rng.integers(26))),
                (int(x + side * 0.2), int(y + side * 0.5)),
                0,
                side / 70,
                (215, 215, 215),
                max(1, int(side / 45)),
                cv2.LINE_AA,
            )
    a = float(rng.uniform(-20, 20))
    return cv2.warpAffine(picture, cv2.getRotationMatrix2D((w / 2, h / 2), a, 1.4), (w, h))


def interior(rng, h, w):
    """A room in focus: a floor in perspective, a wall, boxes of furniture lit from one side."""
    picture = grounds.draw(rng, pick(rng, ['painted', 'bricks', 'concrete']), h, w)
    line = int(h * rng.uniform(0.5, 0.75))
    floor = grounds.draw(rng, pick(rng, ['tiles', 'wood', 'earth', 'rug']), h, w)
    M = cv2.getPerspectiveTransform(
        np.float32([(0, 0), (w, 0), (w, h), (0, h)]),
        np.float32([(w * 0.2, line), (w * 0.8, line), (w * 1.8, h), (-w * 0.8, h)]),
    )
    seen = cv2.warpPerspective(floor, M, (w, h), borderMode=cv2.BORDER_REFLECT)
    picture[line:] = seen[line:]
    for _ in range(int(rng.integers(2, 6))):
        x, bw, bh = int(rng.uniform(0, 0.85) * w), int(rng.uniform(0.1, 0.35) * w), int(rng.uniform(0.1, 0.4) * h)
        y, c, d = line + int(rng.uniform(-0.02, 0.15) * h), rng.uniform(30, 200, 3), int(0.04 * w)
        cv2.fillPoly(
            picture,
            [np.int32([(x, y - bh), (x + bw, y - bh), (x + bw + d, y - bh - d), (x + d, y - bh - d)])],
            tuple(c * 1.15),
            cv2.LINE_AA,
        )
        cv2.fillPoly(
            picture,
            [np.int32([(x + bw, y - bh), (x + bw + d, y - bh - d), (x + bw + d, y - d), (x + bw, y)])],
            tuple(c * 0.5),
            cv2.LINE_AA,
        )
        cv2.rectangle(picture, (x, y - bh), (x + bw, y), tuple(c * 0.85), -1)
    if rng.random() < 0.5:
        x, y = int(rng.uniform(0, 0.6) * w), int(0.08 * h)
        cv2.rectangle(picture, (x, y), (x + w // 4, y + h // 4), (252, 250, 246), -1)
    return picture


def plain(rng, h, w):
    """A wall, a floor, a cloth: the ground without the document."""
    return grounds.draw(rng, pick(rng, [name for name in grounds.makers if name != 'room']), h, w)


def black(rng, h, w):
    return np.clip(grain(rng, h, w)[..., None] * float(rng.uniform(0, 3)) + rng.uniform(0, 6, 3), 0, 255).astype(
        np.uint8
    )


scenes = {
    'room': lambda rng, h, w: room(rng, h, w),
    'street': street,
    'objects': objects,
    'wall': plain,
    'black': black,
    'foliage': foliage,
    'sky': sky,
    'shelf': shelf,
    'keyboard': keyboard,
    'interior': interior,
}
