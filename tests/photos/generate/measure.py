"""Small measures that the defects share."""
import numpy as np


def log(rng, low, high):
    return float(np.exp(rng.uniform(np.log(low), np.log(high))))


def box_of(mask, least=0.5):
    ys, xs = np.where(mask.max(1) > least)[0], np.where(mask.max(0) > least)[0]
    if not len(ys) or not len(xs):
        return []
    return [int(xs[0]), int(ys[0]), int(xs[-1] - xs[0] + 1), int(ys[-1] - ys[0] + 1)]
