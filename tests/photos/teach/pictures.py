"""The portal's facts of pictures (tests/photos/facts.ts), and what is known of each."""
import json
import math
import os
from dataclasses import dataclass

import numpy as np

# In the order of src/documents/image/findings.ts.
names = ['fine', 'cut', 'finger', 'moved', 'blurred', 'tooDark', 'backlit', 'glare', 'shadow']
names += ['tooSmall', 'noisy', 'folded', 'two', 'other']
kinds = ['card', 'page', 'portrait', 'screen', 'nothing']
shapes = ['page', 'card', 'portrait']
planes = 17
scalar_count = 7
# How often a picture is met in a round, by defect: what is hard and rare more often than once, and what
# facts.ts makes of fine pictures seldom, or the net learns little else than what a frame cuts.
often = {
    'two': 2,
    'portrait-finger': 2,
    'partblur': 2,
    'cropped': 2,
    'glare': 1.5,
    'motion': 1.5,
    'far': 1.5,
    'portrait-far': 1.5,
    'lensfinger': 1.5,
    'near': 1.5,
    'scan': 1.5,
    'finger': 1.3,
}
seldom = {'cut': 0.5, 'portrait-cut': 0.5, 'wrong-asked': 0.5}
# No name: nobody can tell, or it is wrong and nobody knows how.
unclear, nameless = -1, -2


@dataclass
class Picture:
    facts: np.ndarray
    scalars: list
    name: int
    kind: int
    # Where it is wrong: left, top, right, bottom in fractions of what was measured.
    spot: list
    # How often it is met in a round.
    share: float
    truth: dict


def name_of(truth):
    if truth['label'] != 'unacceptable':
        return 0 if truth['label'] == 'fine' else unclear
    said = (truth.get('named') or {}).get('is')
    said = 'other' if said in ('otherThing', 'noFace') else said
    return names.index(said) if said in names else nameless


def shape_of(truth):
    return truth.get('shape') or {'carteid': 'card', 'photobuste': 'portrait'}.get(truth['row'], 'page')


def kind_of(truth):
    kind = (truth.get('named') or {}).get('kind') or shape_of(truth)
    return kinds.index(kind if kind in kinds else 'nothing')


def spot_of(truth):
    spot = (truth.get('named') or {}).get('spot')
    if not spot or 'size' not in truth:
        return None
    box, (w, h) = truth['box'], truth['size']
    across = [(x / w - box['left']) / box['width'] for x in (spot[0], spot[0] + spot[2])]
    down = [(y / h - box['top']) / box['height'] for y in (spot[1], spot[1] + spot[3])]
    return [min(1, max(0, v)) for v in (across[0], down[0], across[1], down[1])]


def scalars_of(truth):
    asked = [float(shape_of(truth) == shape) for shape in shapes]
    return asked + [math.log2(truth['scale']), float(truth['isFound']), float(len(truth['cut'])), truth['share']]


def share_of(truth):
    defect = truth['defect']
    is_made = defect in seldom and f'-{defect}-' not in truth['file']
    share = seldom[defect] if is_made else often.get(defect, 1)
    # A false alarm is dearer than what is missed of a few, and fine portraits are few.
    is_fine = truth['label'] == 'fine'
    return share * (2 if defect.startswith('portrait-') else 1.2) if is_fine else share


def read(folders):
    """Every picture of which a folder has facts."""
    found = []
    for folder in folders:
        for file in sorted(os.listdir(folder)):
            if not (file.startswith('facts') and file.endswith('.json')):
                continue
            data = np.fromfile(os.path.join(folder, file[:-5] + '.bin'), np.uint8)
            for truth in json.load(open(os.path.join(folder, file))):
                size = (planes, truth['rows'], truth['columns'])
                facts = data[truth['at'] : truth['at'] + math.prod(size)].reshape(size)
                known = (name_of(truth), kind_of(truth), spot_of(truth), share_of(truth), truth)
                found.append(Picture(facts, scalars_of(truth), *known))
    return found
