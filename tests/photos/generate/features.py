"""Eyes, nose, mouth and what is worn on them, by proportion of the head."""
import cv2
import numpy as np


def oval(cx, cy, rx, ry, power=2.0, chin=0.0, n=72):
    a = np.linspace(0, 2 * np.pi, n, endpoint=False)
    c, s = np.cos(a), np.sin(a)
    x = np.sign(c) * np.abs(c) ** (2 / power) * rx * (1 - chin * np.clip(s, 0, 1) ** 1.5)
    return np.stack([cx + x, cy + np.sign(s) * np.abs(s) ** (2 / power) * ry], 1)


def features(f, skin, cx, cy, rx, ry, side, woman):
    u = lambda low, high: float(f.rng.uniform(low, high))
    gap, eye = rx * u(0.42, 0.5), u(0.034, 0.044)
    ey = cy - ry * u(0.08, 0.16)
    tall = eye * u(0.42, 0.62)
    for s in (-1, 1):
        x = cx + s * gap
        f.lay(oval(x, ey - 0.004, eye * 1.7, tall * 2.6), skin * 0.66, 0.014, 0.75)
        f.lay(oval(x, ey, eye, tall, 1.8), (195, 208, 215), 0.0022)
        f.lay(oval(x + u(-0.004, 0.004), ey, tall * 1.0, tall * 1.0), (22, 30, 48), 0.002)
        f.lay(oval(x, ey, tall * 0.45, tall * 0.45), (6, 6, 8), 0.001)
        f.lay(oval(x + side * tall * 0.35, ey - tall * 0.35, tall * 0.2, tall * 0.2), (240, 240, 240), 0.001)
        f.lay(
            [(x - eye * 1.1, ey), (x, ey - tall * 1.25), (x + eye * 1.1, ey), (x, ey - tall * 0.8)], (14, 16, 22), 0.002
        )
        f.lay(
            [(x - eye, ey + 0.002), (x, ey + tall * 1.15), (x + eye, ey + 0.002), (x, ey + tall * 0.95)],
            skin * 0.45,
            0.003,
            0.7,
        )
        by, thick = ey - u(0.05, 0.062), u(0.006, 0.013)
        f.lay(
            [
                (x - s * eye * 1.1, by + 0.01),
                (x + s * eye * 0.3, by - 0.008),
                (x + s * eye * 1.5, by + 0.008),
                (x + s * eye * 0.3, by - 0.008 + thick * 1.6),
                (x - s * eye * 1.1, by + 0.01 + thick),
            ],
            (16, 16, 20),
            0.003,
            0.85,
        )
    ny, nose = cy + ry * u(0.22, 0.3), rx * u(0.2, 0.28)
    f.lay(oval(cx - side * 0.02, ny - 0.06, 0.012, 0.075), skin * 0.72, 0.01, 0.55)
    f.lay(oval(cx + side * 0.006, ny - 0.05, 0.011, 0.07), np.minimum(skin * 1.35, 255), 0.01, 0.45)
    f.lay(oval(cx, ny, nose, 0.026), skin * 0.82, 0.007, 0.8)
    f.lay(oval(cx + side * 0.006, ny - 0.008, 0.016, 0.012), np.minimum(skin * 1.5, 255), 0.007, 0.5)
    for s in (-1, 1):
        f.lay(oval(cx + s * nose * 0.5, ny + 0.012, 0.013, 0.008), skin * 0.25, 0.004, 0.85)
    my, mw = cy + ry * u(0.52, 0.6), rx * u(0.34, 0.46)
    lip = (
        skin * np.float32([0.75, 0.7, 0.95])
        if not woman or f.rng.random() < 0.5
        else np.float32([50, 40, 120]) * u(0.6, 1.1)
    )
    f.lay(
        [
            (cx - mw, my),
            (cx - mw * 0.3, my - 0.017),
            (cx, my - 0.012),
            (cx + mw * 0.3, my - 0.017),
            (cx + mw, my),
            (cx, my + 0.004),
        ],
        lip * 0.85,
        0.0025,
    )
    f.lay(
        [(cx - mw, my), (cx, my + 0.003), (cx + mw, my), (cx + mw * 0.4, my + 0.024), (cx - mw * 0.4, my + 0.024)],
        np.minimum(lip * 1.15, 255),
        0.003,
    )
    if f.rng.random() < 0.25:  # a smile
        f.lay(
            [
                (cx - mw * 0.8, my - 0.002),
                (cx, my + 0.002),
                (cx + mw * 0.8, my - 0.002),
                (cx + mw * 0.45, my + 0.014),
                (cx - mw * 0.45, my + 0.014),
            ],
            (205, 215, 220),
            0.002,
        )
    f.lay(
        [(cx - mw * 1.02, my - 0.001), (cx, my + 0.004), (cx + mw * 1.02, my - 0.001), (cx, my)],
        skin * 0.2,
        0.0018,
        0.9,
    )
    f.lay(oval(cx, my + 0.042, mw * 0.7, 0.01), skin * 0.6, 0.01, 0.5)
    for s in (-1, 1):
        f.lay(oval(cx + s * rx * 0.55, cy + ry * 0.22, rx * 0.25, ry * 0.16), np.minimum(skin * 1.22, 255), 0.03, 0.4)


def glasses(f, cx, cy, rx, u):
    colour = (30, 30, 34) if f.rng.random() < 0.7 else (60, 90, 120)
    y, r = cy - 0.03, rx * u(0.34, 0.4)
    for s in (-1, 1):
        ring = oval(cx + s * rx * 0.46, y, r, r * u(0.7, 0.95), 2.6) * f.w
        cv2.polylines(
            f.colour, [np.round(ring * 16).astype(np.int32)], True, colour, max(2, int(f.w * 0.007)), cv2.LINE_AA, 4
        )
    f.lay([(cx - 0.03, y - 0.006), (cx + 0.03, y - 0.006), (cx + 0.03, y + 0.002), (cx - 0.03, y + 0.002)], colour)
