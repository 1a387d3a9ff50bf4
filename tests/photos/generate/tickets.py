"""Small papers of trade and post: receipts, tickets, bills, envelopes."""
from bodies import black, inks
from noise import pick
from pages import sheet
from people import date, digits, person


def receipt(rng):
    page = sheet(rng, 78, float(rng.uniform(120, 320)), 'mono', 210, wear=0.4)
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


red_ink = (190, 30, 40)
