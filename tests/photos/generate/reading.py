"""What OCR still reads of the critical fields: each cut out through its corners, made upright, set
in one column and read at once.
"""
import difflib
import os
import re
import subprocess
import unicodedata

import cv2
import numpy as np

os.environ['OMP_THREAD_LIMIT'] = '1'
em = 40


def plain(words):
    words = unicodedata.normalize('NFD', words.lower())
    return re.sub(r'[^a-z0-9]', '', words)


def flattened(crop):
    crop = crop.astype(np.float32)
    if np.median(crop) < 110 and np.percentile(crop, 95) > 2 * np.median(crop):
        crop = 255 - crop
    back = cv2.GaussianBlur(cv2.dilate(crop, np.ones((15, 15), np.uint8)), (0, 0), 21)
    crop = np.clip(crop / np.maximum(back, 8) * 250, 0, 255)
    low = np.percentile(crop, 1.5)
    return np.clip((crop - low) / max(40, 250 - low) * 245 + 5, 0, 255)


def cut_out(gray, quad):
    """One line of print made upright, `em` pixels high."""
    q = np.float32(quad)
    width = (np.linalg.norm(q[1] - q[0]) + np.linalg.norm(q[2] - q[3])) / 2
    height = max(1.0, (np.linalg.norm(q[3] - q[0]) + np.linalg.norm(q[2] - q[1])) / 2)
    ow = int(np.clip(width / height * em, 8, 1600))
    px, py = em * 0.35, em * 0.28
    target = np.float32([(px, py), (px + ow, py), (px + ow, py + em), (px, py + em)])
    size = (int(ow + 2 * px), int(em + 2 * py))
    over = max(1, int(np.ceil(height / em)))
    M = cv2.getPerspectiveTransform(q, target * over)
    crop = cv2.warpPerspective(
        gray,
        M,
        (size[0] * over, size[1] * over),
        flags=cv2.INTER_CUBIC,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=128,
    )
    return cv2.resize(crop, size, interpolation=cv2.INTER_AREA) if over > 1 else crop


def read(gray, fields):
    """[(words, quad)] -> how like what is read is to the words, 0..1 each; and its paper's level."""
    crops = [cut_out(gray, quad) for _, quad in fields]
    papers = [float(np.percentile(crop, 85)) for crop in crops]
    tall = crops[0].shape[0] + 26
    column = np.full((tall * len(crops) + 30, max(c.shape[1] for c in crops) + 80), 250, np.uint8)
    for i, crop in enumerate(crops):
        column[30 + i * tall : 30 + i * tall + crop.shape[0], 40 : 40 + crop.shape[1]] = flattened(crop).astype(
            np.uint8
        )
    ok, png = cv2.imencode('.pgm', column)
    run = subprocess.run(
        ['tesseract', '-', '-', '-l', 'fra', '--psm', '6', '--dpi', '300', 'tsv'],
        input=png.tobytes(),
        capture_output=True,
    )
    got = [[] for _ in fields]
    for row in run.stdout.decode().splitlines()[1:]:
        c = row.split('\t')
        if len(c) >= 12 and c[0] == '5' and c[11].strip():
            i = int(np.clip((int(c[7]) + int(c[9]) / 2 - 30) // tall, 0, len(fields) - 1))
            got[i].append((int(c[6]), c[11]))
    likeness = []
    for (words, _), found in zip(fields, got):
        a, b = plain(words), plain(' '.join(word for _, word in sorted(found)))
        likeness.append(difflib.SequenceMatcher(None, a, b, autojunk=False).ratio() if a else 1.0)
    return likeness, papers
