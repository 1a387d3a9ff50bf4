"""Things that lie about: pens, cups, phones, keys; each with its shade and its shadow."""
import cv2
import numpy as np

from noise import pick


def laid(rng, picture, layer, mask, reach):
    """What `mask` covers of `layer`, shaded from one side, and its shadow on what is there."""
    h, w = mask.shape
    small = cv2.GaussianBlur(cv2.resize(mask, (w // 4, h // 4), interpolation=cv2.INTER_AREA), (0, 0), reach * 0.03 + 1)
    away = int(reach / 30) + 1
    fall = cv2.resize(1 - 0.4 * np.roll(small, (away, away), (0, 1)).astype(np.float32) / 255, (w, h))
    picture = cv2.multiply(picture, cv2.merge([fall] * 3), dtype=cv2.CV_8U)
    soft = cv2.merge([cv2.GaussianBlur(mask, (0, 0), 1.0)] * 3).astype(np.float32) / 255
    return (picture * (1 - soft) + layer * soft).astype(np.uint8)


def thing(rng, picture, cx, cy, r, kinds=('plate', 'phone', 'bottle', 'pen', 'pen', 'keys', 'stone')):
    h, w = picture.shape[:2]
    colour = rng.uniform(15, 235, 3)
    layer, mask = np.zeros_like(picture), np.zeros((h, w), np.uint8)
    kind, turn = pick(rng, kinds), float(rng.uniform(0, 180))
    if kind == 'plate':
        for share, tone in ((1, 1.0), (0.93, 0.8), (0.7, 0.95), (0.66, 0.85), (0.6, float(rng.uniform(0.4, 1)))):
            cv2.circle(layer, (cx, cy), int(r * share), tuple(colour * tone), -1, cv2.LINE_AA)
        cv2.circle(mask, (cx, cy), r, 255, -1)
    elif kind in ('phone', 'bottle', 'pen'):
        wide, long = {'phone': (r, r * 2), 'bottle': (r * 0.6, r * 2.2), 'pen': (r * 0.09 + 4, r * 2.2)}[kind]
        for share in np.linspace(1, 0.1, 10):  # lighter towards its axis
            box = cv2.boxPoints(((cx, cy), (wide * share, long), turn)).astype(np.int32)
            tone = 1.0 if kind == 'phone' else 0.45 + 0.7 * (1 - share)
            cv2.fillConvexPoly(
                layer, box, tuple(np.minimum((colour * 0.2 if kind == 'phone' else colour) * tone, 255)), cv2.LINE_AA
            )
        if kind == 'phone':
            box = cv2.boxPoints(((cx, cy), (wide * 0.92, long * 0.93), turn)).astype(np.int32)
            cv2.fillConvexPoly(layer, box, tuple(rng.uniform(5, 60, 3)), cv2.LINE_AA)
        cv2.fillConvexPoly(mask, cv2.boxPoints(((cx, cy), (wide, long), turn)).astype(np.int32), 255)
    elif kind == 'keys':
        for _ in range(3):
            a = float(rng.uniform(0, 6.28))
            tip = (int(cx + r * 0.8 * np.cos(a)), int(cy + r * 0.8 * np.sin(a)))
            for canvas, c in ((layer, tuple(colour * 0.4 + 90)), (mask, 255)):
                cv2.line(canvas, (cx, cy), tip, c, max(3, r // 9), cv2.LINE_AA)
                cv2.circle(canvas, (cx, cy), max(3, r // 4), c, max(2, r // 14), cv2.LINE_AA)
    else:
        points = np.int32(
            [
                (cx + r * rng.uniform(0.5, 1) * np.cos(a), cy + r * rng.uniform(0.5, 1) * np.sin(a))
                for a in np.linspace(0, 6.28, 9)[:8]
            ]
        )
        cv2.fillPoly(layer, [points], tuple(colour), cv2.LINE_AA)
        cv2.fillPoly(mask, [points], 255)
    if kind in ('plate', 'stone'):
        ys, xs = np.mgrid[0:h:8, 0:w:8].astype(np.float32)
        shade = 0.7 + 0.45 * np.clip(1 - np.hypot(xs - cx + r * 0.4, ys - cy + r * 0.4) / (r * 1.6), 0, 1)
        layer = cv2.multiply(layer, cv2.merge([cv2.resize(shade, (w, h))] * 3), dtype=cv2.CV_8U)
    return laid(rng, picture, layer, mask, r)


def clutter(rng, picture):
    """A thing or two near the frame's rim."""
    h, w = picture.shape[:2]
    for _ in range(int(rng.integers(1, 4))):
        a = float(rng.uniform(0, 6.28))
        cx = int(w / 2 + np.cos(a) * w * rng.uniform(0.4, 0.55))
        cy = int(h / 2 + np.sin(a) * h * rng.uniform(0.4, 0.55))
        picture = thing(rng, picture, cx, cy, int(rng.uniform(0.04, 0.16) * max(h, w)))
    return picture
