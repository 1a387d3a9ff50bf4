"""Another thing than was asked: another document, a face, a scene, a screen, nothing."""
import io

import cv2
import numpy as np
from PIL import Image, ImageDraw

import documents
import grounds
import optics
import portraits
import things
from fonts import families, font
from noise import fractal, grain, lit, pick
from people import first, places

said = [
    'Bonjour, ça va ?',
    'Tu as envoyé le dossier ?',
    'Oui, hier soir.',
    'D’accord, je te rappelle',
    'On se voit à quelle heure ?',
    'Le réseau est lent ici',
    'Envoie vite avant ce soir',
    'Merci beaucoup !',
    'Je suis à la gare',
    'Ok',
    'C’est pour la bourse',
    'Il faut l’acte de naissance et la carte',
    'Attends',
    'Photo reçue',
    'Demain matin inch’Allah',
]


def chat(rng):
    """A screenshot of a conversation."""
    w, h = pick(rng, [(1080, 2340), (720, 1600), (1080, 1920), (720, 1280)])
    dark = rng.random() < 0.35
    back = (
        pick(rng, [(236, 229, 221), (255, 255, 255), (240, 242, 245)])
        if not dark
        else pick(rng, [(11, 20, 26), (0, 0, 0), (24, 24, 30)])
    )
    image = Image.new('RGB', (w, h), back)
    pen, k = ImageDraw.Draw(image), w / 1080
    bar = pick(rng, [(0, 95, 84), (80, 130, 200), (250, 250, 250), (120, 80, 190)]) if not dark else (31, 44, 52)
    ink = (20, 20, 20) if not dark else (230, 230, 230)
    text = lambda x, y, words, size, colour: pen.text(
        (x * k, y * k), words, colour, font(pick(rng, families('sans')[:3]), size * k)
    )
    pen.rectangle([0, 0, w, 190 * k], fill=bar)
    light = sum(bar) < 480
    text(40, 20, f'{rng.integers(7, 23)}:{rng.integers(10, 60)}', 34, (250, 250, 250) if light else ink)
    text(150, 95, pick(rng, [*first, 'Maman', 'Groupe Terminale']), 50, (250, 250, 250) if light else ink)
    pen.ellipse([40 * k, 90 * k, 120 * k, 170 * k], fill=(150, 160, 170))
    y = 240 * k
    while y < h - 260 * k:
        mine = rng.random() < 0.5
        tint = ((217, 253, 211) if mine else (255, 255, 255)) if not dark else ((0, 92, 75) if mine else (32, 44, 51))
        words = pick(rng, said)
        wide, tall = (min(900, 90 + len(words) * 24)) * k, 96 * k
        if rng.random() < 0.12:
            wide, tall, words = 560 * k, float(rng.uniform(300, 560)) * k, ''
        x = w - wide - 36 * k if mine else 36 * k
        pen.rounded_rectangle([x, y, x + wide, y + tall], 24 * k, tint)
        if words:
            text(x / k + 28, y / k + 20, words, 40, ink)
        else:
            pen.rectangle(
                [x + 12 * k, y + 12 * k, x + wide - 12 * k, y + tall - 12 * k],
                fill=tuple(int(v) for v in rng.integers(30, 220, 3)),
            )
        y += tall + pick(rng, [14, 22, 60]) * k
    pen.rounded_rectangle(
        [24 * k, h - 160 * k, w - 170 * k, h - 60 * k], 50 * k, (255, 255, 255) if not dark else (42, 57, 66)
    )
    text(80, h / k - 140, 'Message', 40, (140, 140, 140))
    return np.asarray(image)[..., ::-1]


def home(rng):
    """A screenshot of the phone's start page."""
    w, h = pick(rng, [(1080, 2340), (720, 1600)])
    picture = (
        cv2.resize(grounds.painted(rng, h // 4, w // 4, 20, 220), (w, h))
        if rng.random() < 0.6
        else grounds.street(rng, h, w)
    )
    image = Image.fromarray(picture[..., ::-1].copy())
    pen, k = ImageDraw.Draw(image), w / 1080
    for row in range(int(rng.integers(3, 7))):
        for column in range(4):
            x, y = (110 + column * 240) * k, (500 + row * 270) * k
            pen.rounded_rectangle(
                [x, y, x + 140 * k, y + 140 * k], 34 * k, tuple(int(v) for v in rng.integers(20, 250, 3))
            )
            pen.text(
                (x + 70 * k, y + 175 * k),
                pick(rng, ['Photos', 'Horloge', 'Radio', 'Appels', 'Notes', 'Météo']),
                (240, 240, 240),
                font('DejaVu Sans', 30 * k),
                'mm',
            )
    return np.asarray(image)[..., ::-1]


def objects(rng, h, w):
    """A table with things on it."""
    picture = grounds.draw(rng, pick(rng, ['wood', 'check', 'wax', 'mat', 'painted', 'tiles', 'desk']), h, w)
    for _ in range(int(rng.integers(2, 8))):
        picture = things.thing(
            rng, picture, int(rng.uniform(0, w)), int(rng.uniform(0, h)), int(rng.uniform(0.05, 0.22) * w)
        )
    return picture


def foliage(rng, h, w):
    gray = fractal(rng, h // 2, w // 2, 14, 6, 0.8)
    leaf = np.clip(0.5 + 0.5 * gray, 0, 1)[..., None]
    picture = (
        np.float32([30, 60, 35]) * (1 - leaf)
        + np.float32(pick(rng, [(70, 190, 120), (60, 150, 150), (90, 170, 90)])) * leaf
    )
    sky = (fractal(rng, h // 2, w // 2, 6, 5) > float(rng.uniform(0.4, 1.2)))[..., None]
    return cv2.resize(
        np.clip(np.where(sky, 240, picture), 0, 255).astype(np.uint8), (w, h), interpolation=cv2.INTER_CUBIC
    )


def sky(rng, h, w):
    hh, ww = h // 4, w // 4
    ys = np.linspace(0, 1, hh, dtype=np.float32)[:, None]
    cloud = np.clip(fractal(rng, hh, ww, 3, 6) * 1.2 + float(rng.uniform(-0.5, 0.4)), 0, 1)[..., None]
    blue = np.float32([215, 150, 90]) * (0.7 + 0.5 * ys[..., None])
    picture = blue * (1 - cloud) + 238 * cloud
    picture[int(hh * rng.uniform(0.75, 1.0)) :] *= 0.25
    return cv2.resize(np.clip(picture, 0, 255).astype(np.uint8), (w, h), interpolation=cv2.INTER_CUBIC)


def shelf(rng, h, w):
    """Books or goods in rows: many straight edges, no sheet."""
    picture = np.full((h, w, 3), rng.uniform(20, 60, 3), np.uint8)
    rows = int(rng.integers(2, 5))
    for row in range(rows):
        bottom, x = int(h * (row + 1) / rows) - h // 50, 0
        while x < w:
            wide, tall = int(rng.uniform(0.02, 0.09) * w), int(h / rows * rng.uniform(0.5, 0.9))
            c = rng.uniform(20, 230, 3)
            cv2.rectangle(picture, (x, bottom - tall), (x + wide, bottom), tuple(c), -1)
            cv2.rectangle(
                picture,
                (x + wide // 4, bottom - int(tall * 0.8)),
                (x + wide * 3 // 4, bottom - int(tall * 0.3)),
                tuple(c * 0.6),
                -1,
            )
            cv2.line(picture, (x, bottom - tall), (x, bottom), tuple(c * 0.4), max(2, w // 500))
            x += wide
        cv2.rectangle(picture, (0, bottom), (w, bottom + h // 50), (60, 90, 130), -1)
    return lit(picture, cv2.resize(1 + 0.12 * fractal(rng, h // 8, w // 8, 20, 3), (w, h)))


def keyboard(rng, h, w):
    picture = grounds.painted(rng, h, w, 15, 70)
    n = int(rng.integers(9, 15))
    side = w / n
    for row in range(int(h / side) + 1):
        for column in range(n + 1):
            x, y = (column + 0.3 * (row % 3)) * side, row * side
            cv2.rectangle(
                picture,
                (int(x + side * 0.06), int(y + side * 0.06)),
                (int(x + side * 0.92), int(y + side * 0.92)),
                tuple(rng.uniform(30, 48, 3)),
                -1,
            )
            cv2.putText(
                picture,
                chr(65 + int(rng.integers(26))),
                (int(x + side * 0.2), int(y + side * 0.5)),
                0,
                side / 70,
                (215, 215, 215),
                max(1, int(side / 45)),
                cv2.LINE_AA,
            )
    a = float(rng.uniform(-20, 20))
    return cv2.warpAffine(picture, cv2.getRotationMatrix2D((w / 2, h / 2), a, 1.4), (w, h))


def interior(rng, h, w):
    """A room in focus: a floor in perspective, a wall, boxes of furniture lit from one side."""
    picture = grounds.draw(rng, pick(rng, ['painted', 'bricks', 'concrete']), h, w)
    line = int(h * rng.uniform(0.5, 0.75))
    floor = grounds.draw(rng, pick(rng, ['tiles', 'wood', 'earth', 'rug']), h, w)
    M = cv2.getPerspectiveTransform(
        np.float32([(0, 0), (w, 0), (w, h), (0, h)]),
        np.float32([(w * 0.2, line), (w * 0.8, line), (w * 1.8, h), (-w * 0.8, h)]),
    )
    seen = cv2.warpPerspective(floor, M, (w, h), borderMode=cv2.BORDER_REFLECT)
    picture[line:] = seen[line:]
    for _ in range(int(rng.integers(2, 6))):
        x, bw, bh = int(rng.uniform(0, 0.85) * w), int(rng.uniform(0.1, 0.35) * w), int(rng.uniform(0.1, 0.4) * h)
        y, c, d = line + int(rng.uniform(-0.02, 0.15) * h), rng.uniform(30, 200, 3), int(0.04 * w)
        cv2.fillPoly(
            picture,
            [np.int32([(x, y - bh), (x + bw, y - bh), (x + bw + d, y - bh - d), (x + d, y - bh - d)])],
            tuple(c * 1.15),
            cv2.LINE_AA,
        )
        cv2.fillPoly(
            picture,
            [np.int32([(x + bw, y - bh), (x + bw + d, y - bh - d), (x + bw + d, y - d), (x + bw, y)])],
            tuple(c * 0.5),
            cv2.LINE_AA,
        )
        cv2.rectangle(picture, (x, y - bh), (x + bw, y), tuple(c * 0.85), -1)
    if rng.random() < 0.5:
        x, y = int(rng.uniform(0, 0.6) * w), int(0.08 * h)
        cv2.rectangle(picture, (x, y), (x + w // 4, y + h // 4), (252, 250, 246), -1)
    return picture


def plain(rng, h, w):
    """A wall, a floor, a cloth: the ground without the document."""
    return grounds.draw(rng, pick(rng, [name for name in grounds.makers if name != 'room']), h, w)


def black(rng, h, w):
    return np.clip(grain(rng, h, w)[..., None] * float(rng.uniform(0, 3)) + rng.uniform(0, 6, 3), 0, 255).astype(
        np.uint8
    )


scenes = {
    'room': lambda rng, h, w: grounds.room(rng, h, w),
    'street': grounds.street,
    'objects': objects,
    'wall': plain,
    'black': black,
    'foliage': foliage,
    'sky': sky,
    'shelf': shelf,
    'keyboard': keyboard,
    'interior': interior,
}
kinds = ['chat', 'chat', 'home', 'scene', 'scene', 'scene', 'document', 'document', 'document', 'portrait', 'portrait']
shapes = {'actenaiss': 'page', 'attest': 'page', 'simcard': 'page', 'carteid': 'card', 'photobuste': 'portrait'}


def photograph(rng, row, defect, part):
    kind = pick(rng, kinds)
    if kind == 'portrait' and row == 'photobuste':
        kind = 'document'
    if kind == 'document':
        others = {
            'page': ['carteid'],
            'card': ['actenaiss', 'attest'],
            'portrait': ['carteid', 'actenaiss', 'attest', 'simcard'],
        }[shapes[row]]
        shown = pick(rng, others)
        data, ext, truth = documents.photograph(
            rng, shown, pick(rng, ['fine', 'tilted', 'paleground', 'fold', 'held']), part
        )
        seen = shapes[shown]
        name = 'wrong-' + seen
        size, template = truth['size'], truth['template']
    else:
        data, ext, name, seen, size = other(rng, kind, part)
        template = name
    truth = {
        'row': row,
        'defect': name,
        'strength': 1.0,
        'label': 'unacceptable',
        'why': 'another thing',
        'named': {'is': 'noFace' if row == 'photobuste' else 'otherThing', 'kind': seen},
        'size': size,
        'template': template,
        'ground': '',
    }
    return data, ext, truth


def other(rng, kind, part):
    if kind in ('chat', 'home'):
        picture = chat(rng) if kind == 'chat' else home(rng)
        h, w = picture.shape[:2]
        if rng.random() < 0.5:
            out = io.BytesIO()
            Image.fromarray(np.ascontiguousarray(picture[..., ::-1])).save(out, 'PNG', compress_level=3)
            return out.getvalue(), 'png', 'wrong-' + kind, 'screen', [w, h]
        return optics.jpeg(picture, int(rng.integers(60, 92))), 'jpg', 'wrong-' + kind, 'screen', [w, h]
    if kind == 'portrait':
        shot = portraits.take(rng, pick(rng, ['fine', 'near', 'softshadow']), part)
        picture, name = shot.picture, 'wrong-portrait'
    else:
        long = pick(rng, [1632, 2048, 2592])
        w, h = (long * 3 // 4, long) if rng.random() < 0.6 else (long, long * 3 // 4)
        name = pick(rng, [*scenes, 'objects', 'interior', 'wall'])
        picture = scenes[name](rng, h, w)
        light, _ = optics.light_map(rng, h, w)
        picture = cv2.multiply(picture, cv2.resize(light, (w, h)), dtype=cv2.CV_8U)
        picture = optics.sharpened(
            optics.sensor(rng, optics.blurred(picture, 0.5), float(rng.gamma(2, 1.3))), float(rng.uniform(0, 0.7))
        )
        name = 'wrong-' + name
    h, w = picture.shape[:2]
    seen = {'wrong-portrait': 'portrait', 'wrong-black': 'black'}.get(name, 'scene')
    return optics.jpeg(picture, int(rng.integers(62, 94)), pick(rng, [1, 1, 6])), 'jpg', name, seen, [w, h]
