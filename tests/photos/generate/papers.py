"""Other sheets than the five: receipts, letters, forms, book pages, bank cards. Any of them may be
what a stranger photographs; none of them is wrong by its looks alone.
"""
import cv2
import numpy as np

from bodies import black, blue, dotted, filler, inks, marks, table
from noise import lit, pick
from othercards import bank, vote
from pages import sheet
from people import date, digits, person, places
from tickets import bill, envelope, receipt, ticket


def letter(rng):
    page = sheet(rng, 210, 297, pick(rng, ['serif', 'sans', 'type']), wear=0.8)
    p = person(rng)
    page.text(20, 26, f'{p["first"]} {p["last"]}', page.serif, 11, True, critical=True)
    page.text(20, 32, p['home'], page.serif, 10)
    page.text(190, 50, f'{pick(rng, places)}, le {date(rng, 2022, 2025)}', page.serif, 11, anchor='r', critical=True)
    page.text(
        20,
        70,
        'Objet : ' + pick(rng, ['demande de bourse', 'réclamation', 'inscription en première année', 'stage']),
        page.serif,
        11,
        True,
        critical=True,
    )
    y = filler(page, 86, 20, 190, int(rng.integers(4, 12)), 11) + 4
    y = filler(page, y, 20, 190, int(rng.integers(3, 14)), 11)
    page.signature(130, min(y + 20, 270), 36, pick(rng, [blue, black]))
    if rng.random() < 0.4:
        page.stamp(60, min(y + 20, 268), 32, 'COURRIER ARRIVÉE SPÉCIMEN', pick(rng, inks), 0.7)
    return page


def manuscript(rng):
    page = sheet(rng, 170, 220, 'serif', 200, wear=1.2)
    for y in range(20, 215, 8):
        page.line(0, y, 170, y, 0.15, (150, 170, 210))
    page.line(25, 0, 25, 220, 0.2, (220, 120, 130))
    colour = pick(rng, [blue, black, (60, 60, 70)])
    for i in range(int(rng.integers(3, 20))):
        words = ' '.join(
            pick(
                rng,
                [
                    'le',
                    'marché',
                    'vient',
                    'de',
                    'la',
                    'route',
                    'village',
                    'grand',
                    'avec',
                    'mon',
                    'frère',
                    'demain',
                    'matin',
                ],
            )
            for _ in range(int(rng.integers(4, 9)))
        )
        page.text(28, 27.5 + i * 8, words, page.script, 15, colour=colour)
    return page


def form(rng):
    page = sheet(rng, 210, 297, pick(rng, ['sans', 'narrow']), wear=0.4)
    page.box(12, 10, 186, 16, outline=page.ink, fill=pick(rng, [None, (225, 225, 225), (215, 228, 240)]))
    page.text(
        105,
        20,
        pick(rng, ['FORMULAIRE D’INSCRIPTION', 'DÉCLARATION DE PERTE', 'FICHE DE RENSEIGNEMENTS']),
        page.serif,
        15,
        True,
        anchor='m',
    )
    p = person(rng)
    rows = [
        ('Nom', p['last'], True),
        ('Prénoms', p['first'], True),
        ('Date', p['born'], True),
        ('Adresse', p['home'], False),
    ]
    y = (dotted if rng.random() < 0.5 else table)(page, 40, rows) + 6
    for _ in range(int(rng.integers(2, 8))):
        page.box(20, y - 4, 4, 4, outline=page.ink)
        page.text(
            28,
            y,
            pick(rng, ['J’accepte les conditions', 'Première inscription', 'Boursier', 'Externe', 'Redoublant']),
            page.serif,
            10,
        )
        y += 8
    if rng.random() < 0.5:
        y = marks(page, y + 6)
    page.box(20, min(y + 6, 240), 170, 30, outline=page.ink)
    page.signature(120, min(y + 22, 258), 30)
    return page


def book(rng):
    page = sheet(rng, 130, 200, 'serif', 210, wear=1.0)
    page.text(
        65, 16, pick(rng, ['CHAPITRE II', 'LES SAISONS', 'LEÇON 14']), page.serif, 12, True, anchor='m', critical=True
    )
    y = 26
    while y < 178:
        y = filler(page, y, 14, 116, int(rng.integers(3, 11)), 9.5)
    page.text(65, 192, digits(rng, 3), page.serif, 9, anchor='m')
    return page


def copy(rng):
    """A photocopy: no greys left, specks, a dark rim where the lid stood open."""
    page = pick(rng, [letter, form])(rng)
    page.photocopied = True
    return page


def spread(rng):
    """Two facing pages of a book, darker towards their gutter."""
    page = sheet(rng, 270, 200, 'serif', 190, wear=1.0)
    for left in (12, 147):
        y = 18
        while y < 182:
            y = filler(page, y, left, left + 111, int(rng.integers(3, 10)), 9.5)
        page.text(left + 55, 193, digits(rng, 3), page.serif, 9, anchor='m')
    page.text(
        14,
        12,
        pick(rng, ['LES SAISONS', 'HISTOIRE DU FLEUVE', 'SCIENCES NATURELLES']),
        page.serif,
        12,
        True,
        critical=True,
    )
    page.gutter = True
    return page


cards = {'x-bank', 'x-vote'}
makers = {
    'x-receipt': receipt,
    'x-letter': letter,
    'x-manuscript': manuscript,
    'x-form': form,
    'x-book': book,
    'x-bank': bank,
    'x-ticket': ticket,
    'x-copy': copy,
    'x-envelope': envelope,
    'x-bill': bill,
    'x-vote': vote,
    'x-spread': spread,
}


def photocopied(rng, picture):
    gray = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)
    gray = np.clip((gray - 110) * float(rng.uniform(1.4, 2.4)) + 120, float(rng.uniform(0, 50)), 250)
    h, w = gray.shape
    gray[rng.random((h, w), np.float32) < 0.0004] = 40
    for axis in (0, 1):
        if rng.random() < 0.5:
            reach = int(rng.uniform(0.005, 0.03) * max(h, w))
            rim = np.s_[:reach] if rng.random() < 0.5 else np.s_[-reach:]
            (gray if axis == 0 else gray.T)[rim] *= 0.25
    return cv2.cvtColor(cv2.GaussianBlur(gray, (0, 0), 0.8).astype(np.uint8), cv2.COLOR_GRAY2BGR)


def draw(rng, row, template):
    page = makers[template](rng)
    picture = page.age(page.wear)
    if getattr(page, 'photocopied', False):
        picture = photocopied(rng, picture)
    if getattr(page, 'gutter', False):
        xs = np.linspace(-1, 1, picture.shape[1], dtype=np.float32)
        fall = (
            1
            - float(rng.uniform(0.25, 0.6)) * np.exp(-np.abs(xs) * float(rng.uniform(9, 22)))
            + 0.06 * np.exp(-((np.abs(xs) - 0.25) ** 2) * 40)
        )
        picture = lit(picture, np.broadcast_to(fall, picture.shape[:2]))
    return picture, page.fields, int(page.corner * page.k), 0.2
