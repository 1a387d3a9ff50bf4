"""How well a net judges pictures of which it has learnt nothing."""
from collections import Counter

import numpy as np
import torch

from batches import batch_of
from pictures import nameless, names

allowed_alarms = 0.02


@torch.no_grad()
def judge(net, pictures, size=64):
    """How likely each name is, for each picture."""
    net.eval()
    order = sorted(range(len(pictures)), key=lambda i: pictures[i].facts.shape[1:])
    likely = np.zeros((len(pictures), len(names)))
    for at in range(0, len(order), size):
        some = order[at : at + size]
        facts, mask, scalars, *_ = batch_of([pictures[i] for i in some], False)
        likely[some] = torch.softmax(net(facts, mask, scalars)[0], 1).numpy()
    return likely


class Report:
    def __init__(self, net, pictures, limit=None):
        self.pictures = pictures
        likely = judge(net, pictures)
        self.named = np.array([one.name for one in pictures])
        self.fine, self.bad = self.named == 0, (self.named > 0) | (self.named == nameless)
        score = 1 - likely[:, 0]
        ranked = np.sort(score[self.fine])[::-1]
        self.limit = ranked[int(len(ranked) * allowed_alarms)] if limit is None else limit
        self.caught = score > self.limit
        self.said = likely[:, 1:].argmax(1) + 1
        self.right = (self.said == self.named) | (self.named == nameless)

    def line(self):
        caught = self.caught
        return (
            f'limit {self.limit:.3f}, caught {caught[self.bad].mean():.3f}, false alarms {caught[self.fine].mean():.4f},'
            f' of those caught right {self.right[self.bad & caught].mean():.3f}'
        )

    def table(self):
        by = {}
        for i, one in enumerate(self.pictures):
            defect = one.truth['defect']
            by.setdefault('wrong' if defect.startswith('wrong') else defect, []).append(i)
        for defect, some in sorted(by.items()):
            bad, fine = ([i for i in some if which[i]] for which in (self.bad, self.fine))
            wrongly = [i for i in bad if self.caught[i] and not self.right[i]] + [i for i in fine if self.caught[i]]
            instead = dict(Counter(names[self.said[i]] for i in wrongly))
            print(
                f'{defect:20} caught {self.caught[bad].sum():3} of {len(bad):3}'
                f'  false alarms {self.caught[fine].sum():3} of {len(fine):3}  {instead or ""}'
            )
