"""Identity cards, and the passport's page that some have in their place."""
import unicodedata

import cv2

from bodies import inks
from faces import passport
from fonts import families
from noise import pick
from page import Page
from people import date, digits, person, places, states

tints = [
    (214, 236, 214),
    (226, 232, 244),
    (245, 238, 214),
    (240, 224, 226),
    (236, 236, 230),
    (222, 240, 240),
    (233, 224, 243),
]
bold_inks = [(20, 110, 60), (60, 40, 130), (150, 30, 40), (20, 80, 150), (190, 110, 20), (40, 40, 48), (20, 120, 130)]


def plain(words):
    return unicodedata.normalize('NFD', words).encode('ascii', 'ignore').decode().upper().replace(' ', '<')


def rows_of(rng, p):
    number = pick(
        rng,
        [
            f'SP {digits(rng, 4)} {digits(rng, 4)} {digits(rng, 3)}',
            f'{digits(rng, 9)} M',
            f'C {digits(rng, 4)} {digits(rng, 4)} {digits(rng, 2)}',
        ],
    )
    return [
        ('Nom', p['last'], True),
        ('Prénoms', p['first'], True),
        ('Né(e) le', date(rng, written=False), True),
        ('À', pick(rng, places), False),
        ('N° de la carte', number, True),
        ('Expire le', date(rng, 2028, 2036, False), True),
    ]


def lines(page, x, y, rows, step, size, style):
    """Label over value, or label beside value."""
    for words, said, critical in rows:
        if style == 'over':
            page.text(x, y, words, page.sans, size * 0.72, colour=page.soft)
            page.text(x, y + step * 0.45, said, page.sans, size, page.bold, critical=critical)
        else:
            page.text(x, y + step * 0.3, words + ' :', page.sans, size * 0.8, colour=page.soft)
            page.text(x + 19, y + step * 0.3, said, page.sans, size, page.bold, critical=critical)
        y += step
    return y


def machine_lines(page, y, p, size=8.2):
    first = f'P<SPE{plain(p["last"])}<<{plain(p["first"])}'.ljust(36, '<')[:36]
    second = f'SP{digits(page.rng, 7)}<{digits(page.rng, 1)}SPE{digits(page.rng, 7)}F{digits(page.rng, 7)}'.ljust(
        36, '<'
    )
    family = 'Liberation Mono'
    for i, words in enumerate([first, second]):
        page.text(page.width * 0.04, y + i * size * 0.55, words, family, size)


def ground(page, style, colour):
    w, h = page.width, page.height
    if style in ('waves', 'both'):
        page.guilloche(colour, share=0.35)
        page.guilloche(pick(page.rng, bold_inks), share=0.2, lines=40)
    if style == 'bands':
        for i, tint in enumerate([(60, 150, 80), (240, 210, 90), (200, 60, 60)]):
            page.box(w * i / 3, h - 4, w / 3 + 0.5, 4, fill=tint)
    if style == 'rays':
        for i in range(0, 40):
            page.line(w * 0.7, h * 0.5, w * 0.7 + 120 * (i - 20) / 12, -20 if i % 2 else h + 20, 0.1, colour)
    if style == 'emblem':
        for r in range(4, 22, 3):
            page.draw.ellipse(
                page.px(w * 0.55 - r, h * 0.58 - r, w * 0.55 + r, h * 0.58 + r),
                outline=tuple((c + 2 * 235) // 3 for c in colour),
                width=3,
            )


layouts = {
    # name: (ground, head, photo's side, rows' style, bold, extras)
    'card-top': ('plain', 'band', 'left', 'over', True, 'sign'),
    'card-right': ('waves', 'band', 'right', 'over', True, 'sign'),
    'card-side': ('waves', 'side', 'left', 'over', False, 'chip'),
    'card-none': ('both', 'none', 'left', 'beside', True, 'matrix'),
    'card-paper': ('emblem', 'none', 'right', 'beside', False, 'stamp'),
    'card-flag': ('bands', 'flag', 'left', 'over', True, 'bars'),
    'card-rays': ('rays', 'band', 'left', 'beside', True, 'ghost'),
    'card-foot': ('waves', 'foot', 'right', 'over', True, 'chip'),
    'card-two': ('plain', 'double', 'left', 'over', False, 'sign'),
    'card-biometric': ('both', 'side', 'right', 'over', True, 'machine'),
    'passport-page': ('waves', 'pass', 'left', 'over', True, 'machine'),
    'passport-plain': ('emblem', 'pass', 'left', 'over', False, 'machine'),
}


def head(page, style, colour):
    w, white = page.width, (250, 250, 248)
    state, title = pick(page.rng, states), pick(
        page.rng,
        [
            'CARTE NATIONALE D’IDENTITÉ',
            'CARTE D’IDENTITÉ BIOMÉTRIQUE',
            'CARTE CONSULAIRE',
            'CARTE D’ÉLÈVE ET D’IDENTITÉ',
        ],
    )
    if style in ('band', 'double'):
        page.box(0, 0, w, 12.5, fill=colour)
        page.text(w / 2, 5.8, state, page.sans, 8.5, True, colour=white, anchor='m')
        page.text(w / 2, 10.5, title, page.sans, 7, colour=white, anchor='m')
        if style == 'double':
            page.box(0, page.height - 5, w, 5, fill=colour)
        return 0, 16
    if style == 'side':
        page.box(0, 0, 9, page.height, fill=colour)
        page.text(13, 6, state, page.sans, 8, True, colour=colour)
        page.text(13, 10, title, page.sans, 6.5)
        return 9, 14
    if style == 'flag':
        for i, tint in enumerate([(60, 150, 80), (240, 210, 90), (200, 60, 60)]):
            page.box(3 + i * 4, 3, 4, 8, fill=tint)
        page.text(19, 6, state, page.sans, 8, True)
        page.text(19, 10, title, page.sans, 7, colour=colour)
        return 0, 15
    if style == 'pass':
        page.text(6, 8, state, page.sans, 10, True, colour=colour)
        page.text(w - 6, 8, 'PASSEPORT', page.sans, 9, colour=colour, anchor='r')
        return 0, 15
    if style == 'foot':
        page.box(0, page.height - 8, w, 8, fill=colour)
        page.text(w / 2, page.height - 3, state, page.sans, 8, True, colour=white, anchor='m')
        page.text(w / 2, 7, title, page.sans, 9, True, colour=colour, anchor='m')
        return 0, 11
    page.text(w / 2, 6, state, page.sans, 9, True, anchor='m')
    page.text(w / 2, 10.5, title, page.sans, 7.5, colour=colour, anchor='m')
    return 0, 15


def draw(rng, row, template):
    style, top, side, how, bold, extra = layouts[template]
    passport_page = template.startswith('passport')
    width, height = (125, 88) if passport_page else (85.6, 54)
    page = Page(rng, width, height, 330 if passport_page else 440, pick(rng, tints))
    page.corner = 3.2 if extra != 'stamp' else 0.5
    page.sans, page.bold = pick(rng, families(pick(rng, ['sans', 'sans', 'narrow', 'serif']))), bold
    colour = pick(rng, bold_inks)
    page.soft = tuple(int(c * 0.5 + 40) for c in colour)
    ground(page, style, colour)
    left, y = head(page, top, colour)
    scale = 1.35 if passport_page else 1.0
    pw, ph = 22 * scale * float(rng.uniform(0.85, 1.1)), 29 * scale * float(rng.uniform(0.9, 1.0))
    p = person(rng)
    px = left + 4 if side == 'left' else width - pw - 4
    py = y + (1 if passport_page else float(rng.uniform(0, 3)))
    page.paste(passport(rng), px, py, pw, ph)
    page.keep(px, py, pw, ph)
    if rng.random() < 0.6:
        page.box(px, py, pw, ph, outline=(120, 120, 120), line=0.2)
    x = px + pw + 4 if side == 'left' else left + 4
    rows = rows_of(rng, p)
    bottom = height - (20 if extra == 'machine' else 9 if top in ('foot', 'double') else 4)
    step = (bottom - y - 1) / len(rows)
    lines(page, x, y + 2, rows, step, min(8.6 * scale, step * (1.12 if how == 'over' else 1.35)), how)
    far = x + 38 * scale if side == 'left' else x + 36
    if extra == 'sign':
        page.signature(min(far, width - 26), bottom - 6, 18)
    if extra == 'chip':
        page.box(
            width - 18 if side == 'left' else 40, y + 10, 11, 9, fill=(214, 182, 96), outline=(120, 95, 40), radius=1.2
        )
    if extra == 'matrix':
        page.matrix(width - 17, bottom - 14, 13)
    if extra == 'bars':
        page.bars(x, height - 9, 36, 4)
    if extra == 'ghost':
        faint = cv2.addWeighted(passport(rng, 200), 0.35, passport(rng, 200) * 0 + 225, 0.65, 0)
        page.paste(faint, width - 15, bottom - 17, 11, 14)
    if extra == 'stamp':
        page.stamp(px + pw * 0.3, py + ph * 0.9, 16, 'POLICE NATIONALE SPÉCIMEN', pick(rng, inks), 0.7)
    if extra == 'machine':
        machine_lines(page, height - 8, p, 9.6 if passport_page else 6.6)
    return page.age(float(rng.uniform(0, 0.7))), page.fields, int(page.corner * page.k), float(rng.uniform(0, 1))
