"""Another thing than was asked: another document, a face, a scene, a screen, nothing."""
import io

import cv2
import numpy as np
from PIL import Image

import documents
import optics
import portraits
from noise import pick
from scenery import scenery
from scenes import scenes
from screens import chat, home


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
        real = scenery(rng, h, w, part) if rng.random() < 0.25 else None
        picture, name = (scenes[name](rng, h, w), name) if real is None else (real, 'scenery')
        light, _ = optics.light_map(rng, h, w)
        picture = cv2.multiply(picture, cv2.resize(light, (w, h)), dtype=cv2.CV_8U)
        picture = optics.sharpened(
            optics.sensor(rng, optics.blurred(picture, 0.5), float(rng.gamma(1.3, 0.9))), float(rng.uniform(0, 0.7))
        )
        name = 'wrong-' + name
    h, w = picture.shape[:2]
    seen = {'wrong-portrait': 'portrait', 'wrong-black': 'black'}.get(name, 'scene')
    return optics.jpeg(picture, int(rng.integers(62, 94)), pick(rng, [1, 1, 6])), 'jpg', name, seen, [w, h]
