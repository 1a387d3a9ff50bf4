"""Invented faces, drawn: smooth shading, features by proportion, skin and hair with grain."""
import cv2
import numpy as np

import cloths as printed_cloths
from features import features, glasses, oval
from noise import fractal, grain, pick

skins = [
    (30, 38, 62),
    (38, 52, 84),
    (45, 64, 104),
    (52, 76, 122),
    (60, 90, 142),
    (72, 104, 158),
    (28, 34, 50),
    (88, 124, 178),
]
cloths = [
    (140, 60, 30),
    (40, 40, 160),
    (60, 110, 50),
    (210, 210, 205),
    (40, 40, 45),
    (30, 140, 190),
    (120, 50, 120),
    (150, 140, 60),
    (70, 80, 190),
    (90, 160, 200),
]


def blob(shape, points, soft):
    mask = np.zeros(shape, np.uint8)
    cv2.fillPoly(mask, [np.round(np.asarray(points) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    mask = mask.astype(np.float32) / 255
    return cv2.GaussianBlur(mask, (0, 0), soft) if soft > 0.3 else mask


class Face:
    """Draws on a canvas of 1 × 1.3 units: colour (float BGR) and coverage."""

    def __init__(self, rng, width):
        self.rng, self.w, self.h = rng, width, int(width * 1.3)
        self.colour = np.zeros((self.h, self.w, 3), np.float32)
        self.alpha = np.zeros((self.h, self.w), np.float32)

    def lay(self, points, colour, soft=0.0015, gain=1.0, cover=False):
        p = np.asarray(points, np.float32) * self.w
        pad = int(soft * self.w * 4 + 3)
        x0, y0 = np.maximum(np.floor(p.min(0)).astype(int) - pad, 0)
        x1, y1 = np.minimum(np.ceil(p.max(0)).astype(int) + pad, [self.w, self.h])
        if x1 <= x0 or y1 <= y0:
            return
        mask = blob((y1 - y0, x1 - x0), p - [x0, y0], soft * self.w) * gain
        part = np.s_[y0:y1, x0:x1]
        c = colour[part] if isinstance(colour, np.ndarray) and colour.ndim == 3 else np.asarray(colour, np.float32)
        self.colour[part] += (c - self.colour[part]) * mask[..., None]
        if cover:
            self.alpha[part] = np.maximum(self.alpha[part], mask)

    def round(self, skin, cx, cy, rx, ry, side):
        """Skin shaded as an egg lit from one side."""
        ys, xs = np.mgrid[0 : self.h, 0 : self.w].astype(np.float32) / self.w
        dx, dy = (xs - cx) / rx, (ys - cy) / ry
        depth = np.sqrt(np.clip(1.15 - dx * dx * 0.8 - dy * dy * 0.5, 0.02, 1))
        light = 0.5 + 0.5 * depth + 0.16 * side * dx - 0.12 * dy
        shine = np.exp(-((dx - 0.25 * side) ** 2 * 9 + (dy + 0.62) ** 2 * 14)) * self.shine
        return np.asarray(skin, np.float32) * light[..., None] + shine[..., None] * np.float32([150, 170, 190])


def face(rng, width=900):
    """-> colour BGR uint8, coverage 0..1, the head's box in shares of the canvas (x, y, w, h)."""
    f = Face(rng, width)
    u = lambda low, high: float(rng.uniform(low, high))
    skin = np.float32(pick(rng, skins)) * u(0.85, 1.15)
    f.shine, side = u(0.05, 0.4), pick(rng, [-1, 1]) * u(0.2, 1)
    cx, cy, rx, ry = 0.5 + u(-0.02, 0.02), 0.46, u(0.175, 0.215), u(0.235, 0.285)
    cloth = np.float32(pick(rng, cloths)) * u(0.6, 1.1)
    woman, style = rng.random() < 0.5, int(rng.integers(0, 6))
    scarf = woman and style in (0, 1, 2)
    hair = np.float32([18, 18, 22]) * u(0.6, 1.6)
    top = cy - ry
    if woman and style >= 3:  # long or braided hair behind the neck
        f.lay(oval(cx, cy + 0.06, rx * u(1.25, 1.5), ry * u(1.15, 1.5), 2.6), hair, 0.004, cover=True)
    if scarf:
        scarfed = np.float32(pick(rng, cloths)) * u(0.7, 1.1)
        f.lay(oval(cx, cy + 0.05, rx * 1.35, ry * 1.32, 2.2), scarfed * 0.8, 0.004, cover=True)
    shade = f.round(skin, cx, cy, rx, ry, side)
    neck = u(0.09, 0.115)
    f.lay(
        [(cx - neck, cy + 0.1), (cx + neck, cy + 0.1), (cx + neck * 1.2, 1.02), (cx - neck * 1.2, 1.02)],
        skin * 0.72,
        0.006,
        cover=True,
    )
    wide = u(0.34, 0.46)
    y0 = cy + ry + u(0.05, 0.09)
    body = [
        (cx - neck * 1.25, y0),
        (cx - wide * 0.55, y0 + 0.05),
        (cx - wide, y0 + 0.15),
        (cx - wide * 1.08, 1.4),
        (cx + wide * 1.08, 1.4),
        (cx + wide, y0 + 0.15),
        (cx + wide * 0.55, y0 + 0.05),
        (cx + neck * 1.25, y0),
        (cx, y0 + u(0.03, 0.13)),
    ]
    f.lay(body, cloth, 0.003, cover=True)
    dressed = blob((f.h, f.w), np.float32(body) * f.w, 1)
    if rng.random() < 0.4:
        printed = pick(rng, [printed_cloths.wax, printed_cloths.stripes, printed_cloths.check])(rng, f.h // 2, f.w // 2)
        printed = cv2.resize(printed, (f.w, f.h)).astype(np.float32)
        f.colour += (printed * 0.85 - f.colour) * (dressed * float(rng.uniform(0.5, 1)))[..., None]
    if rng.random() < 0.4:  # a collar
        for s in (-1, 1):
            f.lay(
                [
                    (cx + s * neck * 1.3, y0 - 0.02),
                    (cx, y0 + 0.1),
                    (cx + s * 0.06, y0 + 0.16),
                    (cx + s * neck * 1.9, y0 + 0.05),
                ],
                np.minimum(cloth * 1.25 + 15, 255),
                0.002,
            )
    folds = fractal(rng, f.h // 4, f.w // 4, 3, 3, stretch=0.4)
    folds = cv2.resize(folds, (f.w, f.h)) * 0.16
    f.colour *= (1 + folds * dressed)[..., None]
    for s in (-1, 1):  # ears
        f.lay(
            oval(cx + s * rx * 1.0, cy + 0.01, 0.032, 0.058), skin * 0.8, 0.002, cover=not scarf, gain=0 if scarf else 1
        )
        if not scarf:
            f.lay(oval(cx + s * rx * 1.03, cy + 0.01, 0.014, 0.034), skin * 0.55, 0.005)
    outline = oval(cx, cy, rx, ry, u(2.0, 2.4), u(0.08, 0.28))
    f.lay(outline, shade, 0.002, cover=True)
    f.lay(oval(cx, cy + ry + 0.05, rx * 0.6, 0.035), skin * 0.5, 0.02, 0.6)
    turn = u(-0.16, 0.16) if rng.random() < 0.6 else 0.0
    features(f, skin, cx + turn * rx, cy + u(-0.01, 0.015), rx * (1 - abs(turn) * 0.4), ry, side, woman)
    if scarf:
        band = oval(cx, cy - ry * 0.5, rx * 1.12, ry * 0.62, 2.3)
        f.lay(
            [p if p[1] < cy - ry * 0.42 else (p[0], cy - ry * 0.42 - 0.02 * np.cos((p[0] - cx) * 9)) for p in band],
            scarfed,
            0.003,
            cover=True,
        )
        for i in range(5):
            y = cy - ry * (0.55 + i * 0.11)
            f.lay(
                [(cx - rx * 0.9, y), (cx + rx * 0.9, y - 0.03), (cx + rx * 0.9, y - 0.02), (cx - rx * 0.9, y + 0.012)],
                scarfed * 0.6,
                0.006,
                0.5,
            )
        f.lay(oval(cx, cy + 0.06, rx * 1.08, ry * 1.1)[:37], scarfed * 0.7, 0.01, 0.0)
    elif style != 5 or woman:
        line = cy - ry * u(0.55, 0.72)
        cap = oval(cx, cy - 0.03, rx * u(1.04, 1.16), ry * u(1.04, 1.22), 2.2)
        low = lambda x: line + (0.05 if woman else 0.09) * (abs(x - cx) / rx) ** 3
        f.lay([(x, min(y, low(x))) for x, y in cap], hair, 0.004, cover=True)
        if rng.random() < 0.35:  # braids, or the weave of a cap
            for a in np.linspace(-0.9, 0.9, int(u(7, 14))):
                f.lay(
                    [
                        (cx + a * rx * 1.02, line),
                        (cx + a * rx * 0.5, top - 0.005),
                        (cx + a * rx * 0.5 + 0.006, top - 0.005),
                        (cx + a * rx * 1.02 + 0.008, line),
                    ],
                    hair * 2.2,
                    0.002,
                    0.6,
                )
        if not woman and rng.random() < 0.25:
            cap_colour = np.float32(pick(rng, cloths))
            brim = cy - ry * u(0.5, 0.66)
            f.lay(
                [(x, min(y, brim)) for x, y in oval(cx, cy - 0.05, rx * 1.1, ry * 1.12, 2.8)],
                cap_colour,
                0.003,
                cover=True,
            )
            f.lay(
                [
                    (cx - rx * 1.08, brim - 0.03),
                    (cx + rx * 1.08, brim - 0.03),
                    (cx + rx * 1.06, brim),
                    (cx - rx * 1.06, brim),
                ],
                cap_colour * 0.7,
                0.002,
            )
    if rng.random() < 0.22:
        glasses(f, cx, cy, rx, u)
    if not woman and rng.random() < 0.3:
        f.lay(oval(cx, cy + ry * 0.78, rx * u(0.3, 0.6), ry * 0.2), hair, 0.02, u(0.4, 0.8))
    if woman and not scarf and rng.random() < 0.5:
        for s in (-1, 1):
            f.lay(oval(cx + s * rx * 1.03, cy + 0.075, 0.008, u(0.008, 0.03)), (80, 190, 230), 0.0015)
    texture = fractal(rng, f.h // 3, f.w // 3, 40, 3)
    f.colour *= (1 + 0.035 * cv2.resize(texture, (f.w, f.h)) + 0.02 * grain(rng, f.h, f.w))[..., None]
    box = (cx - rx, top - 0.02, rx * 2, ry * 2 + 0.02)
    return np.clip(f.colour, 0, 255).astype(np.uint8), f.alpha, box


def passport(rng, width=360):
    """A face on a plain ground, as on a card."""
    colour, alpha, _ = face(rng, width)
    h, w = alpha.shape
    ground = np.full(
        (h, w, 3), pick(rng, [(215, 205, 195), (235, 235, 232), (190, 170, 150), (200, 215, 225)]), np.float32
    )
    out = ground * (1 - alpha[..., None]) + colour * alpha[..., None]
    return out.astype(np.uint8)[int(h * 0.1) : int(h * 0.92), int(w * 0.14) : int(w * 0.86)]
