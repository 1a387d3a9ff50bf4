"""What goes wrong with a document's photograph, each with a strength that runs from harmless to
hopeless; what it costs is read afterwards.

Each is a set of hooks by stage: sheet (the paper itself), plan (fill, tilt), place (the corners),
laid (the frame with the sheet on it), light (the map of light), lens, file.
"""
import cv2
import numpy as np

import hands
import optics
import parts
from noise import field, fractal, pick
from sheets import Sheet, cut, lay, outside, place, sides_cut, through


def log(rng, low, high):
    return float(np.exp(rng.uniform(np.log(low), np.log(high))))


def box_of(mask, least=0.5):
    ys, xs = np.where(mask.max(1) > least)[0], np.where(mask.max(0) > least)[0]
    if not len(ys) or not len(xs):
        return []
    return [int(xs[0]), int(ys[0]), int(xs[-1] - xs[0] + 1), int(ys[-1] - ys[0] + 1)]


# cut ---------------------------------------------------------------------------------------------


def cut_place(shot):
    rng = shot.rng
    sides = [pick(rng, ['left', 'right', 'top', 'bottom'])]
    if rng.random() < 0.2:
        sides.append(pick(rng, ['top', 'bottom'] if sides[0] in ('left', 'right') else ['left', 'right']))
    shot.strength = share = log(rng, 0.015, 0.5)
    if rng.random() < 0.2:  # too near: out on both sides
        shot.quad = ((shot.quad - shot.quad.mean(0)) * 1.0 + shot.quad.mean(0)).astype(np.float32)
        grow = 1.0
        while outside(shot.quad, *shot.frame) < share and grow < 60:
            shot.quad = ((shot.quad - shot.quad.mean(0)) * 1.02 + shot.quad.mean(0)).astype(np.float32)
            grow += 1
    else:
        shot.quad = cut(rng, shot.quad, shot.frame, share, sides)
    share = outside(shot.quad, *shot.frame)
    label = 'unacceptable' if share >= 0.03 else 'unclear'
    shot.say('cut', side=sides_cut(shot.quad, *shot.frame))
    shot.decide(label, f'{share * 100:.0f} % outside the frame')


def near_place(shot):
    """Fills the frame to its rim and does not cross it."""
    q = shot.quad
    w, h = shot.frame
    low, high = q.min(0), q.max(0)
    way = pick(
        shot.rng,
        [np.array([-low[0], 0]), np.array([w - high[0], 0]), np.array([0, -low[1]]), np.array([0, h - high[1]])],
    )
    shot.quad = (q + way * float(shot.rng.uniform(0.9, 0.985))).astype(np.float32)


# fingers -----------------------------------------------------------------------------------------


def field_centres(shot):
    return [quad.mean(0) for _, quad in shot.fields]


def finger_half(shot):
    """Half a finger's width: 8 mm on the sheet's scale, within what phones show."""
    w, h = shot.frame
    unit = np.sqrt(abs(cv2.contourArea(shot.quad)))
    real = {'carteid': 0.115}.get(shot.row, 0.05) * unit
    return float(np.clip(real * shot.rng.uniform(0.8, 1.6), 0.025 * max(w, h), 0.12 * max(w, h)))


def finger_laid(shot):
    rng = shot.rng
    w, h = shot.frame
    half = finger_half(shot)
    quad = shot.fields[int(rng.integers(len(shot.fields)))][1]
    aim = quad[0] + (quad[1] - quad[0]) * rng.uniform(-0.2, 1.0) + (quad[3] - quad[0]) * rng.uniform(-0.5, 1.5)
    angle = hands.exit_angle(rng, (h, w), aim)
    back = half * rng.uniform(-0.6, 1.6)
    tip = aim - np.array([np.cos(angle), np.sin(angle)]) * back
    total = np.zeros((h, w), np.float32)
    count = 1 + int(rng.random() < 0.25) + int(rng.random() < 0.1)
    tone, nail = pick(rng, hands.tones[shot.part]), bool(rng.random() < 0.65)
    for i in range(count):
        side = np.array([-np.sin(angle), np.cos(angle)]) * half * 1.95 * i * (1 if rng.random() < 0.5 else -1)
        colour, alpha = hands.finger(
            rng,
            (h, w),
            tip + side + rng.normal(0, half * 0.3, 2),
            angle + rng.normal(0, 0.05),
            half,
            shot.part,
            tone,
            nail,
            soft=log(rng, 0.5, 5),
        )
        hands.put(
            shot.picture,
            colour,
            alpha,
            (float(rng.uniform(0.1, 0.5)), half * rng.uniform(-0.3, 0.5), half * rng.uniform(0.1, 0.5)),
        )
        total = np.maximum(total, alpha)
    covered(shot, total)


def lens_finger_laid(shot):
    """A finger at the lens: a big soft dark or glowing patch from a corner."""
    rng = shot.rng
    w, h = shot.frame
    corner = np.array([rng.integers(0, 2) * w, rng.integers(0, 2) * h], float)
    half = float(rng.uniform(0.1, 0.28)) * max(w, h)
    tip = corner + (np.array([w / 2, h / 2]) - corner) * rng.uniform(0.1, 0.8)
    away = corner - np.array([w / 2, h / 2])
    colour, alpha = hands.finger(
        rng, (h, w), tip, float(np.arctan2(away[1], away[0])), half, shot.part, nail=False, soft=0.5
    )
    small = [cv2.resize(a, (w // 8, h // 8), interpolation=cv2.INTER_AREA) for a in (colour, alpha)]
    soft = max(w, h) / 8 * float(rng.uniform(0.008, 0.03))
    colour, alpha = (cv2.resize(cv2.GaussianBlur(a, (0, 0), soft), (w, h)) for a in small)
    hands.put(shot.picture, colour, alpha, (0.2, 0, half * 0.3))
    covered(shot, alpha)


def covered(shot, mask):
    """A field that is a third covered is lost; one that is hardly touched is read to tell."""
    most = 0.0
    for _, quad in shot.fields:
        canvas = np.zeros(mask.shape, np.uint8)
        cv2.fillConvexPoly(canvas, np.round(quad).astype(np.int32), 255)
        x, y, w, h = cv2.boundingRect(np.round(quad).astype(np.int32))
        x, y = max(x, 0), max(y, 0)
        part, over = canvas[y : y + h, x : x + w] > 0, mask[y : y + h, x : x + w] > 0.5
        if part.sum():
            most = max(most, float((part & over).sum() / part.sum()))
    shot.strength = most
    shot.say('finger', spot=box_of(mask))
    small = cv2.resize(mask, (mask.shape[1] // 8, mask.shape[0] // 8)) > 0.5
    sheet = cv2.resize(shot.cover, small.shape[::-1]) > 127
    if most >= 0.3:
        shot.decide('unacceptable', f'a finger over {most * 100:.0f} % of a field')
    elif most < 0.02 and (small & sheet).sum() > 0.03 * sheet.sum():
        shot.decide('unclear', 'a finger over the sheet, not over a field')


def edge_finger_laid(shot):
    """Thumbs that hold the sheet by its rim, over nothing."""
    rng = shot.rng
    w, h = shot.frame
    half = finger_half(shot)
    taken = np.zeros((h, w), np.uint8)
    for _, quad in shot.fields:
        cv2.fillConvexPoly(taken, np.round(quad).astype(np.int32), 255)
    for _ in range(int(rng.integers(1, 3))):
        for _ in range(12):
            side = int(rng.integers(4))
            a, b = shot.quad[side], shot.quad[(side + 1) % 4]
            at = a + (b - a) * rng.uniform(0.1, 0.9)
            inward = shot.quad.mean(0) - at
            inward /= np.linalg.norm(inward) + 1e-6
            tip = at + inward * half * rng.uniform(0.4, 1.7)
            angle = float(np.arctan2(-inward[1], -inward[0]) + rng.normal(0, 0.3))
            colour, alpha = hands.finger(rng, (h, w), tip, angle, half, shot.part, soft=log(rng, 0.5, 4))
            if not ((alpha > 0.2) & (taken > 0)).any():
                hands.put(shot.picture, colour, alpha, (float(rng.uniform(0.1, 0.4)), half * 0.2, half * 0.2))
                break


# light -------------------------------------------------------------------------------------------


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
    quad = shot.fields[int(rng.integers(len(shot.fields)))][1]
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
    centre = shot.fields[int(rng.integers(len(shot.fields)))][1].mean(0) / s
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
    shot.masks.append(optics.soft_shadow(shot.rng, shot.frame[1], shot.frame[0], shot.strength))


def dark_light(shot):
    shot.strength = log(shot.rng, 0.02, 0.6)
    shot.level = shot.strength
    shot.noise = float(shot.rng.uniform(1.5, 6)) * (0.5 + 0.5 * shot.strength)
    shot.say('tooDark')


# lens and sensor ---------------------------------------------------------------------------------


def defocus_lens(shot):
    shot.strength = log(shot.rng, 0.05, 1.0)
    shot.picture = optics.defocused(shot.picture, shot.strength * shot.em)
    shot.say('blurred')


def motion_lens(shot):
    shot.strength = log(shot.rng, 0.1, 2.2)
    shot.picture, _ = optics.moved(shot.rng, shot.picture, max(2.0, shot.strength * shot.em))
    shot.say('moved')


def part_blur_lens(shot):
    rng = shot.rng
    w, h = shot.frame
    shot.strength = log(rng, 0.15, 1.0)
    blurred = optics.defocused(shot.picture, shot.strength * shot.em)
    xs, ys = np.meshgrid(np.linspace(-1, 1, w // 8), np.linspace(-1, 1, h // 8))
    a = float(rng.uniform(0, 6.28))
    mask = np.clip(
        (xs * np.cos(a) + ys * np.sin(a) + float(rng.uniform(-0.3, 0.3))) * float(rng.uniform(1.2, 4)) + 0.5, 0, 1
    ).astype(np.float32)
    mask = cv2.merge([cv2.resize(mask, (w, h))] * 3)
    shot.picture = (shot.picture * (1 - mask) + blurred * mask).astype(np.uint8)
    shot.say('blurred')


def noise_light(shot):
    shot.strength = shot.noise = log(shot.rng, 8, 90)
    shot.level = float(shot.rng.uniform(0.25, 0.8))
    shot.clean = float(shot.rng.uniform(0, 0.5))
    shot.say('noisy')


def screen_laid(shot):
    """Photographed from a screen: stripes of two grids that beat."""
    rng = shot.rng
    w, h = shot.frame
    ys, xs = np.mgrid[0:h, 0:w].astype(np.float32)
    a = float(rng.uniform(0, 3.14))
    period = float(rng.uniform(8, 70)) * w / 2000
    wave = np.sin((xs * np.cos(a) + ys * np.sin(a)) / period * 6.28 + 3 * field(rng, h, w, 2))
    shot.strength = float(rng.uniform(0.1, 0.5))
    light = cv2.merge([1 + shot.strength * wave, 1 - shot.strength * wave * 0.8, 1 + shot.strength * wave * 0.9])
    shot.picture = cv2.multiply(shot.picture, light, dtype=cv2.CV_8U)
    shot.named = None


# the sheet ---------------------------------------------------------------------------------------


def dogear_sheet(shot):
    shot.strength = log(shot.rng, 0.1, 0.75)
    shot.flap = shot.sheet.dogear(shot.rng, int(shot.rng.integers(4)), shot.strength)
    shot.say('folded')


def crumple_sheet(shot):
    shot.strength = float(shot.rng.uniform(0.05, 1.0))
    shot.sheet.crumple(shot.rng, shot.strength)
    shot.named = {'is': 'folded'}


def fold_sheet(shot):
    rng = shot.rng
    upright = rng.random() < 0.35
    for at in pick(rng, [[0.5], [0.5], [0.33, 0.67]]):
        shot.sheet.fold(rng, at + float(rng.normal(0, 0.01)), upright)
    if rng.random() < 0.4:
        shot.sheet.fold(rng, 0.5, not upright)


def two_laid(shot):
    """A second document over the first, or beside it."""
    rng = shot.rng
    row = pick(rng, ['actenaiss', 'attest', 'simcard', 'carteid', 'carteid'])
    other = Sheet(*parts.draw(rng, row, pick(rng, parts.templates(row, shot.part))))
    other.curl(rng)
    other.finish()
    w, h = shot.frame
    unit = np.sqrt(abs(cv2.contourArea(shot.quad)))
    size = unit * (float(rng.uniform(0.45, 0.75)) if row == 'carteid' else float(rng.uniform(0.6, 1.1)))
    quad = place(rng, other.size, (size, size * 1.2), 1.0, 6, float(rng.normal(0, 14)))
    at = (
        shot.quad[0]
        + (shot.quad[1] - shot.quad[0]) * rng.uniform(0, 1)
        + (shot.quad[3] - shot.quad[0]) * rng.uniform(0, 1)
    )
    quad = quad - quad.mean(0) + np.clip(at, [w * 0.15, h * 0.15], [w * 0.85, h * 0.85])
    shot.picture, cover, _ = lay(rng, shot.picture, other, quad.astype(np.float32), 0.4)
    shot.strength = float(cover.mean() / 255)
    shot.say('two', spot=box_of(cover, 127))
    shot.decide('unacceptable' if shot.strength > 0.03 else 'unclear', 'two documents')


def far_plan(shot):
    shot.strength = shot.fill = log(shot.rng, 0.09, 0.45)
    shot.say('tooSmall')


def oblique_plan(shot):
    shot.strength = shot.tilt = float(shot.rng.uniform(25, 62))
    shot.named = None


def message_file(shot):
    shot.quality, shot.messenger = int(shot.rng.integers(45, 72)), True


def small_file(shot):
    """Few pixels, all of them the sheet's: often still readable."""
    message_file(shot)
    shot.quality = int(shot.rng.integers(60, 90))


def scan_plan(shot):
    shot.ground, shot.fill, shot.tilt, shot.turn, shot.scan = (
        'paletable',
        float(shot.rng.uniform(0.95, 0.998)),
        0.0,
        float(shot.rng.normal(0, 0.4)),
        True,
    )


def set_plan(**values):
    def hook(shot):
        for key, value in values.items():
            setattr(shot, key, value(shot.rng) if callable(value) else value)

    return hook


def stain_sheet(shot):
    hh, ww = shot.sheet.light.shape
    shot.sheet.light *= 1 - 0.3 * np.clip(fractal(shot.rng, hh, ww, 3, 4) - 0.5, 0, 1)


hooks = {
    'cut': {'place': cut_place},
    'finger': {'laid': finger_laid},
    'lensfinger': {'laid': lens_finger_laid},
    'motion': {'lens': motion_lens},
    'defocus': {'lens': defocus_lens},
    'partblur': {'lens': part_blur_lens},
    'glare': {'lit': glare_lit},
    'dark': {'light': dark_light},
    'far': {'plan': far_plan},
    'shadow': {'light': hard_shadow_light},
    'noise': {'light': noise_light},
    'corner': {'sheet': dogear_sheet},
    'crumple': {'sheet': crumple_sheet},
    'oblique': {'plan': oblique_plan},
    'screen': {'plan': set_plan(ground='blackcloth'), 'laid': screen_laid},
    'two': {'laid': two_laid},
    # Harmless ones that come near a defect.
    'near': {'plan': set_plan(fill=lambda rng: float(rng.uniform(0.9, 0.985))), 'place': near_place},
    'edgefinger': {'laid': edge_finger_laid},
    'held': {'plan': set_plan(held=True, ground='room')},
    'glareoff': {'lit': glare_off_lit},
    'softshadow': {'light': soft_shadow_light},
    'fold': {'sheet': fold_sheet},
    'whatsapp': {'file': message_file},
    'small': {'plan': set_plan(fill=lambda rng: float(rng.uniform(0.8, 0.97))), 'file': small_file},
    'scan': {'plan': scan_plan},
    'stain': {'sheet': stain_sheet},
    'tilted': {
        'plan': set_plan(tilt=lambda rng: float(rng.uniform(12, 28)), turn=lambda rng: float(rng.uniform(-16, 16)))
    },
    'turned': {'plan': set_plan(turn=lambda rng: pick(rng, [90, -90, 180]) + float(rng.normal(0, 3)))},
    'paleground': {'plan': set_plan(ground='paletable')},
    'fine': {},
}
harmless = {
    'small',
    'near',
    'edgefinger',
    'held',
    'glareoff',
    'softshadow',
    'fold',
    'scan',
    'stain',
    'tilted',
    'turned',
    'paleground',
    'fine',
}
