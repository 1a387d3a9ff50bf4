"""Birth certificates, baccalaureate certificates and SIM sheets, as combinations of parts.

A template is a row of the tables at the end: paper size, head, body, foot and type.
"""
from fonts import families
from noise import pick
from page import Page
from people import date, digits, grades, months, mottos, name, operators, person, places, series, states

blue, red, green, black = (35, 55, 150), (160, 30, 40), (20, 110, 70), (25, 25, 28)
inks = [blue, red, (90, 40, 130), (20, 90, 110), black]


def head(page, style, office, right):
    rng, w = page.rng, page.width
    family, state, motto = page.serif, pick(rng, states), pick(rng, mottos)
    if style == 'two':
        for i, words in enumerate([state, motto, *office]):
            page.text(20, 18 + i * 6, words, family, 11 if i == 0 else 9, i == 0)
        for i, words in enumerate(right):
            page.text(w - 20, 18 + i * 6, words, family, 11 if i == 0 else 9, i == 0, anchor='r')
        return 20 + 6 * max(len(office) + 2, len(right))
    if style == 'centre':
        for i, words in enumerate([state, motto, *office]):
            page.text(w / 2, 18 + i * 6.5, words, family, 13 if i == 0 else 10, i == 0, i == 1, anchor='m')
        page.text(w - 20, 18 + (len(office) + 2) * 6.5, right[-1], family, 9, anchor='r')
        return 22 + 6.5 * (len(office) + 2)
    if style == 'band':
        colour = pick(rng, inks)
        page.box(0, 0, w, 24, fill=colour)
        page.text(w / 2, 11, state, family, 15, True, colour=(250, 250, 245), anchor='m')
        page.text(w / 2, 19, office[0], family, 10, colour=(250, 250, 245), anchor='m')
        page.text(w - 20, 32, right[-1], family, 9, anchor='r')
        return 38
    colour = pick(rng, inks)  # a crest in the middle between two columns
    page.draw.ellipse(page.px(w / 2 - 11, 12, w / 2 + 11, 34), outline=colour, width=3)
    page.draw.ellipse(page.px(w / 2 - 8, 15, w / 2 + 8, 31), fill=colour)
    page.draw.polygon(
        page.px(w / 2, 17, w / 2 + 5, 28, w / 2 - 6, 22, w / 2 + 6, 22, w / 2 - 5, 28), fill=(250, 235, 160)
    )
    for i, words in enumerate([state, *office]):
        page.text(15, 18 + i * 5.5, words, family, 9.5, i == 0)
    for i, words in enumerate(right):
        page.text(w - 15, 18 + i * 5.5, words, family, 9.5, i == 0, anchor='r')
    return 42


def pairs(page, y, rows, step=9, label=20, value=70, size=11):
    colon = pick(page.rng, [' :', ' : ', ''])
    for words, said, critical in rows:
        page.text(label, y, words + colon, page.serif, size)
        page.text(value, y, said, page.filled, size, page.rng.random() < 0.6, critical=critical)
        y += step
    return y


def dotted(page, y, rows, step=9.5, label=20, value=None, size=11):
    for words, said, critical in rows:
        width = page.text(label, y, words + ' ', page.serif, size)
        page.dots(label + width + 2, page.width - 20, y + 0.8)
        at = label + width + 3 + float(page.rng.uniform(0, 14))
        hand = not critical and page.rng.random() < page.hand
        page.text(
            at,
            y - 0.3,
            said,
            page.script if hand else page.filled,
            size + (4 if hand else 0),
            critical and page.bold,
            colour=blue if hand else None,
            critical=critical,
        )
        y += step
    return y


def table(page, y, rows, step=9.5, label=20, value=None, size=10.5):
    middle = label + (page.width - 2 * label) * float(page.rng.uniform(0.3, 0.45))
    tint = pick(page.rng, [None, (232, 232, 228), (225, 232, 240), (240, 230, 215)])
    for words, said, critical in rows:
        page.box(label, y - step * 0.68, middle - label, step, fill=tint, outline=page.ink, line=0.2)
        page.box(middle, y - step * 0.68, page.width - label - middle, step, outline=page.ink, line=0.2)
        page.text(label + 2, y, words, page.serif, size)
        page.text(middle + 3, y, said, page.filled, size, page.bold, critical=critical)
        y += step
    return y


def sections(page, y, rows, step=9, label=20, value=None, size=10.5):
    names = ['INTÉRESSÉ(E)', 'FILIATION', 'DÉCLARATION', 'MENTIONS']
    per = (len(rows) + 2) // 3
    colour = pick(page.rng, inks)
    for i in range(0, len(rows), per):
        part = rows[i : i + per]
        page.box(label - 4, y - 6, page.width - 2 * label + 8, step * len(part) + 8, outline=colour, radius=2)
        page.box(label, y - 8.5, 42, 5, fill=colour)
        page.text(label + 2, y - 4.8, names[i // per % 4], page.serif, 9, True, colour=(250, 250, 250))
        y = pairs(page, y + 3, part, step, label + 2, label + 45, size) + 8
    return y - 4


def prose(page, y, rows, step=7.5, label=20, value=None, size=11.5):
    """A running text with the values in it."""
    x, right, face = label, page.width - label, page.serif
    page.text(
        x,
        y,
        pick(
            page.rng,
            [
                'Le soussigné certifie que :',
                'Nous, officier de l’état civil, attestons que',
                'Le Directeur des examens soussigné atteste que',
            ],
        ),
        face,
        size,
    )
    y += step
    for words, said, critical in rows:
        for part, bold, family in ((words.lower() + ' ', False, face), (said + ' ,  ', True, page.filled)):
            width = page.draw.textlength(part, font=page.font(family, size, bold)) / page.k
            if x + width > right:
                x, y = label, y + step
            page.text(x, y, part.rstrip(' ,') if bold else part, family, size, bold, critical=critical and bold)
            x += width
    return y + step * 1.6


def dense(page, y, rows, step=6.2, label=24, value=None, size=9.5):
    """A register's page: margin notes and a block of small prose around the values."""
    page.line(50, y - 8, 50, page.height - 40, 0.2, blue)
    for i in range(4):
        page.text(
            14,
            y + i * 9,
            pick(page.rng, ['Mention', 'Vu', 'N° ' + digits(page.rng, 4), 'Folio ' + digits(page.rng, 2)]),
            page.serif,
            8,
        )
    y = pairs(page, y, rows, step * 1.15, 55, 96, size + 0.5) + 4
    return filler(page, y, 55, page.width - 18, int(page.rng.integers(5, 12)), size - 1)


def filler(page, y, left, right, lines, size=8.5):
    words = (
        'pour servir et valoir ce que de droit le présent extrait délivré conforme aux registres de '
        'année en cours sous réserve des dispositions du code des personnes ainsi que des textes '
        'toute rature ou surcharge rend ce document nul et peut donner lieu à poursuites'
    ).split()
    for _ in range(lines):
        x, said = left, ''
        while True:
            more = said + pick(page.rng, words) + ' '
            if page.draw.textlength(more, font=page.font(page.serif, size)) / page.k > right - x:
                break
            said = more
        page.text(x, y, said, page.serif, size)
        y += size * 0.52
    return y + 3


def foot(page, y, who):
    rng, w, h = page.rng, page.width, page.height
    y = min(max(y + 8, h * float(rng.uniform(0.66, 0.76))), h - 42)
    x = w * float(rng.uniform(0.52, 0.66))
    page.text(x, y, f'Fait à {pick(rng, places)}, le {date(rng, 2022, 2025)}', page.serif, 10)
    page.text(x, y + 6, who, page.serif, 10, True)
    colour = pick(rng, inks)
    page.signature(x + 5, y + 20, float(rng.uniform(22, 40)), pick(rng, [blue, black]))
    words = pick(rng, ['MAIRIE CENTRALE SPECIMEN ', 'EXAMENS ET CONCOURS EXEMPLE', 'COMMUNE URBAINE ÉTAT CIVIL '])
    page.stamp(
        x - float(rng.uniform(-8, 12)), y + 18, float(rng.uniform(26, 38)), words, colour, float(rng.uniform(0.5, 1.0))
    )
    if rng.random() < 0.4:
        page.box(20, y, 24, 30, fill=pick(rng, [(235, 215, 200), (215, 230, 215), None]), outline=red)
        page.text(32, y + 12, 'TIMBRE', page.serif, 8, True, colour=red, anchor='m')
        page.text(32, y + 19, pick(rng, ['200 F', '500 F', '1000 F']), page.serif, 8, colour=red, anchor='m')
    if rng.random() < 0.3:
        page.stamp(40, y + 14, 30, 'COPIE CERTIFIÉE CONFORME', pick(rng, inks), 0.5)
    if rng.random() < 0.3:
        page.matrix(22, h - 34, 20)
    if rng.random() < 0.6:
        page.text(20, h - 9, 'SPÉCIMEN – document fictif ' + digits(rng, 6), page.serif, 6.5)


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


def marks(page, y):
    rows = ['Mathématiques', 'Physique', 'Philosophie', 'Français', 'Anglais', 'Histoire', 'Biologie'][
        : int(page.rng.integers(3, 8))
    ]
    for words in rows:
        page.box(22, y - 5, 100, 7, outline=page.ink, line=0.2)
        page.text(25, y, words, page.serif, 9.5)
        page.text(118, y, f'{page.rng.integers(6, 19)},{digits(page.rng, 2)}', page.serif, 9.5, anchor='r')
        y += 7
    return y + 4


def carrier(page, y):
    """The punched card that the SIM came in, its number and codes printed on it."""
    rng = page.rng
    x = float(rng.uniform(0.1, 0.3)) * page.width
    page.box(x, y, 85.6 * 0.8, 54 * 0.8, fill=page.brand, radius=3)
    page.box(x + 8, y + 12, 20, 12, fill=(245, 245, 240), radius=1)
    page.box(x + 10, y + 14, 12, 9, fill=(214, 180, 90), outline=(120, 95, 40), radius=1)
    for i in range(3):
        page.line(x + 10, y + 16 + i * 2.2, x + 22, y + 16 + i * 2.2, 0.15, (120, 95, 40))
    page.text(x + 34, y + 15, page.operator, page.serif, 10, True, colour=(250, 250, 250))
    page.text(x + 8, y + 34, 'PUK ' + digits(rng, 8), page.mono, 9, colour=(250, 250, 250))
    page.text(x + 8, y + 40, digits(rng, 19), page.mono, 8, colour=(250, 250, 250))
    return y + 54


bodies = {'pairs': pairs, 'dotted': dotted, 'table': table, 'sections': sections, 'prose': prose, 'dense': dense}
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
