"""Cheap random fields: everything that looks natural here is made of these."""
import cv2
import numpy as np

cv2.setNumThreads(1)


def pick(rng, options):
    return options[int(rng.integers(len(options)))]


def field(rng, height, width, cells, stretch=1.0):
    """A smooth field of about `cells` lumps on the long side, mean 0, about -1..1."""
    per = max(height, width) / cells
    rows = max(2, int(round(height / per)) + 2)
    columns = max(2, int(round(width / per / stretch)) + 2)
    small = rng.standard_normal((rows, columns)).astype(np.float32) * 0.5
    return cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC)


def fractal(rng, height, width, cells=4, octaves=5, fall=0.6, stretch=1.0):
    total = np.zeros((height, width), np.float32)
    gain = 1.0
    for octave in range(octaves):
        total += gain * field(rng, height, width, cells * 2**octave, stretch)
        gain *= fall
    return total


def grain(rng, height, width, side=512):
    """White noise of unit deviation: a tile repeated, each time from another corner."""
    tile = rng.standard_normal((side, side)).astype(np.float32)
    out = np.empty((height, width), np.float32)
    for y in range(0, height, side):
        for x in range(0, width, side):
            shifted = np.roll(tile, (int(rng.integers(side)), int(rng.integers(side))), (0, 1))
            out[y : y + side, x : x + side] = shifted[: min(side, height - y), : min(side, width - x)]
    return out


def grid(height, width):
    """x and y of every pixel, 0..1."""
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    return xs / width, ys / height


def enlarge(image, height, width):
    return cv2.resize(image, (width, height), interpolation=cv2.INTER_LINEAR)


def lit(image, light):
    """The picture times a map of light, in place of types: uint8 in, uint8 out."""
    if light.ndim == 2:
        light = cv2.merge([light] * image.shape[2])
    return cv2.multiply(image, light.astype(np.float32), dtype=cv2.CV_8U)


def over(under, top, alpha):
    """`top` laid over `under` where alpha (0..1, float) says so; in place, only inside its box."""
    ys, xs = np.where(alpha.max(axis=1) > 0.004)[0], np.where(alpha.max(axis=0) > 0.004)[0]
    if not len(ys) or not len(xs):
        return under
    box = np.s_[ys[0] : ys[-1] + 1, xs[0] : xs[-1] + 1]
    a = alpha[box][..., None].astype(np.float32)
    under[box] = (under[box] * (1 - a) + top[box] * a + 0.5).astype(np.uint8)
    return under


def tinted(gray, colour):
    return np.clip(gray[..., None] * np.float32(colour), 0, 255).astype(np.uint8)


def painted(rng, h, w, low=30, high=200):
    colour = rng.uniform(low, high, 3)
    gray = 1 + 0.05 * fractal(rng, h, w, 4, 5) + 0.02 * grain(rng, h, w)
    return tinted(gray, tuple(colour))
