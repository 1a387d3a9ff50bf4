#!/usr/bin/python3
"""Photographs of invented documents with what is known of them, for training and for the bench.

  python3 tests/photos/generate/main.py --seed 1 --count 500 [--out DIR] [--part train|held]
    [--first N] [--only DEFECT] [--row ROW]
    [--photographs DIR]

Writes pictures and truth.json. The same seed, part and fonts make the same pictures. Needs Debian's
packages of packages.txt.
"""
import argparse
import ctypes
import json
import os
import sys
from multiprocessing import Pool

import numpy as np

import documents
import others
import photographs
import portraits

rows = ['actenaiss', 'attest', 'carteid', 'simcard', 'photobuste']
row_shares = [0.21, 0.21, 0.23, 0.2, 0.15]
defect_shares = {
    'fine': 11,
    'near': 2.5,
    'edgefinger': 3,
    'held': 3.5,
    'glareoff': 3,
    'softshadow': 3,
    'fold': 3.5,
    'whatsapp': 3,
    'small': 1.5,
    'cropped': 1.5,
    'scan': 1.5,
    'stain': 1,
    'tilted': 2,
    'turned': 1,
    'paleground': 2.5,
    'cut': 9,
    'finger': 7,
    'lensfinger': 2,
    'motion': 8,
    'defocus': 7,
    'partblur': 4,
    'glare': 7,
    'dark': 5,
    'far': 5,
    'shadow': 4,
    'noise': 3,
    'corner': 3,
    'crumple': 2,
    'oblique': 2,
    'screen': 1,
    'two': 4.5,
    'wrong': 9,
}
portrait_shares = {
    'fine': 22,
    'near': 5,
    'softshadow': 5,
    'whatsapp': 4,
    'defocus': 10,
    'motion': 10,
    'cut': 10,
    'far': 6,
    'backlight': 7,
    'finger': 8,
    'dark': 6,
    'noise': 2,
    'wrong': 14,
}


def plan(rng, only, row):
    """What is taken: a row and a defect that this row can have."""
    if row is None:
        row = str(rng.choice(rows, p=row_shares))
        if only and only.startswith('portrait-'):
            row = 'photobuste'
        elif only and only != 'wrong' and only not in portrait_shares and row == 'photobuste':
            row = str(rng.choice([name for name in rows if name != 'photobuste']))
    shares = portrait_shares if row == 'photobuste' else defect_shares
    if only:
        return row, only.removeprefix('portrait-')
    names = list(shares)
    weight = np.array([shares[name] for name in names])
    return row, names[int(rng.choice(len(names), p=weight / weight.sum()))]


def keep_memory():
    """glibc gives large arrays back at once, and the next picture pays for them again."""
    for setting, value in ((-3, 1 << 30), (-1, -1)):  # M_MMAP_THRESHOLD, M_TRIM_THRESHOLD
        ctypes.CDLL(None).mallopt(setting, value)


def write(out, truth):
    part = os.path.join(out, 'truth.part')
    with open(part, 'w') as file:
        json.dump(truth, file, ensure_ascii=False, indent=0)
    os.replace(part, os.path.join(out, 'truth.json'))


def known(out):
    path = os.path.join(out, 'truth.json')
    return json.load(open(path)) if os.path.exists(path) else []


def make(job):
    index, seed, part, out, only, row, taken = job
    rng = np.random.default_rng([seed, index, part == 'held'])
    if taken:
        data, ext, truth = photographs.photograph(rng, *taken, part)
        row = truth['row']
    else:
        row, defect = plan(rng, only, row)
        source = others if defect == 'wrong' else portraits if row == 'photobuste' else documents
        data, ext, truth = source.photograph(rng, row, defect, part)
    name = f'{index:05d}-{truth["defect"]}-{row}.{ext}'
    with open(os.path.join(out, name), 'wb') as file:
        file.write(data)
    return {'file': name, **truth, 'seed': [seed, index], 'part': part}


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    ask = argparse.ArgumentParser()
    ask.add_argument('--seed', type=int, default=1)
    ask.add_argument('--count', type=int, default=300)
    ask.add_argument('--first', type=int, default=0, help='goes on from this picture: what is known of others is kept')
    ask.add_argument('--out', default=os.path.join(here, '..', '..', '.output', 'photos-generated'))
    ask.add_argument('--part', choices=['train', 'held'], default='train')
    ask.add_argument('--only')
    ask.add_argument('--row', choices=rows)
    ask.add_argument('--photographs', help='a folder of fine ones whose truth.json has quad or face: they are spoilt')
    ask.add_argument('--processes', type=int, default=2)
    given = ask.parse_args()
    is_portrait = given.row == 'photobuste' or (given.only or '').startswith('portrait-')
    shares = portrait_shares if is_portrait else {**portrait_shares, **defect_shares}
    if given.only and given.only.removeprefix('portrait-') not in shares:
        ask.error(f'--only {given.only}: no such defect; there are {", ".join(sorted(shares))}')
    os.makedirs(given.out, exist_ok=True)
    taken = [(given.photographs, one) for one in known(given.photographs)] if given.photographs else [None]
    jobs = [
        (i, given.seed, given.part, given.out, given.only, given.row, taken[i % len(taken)])
        for i in range(given.first, given.first + given.count)
    ]
    truth = known(given.out) if given.first else []
    with Pool(given.processes, keep_memory) as pool:
        for one in pool.imap(make, jobs, chunksize=4):
            truth.append(one)
            if len(truth) % 100 == 0:
                write(given.out, truth)
                print(f'{len(truth)} of {given.count}', file=sys.stderr, flush=True)
    write(given.out, truth)


if __name__ == '__main__':
    main()
