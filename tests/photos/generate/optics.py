"""What a cheap phone makes of a scene: light, lens, sensor, its own cleaning, and the file."""
import io

import cv2
import numpy as np
from PIL import Image

from noise import field, fractal, pick

casts = {
    'day': (1.0, 1.0, 1.0),
    'lamp': (0.68, 0.9, 1.05),
    'shade': (1.1, 1.0, 0.88),
    'tube': (0.95, 1.06, 0.93),
    'evening': (0.8, 0.92, 1.08),
    'sodium': (0.5, 0.8, 1.08),
    'screen': (1.15, 1.02, 0.85),
}


def light_map(rng, h, w, level=None, fall=None):
    """Low map of light, three channels: a lamp's fall, vignetting, the colour of the light."""
    hh, ww = h // 16 + 1, w // 16 + 1
    ys, xs = np.mgrid[0:hh, 0:ww].astype(np.float32)
    xs, ys = xs / ww - 0.5, ys / hh - 0.5
    a = float(rng.uniform(0, 6.28))
    fall = float(rng.gamma(1.6, 0.13)) if fall is None else fall
    light = 1 + fall * (xs * np.cos(a) + ys * np.sin(a)) + 0.03 * field(rng, hh, ww, 2)
    light *= 1 - float(rng.uniform(0.05, 0.3)) * (xs * xs + ys * ys) * 1.6
    if rng.random() < 0.06:  # the phone's own lamp in a dark room
        light *= 0.35 + 0.75 * np.exp(-(xs * xs + ys * ys) * float(rng.uniform(1.5, 5)))
    light *= float(rng.uniform(0.75, 1.0)) if level is None else level
    name = pick(rng, ['day', 'day', *casts])
    cast = np.float32(casts[name]) * (1 + rng.normal(0, 0.015, 3).astype(np.float32))
    return cv2.merge([light * float(c) for c in cast]).astype(np.float32), name


def soft_shadow(rng, h, w, depth, soft=None):
    """The photographer's own shadow: a big shape with a soft rim; 1 where there is none."""
    hh, ww = h // 16 + 1, w // 16 + 1
    mask = np.zeros((hh, ww), np.float32)
    edge = int(rng.integers(0, 4))
    c = [
        (rng.uniform(0.2, 0.8) * ww, hh * 1.05),
        (rng.uniform(0.2, 0.8) * ww, -0.05 * hh),
        (-0.05 * ww, rng.uniform(0.2, 0.8) * hh),
        (ww * 1.05, rng.uniform(0.2, 0.8) * hh),
    ][edge]
    r = float(rng.uniform(0.3, 0.75)) * max(hh, ww)
    cv2.ellipse(
        mask, (int(c[0]), int(c[1])), (int(r * rng.uniform(0.5, 1)), int(r)), float(rng.uniform(0, 180)), 0, 360, 1, -1
    )
    soft = soft if soft is not None else float(rng.uniform(0.03, 0.1))
    return 1 - depth * cv2.GaussianBlur(mask, (0, 0), soft * max(hh, ww) + 0.5)


def blinds(rng, h, w, depth):
    """Bars of light through a shutter or a fence."""
    hh, ww = h // 8 + 1, w // 8 + 1
    ys, xs = np.mgrid[0:hh, 0:ww].astype(np.float32) / max(hh, ww)
    a, n = float(rng.uniform(0, 3.14)), float(rng.uniform(3, 16))
    wave = np.sin((xs * np.cos(a) + ys * np.sin(a)) * n * 6.28 + float(rng.uniform(0, 6)))
    return 1 - depth * np.clip(0.5 + wave * float(rng.uniform(0.6, 4)), 0, 1)


def leaves(rng, h, w, depth):
    """Light through a tree."""
    hh, ww = h // 8 + 1, w // 8 + 1
    spots = fractal(rng, hh, ww, float(rng.uniform(3, 12)), 3)
    return 1 - depth * cv2.GaussianBlur(np.clip(0.5 + spots * 2.5, 0, 1), (0, 0), max(hh, ww) * 0.006)


def blurred(picture, sigma):
    if sigma < 0.25:
        return picture
    if sigma > 6:
        h, w = picture.shape[:2]
        small = cv2.resize(picture, (max(2, w // 3), max(2, h // 3)), interpolation=cv2.INTER_AREA)
        return cv2.resize(blurred(small, sigma / 3), (w, h), interpolation=cv2.INTER_LINEAR)
    return cv2.GaussianBlur(picture, (0, 0), sigma)


def defocused(picture, radius):
    """A lens out of focus: a disc, which keeps false edges that a Gaussian would not."""
    if radius < 1.2 or radius > 14:
        return blurred(picture, radius * 0.55)
    n = int(np.ceil(radius))
    ys, xs = np.mgrid[-n : n + 1, -n : n + 1]
    kernel = np.clip(radius + 0.5 - np.hypot(xs, ys), 0, 1).astype(np.float32)
    return cv2.filter2D(picture, -1, kernel / kernel.sum(), borderType=cv2.BORDER_REPLICATE)


def moved(rng, picture, length):
    """A hand that shook: a bent stroke, sometimes a resting point within."""
    n = int(max(3, np.ceil(length))) | 1
    kernel = np.zeros((n * 4 + 1, n * 4 + 1), np.float32)
    a, bend = float(rng.uniform(0, np.pi)), float(rng.normal(0, 0.12))
    t = np.linspace(-0.5, 0.5, 200)
    xs, ys = length * t, length * bend * (4 * t * t - 0.5)
    px, py = xs * np.cos(a) - ys * np.sin(a), xs * np.sin(a) + ys * np.cos(a)
    weight = 1 + (float(rng.uniform(0, 3)) * np.exp(-(((t - float(rng.uniform(-0.5, 0.5))) / 0.1) ** 2)))
    for x, y, v in zip(px, py, weight):
        cv2.circle(kernel, (int((n * 2 + x) * 16), int((n * 2 + y) * 16)), 8, 0, -1, cv2.LINE_AA, 4)
        ix, iy = int(np.floor(n * 2 + x)), int(np.floor(n * 2 + y))
        fx, fy = n * 2 + x - ix, n * 2 + y - iy
        for dx, dy, share in (
            (0, 0, (1 - fx) * (1 - fy)),
            (1, 0, fx * (1 - fy)),
            (0, 1, (1 - fx) * fy),
            (1, 1, fx * fy),
        ):
            kernel[iy + dy, ix + dx] += v * share
    rows, columns = np.where(kernel.sum(1) > 0)[0], np.where(kernel.sum(0) > 0)[0]
    c, r = n * 2, max(n * 2 - rows[0], rows[-1] - n * 2, n * 2 - columns[0], columns[-1] - n * 2)
    kernel = kernel[c - r : c + r + 1, c - r : c + r + 1]
    return cv2.filter2D(picture, -1, kernel / kernel.sum(), borderType=cv2.BORDER_REPLICATE), a


def sensor(rng, picture, sigma, clean=0.5, colour=0.6):
    """Noise, coarse in colour; the phone's cleaning smears what is left."""
    if sigma > 0.4:
        side = 384
        tile = rng.standard_normal((side, side, 1)).astype(np.float32) * sigma
        chroma = (
            cv2.GaussianBlur(rng.standard_normal((side, side, 3)).astype(np.float32), (0, 0), 1.1) * sigma * colour * 3
        )
        tile = np.round(tile + chroma).astype(np.int16)
        h, w = picture.shape[:2]
        out = picture.astype(np.int16)
        for y in range(0, h, side):
            for x in range(0, w, side):
                part = out[y : y + side, x : x + side]
                part += np.roll(tile, (int(rng.integers(side)), int(rng.integers(side))), (0, 1))[
                    : part.shape[0], : part.shape[1]
                ]
        picture = np.clip(out, 0, 255).astype(np.uint8)
    if clean > 0 and sigma > 3:
        picture = cv2.addWeighted(picture, 1 - clean, cv2.medianBlur(picture, 3), clean, 0)
    return picture


def sharpened(picture, amount, sigma=1.3):
    if amount <= 0.02:
        return picture
    return cv2.addWeighted(picture, 1 + amount, cv2.GaussianBlur(picture, (0, 0), sigma), -amount, 0)


turns = {1: None, 3: cv2.ROTATE_180, 6: cv2.ROTATE_90_COUNTERCLOCKWISE, 8: cv2.ROTATE_90_CLOCKWISE}


def jpeg(picture, quality, orientation=1):
    """The file; the pixels lie so that the EXIF orientation turns them upright."""
    stored = picture if turns[orientation] is None else cv2.rotate(picture, turns[orientation])
    exif = Image.Exif()
    exif[0x0112], exif[0x010F] = orientation, 'SPECIMEN'
    out = io.BytesIO()
    Image.fromarray(cv2.cvtColor(stored, cv2.COLOR_BGR2RGB)).save(out, 'JPEG', quality=quality, exif=exif)
    return out.getvalue()
