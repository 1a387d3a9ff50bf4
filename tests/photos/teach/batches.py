"""Pictures as the net is given them: changed a little each time, and many of one shape at once."""
import math
import random

import numpy as np
import torch

from pictures import planes

# Planes of facts.ts: light, energies, the two diagonals, what changes across and down.
light, energies, measured = slice(0, 3), slice(6, 15), slice(0, 15)
diagonals, across, down = [13, 14], [7, 9, 11], [8, 10, 12]
# Drawn once: to draw it for each picture takes as long as to learn from it.
noise = 2 * np.random.default_rng(1).standard_normal(1 << 22, np.float32)


def trimmed(x, spot):
    """A little less of the ground round a sheet: an outline is never found exactly alike."""
    h, w = x.shape[1:]
    left, top, right, bottom = (random.choice([0, 0, 1, 2]) for _ in range(4))
    x = x[:, top : h - bottom, left : w - right]
    x = x[:, : x.shape[1] // 2 * 2, : x.shape[2] // 2 * 2]
    if spot:
        offset, size = (left, top, left, top), (w, h, w, h)
        now = (x.shape[2], x.shape[1]) * 2
        spot = [min(1, max(0, (v * s - o) / n)) for v, s, o, n in zip(spot, size, offset, now)]
    return x, spot


def turned(x, spot, portrait):
    """Mirrored, upside down or on its side; a portrait is only mirrored."""
    if random.random() < 0.5:
        x = x[:, :, ::-1].copy()
        x[diagonals] = x[diagonals[::-1]]
        spot = spot and [1 - spot[2], spot[1], 1 - spot[0], spot[3]]
    if not portrait and random.random() < 0.5:
        x = x[:, ::-1].copy()
        x[diagonals] = x[diagonals[::-1]]
        spot = spot and [spot[0], 1 - spot[3], spot[2], 1 - spot[1]]
    if not portrait and random.random() < 0.2:
        x = x.transpose(0, 2, 1).copy()
        x[across + down] = x[down + across]
        spot = spot and [spot[1], spot[0], spot[3], spot[2]]
    return x, spot


def changed(picture):
    """The same photograph by another phone."""
    x, spot = picture.facts, picture.spot
    if picture.truth['isFound'] and random.random() < 0.5:
        x, spot = trimmed(x, spot)
    x, spot = turned(x.astype(np.float32), spot, picture.truth['row'] == 'photobuste')
    gain = math.exp(random.gauss(0, 0.08))
    x[light] *= gain
    # An energy is 16 for each doubling of a square.
    x[energies] += (x[energies] > 8) * np.float32(32 * math.log2(gain) + random.gauss(0, 1.5))
    at = random.randrange(len(noise) - x[measured].size)
    x[measured] += noise[at : at + x[measured].size].reshape(x[measured].shape)
    for colour in (4, 5):
        x[colour] += random.gauss(0, 6)
    return np.clip(x, 0, 255, out=x), spot


def batch_of(pictures, learning):
    """Facts, which cells are no padding, scalars, names, kinds, and spots in cells of the coarse grid."""
    given = [changed(one) if learning else (one.facts, one.spot) for one in pictures]
    high, wide = (max(x.shape[axis] for x, _ in given) for axis in (1, 2))
    facts = np.zeros((len(given), planes, high, wide), np.float32)
    mask = np.zeros((len(given), 1, high // 2, wide // 2), np.float32)
    spots = np.full((len(given), 4), -1, np.float32)
    for i, (x, spot) in enumerate(given):
        h, w = x.shape[1:]
        facts[i, :, :h, :w] = (x.astype(np.float32) - 128) / 64
        mask[i, :, : h // 2, : w // 2] = 1
        if spot:
            spots[i] = np.array(spot) * (w, h, w, h) / 4
    scalars = torch.tensor([one.scalars for one in pictures], dtype=torch.float32)
    named = torch.tensor([one.name for one in pictures])
    kind = torch.tensor([one.kind for one in pictures])
    return torch.from_numpy(facts), torch.from_numpy(mask), scalars, named, kind, torch.from_numpy(spots)


def chunks_of(pictures, size):
    """Numbers of pictures that are alike in shape, so that little is padded."""
    order = list(range(len(pictures)))
    random.shuffle(order)
    chunks = []
    for at in range(0, len(order), size * 16):
        part = sorted(order[at : at + size * 16], key=lambda i: pictures[i].facts.shape[1:])
        chunks += [part[j : j + size] for j in range(0, len(part), size)]
    random.shuffle(chunks)
    return chunks
