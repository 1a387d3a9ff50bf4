"""The parts of a page: heads, ways to lay out rows of words and values, feet."""
from noise import pick
from people import date, digits, mottos, places, states

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
