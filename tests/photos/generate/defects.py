"""What goes wrong with a document's photograph, each with a strength that runs from harmless to
hopeless; what it costs is read afterwards.

Each is a set of hooks by stage: sheet (the paper itself), plan (fill, tilt), place (the corners),
laid (the frame with the sheet on it), light (the map of light), lens, file.
"""
import cv2
import numpy as np

import optics
from covering import cut_place, edge_finger_laid, finger_laid, lens_finger_laid, near_place, two_laid
from lighting import dark_light, glare_lit, glare_off_lit, hard_shadow_light, noise_light, soft_shadow_light
from measure import log
from noise import field, fractal, pick


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


def dogear_sheet(shot):
    shot.strength = log(shot.rng, 0.15, 0.95)
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


def far_plan(shot):
    shot.strength = shot.fill = log(shot.rng, 0.09, 0.45)
    shot.say('tooSmall')


def oblique_plan(shot):
    shot.strength = shot.tilt = float(shot.rng.uniform(25, 74))
    shot.named = None


def message_file(shot):
    shot.quality, shot.messenger = int(shot.rng.integers(45, 72)), True


def small_file(shot):
    """Few pixels, all of them the sheet's: often still readable."""
    message_file(shot)
    shot.quality = int(shot.rng.integers(60, 90))


def cropped_place(shot):
    """As scanning apps and careful hands leave it: the sheet is the whole picture, give or take a hair."""
    w, h = shot.frame
    rim = np.float32([(0, 0), (w, 0), (w, h), (0, h)])
    shot.quad = rim + shot.rng.normal(0, 0.0025, (4, 2)).astype(np.float32) * max(w, h)


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
    'cropped': {'plan': set_plan(held=False, turn=0.0, whole=True), 'place': cropped_place},
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
    'cropped',
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
