"""Another thing than was asked: another document, a face, a scene, a screen, nothing."""
import io

import cv2
import numpy as np
from PIL import Image, ImageDraw

import documents
import grounds
import optics
import portraits
from fonts import families, font
from noise import grain, pick
from people import first, places

said = ['Bonjour, ça va ?', 'Tu as envoyé le dossier ?', 'Oui, hier soir.', 'D’accord, je te rappelle', 'On se voit à quelle heure ?',
        'Le réseau est lent ici', 'Envoie vite avant ce soir', 'Merci beaucoup !', 'Je suis à la gare', 'Ok', 'C’est pour la bourse',
        'Il faut l’acte de naissance et la carte', 'Attends', 'Photo reçue', 'Demain matin inch’Allah']


def chat(rng):
    """A screenshot of a conversation."""
    w, h = pick(rng, [(1080, 2340), (720, 1600), (1080, 1920), (720, 1280)])
    dark = rng.random() < 0.35
    back = pick(rng, [(236, 229, 221), (255, 255, 255), (240, 242, 245)]) if not dark else pick(rng, [(11, 20, 26), (0, 0, 0), (24, 24, 30)])
    image = Image.new('RGB', (w, h), back)
    pen, k = ImageDraw.Draw(image), w / 1080
    bar = pick(rng, [(0, 95, 84), (80, 130, 200), (250, 250, 250), (120, 80, 190)]) if not dark else (31, 44, 52)
    ink = (20, 20, 20) if not dark else (230, 230, 230)
    text = lambda x, y, words, size, colour: pen.text((x * k, y * k), words, colour, font(pick(rng, families('sans')[:3]), size * k))
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
            pen.rectangle([x + 12 * k, y + 12 * k, x + wide - 12 * k, y + tall - 12 * k], fill=tuple(int(v) for v in rng.integers(30, 220, 3)))
        y += tall + pick(rng, [14, 22, 60]) * k
    pen.rounded_rectangle([24 * k, h - 160 * k, w - 170 * k, h - 60 * k], 50 * k, (255, 255, 255) if not dark else (42, 57, 66))
    text(80, h / k - 140, 'Message', 40, (140, 140, 140))
    return np.asarray(image)[..., ::-1]


def home(rng):
    """A screenshot of the phone's start page."""
    w, h = pick(rng, [(1080, 2340), (720, 1600)])
    picture = cv2.resize(grounds.painted(rng, h // 4, w // 4, 20, 220), (w, h)) if rng.random() < 0.6 else grounds.street(rng, h, w)
    image = Image.fromarray(picture[..., ::-1].copy())
    pen, k = ImageDraw.Draw(image), w / 1080
    for row in range(int(rng.integers(3, 7))):
        for column in range(4):
            x, y = (110 + column * 240) * k, (500 + row * 270) * k
            pen.rounded_rectangle([x, y, x + 140 * k, y + 140 * k], 34 * k, tuple(int(v) for v in rng.integers(20, 250, 3)))
            pen.text((x + 70 * k, y + 175 * k), pick(rng, ['Photos', 'Horloge', 'Radio', 'Appels', 'Notes', 'Météo']), (240, 240, 240), font('DejaVu Sans', 30 * k), 'mm')
    return np.asarray(image)[..., ::-1]


def objects(rng, h, w):
    """A table with things on it."""
    picture = grounds.draw(rng, pick(rng, ['wood', 'check', 'wax', 'mat', 'painted', 'tiles']), h, w)
    for _ in range(int(rng.integers(2, 8))):
        cx, cy, r = int(rng.uniform(0, w)), int(rng.uniform(0, h)), int(rng.uniform(0.05, 0.22) * w)
        colour = tuple(float(v) for v in rng.uniform(15, 235, 3))
        layer, mask = picture.copy(), np.zeros((h, w), np.uint8)
        kind = int(rng.integers(0, 4))
        if kind == 0:  # plate or cup seen from above
            for share, tone in ((1, 1.0), (0.93, 0.8), (0.7, 0.95), (0.66, 0.85)):
                cv2.circle(layer, (cx, cy), int(r * share), tuple(c * tone for c in colour), -1, cv2.LINE_AA)
            cv2.circle(mask, (cx, cy), r, 255, -1)
        elif kind == 1:  # phone
            box = cv2.boxPoints(((cx, cy), (r, r * 2), float(rng.uniform(0, 180)))).astype(np.int32)
            cv2.fillConvexPoly(layer, box, (25, 25, 28), cv2.LINE_AA)
            cv2.fillConvexPoly(mask, box, 255)
        elif kind == 2:  # bottle on its side
            box = cv2.boxPoints(((cx, cy), (r * 0.6, r * 2.2), float(rng.uniform(0, 180)))).astype(np.int32)
            cv2.fillConvexPoly(layer, box, colour, cv2.LINE_AA)
            cv2.fillConvexPoly(mask, box, 255)
        else:
            points = np.int32([(cx + r * rng.uniform(0.5, 1) * np.cos(a), cy + r * rng.uniform(0.5, 1) * np.sin(a)) for a in np.linspace(0, 6.28, 9)[:8]])
            cv2.fillPoly(layer, [points], colour, cv2.LINE_AA)
            cv2.fillPoly(mask, [points], 255)
        small = cv2.GaussianBlur(cv2.resize(mask, (w // 4, h // 4)), (0, 0), r * 0.03 + 1)
        fall = cv2.resize(1 - 0.35 * np.roll(small, (r // 30, r // 30), (0, 1)).astype(np.float32) / 255, (w, h))
        picture = cv2.multiply(picture, cv2.merge([fall] * 3), dtype=cv2.CV_8U)
        ys, xs = np.mgrid[0:h:8, 0:w:8].astype(np.float32)
        shade = cv2.resize(0.75 + 0.4 * np.clip(1 - np.hypot(xs - cx + r * 0.4, ys - cy + r * 0.4) / (r * 1.6), 0, 1), (w, h))
        layer = cv2.multiply(layer, cv2.merge([shade] * 3), dtype=cv2.CV_8U)
        cv2.copyTo(layer, mask, picture)
    return picture


def plain(rng, h, w):
    """A wall, a floor, a cloth: the ground without the document."""
    return grounds.draw(rng, pick(rng, [name for name in grounds.makers if name != 'room']), h, w)


def black(rng, h, w):
    return np.clip(grain(rng, h, w)[..., None] * float(rng.uniform(0, 3)) + rng.uniform(0, 6, 3), 0, 255).astype(np.uint8)


scenes = {'room': lambda rng, h, w: grounds.room(rng, h, w), 'street': grounds.street, 'objects': objects, 'wall': plain, 'black': black}
kinds = ['chat', 'chat', 'home', 'scene', 'scene', 'scene', 'document', 'document', 'document', 'portrait', 'portrait']
shapes = {'actenaiss': 'page', 'attest': 'page', 'simcard': 'page', 'carteid': 'card', 'photobuste': 'portrait'}


def photograph(rng, row, defect, part):
    kind = pick(rng, kinds)
    if kind == 'portrait' and row == 'photobuste':
        kind = 'document'
    if kind == 'document':
        others = {'page': ['carteid'], 'card': ['actenaiss', 'attest'], 'portrait': ['carteid', 'actenaiss', 'attest', 'simcard']}[shapes[row]]
        shown = pick(rng, others)
        data, ext, truth = documents.photograph(rng, shown, pick(rng, ['fine', 'tilted', 'paleground', 'fold', 'held']), part)
        seen = shapes[shown]
        name = 'wrong-' + seen
        size, template = truth['size'], truth['template']
    else:
        data, ext, name, seen, size = other(rng, kind, part)
        template = name
    truth = {'row': row, 'defect': name, 'strength': 1.0, 'label': 'unacceptable', 'why': 'another thing',
             'named': {'is': 'noFace' if row == 'photobuste' else 'otherThing', 'kind': seen}, 'size': size, 'template': template, 'ground': ''}
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
        name = pick(rng, [*scenes, 'objects', 'room'])
        picture = scenes[name](rng, h, w)
        light, _ = optics.light_map(rng, h, w)
        picture = cv2.multiply(picture, cv2.resize(light, (w, h)), dtype=cv2.CV_8U)
        picture = optics.sharpened(optics.sensor(rng, optics.blurred(picture, 0.5), float(rng.gamma(2, 1.3))), float(rng.uniform(0, 0.7)))
        name = 'wrong-' + name
    h, w = picture.shape[:2]
    seen = {'wrong-portrait': 'portrait', 'wrong-black': 'black'}.get(name, 'scene')
    return optics.jpeg(picture, int(rng.integers(62, 94)), pick(rng, [1, 1, 6])), 'jpg', name, seen, [w, h]
