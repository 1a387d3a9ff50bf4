#!/usr/bin/python3
"""Teaches the net that says what is wrong with a photograph (docs/first-photo.md).

  python3 tests/photos/teach/main.py --train DIR... --held DIR... --out FILE [--start FILE]

Needs Debian's python3-torch, and what tests/photos/facts.ts has written of each folder.
"""
import argparse
import copy
import math
import random
import time

import numpy as np
import torch
import torch.nn.functional as F

from batches import batch_of, chunks_of
from net import Net
from pictures import nameless, read, unclear
from portal import Portal, read_source, source
from report import Report

batch = 32
# A truth by what Tesseract reads is not always what a verifier would say.
doubt = 0.04
# What the weights are the mean of: about so many steps, the last of them.
mean_steps = 500


def inside(spots, maps):
    """Which cells of the maps lie in each spot, or touch it."""
    high, wide = maps.shape[2:]
    down = torch.arange(high).view(1, high, 1) + 0.5
    across = torch.arange(wide).view(1, 1, wide) + 0.5
    left, top, right, bottom = spots.view(-1, 4, 1, 1).unbind(1)
    return ((across > left - 0.5) & (across < right + 0.5) & (down > top - 0.5) & (down < bottom + 0.5)).float()


def loss_of(net, given):
    facts, mask, scalars, named, kind, spots = given
    logits, seen, maps = net(facts, mask, scalars)
    loss = 0.3 * F.cross_entropy(seen, kind, label_smoothing=doubt)
    known, wrong = named >= 0, named == nameless
    if known.any():
        loss = loss + F.cross_entropy(logits[known], named[known], label_smoothing=doubt)
    if wrong.any():
        loss = loss - torch.logsumexp(F.log_softmax(logits[wrong], 1)[:, 1:], 1).sum() / len(named)
    placed = (spots[:, 0] >= 0) & (named > 0)
    if placed.any():
        own = F.log_softmax(maps[placed, named[placed]].flatten(1), 1)
        hit = torch.logsumexp(own + torch.log(inside(spots[placed], maps).flatten(1) + 1e-6), 1)
        loss = loss - 0.4 * hit.sum() / len(named)
    return loss


def met(train):
    """The pictures of a round, each as often as its share: a half is every other time."""
    return [one for one in train for _ in range(int(one.share + random.random()))]


def learn(net, optimizer, train, after):
    net.train()
    pictures = met(train)
    for chunk in chunks_of(pictures, batch):
        optimizer.zero_grad()
        loss_of(net, batch_of([pictures[i] for i in chunk], True)).backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 2)
        optimizer.step()
        after()


def steps_of(train, rounds):
    return rounds * math.ceil(sum(one.share for one in train) / batch * 1.02 + 1)


def followed(at, start, net, held):
    if at % 5 == 4:
        print(f'round {at + 1}, {time.time() - start:.0f} s:', Report(net, held).line(), flush=True)


def begun(given, train, held):
    """A net from nothing."""
    net = Net(*given.width)
    optimizer = torch.optim.AdamW(net.parameters(), weight_decay=1e-2)
    steps = steps_of(train, given.rounds)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 6e-3, total_steps=steps)
    start = time.time()
    for at in range(given.rounds):
        learn(net, optimizer, train, schedule.step)
        followed(at, start, net, held)
    return Portal(net)


def settled(given, portal, train, held):
    """Goes on with weights in whole steps, slower and slower; what is kept is the mean of the last steps."""
    kept = copy.deepcopy(portal)
    optimizer = torch.optim.AdamW(portal.parameters(), given.rate, betas=(0.9, 0.99), weight_decay=1e-3)
    steps = steps_of(train, given.last)
    pace = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda at: min(1, at / 200 + 0.05) * (0.5 + 0.5 * math.cos(math.pi * min(1, at / steps)))
    )

    @torch.no_grad()
    def after():
        pace.step()
        for mean, now in zip(kept.parameters(), portal.parameters()):
            mean.lerp_(now, 1 / min(mean_steps, pace.last_epoch))

    start = time.time()
    for at in range(given.last):
        learn(portal, optimizer, train, after)
        followed(at, start, kept, held)
    return kept


def main():
    ask = argparse.ArgumentParser()
    ask.add_argument('--train', nargs='+', required=True)
    ask.add_argument(
        '--often', nargs='*', default=[], help='few pictures, real photographs say: each is met --times times'
    )
    ask.add_argument('--times', type=int, default=3)
    ask.add_argument('--held', nargs='+', required=True)
    ask.add_argument('--out', required=True)
    ask.add_argument('--start', help='goes on from the weights of this file')
    ask.add_argument('--rounds', type=int, default=50, help='from nothing')
    ask.add_argument('--last', type=int, default=100, help='with weights in whole steps')
    ask.add_argument('--rate', type=float, default=1.5e-3, help='how fast the first of the last rounds learn')
    ask.add_argument('--seed', type=int, default=1)
    ask.add_argument('--width', type=int, nargs=3, default=[24, 32, 32])
    ask.add_argument('--threads', type=int, default=2)
    given = ask.parse_args()
    torch.set_num_threads(given.threads)
    for seed in (random.seed, np.random.seed, torch.manual_seed):
        seed(given.seed)
    often = read(given.often)
    for one in often:
        one.share = given.times
    train = [one for one in read(given.train) + often if one.name != unclear]
    held = read(given.held)
    print(len(train), 'to learn,', len(held), 'held back')
    portal = read_source(given.start, Net(*given.width)) if given.start else begun(given, train, held)
    portal = settled(given, portal, train, held)
    report = Report(portal, held)
    report.table()
    print(report.line())
    rounds = f'{given.last} rounds on from {given.start}' if given.start else f'{given.rounds} + {given.last} rounds'
    origin = f'Taught by tests/photos/teach, seed {given.seed}, {rounds}, {len(train):,} pictures: docs/first-photo.md.'
    with open(given.out, 'w') as file:
        file.write(source(portal, given.width, report.limits, origin))


if __name__ == '__main__':
    main()
