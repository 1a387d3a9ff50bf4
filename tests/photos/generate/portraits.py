"""Portraits and what goes wrong with them; labelled by strength, since nothing can be read in a face."""
import cv2
import numpy as np

import faces
import grounds
import hands
import optics
from measure import box_of, log
from noise import fractal, grain, pick
from rooms import street
from scenery import scenery

sides = [1632, 1632, 2048, 2048, 2592]
backgrounds = [
    'painted',
    'paletable',
    'room',
    'concrete',
    'tiles',
    'earth',
    'stripes',
    'wax',
    'blackcloth',
    'wood',
    'street',
]
# What is fine below the first and unacceptable above the second; between them nobody is asked.
bands = {'defocus': (0.008, 0.016), 'motion': (0.025, 0.06), 'cut': (0.03, 0.14), 'finger': (0.015, 0.06)}


def scene(rng, name, h, w, part):
    """What is behind a head: seldom sharp."""
    real = scenery(rng, h // 2 + 1, w // 2 + 1, part) if name in ('street', 'room') and rng.random() < 0.4 else None
    if real is not None:
        made = real
    elif name == 'street':
        made = street(rng, h // 2 + 1, w // 2 + 1)
    elif name == 'painted':
        made = grounds.painted(rng, h // 2 + 1, w // 2 + 1, 90, 225)
    else:
        made = grounds.makers[name](rng, h // 2 + 1, w // 2 + 1)
    return optics.blurred(cv2.resize(made, (w, h)), float(rng.uniform(0, 6)))


def banded(defect, strength):
    low, high = bands[defect]
    return 'fine' if strength < low else 'unacceptable' if strength > high else 'unclear'


class Portrait:
    def __init__(self, rng, defect, part, look=None):
        self.rng, self.defect, self.part = rng, defect, part
        self.strength, self.label, self.why, self.named = 0.0, 'fine', 'by construction', None
        self.colour, self.alpha, self.head = look or faces.face(rng, 1000)
        long = pick(rng, sides)
        self.frame = (long * 3 // 4, long) if rng.random() < 0.9 else (long, long * 3 // 4)
        self.tall = float(rng.uniform(0.34, 0.72))  # the head's share of the frame's height
        self.centre = [0.5 + float(rng.normal(0, 0.04)), 0.42 + float(rng.normal(0, 0.03))]
        self.face_light, self.level = 1.0, float(rng.uniform(0.75, 1.0))
        self.noise = float(rng.gamma(1.3, 0.9))
        self.name = pick(rng, backgrounds)

    def compose(self):
        rng, (w, h) = self.rng, self.frame
        x, y, bw, bh = self.head
        side = self.colour.shape[1]
        k = self.tall * h / (bh * side)
        turn = np.radians(float(rng.normal(0, 4)))
        hx, hy = (x + bw / 2) * side, (y + bh / 2) * side
        c, s = np.cos(turn) * k, np.sin(turn) * k
        M = np.float64([[c, -s, self.centre[0] * w - c * hx + s * hy], [s, c, self.centre[1] * h - s * hx - c * hy]])
        colour, alpha = self.colour, self.alpha
        if k < 0.6:
            f = max(0.05, k * 1.3)
            colour, alpha = (cv2.resize(a, None, fx=f, fy=f, interpolation=cv2.INTER_AREA) for a in (colour, alpha))
            M[:, :2] /= np.array([colour.shape[1] / side])
        top = cv2.warpAffine(colour, M, (w, h), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
        # The canvas ends below the chest: its last row goes on.
        cover = cv2.warpAffine(alpha, M, (w, h), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        texture = (
            1
            + 0.03 * grain(rng, h, w)
            + 0.02 * fractal(rng, h // 4 + 1, w // 4 + 1, 60, 3).repeat(4, 0).repeat(4, 1)[:h, :w]
        )
        top = cv2.multiply(top, cv2.merge([(texture * self.face_light).astype(np.float32)] * 3), dtype=cv2.CV_8U)
        under = scene(rng, self.name, h, w, self.part)
        if self.face_light < 0.7:
            under = cv2.addWeighted(under, 0.55, np.full_like(under, 255), 0.65, 0)
        a = cv2.merge([cover] * 3)
        self.picture = np.clip(under * (1 - a) + top * a, 0, 255).astype(np.uint8)
        Mi = M.copy()
        full = self.colour.shape[1]
        if k < 0.6:
            Mi[:, :2] *= colour.shape[1] / side
        pts = np.float32([(x, y), (x + bw, y), (x + bw, y + bh), (x, y + bh)]) * full
        self.quad = pts @ Mi[:, :2].T.astype(np.float32) + Mi[:, 2].astype(np.float32)


def before(shot):
    """Changes the plan of the picture."""
    rng, defect = shot.rng, shot.defect
    if defect == 'far':
        shot.strength = shot.tall = log(rng, 0.03, 0.3)
        shot.centre = [float(rng.uniform(0.25, 0.75)), float(rng.uniform(0.35, 0.85))]
        shot.label = 'unacceptable' if shot.tall < 0.13 else 'fine' if shot.tall > 0.22 else 'unclear'
        shot.named = {'is': 'tooSmall'}
    elif defect == 'near':
        shot.tall = float(rng.uniform(0.7, 0.88))
        shot.centre = [0.5, 0.47]
    elif defect == 'backlight':
        shot.strength = shot.face_light = log(rng, 0.1, 0.75)
        shot.named, shot.level = {'is': 'backlit'}, 1.0
    elif defect == 'dark':
        shot.strength = shot.level = log(rng, 0.02, 0.75)
        shot.named, shot.noise = {'is': 'tooDark'}, float(rng.uniform(1, 5))
    elif defect == 'cut':
        share = log(rng, 0.02, 0.75)
        side = pick(rng, ['left', 'right', 'top', 'top'])
        bh = shot.tall
        bw = shot.tall * shot.frame[1] * shot.head[2] / shot.head[3] / shot.frame[0]
        shot.strength = share
        if side == 'top':
            shot.centre = [0.5 + float(rng.normal(0, 0.06)), bh / 2 - share * bh]
        else:
            x = bw / 2 - share * bw
            shot.centre = [x if side == 'left' else 1 - x, shot.centre[1]]
        shot.label = banded('cut', share)
        shot.named = {'is': 'cut', 'side': [side]}


def after(shot):
    rng, defect = shot.rng, shot.defect
    w, h = shot.frame
    face = shot.tall * h * shot.head[2] / shot.head[3]
    if defect == 'finger':
        half = face * float(rng.uniform(0.09, 0.24))
        inside = shot.quad.mean(0) + rng.normal(0, 0.22, 2) * face
        angle = hands.exit_angle(rng, (h, w), inside)
        tip = inside - np.array([np.cos(angle), np.sin(angle)]) * half * rng.uniform(-1.0, 1.5)
        colour, alpha = hands.finger(rng, (h, w), tip, angle, half, shot.part, soft=log(rng, 0.6, face * 0.03))
        hands.put(shot.picture, colour, alpha, (0.25, half * 0.2, half * 0.4))
        inner = np.zeros((h, w), np.uint8)
        c, size = shot.quad.mean(0), face * 0.42
        cv2.ellipse(inner, (int(c[0]), int(c[1])), (int(size), int(size * 1.2)), 0, 0, 360, 1, -1)
        shot.strength = float(((alpha > 0.5) & (inner > 0)).sum() / max(1, inner.sum()))
        shot.label = banded('finger', shot.strength)
        shot.named = {'is': 'finger', 'spot': box_of(alpha)}
    light, _ = optics.light_map(rng, h, w, shot.level, 0.1 if defect == 'backlight' else None)
    if defect == 'softshadow':
        light *= cv2.resize(
            optics.soft_shadow(rng, h, w, float(rng.uniform(0.1, 0.4))), (light.shape[1], light.shape[0])
        )[..., None]
    shot.picture = cv2.multiply(shot.picture, cv2.resize(light, (w, h)), dtype=cv2.CV_8U)
    shot.picture = optics.blurred(shot.picture, float(rng.uniform(0.4, 1.1)) * max(w, h) / 2592)
    if defect == 'defocus':
        shot.strength = log(rng, 0.003, 0.07)
        shot.picture = optics.defocused(shot.picture, shot.strength * face / 0.55)
        shot.label, shot.named = banded('defocus', shot.strength), {'is': 'blurred'}
    elif defect == 'motion':
        shot.strength = log(rng, 0.012, 0.3)
        shot.picture, _ = optics.moved(rng, shot.picture, max(2, shot.strength * face))
        shot.label, shot.named = banded('motion', shot.strength), {'is': 'moved'}
    elif defect == 'noise':
        shot.strength = shot.noise = log(rng, 6, 90)
        shot.label = 'unacceptable' if shot.noise > 50 else 'fine' if shot.noise < 15 else 'unclear'
        shot.named = {'is': 'noisy'}
    shot.picture = optics.sensor(rng, shot.picture, shot.noise, 0.5)
    shot.picture = optics.sharpened(shot.picture, float(rng.uniform(0, 0.7)))
    judge_light(shot)


def light_of_face(shot):
    """The level that three quarters of the face are darker than, 0..255."""
    h, w = shot.picture.shape[:2]
    inner = np.zeros((h, w), np.uint8)
    c, rx, ry = shot.quad.mean(0), *(np.linalg.norm(shot.quad[1:4:2] - shot.quad[0], axis=1) * 0.4)
    cv2.ellipse(inner, (int(c[0]), int(c[1])), (int(rx) + 1, int(ry) + 1), 0, 0, 360, 255, -1)
    seen = cv2.cvtColor(shot.picture, cv2.COLOR_BGR2GRAY)[inner > 0]
    return float(np.percentile(seen, 75)) if seen.size else 0.0


def judge_light(shot):
    """Skin is of many tones: what counts is the face's own light, not the picture's."""
    level = light_of_face(shot)
    if shot.defect in ('dark', 'backlight'):
        shot.label = 'unacceptable' if level < 20 else 'fine' if level > 42 else 'unclear'
    elif shot.label == 'fine' and level < 24:
        shot.label = 'unclear'


def take(rng, defect, part, look=None):
    shot = Portrait(rng, defect, part, look)
    before(shot)
    shot.compose()
    after(shot)
    return shot


def photograph(rng, row, defect, part):
    return finish(take(rng, defect, part), row)


def finish(shot, row):
    rng, defect = shot.rng, shot.defect
    quality, k = int(rng.integers(62, 95)), 1.0
    if defect == 'whatsapp' or rng.random() < 0.06:
        k, quality = min(1.0, 1280 / max(shot.frame)), int(rng.integers(48, 75))
        shot.picture = cv2.resize(shot.picture, None, fx=k, fy=k, interpolation=cv2.INTER_AREA)
    h, w = shot.picture.shape[:2]
    quad = np.round(shot.quad * k, 1).tolist()
    named = None if shot.label == 'fine' else shot.named
    if named and 'spot' in named:
        named = {**named, 'spot': [round(v * k) for v in named['spot']]}
    truth = {
        'row': row,
        'defect': 'portrait-' + defect if defect not in ('fine', 'whatsapp') else defect,
        'strength': round(shot.strength, 4),
        'label': shot.label,
        'why': shot.why,
        'named': named,
        'size': [w, h],
        'face': quad,
        'template': 'portrait',
        'ground': shot.name,
    }
    return optics.jpeg(shot.picture, quality, pick(rng, [1, 1, 6, 8]) if k == 1 else 1), 'jpg', truth
