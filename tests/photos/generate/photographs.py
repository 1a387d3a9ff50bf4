"""Real photographs that are fine, spoilt: paper, ground, light and faces are strangers', only the defect is drawn."""
import functools
import os
import subprocess

import cv2
import numpy as np

import documents
import optics
import portraits
import reading
from measure import log
from noise import pick

# What can go wrong with what is photographed already.
sheet_defects = ['finger', 'finger', 'lensfinger', 'motion', 'defocus', 'partblur', 'glare', 'glare', 'glareoff']
sheet_defects += ['dark', 'shadow', 'noise', 'edgefinger', 'softshadow', 'two', 'whatsapp']
face_defects = ['finger', 'motion', 'defocus', 'dark', 'cut', 'cut', 'softshadow', 'fine']
# So many tell whether a sheet can be read; where nothing may be hidden, all of them are known.
enough_words = 14
longest = 2592
# A head's share above its brow: hair may be cut off.
hair = 0.1


def opened(path):
    picture = cv2.imread(path)
    k = longest / max(picture.shape)
    return picture if k >= 1 else cv2.resize(picture, None, fx=k, fy=k, interpolation=cv2.INTER_AREA)


def found_in(page):
    """What Tesseract finds on a page: words, and left, top, width, height of each."""
    run = subprocess.run(
        ['tesseract', '-', '-', '-l', 'fra', '--psm', '11', '--dpi', '200', 'tsv'],
        input=cv2.imencode('.pgm', page)[1].tobytes(),
        capture_output=True,
    )
    for row in run.stdout.decode(errors='replace').splitlines()[1:]:
        c = row.split('\t')
        if len(c) >= 12 and c[0] == '5' and float(c[10]) > 70 and len(reading.plain(c[11])) >= 4:
            yield c[11], [int(v) for v in c[6:10]]


@functools.lru_cache(None)
def words_of(path, corners):
    """The words of a sheet that are surely read, each with its corners; all corners in shares of the picture."""
    gray = cv2.imread(path, cv2.IMREAD_GRAYSCALE)
    size = np.float32(gray.shape[::-1])
    quad = np.float32(corners) * size
    across, down = (np.linalg.norm(quad[i] - quad[0]) for i in (1, 3))
    flat = np.float32([(0, 0), (across, 0), (across, down), (0, down)]) * 2000 / max(across, down)
    to_flat = cv2.getPerspectiveTransform(quad, flat)
    page = reading.flattened(cv2.warpPerspective(gray, to_flat, tuple(int(v) for v in flat[2]))).astype(np.uint8)
    found = []
    for words, (x, y, w, h) in found_in(page):
        box = np.float32([[(x, y), (x + w, y), (x + w, y + h), (x, y + h)]])
        found.append((words, cv2.perspectiveTransform(box, np.linalg.inv(to_flat))[0]))
    sure = []
    for at in range(0, len(found), 25):
        some = found[at : at + 25]
        sure += [one for one, like in zip(some, reading.read(gray, some)[0]) if like >= 0.95]
    return [(words, box / size) for words, box in sure]


def strips(rng, quad):
    """Where lines may be of a sheet that is written by hand."""
    a, b, c, d = quad
    for y in rng.uniform(0.15, 0.85, 5):
        left, right, tall = a + (d - a) * y, b + (c - b) * y, (d - a) * 0.02
        low, high = left + (right - left) * 0.2, left + (right - left) * 0.7
        yield '', np.float32([low, high, high + tall, low + tall])


def sheet(rng, known, path, part):
    shot = documents.Shot(rng, known['row'], pick(rng, sheet_defects), part)
    shot.picture = opened(path)
    h, w = shot.picture.shape[:2]
    shot.frame = (w, h)
    shot.clean_gray = cv2.cvtColor(shot.picture, cv2.COLOR_BGR2GRAY)
    size, corners = np.float32([w, h]), np.float32(known['quad']) / np.float32(known['size'])
    shot.quad = corners * size
    shot.cover = cv2.fillConvexPoly(np.zeros((h, w), np.uint8), np.round(shot.quad).astype(np.int32), 255)
    shot.template = shot.ground = 'photographed'
    shot.held, shot.level, shot.noise = False, 1.0, 0.3
    words = [(text, box * size) for text, box in words_of(path, tuple(map(tuple, corners.tolist())))]
    if shot.defect not in ('edgefinger', 'glareoff') and len(words) > enough_words:
        words = [words[i] for i in rng.choice(len(words), enough_words, replace=False)]
    shot.fields = shot.clean_fields = words or list(strips(rng, shot.quad))
    return documents.taken(shot)


def cut(rng, picture, head):
    """-> less of the picture, the head's corners in it, how much of the head is cut off, and on which side."""
    (left, top), (right, bottom) = head[0], head[2]
    h, w = picture.shape[:2]
    share, side = log(rng, 0.02, 0.75), pick(rng, ['left', 'right', 'top'])
    x0 = int(np.clip(left + share * (right - left), 0, w)) if side == 'left' else 0
    x1 = int(np.clip(right - share * (right - left), 0, w)) if side == 'right' else w
    y0 = int(np.clip(top + (hair + share) * (bottom - top), 0, h)) if side == 'top' else 0
    return picture[y0:, x0:x1], head - np.float32([x0, y0]), share, side


def face(rng, known, path, part):
    defect = pick(rng, face_defects)
    picture = opened(path)
    head = np.float32(known['face']) * picture.shape[1] / known['size'][0]
    w, h = head[2] - head[0]
    shot = portraits.Portrait(rng, defect, part, look=(None, None, (0, 0, w / h, 1.0)))
    shot.name, shot.level, shot.noise = 'photographed', float(rng.uniform(0.7, 1)), 0.3
    if defect == 'cut':
        picture, head, shot.strength, side = cut(rng, picture, head)
        shot.label, shot.named = portraits.banded('cut', shot.strength), {'is': 'cut', 'side': [side]}
    elif defect == 'dark':
        shot.strength = shot.level = log(rng, 0.02, 0.75)
        shot.named, shot.noise = {'is': 'tooDark'}, float(rng.uniform(1, 5))
    shot.picture, shot.frame, shot.quad, shot.tall = picture, picture.shape[1::-1], head, h / picture.shape[0]
    portraits.after(shot)
    return portraits.finish(shot, 'photobuste')


def photograph(rng, folder, known, part):
    make = face if known['row'] == 'photobuste' else sheet
    return make(rng, known, os.path.join(folder, known['file']), part)
