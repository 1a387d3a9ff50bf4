"""Birth certificates, baccalaureate certificates and SIM sheets, as combinations of parts.

A template is a row of the tables at the end: paper size, head, body, foot and type.
"""
from bodies import bodies, carrier, filler, foot, head, inks, marks, pairs
from fonts import families
from noise import pick
from page import Page
from people import date, digits, grades, name, operators, person, places, series


def birth_rows(rng, p):
    rows = [
        ('Nom', p['last'], True),
        ('Prénoms', p['first'], True),
        ('Sexe', p['sex'], False),
        (pick(rng, ['Né(e) le', 'Date de naissance', 'Né le']), p['born'], True),
        (pick(rng, ['À', 'Lieu de naissance']), p['place'], False),
        ('Père', p['father'], True),
        ('Profession', p['trade1'], False),
        ('Mère', p['mother'], True),
        ('Profession', p['trade2'], False),
        ('Domicile', p['home'], False),
        ('Déclarant', name(rng)[1], False),
    ]
    return rows[: int(rng.integers(9, 12))]


def bac_rows(rng, p):
    mark = f'{int(rng.integers(10, 17))},{digits(rng, 2)} / 20'
    rows = [
        (pick(rng, ['M. / Mme', 'Nom', 'Le candidat']), p['last'], True),
        ('Prénoms', p['first'], True),
        ('Né(e) le', p['born'], True),
        ('à', p['place'], False),
        ('Série', pick(rng, series), True),
        ('Centre', f'Lycée de {pick(rng, places)}', False),
        ('Numéro de place', digits(rng, 6), False),
        ('Mention', f'{pick(rng, grades)} – {mark}', True),
        ('Session', f'{pick(rng, ["juin", "août"])} {rng.integers(2021, 2026)}', False),
    ]
    return rows[: int(rng.integers(8, 10))]


def sim_rows(rng, p):
    number = ' '.join(digits(rng, 4) for _ in range(5))
    rows = [
        ('Numéro d’appel', p['phone'], True),
        ('N° de la carte', number, True),
        ('Nom', p['last'], True),
        ('Prénoms', p['first'], True),
        ('Né(e) le', p['born'], False),
        ('Pièce', f'{pick(rng, "CNP")} {digits(rng, 4)} {digits(rng, 4)}', True),
        ('Profession', p['trade1'], False),
        ('Adresse', p['home'], False),
        ('Date', date(rng, 2023, 2025, False), True),
        ('Agent', 'kiosque n° ' + digits(rng, 2), False),
    ]
    start = int(rng.integers(0, 2))
    return [rows[i] for i in range(len(rows)) if i < 6 or (i + start) % 3]


papers = [
    (250, 249, 245),
    (246, 243, 232),
    (232, 238, 222),
    (240, 226, 215),
    (226, 234, 240),
    (238, 232, 205),
    (252, 252, 252),
]


def sheet(rng, width, height, kind, dpi=190, wear=0.8):
    page = Page(rng, width, height, dpi, pick(rng, papers))
    page.serif = pick(rng, families(kind))
    page.filled = page.serif if rng.random() < 0.6 else pick(rng, families(pick(rng, ['type', 'sans', 'mono'])))
    page.script, page.mono = pick(rng, families('script')), pick(rng, families('mono'))
    page.hand, page.bold = 0.7, bool(rng.random() < 0.5)
    if rng.random() < 0.2:  # faded print
        page.ink = tuple(int(v) for v in rng.uniform(60, 125) + rng.uniform(-12, 12, 3))
    page.wear = wear * float(rng.uniform(0.3, 1.6))
    return page


def acte(rng, size, kind, top, body, wear):
    page = sheet(rng, *size, kind, wear=wear)
    p = person(rng)
    if rng.random() < 0.25:
        page.guilloche(pick(rng, [(190, 160, 120), (140, 180, 150), (150, 170, 200)]), share=0.5)
    y = head(
        page,
        top,
        [f'Région de {p["place"]}', f'Commune de {pick(rng, places)}'],
        ['ÉTAT CIVIL', 'Centre principal', f'Registre {rng.integers(2003, 2010)}'],
    )
    title = pick(
        rng,
        [
            'EXTRAIT D’ACTE DE NAISSANCE',
            'ACTE DE NAISSANCE',
            'COPIE D’ACTE DE NAISSANCE',
            'JUGEMENT SUPPLÉTIF',
            'BULLETIN DE NAISSANCE',
        ],
    )
    y += float(rng.uniform(8, 16))
    page.text(page.width / 2, y, title, page.serif, float(rng.uniform(14, 19)), True, anchor='m')
    page.text(
        page.width / 2,
        y + 9,
        f'Acte n° {digits(rng, 4)}/REG-{digits(rng, 2)}',
        page.serif,
        11,
        anchor='m',
        critical=True,
    )
    y = bodies[body](page, y + float(rng.uniform(20, 27)), birth_rows(rng, p))
    if rng.random() < 0.6 and y < page.height * 0.75:
        y = filler(page, y + 4, 20, page.width - 20, 2, 8.5)
    foot(page, y, 'L’officier de l’état civil')
    return page


def bac(rng, size, kind, top, body, wear):
    page = sheet(rng, *size, kind, wear=wear)
    p = person(rng)
    wide = size[0] > size[1]
    if wide or rng.random() < 0.3:
        colour = pick(rng, inks)
        for inset, line in ((7, 1.0), (9.5, 0.3)):
            page.box(inset, inset, size[0] - 2 * inset, size[1] - 2 * inset, outline=colour, line=line)
    if rng.random() < 0.3:
        page.guilloche(pick(rng, [(200, 170, 120), (150, 190, 160), (160, 180, 210)]), share=0.4)
    y = head(
        page,
        top,
        ['Ministère de l’Éducation', 'Centre des examens et concours'],
        [f'Session de juin {rng.integers(2021, 2026)}', f'N° {digits(rng, 4)}-{digits(rng, 3)}-{digits(rng, 5)}'],
    )
    title = pick(
        rng,
        [
            'ATTESTATION DU BACCALAURÉAT',
            'DIPLÔME DE BACHELIER',
            'ATTESTATION DE RÉUSSITE',
            'RELEVÉ DE NOTES DU BACCALAURÉAT',
            'CERTIFICAT DE FIN D’ÉTUDES',
        ],
    )
    y += 6 if wide else float(rng.uniform(8, 18))
    page.text(
        page.width / 2, y, title, page.serif, float(rng.uniform(15, 22)), True, colour=pick(rng, inks), anchor='m'
    )
    y = bodies[body](page, y + (13 if wide else 22), bac_rows(rng, p), 8.2 if wide else float(rng.uniform(8.5, 11)))
    if not wide and rng.random() < 0.5 and y < size[1] * 0.6:
        y = marks(page, y + 4)
    foot(page, y, pick(rng, ['Le Directeur', 'Le Chef du centre', 'La Présidente du jury']))
    return page


def sim(rng, size, kind, top, body, wear):
    page = sheet(rng, *size, kind, wear=wear)
    p, w = person(rng), size[0]
    page.operator = pick(rng, operators)
    page.brand = pick(
        rng, [(225, 120, 30), (200, 30, 40), (30, 110, 60), (30, 70, 160), (110, 50, 130), (20, 140, 150), (60, 60, 65)]
    )
    if top == 'band':
        page.box(0, 0, w, 18, fill=page.brand)
        page.text(8, 12, page.operator, page.serif, 15, True, colour=(250, 250, 250))
    elif top == 'side':
        page.box(0, 0, 9, size[1], fill=page.brand)
        page.text(14, 12, page.operator, page.serif, 15, True, colour=page.brand)
    elif top == 'logo':
        page.draw.ellipse(page.px(w - 24, 5, w - 8, 21), fill=page.brand)
        page.text(10, 12, page.operator, page.serif, 14, True)
    else:
        page.text(w / 2, 12, page.operator, page.serif, 14, True, anchor='m')
        page.line(8, 15, w - 8, 15, 0.3)
    page.text(
        w / 2,
        27,
        pick(rng, ['FICHE D’IDENTIFICATION', 'CONTRAT D’ABONNEMENT', 'REÇU D’ENREGISTREMENT SIM', 'FICHE CLIENT']),
        page.serif,
        12,
        True,
        anchor='m',
    )
    rows = sim_rows(rng, p)
    left = 14 if top == 'side' else 9
    room = size[1] - 36 - 30
    step = min(10.0, room / len(rows)) * float(rng.uniform(0.8, 1))
    small = 9.5 if w > 100 else 8
    page.width -= 0
    if body == 'card':
        y = pairs(page, 36, rows[:6], min(step, 7), left, left + 36, small)
        y = carrier(page, y)
    else:
        y = bodies[body](page, 38, rows, step, left, left + w * 0.33, size=small)
    y = min(y, size[1] - 22)
    page.text(left, y + 4, 'Le client certifie ces informations.', page.serif, small - 1.5)
    page.signature(left + 4, y + 12, 24)
    if rng.random() < 0.6:
        page.bars(left, size[1] - 11, w * float(rng.uniform(0.4, 0.75)), 7)
    if rng.random() < 0.5:
        page.stamp(w - 26, size[1] - 24, 22, page.operator + ' AGENCE ', pick(rng, inks), 0.7)
    return page


a4, wide, legal, a5 = (210, 297), (297, 210), (210, 330), (148, 210)
tables = {
    'actenaiss': (
        acte,
        {
            'acte-office': (a4, 'serif', 'two', 'pairs', 0.6),
            'acte-typed': (a4, 'type', 'two', 'dotted', 1.2),
            'acte-grid': (a4, 'sans', 'crest', 'table', 0.4),
            'acte-prose': (a4, 'serif', 'centre', 'prose', 1.0),
            'acte-boxes': (a4, 'sans', 'band', 'sections', 0.3),
            'acte-register': (legal, 'serif', 'two', 'dense', 1.6),
            'acte-form': (a4, 'serif', 'crest', 'dotted', 1.0),
            'acte-half': (a5, 'type', 'centre', 'pairs', 1.0),
            'acte-lines': (a4, 'narrow', 'centre', 'dotted', 0.7),
            'acte-list': (legal, 'sans', 'two', 'pairs', 0.5),
            'acte-old': (a4, 'type', 'crest', 'prose', 2.2),
            'acte-frame': (a4, 'serif', 'band', 'table', 0.6),
        },
    ),
    'attest': (
        bac,
        {
            'bac-letter': (a4, 'serif', 'two', 'pairs', 0.4),
            'bac-diploma': (wide, 'serif', 'centre', 'prose', 0.5),
            'bac-table': (a4, 'sans', 'two', 'table', 0.3),
            'bac-frame': (wide, 'serif', 'two', 'pairs', 0.4),
            'bac-typed': (a4, 'mono', 'centre', 'dotted', 1.0),
            'bac-crest': (a4, 'serif', 'crest', 'prose', 0.6),
            'bac-band': (a4, 'sans', 'band', 'pairs', 0.3),
            'bac-boxes': (a4, 'narrow', 'crest', 'sections', 0.5),
            'bac-wideband': (wide, 'sans', 'band', 'pairs', 0.3),
            'bac-dots': (a4, 'serif', 'two', 'dotted', 0.8),
            'bac-dense': (a4, 'serif', 'crest', 'dense', 1.0),
        },
    ),
    'simcard': (
        sim,
        {
            'sim-band': ((148, 190), 'sans', 'band', 'table', 0.3),
            'sim-strip': ((90, 210), 'mono', 'plain', 'pairs', 0.4),
            'sim-side': ((148, 210), 'sans', 'side', 'pairs', 0.3),
            'sim-carrier': ((148, 170), 'sans', 'band', 'card', 0.3),
            'sim-form': ((148, 210), 'serif', 'logo', 'dotted', 0.6),
            'sim-wide': ((190, 130), 'sans', 'band', 'pairs', 0.3),
            'sim-boxes': ((148, 200), 'narrow', 'logo', 'sections', 0.4),
            'sim-a4': (a4, 'sans', 'logo', 'table', 0.4),
            'sim-slip': ((105, 148), 'mono', 'plain', 'pairs', 0.8),
            'sim-half': ((210, 148), 'sans', 'side', 'card', 0.4),
            'sim-card': ((120, 150), 'narrow', 'side', 'card', 0.3),
        },
    ),
}


def draw(rng, row, template):
    """-> the sheet as BGR, its fields, its rounded corner in pixels, its gloss."""
    make, rows = tables[row]
    page = make(rng, *rows[template])
    return page.age(page.wear), page.fields, 0, 0.0
