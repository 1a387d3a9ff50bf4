"""Other sheets than the five: receipts, letters, forms, book pages, bank cards. Any of them may be
what a stranger photographs; none of them is wrong by its looks alone.
"""
import cv2
import numpy as np

from faces import passport
from fonts import families
from noise import pick
from pages import black, blue, dotted, filler, inks, marks, sheet, table
from page import Page
from people import date, digits, operators, person, places


def receipt(rng):
    page = sheet(rng, 78, float(rng.uniform(120, 230)), 'mono', 210, wear=0.4)
    page.text(
        39,
        12,
        pick(rng, ['ALIMENTATION MÉDINE', 'PHARMACIE DU FLEUVE', 'QUINCAILLERIE BÉLÉ', 'RESTAURANT LE BAOBAB']),
        page.serif,
        9,
        True,
        anchor='m',
    )
    y, total = 24, 0
    page.text(
        5, y, date(rng, 2023, 2025, False) + ' 1' + digits(rng, 1) + ':' + digits(rng, 2), page.serif, 8, critical=True
    )
    while y < page.height - 38:
        y += 5.4
        price = int(rng.integers(2, 160)) * 25
        total += price
        page.text(
            5,
            y,
            pick(
                rng,
                [
                    'Riz 25 kg',
                    'Sucre',
                    'Huile 1 L',
                    'Savon',
                    'Thé vert',
                    'Lait',
                    'Pain',
                    'Piles',
                    'Cahier',
                    'Ampoule',
                    'Eau 1,5 L',
                ],
            ),
            page.serif,
            8,
        )
        page.text(73, y, str(price), page.serif, 8, anchor='r')
    page.line(5, y + 3, 73, y + 3)
    page.text(5, y + 10, f'TOTAL {total} F', page.serif, 12, True, critical=True)
    page.text(39, y + 20, 'Merci de votre visite', page.serif, 8, anchor='m')
    if rng.random() < 0.5:
        page.bars(14, y + 23, 50, 8)
    return page


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


def bank(rng):
    colour = pick(rng, [(30, 50, 110), (150, 30, 45), (40, 40, 44), (20, 110, 90), (200, 160, 70), (110, 120, 140)])
    page = Page(rng, 85.6, 54, 420, colour)
    page.corner, page.serif = 3.2, pick(rng, families('sans'))
    page.guilloche(tuple(min(255, c + 60) for c in colour), share=0.4)
    white = (240, 240, 235)
    page.text(
        6, 10, pick(rng, ['BANQUE DU MODÈLE', 'CAISSE D’EXEMPLE', *operators[:3]]), page.serif, 10, True, colour=white
    )
    page.box(8, 19, 12, 9, fill=(214, 182, 96), radius=1.2)
    page.text(8, 37, ' '.join(digits(rng, 4) for _ in range(4)), families('mono')[0], 13, colour=white, critical=True)
    p = person(rng)
    page.text(8, 48, f'{p["first"]} {p["last"]}'.upper()[:24], page.serif, 8, colour=white, critical=True)
    page.text(60, 42, f'0{rng.integers(1, 9)}/{rng.integers(26, 32)}', families('mono')[0], 8, colour=white)
    page.wear = 0.2
    return page


def ticket(rng):
    """A bus ticket, a school's pass, an invoice stub: small, coloured, with a counterfoil."""
    page = sheet(
        rng,
        float(rng.uniform(120, 160)),
        float(rng.uniform(60, 85)),
        pick(rng, ['sans', 'narrow', 'type']),
        240,
        wear=0.6,
    )
    colour, w, h = pick(rng, inks), page.width, page.height
    page.box(0, 0, w, 13, fill=colour)
    page.text(
        6,
        9,
        pick(rng, ['TRANSPORT SAVANE', 'GARE ROUTIÈRE', 'TOMBOLA DE L’ÉCOLE', 'REÇU DE CAISSE']),
        page.serif,
        13,
        True,
        colour=(250, 250, 250),
    )
    page.line(w * 0.74, 15, w * 0.74, h - 3, 0.3)
    p = person(rng)
    for i, (words, said) in enumerate(
        [
            ('Nom', p['last'] + ' ' + p['first'].split()[0]),
            ('Départ', p['place']),
            ('Date', date(rng, 2023, 2025, False)),
            ('Prix', f'{rng.integers(2, 30) * 500} F'),
        ]
    ):
        page.text(6, 22 + i * 9, words + ' :', page.serif, 9)
        page.text(26, 22 + i * 9, said, page.filled, 10, True, critical=i in (0, 2))
    page.text(w * 0.77, 30, 'N° ' + digits(rng, 5), page.serif, 11, True, colour=red_ink, critical=True)
    if rng.random() < 0.5:
        page.stamp(w * 0.6, h * 0.7, 24, 'CAISSE SPÉCIMEN PAYÉ', pick(rng, inks), 0.8)
    return page


def copy(rng):
    """A photocopy: no greys left, specks, a dark rim where the lid stood open."""
    page = pick(rng, [letter, form])(rng)
    page.photocopied = True
    return page


def envelope(rng):
    page = sheet(rng, 220, 110, pick(rng, ['sans', 'serif']), 190, wear=0.7)
    p = person(rng)
    for i, words in enumerate([f'{p["first"]} {p["last"]}', p['home'], f'BP {digits(rng, 4)}', p['place'].upper()]):
        page.text(110, 50 + i * 9, words, page.serif, 12, critical=i < 2)
    page.box(192, 8, 20, 24, fill=pick(rng, [(200, 120, 90), (110, 150, 190), (150, 180, 120)]), outline=black)
    page.stamp(180, 24, 26, 'POSTE CENTRALE SPÉCIMEN', black, 0.7)
    return page


def bill(rng):
    """A bill of water or power: boxes, columns of figures, a bar code."""
    page = sheet(rng, 210, pick(rng, [148, 297]), pick(rng, ['sans', 'narrow']), wear=0.3)
    colour, p = pick(rng, inks), person(rng)
    page.text(
        15,
        18,
        pick(rng, ['ÉNERGIE DU MODÈLE', 'EAUX DE BÉLINGA', 'SAVANE ÉLECTRICITÉ']),
        page.serif,
        17,
        True,
        colour=colour,
    )
    page.box(120, 8, 80, 30, outline=colour, line=0.5, radius=2)
    page.text(125, 18, f'{p["last"]} {p["first"]}', page.serif, 11, True, critical=True)
    page.text(125, 26, p['home'], page.serif, 9)
    page.text(15, 34, 'Facture n° ' + digits(rng, 8), page.serif, 11, critical=True)
    y = 50
    for i in range(int(rng.integers(4, 9))):
        page.box(15, y - 5, 180, 8, fill=(230, 234, 238) if i % 2 else None, outline=page.ink, line=0.15)
        page.text(
            18,
            y,
            pick(rng, ['Consommation tranche 1', 'Prime fixe', 'Taxe communale', 'Redevance', 'Entretien compteur']),
            page.serif,
            9,
        )
        page.text(190, y, str(int(rng.integers(100, 30000))), page.serif, 9, anchor='r')
        y += 8
    page.text(190, y + 8, f'À PAYER : {rng.integers(20, 600) * 100} F', page.serif, 15, True, anchor='r', critical=True)
    page.bars(15, y + 4, 70, 10)
    return page


def vote(rng):
    """A voter's or health card: half of it empty boxes."""
    page = Page(rng, 85.6, 54, 420, pick(rng, [(240, 240, 232), (220, 235, 240), (245, 230, 210)]))
    page.corner, page.serif, page.wear = pick(rng, [0.2, 3.2]), pick(rng, families('sans')), 0.6
    page.text(
        42,
        7,
        pick(rng, ['CARTE D’ÉLECTEUR', 'CARTE DE SANTÉ', 'CARTE DE BIBLIOTHÈQUE', 'PERMIS DE CONDUIRE']),
        page.serif,
        9,
        True,
        anchor='m',
        colour=pick(rng, inks),
    )
    p = person(rng)
    for i, (words, said) in enumerate(
        [('Nom', p['last']), ('Prénoms', p['first']), ('Né(e) le', p['born']), ('N°', digits(rng, 10))]
    ):
        page.text(30, 16 + i * 8, words, page.serif, 6)
        page.text(44, 16 + i * 8, said, page.serif, 8.5, True, critical=True)
        page.dots(44, 80, 17 + i * 8)
    if rng.random() < 0.7:
        page.paste(passport(rng, 260), 4, 12, 20, 26)
    else:
        page.box(4, 12, 20, 26, outline=page.ink)
    return page


red_ink = (190, 30, 40)
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
    return picture, page.fields, int(page.corner * page.k), 0.2
