"""Real photographs of places, as Debian's packages ship them: for what no drawing has."""
import functools
import glob

import cv2

from noise import pick

folders = ['/usr/share/backgrounds/mate/nature/*.jpg', '/usr/lib/python3/dist-packages/sklearn/datasets/images/*.jpg']


@functools.lru_cache(maxsize=1)
def files():
    return [path for folder in folders for path in sorted(glob.glob(folder))]


@functools.lru_cache(maxsize=4)
def loaded(path):
    return cv2.imread(path)


def known(part):
    """Every third is held back."""
    return [path for i, path in enumerate(files()) if (i % 3 == 2) == (part == 'held')]


def scenery(rng, h, w, part):
    """A part of one, mirrored or not; None where no such package is installed."""
    if not known(part):
        return None
    picture = loaded(pick(rng, known(part)))
    hh, ww = picture.shape[:2]
    share = float(rng.uniform(0.45, 1)) * min(hh / h, ww / w)
    ch, cw = int(h * share), int(w * share)
    y, x = int(rng.integers(0, hh - ch + 1)), int(rng.integers(0, ww - cw + 1))
    cut = picture[y : y + ch, x : x + cw]
    if rng.random() < 0.5:
        cut = cut[:, ::-1]
    return cv2.resize(cut, (w, h), interpolation=cv2.INTER_CUBIC)
