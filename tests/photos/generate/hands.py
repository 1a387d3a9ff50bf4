"""Fingers: capsules shaded as cylinders, with nail, creases and grain; skin of many tones."""
import cv2
import numpy as np

from noise import fractal, grain, pick

tones = {  # held-back hands have tones and forms of their own
    'train': [(48, 64, 96), (58, 80, 122), (72, 100, 146), (40, 52, 76), (96, 126, 172), (62, 92, 140)],
    'held': [(52, 70, 108), (80, 112, 160), (44, 60, 88), (110, 140, 188)],
}


def exit_angle(rng, shape, tip):
    """From the tip to a point outside the frame, through the edges near it, in radians."""
    h, w = shape
    edges = {np.pi: tip[0], 0.0: w - tip[0], -np.pi / 2: tip[1] * 1.4, np.pi / 2: (h - tip[1]) * 0.8}
    names = list(edges)
    weight = 1 / (np.array([edges[n] for n in names]) / max(h, w) + 0.15) ** 2
    return names[int(rng.choice(4, p=weight / weight.sum()))] + float(rng.normal(0, 0.35))


def finger(rng, shape, tip, angle, half, part='train', tone=None, nail=None, soft=1.0):
    """-> BGR uint8 and coverage 0..1 of the whole frame. `half` is half its width in pixels."""
    h, w = shape
    s = max(1, int(half / 28))
    hh, ww = h // s + 1, w // s + 1
    tx, ty, r = tip[0] / s, tip[1] / s, half / s
    ys, xs = np.mgrid[0:hh, 0:ww].astype(np.float32)
    c, d = np.cos(angle), np.sin(angle)
    u, v = (xs - tx) * c + (ys - ty) * d, -(xs - tx) * d + (ys - ty) * c
    v = v + float(rng.normal(0, 0.02)) * (u / r) ** 2 * r * 0.3
    pointed = float(rng.uniform(0.8, 1.25))
    round_end = np.sqrt(np.clip(1 - np.clip(1 - u / (r * pointed), 0, 1) ** 2, 0, 1))
    joint = float(rng.uniform(2.6, 3.6))
    wide = (
        r
        * round_end
        * (1 + 0.05 * np.exp(-((u / r - joint) ** 2) * 2) + float(rng.uniform(0.0, 0.07)) * np.clip(u / r, 0, 8) / 2)
    )
    across = v / np.maximum(wide, 0.5)
    alpha = np.clip((wide - np.abs(v)) / max(1.0, 0.03 * r) + 0.5, 0, 1) * (u > 0)
    tone = np.float32(tone or pick(rng, tones[part])) * float(rng.uniform(0.85, 1.2))
    side = float(rng.uniform(-0.3, 0.3))
    depth = np.sqrt(np.clip(1 - across**2 * 0.95, 0, 1))
    shade = 0.45 + 0.6 * depth + side * across + 0.12 * np.exp(-((across - side) ** 2) * 8)
    shade *= 0.75 + 0.25 * np.clip(u / (r * 0.9), 0, 1)
    shade *= 1 + 0.07 * fractal(rng, hh, ww, max(hh, ww) / r * 4, 3) + 0.03 * grain(rng, hh, ww)
    has_nail = rng.random() < 0.6 if nail is None else nail
    for k in (0, 0.14, -0.12):
        crease = np.exp(-(((u / r - joint - k - 0.1 * across**2) / 0.05) ** 2))
        shade *= 1 - (0.22 if has_nail else 0.3) * crease * (0.6 + 0.4 * depth)
    colour = tone * shade[..., None]
    if has_nail:
        ends, sides = (u / r - 1.0) / float(rng.uniform(0.7, 0.95)), across / float(rng.uniform(0.55, 0.72))
        power = float(rng.uniform(2.2, 4))
        dish = np.abs(ends) ** power + np.abs(sides) ** power
        plate = np.clip((1 - dish) * 12, 0, 1)[..., None]
        nailed = (
            np.minimum(tone * 1.15 + np.float32([45, 42, 60]), 235)
            * (0.72 + 0.35 * depth + 0.25 * np.exp(-((sides - 0.2) ** 2) * 12))[..., None]
        )
        nailed = np.where((ends < -0.62)[..., None], np.minimum(nailed * 1.2, 240), nailed)
        colour += (nailed - colour) * plate * 0.9
        colour *= 1 - 0.35 * np.exp(-((dish - 1.05) ** 2) * 60)[..., None]
    colour = cv2.resize(np.clip(colour, 0, 255).astype(np.uint8), (ww * s, hh * s), interpolation=cv2.INTER_CUBIC)[
        :h, :w
    ]
    alpha = cv2.resize(alpha.astype(np.float32), (ww * s, hh * s), interpolation=cv2.INTER_LINEAR)[:h, :w]
    if soft > 0.6:
        alpha = cv2.GaussianBlur(alpha, (0, 0), soft)
        colour = cv2.GaussianBlur(colour, (0, 0), soft)
    return colour, alpha


def put(picture, colour, alpha, shadow=(0.35, 18, 10)):
    """Lays a finger and the shadow it throws."""
    share, away, blur = shadow
    small = cv2.resize(alpha, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    thrown = cv2.GaussianBlur(np.roll(small, (int(away / 4), int(away / 4)), (0, 1)), (0, 0), max(1, blur / 4))
    light = cv2.resize(1 - share * thrown, (alpha.shape[1], alpha.shape[0]))
    cv2.multiply(picture, cv2.merge([light] * 3), dst=picture, dtype=cv2.CV_8U)
    ys, xs = np.where(alpha.max(1) > 0)[0], np.where(alpha.max(0) > 0)[0]
    if len(ys) and len(xs):
        box = np.s_[ys[0] : ys[-1] + 1, xs[0] : xs[-1] + 1]
        a = alpha[box][..., None]
        picture[box] = (picture[box] * (1 - a) + colour[box] * a + 0.5).astype(np.uint8)
    return picture
