#!/usr/bin/python3
"""Teaches the net that says what is wrong with a photograph (docs/first-photo.md).

  python3 tests/photos/teach/main.py --train DIR... --held DIR... --out FILE

Needs Debian's python3-torch, and what tests/photos/facts.ts has written of each folder.
"""
import argparse
import math
import random
import time

import numpy as np
import torch
import torch.nn.functional as F

from batches import batch_of, chunks_of
from net import Net
from pictures import nameless, read, unclear
from portal import Portal, source
from report import Report

batch = 32


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
    loss = 0.3 * F.cross_entropy(seen, kind)
    known, wrong = named >= 0, named == nameless
    if known.any():
        loss = loss + F.cross_entropy(logits[known], named[known], label_smoothing=0.02)
    if wrong.any():
        loss = loss - torch.logsumexp(F.log_softmax(logits[wrong], 1)[:, 1:], 1).sum() / len(named)
    placed = (spots[:, 0] >= 0) & (named > 0)
    if placed.any():
        own = F.log_softmax(maps[placed, named[placed]].flatten(1), 1)
        hit = torch.logsumexp(own + torch.log(inside(spots[placed], maps).flatten(1) + 1e-6), 1)
        loss = loss - 0.4 * hit.sum() / len(named)
    return loss


def learn(net, optimizer, train, schedule=None):
    net.train()
    for chunk in chunks_of(train, batch):
        optimizer.zero_grad()
        loss_of(net, batch_of([train[i] for i in chunk], True)).backward()
        optimizer.step()
        if schedule:
            schedule.step()


def taught(given, train, held):
    net = Net(*given.width)
    print(sum(one.numel() for one in net.parameters()), 'weights')
    optimizer = torch.optim.AdamW(net.parameters(), weight_decay=1e-2)
    steps = given.rounds * math.ceil(len(train) / batch) + 10
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 6e-3, total_steps=steps)
    for at in range(given.rounds):
        start = time.time()
        learn(net, optimizer, train, schedule)
        if at % 5 == 4:
            print(f'round {at + 1}, {time.time() - start:.0f} s:', Report(net, held).line(), flush=True)
    portal = Portal(net)
    optimizer = torch.optim.AdamW(portal.parameters(), weight_decay=1e-3)
    for at in range(given.last):
        for group in optimizer.param_groups:
            group['lr'] = 4e-4 * (1 - at / given.last)
        learn(portal, optimizer, train)
    return portal


def main():
    ask = argparse.ArgumentParser()
    ask.add_argument('--train', nargs='+', required=True)
    ask.add_argument(
        '--often', nargs='*', default=[], help='few pictures, real photographs say: each is met --times times'
    )
    ask.add_argument('--times', type=int, default=4)
    ask.add_argument('--held', nargs='+', required=True)
    ask.add_argument('--out', required=True)
    ask.add_argument('--rounds', type=int, default=50)
    ask.add_argument('--last', type=int, default=4, help='rounds with weights in whole steps')
    ask.add_argument('--limit', type=float, help='else so that 2 of 100 fine ones held back are spoken of')
    ask.add_argument('--seed', type=int, default=1)
    ask.add_argument('--width', type=int, nargs=3, default=[24, 32, 32])
    ask.add_argument('--threads', type=int, default=2)
    given = ask.parse_args()
    torch.set_num_threads(given.threads)
    for seed in (random.seed, np.random.seed, torch.manual_seed):
        seed(given.seed)
    pictures = read(given.train) + given.times * read(given.often)
    train = [one for one in pictures if one.name != unclear]
    held = read(given.held)
    print(len(train), 'to learn,', len(held), 'held back')
    portal = taught(given, train, held)
    report = Report(portal, held, given.limit)
    report.table()
    print(report.line())
    origin = (
        f'Taught by tests/photos/teach, seed {given.seed}, {given.rounds} + {given.last} rounds,'
        f' {len(train)} pictures: docs/first-photo.md.'
    )
    with open(given.out, 'w') as file:
        file.write(source(portal, given.width, report.limit, origin))


if __name__ == '__main__':
    main()
