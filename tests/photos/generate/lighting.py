"""What light does to the document: glare, shadows, too little of it."""
import cv2
import numpy as np

import optics
from covering import field_centres
from measure import box_of, log
from noise import field, pick


def glare_layer(shot, centre, radius):
    """White that is added: a lamp's spot with its haze, a band on a laminate, or a window."""
    rng = shot.rng
    w, h = shot.frame
    s = 4
    ys, xs = np.mgrid[0 : h // s, 0 : w // s].astype(np.float32)
    xs, ys = xs * s - centre[0], ys * s - centre[1]
    a = float(rng.uniform(0, 3.14))
    u, v = xs * np.cos(a) + ys * np.sin(a), -xs * np.sin(a) + ys * np.cos(a)
    kind = pick(rng, ['spot', 'spot', 'band', 'window', 'flash'])
    warp = 0.25 * field(rng, h // s, w // s, 8)
    if kind == 'window':
        d = np.maximum(np.abs(u) / radius, np.abs(v) / (radius * 0.8)) + warp * 0.3
        layer = np.clip((1.05 - d) * 14, 0, 1) * (1 - 0.8 * (np.abs(u) < radius * 0.05))
        layer = cv2.GaussianBlur(layer, (0, 0), max(1.0, radius / s * float(rng.uniform(0.02, 0.2))))
    else:
        ratio = {'band': float(rng.uniform(2.5, 6)), 'flash': 1.0}.get(kind, float(rng.uniform(1, 2)))
        d = np.sqrt((u / (radius * ratio**0.6)) ** 2 + (v / (radius / ratio**0.4)) ** 2) + warp * (
            0 if kind == 'flash' else 0.5
        )
        layer = np.exp(-(np.maximum(d, 0) ** float(rng.uniform(2, 6))))
    haze = np.exp(-np.hypot(xs, ys) / (radius * float(rng.uniform(1.5, 3)))) * float(rng.uniform(0.1, 0.35))
    return cv2.resize(np.clip(layer * shot.peak + haze, 0, 1.6).astype(np.float32), (w, h))


def add_glare(shot, centre, radius):
    layer = glare_layer(shot, centre, radius)
    white = np.float32([250, 255, 258]) * float(shot.rng.uniform(0.97, 1.06))
    full = cv2.merge([layer * float(c) for c in white])
    shot.picture = cv2.add(shot.picture, full, dtype=cv2.CV_8U)
    return layer


def glare_lit(shot):
    rng = shot.rng
    unit = float(np.sqrt(abs(cv2.contourArea(shot.quad))))
    shot.peak, shot.strength = float(rng.uniform(0.75, 1.5)), log(rng, 0.035, 0.3)
    quad = pick(rng, shot.lines())
    centre = quad[0] + (quad[1] - quad[0]) * rng.uniform(0.2, 0.9) + rng.normal(0, 0.02, 2) * unit
    shot.say('glare', spot=box_of(add_glare(shot, centre, unit * shot.strength), 0.6))


def glare_off_lit(shot):
    """The same light where no field is."""
    rng = shot.rng
    unit = float(np.sqrt(abs(cv2.contourArea(shot.quad))))
    shot.peak, shot.strength = float(rng.uniform(0.9, 1.5)), log(rng, 0.03, 0.09)
    centres = np.array(field_centres(shot))
    ends = np.concatenate([centres, [q[0] for _, q in shot.fields], [q[1] for _, q in shot.fields]])
    tries = [
        shot.quad[0] + (shot.quad[1] - shot.quad[0]) * a + (shot.quad[3] - shot.quad[0]) * b
        for a, b in rng.uniform(0.05, 0.95, (40, 2))
    ]
    far = max(tries, key=lambda p: np.hypot(*(ends - p).T).min())
    add_glare(shot, far, unit * shot.strength)


def hard_shadow_light(shot):
    """Something between lamp and sheet: a wavy rim, deep; the rest stays lit."""
    rng = shot.rng
    w, h = shot.frame
    s = 4
    ys, xs = np.mgrid[0 : h // s, 0 : w // s].astype(np.float32)
    centre = pick(rng, shot.lines()).mean(0) / s
    a = float(rng.uniform(0, 6.28))
    d = (xs - centre[0]) * np.cos(a) + (ys - centre[1]) * np.sin(a)
    along = -(xs - centre[0]) * np.sin(a) + (ys - centre[1]) * np.cos(a)
    d += (
        np.sin(along / (max(h, w) / s) * float(rng.uniform(4, 20)) + float(rng.uniform(0, 6)))
        * max(h, w)
        / s
        * float(rng.uniform(0, 0.05))
    )
    if rng.random() < 0.35:  # a bar: an arm, a phone
        d = np.abs(d) - max(h, w) / s * float(rng.uniform(0.05, 0.16))
        d = -d
    mask = (d > -max(h, w) / s * float(rng.uniform(0, 0.08))).astype(np.float32)
    mask = cv2.GaussianBlur(mask, (0, 0), log(rng, 0.7, 8))
    shot.strength = depth = float(rng.uniform(0.45, 0.97))
    shot.masks.append(1 - depth * mask)
    shot.say('shadow', spot=box_of(cv2.resize(mask, (w, h))))


def soft_shadow_light(shot):
    shot.strength = float(shot.rng.uniform(0.15, 0.5))
    cast = pick(shot.rng, [optics.soft_shadow, optics.soft_shadow, optics.blinds, optics.leaves])
    shot.masks.append(cast(shot.rng, shot.frame[1], shot.frame[0], shot.strength))


def dark_light(shot):
    shot.strength = log(shot.rng, 0.02, 0.6)
    shot.level = shot.strength
    shot.noise = float(shot.rng.uniform(1.5, 6)) * (0.5 + 0.5 * shot.strength)
    shot.say('tooDark')


def noise_light(shot):
    shot.strength = shot.noise = log(shot.rng, 8, 90)
    shot.level = float(shot.rng.uniform(0.25, 0.8))
    shot.clean = float(shot.rng.uniform(0, 0.5))
    shot.say('noisy')
