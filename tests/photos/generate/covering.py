"""What hides a part of the document: the frame, fingers, another document."""
import cv2
import numpy as np

import hands
import parts
from measure import box_of, log
from noise import pick
from sheets import Sheet, cut, lay, outside, place, sides_cut


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
    if rng.random() < 0.6:
        tip = pick(rng, field_centres(shot)) + rng.normal(0, 0.3, 2) * half
        corner = np.array([0 if tip[0] < w / 2 else w, 0 if tip[1] < h / 2 else h], float)
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
            tip = at + inward * half * (rng.uniform(0.2, 0.9) if shot.row == 'carteid' else rng.uniform(0.4, 1.5))
            angle = float(np.arctan2(-inward[1], -inward[0]) + rng.normal(0, 0.3))
            colour, alpha = hands.finger(rng, (h, w), tip, angle, half, shot.part, soft=log(rng, 0.5, 4))
            if not ((alpha > 0.2) & (taken > 0)).any():
                hands.put(shot.picture, colour, alpha, (float(rng.uniform(0.1, 0.4)), half * 0.2, half * 0.2))
                break


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
