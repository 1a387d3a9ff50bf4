"""One photograph of one document, with what is known of it."""
import cv2
import numpy as np

import covering
import defects
import grounds
import hands
import optics
import parts
import reading
import things
from noise import pick
from scenery import scenery
from sheets import Sheet, lay, outside, place, through

sides = [1632, 1632, 2048, 2048, 2048, 2592, 3264]


class Shot:
    """What is planned and then known of a photograph; the hooks of a defect change it on the way."""

    def __init__(self, rng, row, defect, part):
        self.rng, self.row, self.defect, self.part = rng, row, defect, part
        self.strength, self.label, self.why, self.named = 0.0, None, '', None
        card = row == 'carteid'
        own = rng.random() < (0.93 if card else 0.85)
        self.template = pick(
            rng,
            parts.templates(row, part) if own or not parts.other_papers(part, card) else parts.other_papers(part, card),
        )
        self.ground = pick(rng, parts.lying(part))
        self.fill, self.tilt = float(rng.uniform(0.55, 0.95)), abs(float(rng.normal(0, 7)))
        self.turn = float(rng.normal(0, 4))
        self.held, self.scan, self.messenger, self.whole = bool(rng.random() < 0.07), False, False, False
        level = float(rng.uniform(1.02, 1.3) if rng.random() < 0.12 else rng.uniform(0.72, 1.0))
        self.masks, self.level, self.noise, self.clean = (
            [],
            level,
            float(rng.gamma(1.3, 0.9)),
            0.4,
        )
        self.quality = int(rng.integers(62, 95))
        self.hooks = defects.hooks[defect]

    def at(self, stage):
        if stage in self.hooks:
            self.hooks[stage](self)

    def lines(self):
        """The critical fields in print; all there are where none is."""
        return [quad for words, quad in self.fields if words] or [quad for _, quad in self.fields]

    def say(self, what, **more):
        self.named = {'is': what, **more}

    def decide(self, label, why):
        self.label, self.why = label, why


def print_size(shot):
    """How tall the critical print will be in the picture: too little would be a defect of its own."""
    tall = np.median([box[3] - box[1] for words, box in shot.sheet.fields if words] or [40]) * 1.25
    w, h = shot.sheet.size
    return tall * np.sqrt(abs(cv2.contourArea(shot.quad)) / (w * h))


def behind(shot):
    """The hand behind a sheet that is held up."""
    rng = shot.rng
    w, h = shot.frame
    half = covering.finger_half(shot) * 1.15
    tone = pick(rng, hands.tones[shot.part])
    side = int(rng.integers(0, 4))
    a, b = shot.quad[side], shot.quad[(side + 1) % 4]
    at = a + (b - a) * rng.uniform(0.25, 0.75)
    out = at - shot.quad.mean(0)
    angle = float(np.arctan2(out[1], out[0]))
    for i in range(3):
        shift = (b - a) / (np.linalg.norm(b - a) + 1e-6) * half * 1.9 * (i - 1)
        colour, alpha = hands.finger(
            rng, (h, w), at + shift - out * 0.05, angle, half * 1.2, shot.part, tone, False, soft=3
        )
        hands.put(shot.picture, colour, alpha, (0.2, 6, 8))


def around(shot):
    """Things beside the sheet, or more sheets of its kind under it, hardly seen."""
    rng = shot.rng
    if rng.random() < 0.18:
        shot.picture = things.clutter(rng, shot.picture)
    if rng.random() < 0.07 and shot.row != 'carteid':
        under = Sheet(np.full_like(shot.sheet.picture, 1) * int(rng.uniform(180, 250)), [], 0, 0.0)
        side = np.sqrt(abs(cv2.contourArea(shot.quad)))
        lay(rng, shot.picture, under, shot.quad + rng.normal(0, 0.012, (4, 2)).astype(np.float32) * side, 0.4)


def sheen(shot):
    """A plastic sleeve or a laminate: faint streaks of light over the sheet."""
    rng = shot.rng
    w, h = shot.frame
    hh, ww = h // 8, w // 8
    ys, xs = np.mgrid[0:hh, 0:ww].astype(np.float32)
    a = float(rng.uniform(0, 3.14))
    along = (xs * np.cos(a) + ys * np.sin(a)) / max(hh, ww)
    streaks = np.zeros((hh, ww), np.float32)
    for _ in range(int(rng.integers(1, 5))):
        streaks += float(rng.uniform(6, 34)) * np.exp(
            -(((along - float(rng.uniform(-0.3, 1.2))) / float(rng.uniform(0.01, 0.12))) ** 2)
        )
    streaks *= cv2.resize(shot.cover, (ww, hh)).astype(np.float32) / 255
    shot.picture = cv2.add(shot.picture, cv2.merge([cv2.resize(streaks, (w, h))] * 3), dtype=cv2.CV_8U)


def light(shot):
    rng = shot.rng
    w, h = shot.frame
    if shot.scan:
        return
    amount, shot.cast = optics.light_map(rng, h, w, shot.level)
    if shot.defect not in ('dark', 'shadow') and rng.random() < 0.25:
        cast = pick(rng, [optics.soft_shadow, optics.soft_shadow, optics.soft_shadow, optics.blinds, optics.leaves])
        shot.masks.append(cast(rng, h, w, float(rng.uniform(0.08, 0.4))))
    size = max(((m.shape[1], m.shape[0]) for m in shot.masks), default=(amount.shape[1], amount.shape[0]))
    amount = cv2.resize(amount, size)
    for mask in shot.masks:
        amount *= cv2.resize(mask, size)[..., None]
    shot.picture = cv2.multiply(shot.picture, cv2.resize(amount, (w, h)), dtype=cv2.CV_8U)


def photograph(rng, row, defect, part):
    shot = Shot(rng, row, defect, part)
    picture, fields, corner, gloss = parts.draw(rng, row, shot.template)
    shot.sheet = sheet = Sheet(picture, fields, corner, gloss)
    shot.clean_gray = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    shot.at('plan')
    long = pick(rng, sides)
    tall = sheet.size[1] > sheet.size[0]
    if round(shot.turn / 90) % 2:
        tall = not tall
    tall = tall if rng.random() < 0.9 else not tall
    shot.frame = (long * 3 // 4, long) if tall else (long, long * 3 // 4)
    if shot.whole:
        shot.frame = tuple(int(side * long / max(sheet.size)) for side in sheet.size)
    w, h = shot.frame
    card = row == 'carteid'
    if not shot.scan:
        if not card or shot.template == 'card-paper':
            if rng.random() < 0.6:
                sheet.curl(rng, float(rng.uniform(1, 3.5)) if shot.held or rng.random() < 0.15 else 1.0)
            if rng.random() < 0.2 and defect != 'fold':
                defects.fold_sheet(shot)
            if rng.random() < 0.1:
                sheet.torn(rng)
            if rng.random() < 0.06 and sheet.size[1] > sheet.size[0]:
                sheet.punched(rng)
            if rng.random() < 0.12:
                sheet.crumple(rng, float(rng.uniform(0.02, 0.2)))
    shot.at('sheet')
    sheet.finish()
    shot.quad = place(rng, sheet.size, shot.frame, shot.fill, shot.tilt, shot.turn)
    if defect not in ('far', 'oblique') and print_size(shot) < 13:
        shot.quad = place(rng, sheet.size, shot.frame, 0.93, min(shot.tilt, 10), shot.turn)
    shot.at('place')
    if shot.held and shot.ground != 'room':
        shot.ground = pick(rng, ['room', shot.ground])
    real = scenery(rng, h, w, part) if shot.ground == 'room' and rng.random() < 0.3 else None
    if real is None:
        shot.picture = grounds.draw(rng, shot.ground, h, w)
    else:
        shot.picture = optics.blurred(real, float(rng.uniform(0, 0.006)) * long)
    if shot.held:
        behind(shot)
    elif not shot.scan:
        around(shot)
    shot.picture, shot.cover, H = lay(
        rng, shot.picture, sheet, shot.quad, 0.0 if shot.scan else float(rng.uniform(0.15, 0.6))
    )
    shot.quad = through(H, sheet.moved(sheet.corners()))
    shot.fields = [
        (words, through(H, sheet.moved([(x0, y0), (x1, y0), (x1, y1), (x0, y1)]))) for words, (x0, y0, x1, y1) in fields
    ]
    if not shot.fields:  # a manuscript: nothing to read by machine
        at = [(0.2, 0.3), (0.8, 0.3), (0.8, 0.34), (0.2, 0.34)]
        shot.fields = [('', through(H, [(a * sheet.size[0], b * sheet.size[1]) for a, b in at]))]
    shot.clean_fields = [
        (words, np.float32([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])) for words, (x0, y0, x1, y1) in sheet.fields
    ]
    if shot.held:
        covering.edge_finger_laid(shot)
    return taken(shot)


def taken(shot):
    """What a phone makes of the scene in its frame."""
    rng, card = shot.rng, shot.row == 'carteid'
    w, h = shot.frame
    shot.em = float(np.median([np.linalg.norm(q[3] - q[0]) for q in shot.lines()])) * 1.25
    shot.at('laid')
    shot.at('light')
    light(shot)
    if not shot.scan and rng.random() < (0.2 if card else 0.05):
        sheen(shot)
    shot.at('lit')
    shot.picture = optics.blurred(shot.picture, float(rng.uniform(0.3, 0.9)) * max(w, h) / 2592)
    shot.at('lens')
    shot.picture = optics.sensor(rng, shot.picture, 0.3 if shot.scan else shot.noise, shot.clean)
    shot.picture = optics.sharpened(shot.picture, float(rng.uniform(0, 0.8)))
    if rng.random() < 0.03:
        shot.picture = cv2.cvtColor(cv2.cvtColor(shot.picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    shot.at('file')
    return finish(shot)


def finish(shot):
    rng = shot.rng
    k = 1.0
    if shot.messenger or (shot.defect in defects.harmless and rng.random() < 0.06):
        k = min(1.0, pick(rng, [1280, 1280, 1600, 960 if shot.row == 'carteid' else 1280]) / max(shot.frame))
        if shot.defect == 'small':
            k = float(rng.uniform(640, 1150)) / max(shot.frame)
        shot.quality = min(shot.quality, int(rng.integers(48, 75)))
        shot.picture = cv2.resize(shot.picture, None, fx=k, fy=k, interpolation=cv2.INTER_AREA)
    orientation = pick(rng, [1, 1, 1, 6, 8, 3]) if k == 1 else 1
    data = optics.jpeg(shot.picture, shot.quality, orientation)
    h, w = shot.picture.shape[:2]
    shot.quad = shot.quad * k
    shot.fields = [(words, quad * k) for words, quad in shot.fields]
    judge(shot, data)
    truth = {
        'row': shot.row,
        'defect': shot.defect,
        'strength': round(shot.strength, 4),
        'label': shot.label,
        'why': shot.why,
        'named': shot.named if shot.label != 'fine' else None,
        'size': [w, h],
        'quad': np.round(shot.quad, 1).tolist(),
        'fields': [np.round(q, 1).tolist() for _, q in shot.fields],
        'outside': round(outside(shot.quad, w, h), 4),
        'em': round(shot.em * k, 1),
        'template': shot.template,
        'ground': shot.ground,
        'held': shot.held,
    }
    if shot.named and 'spot' in shot.named:
        truth['named'] = truth['named'] and {**shot.named, 'spot': [round(v * k) for v in shot.named['spot']]}
    return data, 'jpg', truth


def judge(shot, data):
    """Fine when every critical field is read, unacceptable when one is lost, as the file has it."""
    if shot.label:
        return
    fields = [(words, quad) for words, quad in shot.fields if words]
    if not fields:
        shot.decide('fine' if shot.defect in defects.harmless else 'unclear', 'written by hand: not read')
        return
    gray = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)
    likeness, papers = reading.read(gray, fields)
    weak = [(words, quad) for (words, quad), like in zip(fields, likeness) if like < 0.8]
    if weak:
        clean = [(words, quad) for words, quad in shot.clean_fields if words and any(words == w for w, _ in weak)]
        known, _ = reading.read(shot.clean_gray, clean)
        readable = {words for (words, _), like in zip(clean, known) if like >= 0.8}
        pairs = [(words, like) for (words, _), like in zip(fields, likeness) if words in readable or like >= 0.8]
    else:
        pairs = [(words, like) for (words, _), like in zip(fields, likeness)]
    lost = [f'{words}: {like:.2f}' for words, like in pairs if like < 0.6]
    dark = min(papers)
    shot.paper = dark
    if lost or dark < 62:
        label = 'unclear' if shot.defect in defects.harmless else 'unacceptable'
        shot.decide(label, '; '.join(lost + ([f'paper at {dark:.0f} of 255'] if dark < 62 else [])))
    elif all(like >= 0.8 for _, like in pairs) and dark > 85 and pairs:
        # What a finger or a fold hides may be read all the same: nobody is asked.
        hides = shot.strength > {'finger': 0.05, 'lensfinger': 0.05, 'corner': 0.35}.get(shot.defect, np.inf)
        shot.decide('unclear' if hides else 'fine', 'all read')
    else:
        shot.decide('unclear', 'read in part')
