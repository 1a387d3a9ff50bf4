"""How well a net judges pictures of which it has learnt nothing."""
from collections import Counter

import numpy as np
import torch

from batches import batch_of
from pictures import nameless, names

allowed_alarms = 0.02
# What a limit may be: finer ones would be learnt by heart from the pictures that they are found on.
steps = [0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 1]
# What small bare pages and real sheets, of which none is held back, were taken for.
least = {'two': 0.9, 'other': 0.9}


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


def limits_for(score, said, fine, bad):
    """A limit of each name, so that few fine ones are spoken of: the one is raised that loses least by it."""
    at = np.array([steps.index(least.get(name, steps[0])) for name in names])

    def counts(at):
        spoken = score > np.take(steps, at)[said]
        return (spoken & fine).sum(), (spoken & bad).sum()

    alarms, caught = counts(at)
    while alarms > allowed_alarms * fine.sum():
        raised = []
        for name in range(1, len(names)):
            for step in range(at[name] + 1, len(steps)):
                other = at.copy()
                other[name] = step
                fewer, kept = counts(other)
                if fewer < alarms:
                    raised.append(((caught - kept) / (alarms - fewer), fewer, kept, other))
        _, alarms, caught, at = min(raised, key=lambda one: one[0])
    return np.take(steps, at)


class Report:
    def __init__(self, net, pictures, limits=None):
        self.pictures = pictures
        likely = judge(net, pictures)
        self.named = np.array([one.name for one in pictures])
        self.fine, self.bad = self.named == 0, (self.named > 0) | (self.named == nameless)
        score = 1 - likely[:, 0]
        self.said = likely[:, 1:].argmax(1) + 1
        self.limits = limits_for(score, self.said, self.fine, self.bad) if limits is None else limits
        self.caught = score > self.limits[self.said]
        self.right = (self.said == self.named) | (self.named == nameless)

    def line(self):
        caught = self.caught
        return (
            f'caught {caught[self.bad].mean():.3f}, false alarms {caught[self.fine].mean():.4f},'
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
